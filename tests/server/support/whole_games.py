"""Whole games over sockets, played at random, and looks into the database behind the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tests.server.support.serving import Guest, TableSocket, guest
from triax.server.actions import MoveRequest
from triax.server.config import Settings, database_url
from triax.server.live_table import LiveTable
from triax.server.services import Services

T = TypeVar("T")
Choose = Callable[[Sequence[str]], str]
PATIENCE = 60.0


@asynccontextmanager
async def guests(url: str, *names: str) -> AsyncIterator[list[Guest]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(guest(url, name)) for name in names]


async def gather(people: Sequence[Guest], game: str, *, bots: Sequence[str] = (), **table: object) -> str:
    """A table at which these people and bots have sat down, in this order."""
    seats = ["me", *["open"] * (len(people) - 1), *bots]
    opened = await people[0].call("POST", "/api/tables", {"game": game, "seats": seats, **table})
    for other in people[1:]:
        await other.call("POST", f"/api/tables/{opened['id']}/join", {})
    return str(opened["id"])


def at_random(seed: int = 0) -> Choose:
    return Random(seed).choice


def spelt(message: Mapping[str, Any]) -> list[str]:
    return [start + end for start, ends, _ in message["groups"] for end in ends]


async def play_on(person: Guest, table: str, choose: Choose) -> dict[str, Any]:
    """Play one's seats at random until the game is over; gives the table as it was then."""
    async with person.sit_at(table) as socket:
        welcome = await socket.next("welcome")
        return welcome["table"] if welcome["table"]["status"] == "over" else await _play(socket, choose)


async def _play(socket: TableSocket, choose: Choose) -> dict[str, Any]:
    number = 0
    while True:
        message = await socket.next("moves", "table", timeout=PATIENCE)
        if message["type"] == "moves":
            number += 1
            move = choose(spelt(message))
            await socket.send("move", id=f"p{number}", seat=message["seat"], number=message["number"], move=move)
        elif message["table"]["status"] == "over":
            table: dict[str, Any] = message["table"]
            return table


async def play_out(people: Sequence[Guest], table: str, seed: int = 0) -> dict[str, Any]:
    """All play to the end."""
    playing = (play_on(person, table, at_random(seed + number)) for number, person in enumerate(people))
    return (await asyncio.gather(*playing))[0]


async def whole_game(people: Sequence[Guest], game: str, *, seed: int = 0, **table: Any) -> dict[str, Any]:  # noqa: ANN401
    """From sitting down to the results in the books."""
    opened = await gather(people, game, **table)
    over = await play_out(people, opened, seed)
    await booked(people[0], opened)
    return over


async def booked(person: Guest, table: str) -> dict[str, Any]:
    """The game in its player's history, as soon as it is there."""

    async def look() -> dict[str, Any] | None:
        history = await person.call("GET", f"/api/players/{person.id}/games?limit=100")
        return next((game for game in history["games"] if game["table"] == table), None)

    return await eventually(look)


async def eventually(look: Callable[[], Awaitable[T | None]], seconds: float | None = None) -> T:
    """What is looked for, once it is there."""
    async with asyncio.timeout(seconds or PATIENCE):
        while not (found := await look()):
            await asyncio.sleep(0.05)
    return found


async def execute(url: str, *statements: str) -> list[Any]:
    """Each statement committed by itself; the rows of the last one."""
    engine = create_async_engine(database_url(url), poolclass=NullPool)
    rows: list[Any] = []
    try:
        for statement in statements:
            async with engine.begin() as connection:
                result = await connection.execute(sa.text(statement))
                rows = [tuple(row) for row in result] if result.returns_rows else []
    finally:
        await engine.dispose()
    return rows


@asynccontextmanager
async def services(url: str) -> AsyncIterator[Services]:
    """The server's parts in this process, without the web around them."""
    built = Services(Settings(database=database_url(url)))
    await built.open()
    try:
        yield built
    finally:
        await built.close()


async def move_on(host: Services, live: LiveTable, choose: Choose) -> None:
    """Play all seats of a table to the end."""
    while live.table.to_act:
        seat = min(live.table.to_act)
        assert live.table.state is not None
        moves = [str(move) for move in live.table.state.moves(seat)]
        await host.tables.move(live, live.table.seats[seat].player, MoveRequest(seat, choose(moves)))
