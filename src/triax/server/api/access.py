"""Who asks, and by which parts of the house they are served."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from triax.server.errors import Refused
from triax.server.house import House
from triax.server.people import Player

COOKIE = "triax"

# For the API's description; `find_player` looks for both by itself.
BY_COOKIE = APIKeyCookie(name=COOKIE, scheme_name="cookie", auto_error=False, description="Set by POST /api/session.")
BY_TOKEN = HTTPBearer(scheme_name="token", auto_error=False, description="For programs: from POST /api/tokens.")


def house_of(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


async def find_player(connection: HTTPConnection) -> Player | None:
    """By token for programs, by cookie for browsers."""
    people = house_of(connection).people
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return await people.by_token(token.strip())
    return await people.by_cookie(connection.cookies.get(COOKIE))


async def the_player(
    connection: HTTPConnection,
    _cookie: Annotated[object, Depends(BY_COOKIE)] = None,
    _token: Annotated[object, Depends(BY_TOKEN)] = None,
) -> Player:
    """Whoever asks, no faster than one may."""
    player = await find_player(connection)
    if player is None:
        raise Refused("no_session", "say who you are first: POST /api/session")
    house_of(connection).pace.admit(player.id)
    return player


async def the_person(connection: HTTPConnection, player: Annotated[Player, Depends(the_player)]) -> Player:
    """The player in person: a program that was given a token plays, but does not hand out keys."""
    if "authorization" in connection.headers:
        raise Refused("not_allowed", "a token is for playing; names, accounts and tokens are its owner's to change")
    return player


async def the_player_alone(
    connection: HTTPConnection, player: Annotated[Player, Depends(the_player)]
) -> AsyncIterator[Player]:
    """Whoever asks, with nothing else of theirs under way that is counted."""
    async with house_of(connection).turnstile.of(player.id):
        yield player


HouseHere = Annotated[House, Depends(house_of)]
Me = Annotated[Player, Depends(the_player)]
Myself = Annotated[Player, Depends(the_person)]
MeAlone = Annotated[Player, Depends(the_player_alone, scope="function")]
