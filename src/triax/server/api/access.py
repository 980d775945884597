"""Who asks, and by which parts of the house they are served."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from triax.server.errors import Refused
from triax.server.house import House
from triax.server.people import Player

COOKIE = "triax"


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


async def the_player(connection: HTTPConnection) -> Player:
    player = await find_player(connection)
    if player is None:
        raise Refused("no_session", "say who you are first: POST /api/session")
    return player


HouseHere = Annotated[House, Depends(house_of)]
Me = Annotated[Player, Depends(the_player)]
