"""Who asks, and the services that answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from triax.server.accounts import User
from triax.server.errors import Refused
from triax.server.rate_limits import network_of
from triax.server.services import Services

COOKIE = "triax"

# For the API's description; `find_player` looks for both by itself.
BY_COOKIE = APIKeyCookie(name=COOKIE, scheme_name="cookie", auto_error=False, description="Set by POST /api/session.")
BY_TOKEN = HTTPBearer(scheme_name="token", auto_error=False, description="For programs: from POST /api/tokens.")


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


async def find_player(connection: HTTPConnection) -> User | None:
    """By token for programs, by cookie for browsers."""
    people = services_of(connection).accounts
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return await people.by_token(token.strip())
    return await people.by_cookie(connection.cookies.get(COOKIE))


async def the_visitor(connection: HTTPConnection) -> User | None:
    """Whoever asks, if they are a player yet, no faster than one may."""
    player = await find_player(connection)
    if player is None and "authorization" in connection.headers:
        raise Refused("no_session", "this token is not known")
    services = services_of(connection)
    if player is None:
        services.message_rate.check(network_of(connection.client.host if connection.client else ""))
    else:
        services.message_rate.check(player.id)
        services.presence.notice(player.id)
    return player


async def the_player(
    connection: HTTPConnection,
    _cookie: Annotated[object, Depends(BY_COOKIE)] = None,
    _token: Annotated[object, Depends(BY_TOKEN)] = None,
) -> User:
    """Whoever asks, no faster than one may."""
    player = await find_player(connection)
    if player is None:
        raise Refused("no_session", "say who you are first: POST /api/session")
    services = services_of(connection)
    services.message_rate.check(player.id)
    services.presence.notice(player.id)
    return player


async def the_player_in_person(connection: HTTPConnection, player: Annotated[User, Depends(the_player)]) -> User:
    """The player in person: a program that was given a token plays, but does not hand out keys."""
    if "authorization" in connection.headers:
        raise Refused("not_allowed", "a token is for playing; names, accounts and tokens are its owner's to change")
    return player


async def the_locked_player(
    connection: HTTPConnection, player: Annotated[User, Depends(the_player)]
) -> AsyncIterator[User]:
    """Whoever asks, with nothing else of theirs under way that is counted."""
    async with services_of(connection).player_locks.of(player.id):
        yield player


ServicesDep = Annotated[Services, Depends(services_of)]
Visitor = Annotated[User | None, Depends(the_visitor)]
CurrentPlayer = Annotated[User, Depends(the_player)]
PlayerInPerson = Annotated[User, Depends(the_player_in_person)]
LockedPlayer = Annotated[User, Depends(the_locked_player, scope="function")]
