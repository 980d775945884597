"""Open tables: in the lobby while those who sit there are about, closed when nobody comes back."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.support.serving import serving, sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.table_service import desk_on, new_table, run
from tests.server.support.whole_games import execute, guests
from triax.server import schema, waiting
from triax.server.bus import Bus
from triax.server.config import database_url
from triax.server.database import Database
from triax.server.desk import Desk, Live
from triax.server.waiting import Waiting


@pytest.fixture
def url(tmp_path: Path) -> str:
    return database_url(sqlite_url(tmp_path))


class Listener:
    """A connection, as far as it is looked at here."""

    player = "someone"

    def __init__(self, *seats: int) -> None:
        self.seats = seats

    def send(self, _message: bytes) -> None:
        return


async def age(desk: Desk, live: Live, seconds: float) -> None:
    old = sa.update(schema.tables).where(schema.tables.c.id == live.id).values(seen=time.time() - seconds)
    await desk.journal.run(lambda connection: connection.execute(old).rowcount)


async def is_shown(desk: Desk, live: Live) -> bool:
    query = sa.select(schema.tables.c.id).where(schema.tables.c.id == live.id, waiting.is_shown())
    return bool(await desk.database.rows(query))


def test_a_table_nobody_comes_back_to_leaves_the_lobby_and_is_closed(url: str) -> None:
    async def work() -> None:
        async with desk_on(Database(url)) as desk:
            rounds = Waiting(desk, Bus(desk.database, desk.journal))
            player = await desk.people.new_guest("Ada")
            left, playing = await new_table(desk, player, None), await new_table(desk, player, player)
            assert await is_shown(desk, left)
            for live in (left, playing):
                await age(desk, live, waiting.SHOWN + 1)
            assert not await is_shown(desk, left)
            await rounds.look()
            assert left.table.status == "open"
            for live in (left, playing):
                await age(desk, live, waiting.KEPT + 1)
            await rounds.look()
            assert left.table.status == "closed"
            assert playing.table.status == "playing"
            books = await read_tables(url)
            assert [books[live.id].status for live in (left, playing)] == ["closed", "playing"]

    run(work)


@pytest.mark.parametrize(("seats", "status"), [((0,), "open"), ((), "closed")])
def test_who_sits_there_and_is_connected_keeps_a_table(url: str, seats: tuple[int, ...], status: str) -> None:
    """A spectator does not."""

    async def work() -> None:
        async with desk_on(Database(url)) as desk:
            player = await desk.people.new_guest("Ada")
            live = await new_table(desk, player, None)
            live.connections.add(Listener(*seats))  # type: ignore[arg-type]
            await age(desk, live, waiting.KEPT + 1)
            await Waiting(desk, Bus(desk.database, desk.journal)).look()
            assert live.table.status == status
            assert await is_shown(desk, live) == (status == "open")

    run(work)


def test_the_lobby_and_who_sits_down(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def look(address: str) -> None:
        async with guests(address, "Ann", "Ben") as (ann, ben):
            wish = {"game": "rota", "seats": ["me", "open", "open"], "public": True}
            table = (await ann.call("POST", "/api/tables", wish))["id"]

            async def shown() -> list[str]:
                return [one["id"] for one in (await ben.call("GET", "/api/tables"))["open"]]

            assert await shown() == [table]
            await execute(url, f"UPDATE tables SET seen = {time.time() - waiting.SHOWN - 1}")
            assert await shown() == []
            # By link it is there all the same, and whoever sits down stirs it.
            await ben.call("POST", f"/api/tables/{table}/join", {})
            assert await shown() == [table]

    with serving(url) as running:
        asyncio.run(look(running.url))
