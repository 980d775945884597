"""Open tables: in the lobby while those who sit there are about, closed when nobody comes back."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.support.serving import serving, sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.table_service import new_table, run, service_on
from tests.server.support.whole_games import execute, guests
from triax.server import db_schema, expiry
from triax.server.cluster import Cluster
from triax.server.config import database_url
from triax.server.database import Database
from triax.server.expiry import TableExpiry
from triax.server.live_table import LiveTable
from triax.server.table_service import TableService


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


async def age(service: TableService, live: LiveTable, seconds: float) -> None:
    old = sa.update(db_schema.tables).where(db_schema.tables.c.id == live.id).values(seen=time.time() - seconds)
    await service.journal.run(lambda connection: connection.execute(old).rowcount)


async def is_listed(service: TableService, live: LiveTable) -> bool:
    query = sa.select(db_schema.tables.c.id).where(db_schema.tables.c.id == live.id, expiry.is_listed())
    return bool(await service.database.rows(query))


def test_a_table_nobody_comes_back_to_leaves_the_lobby_and_is_closed(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url)) as service:
            rounds = TableExpiry(service, Cluster(service.database, service.journal))
            player = await service.accounts.new_guest("Ada")
            left, playing = await new_table(service, player, None), await new_table(service, player, player)
            assert await is_listed(service, left)
            for live in (left, playing):
                await age(service, live, expiry.SHOWN + 1)
            assert not await is_listed(service, left)
            await rounds.run_once()
            assert left.table.status == "open"
            for live in (left, playing):
                await age(service, live, expiry.KEPT + 1)
            await rounds.run_once()
            assert left.table.status == "closed"
            assert playing.table.status == "playing"
            books = await read_tables(url)
            assert [books[live.id].status for live in (left, playing)] == ["closed", "playing"]

    run(work)


@pytest.mark.parametrize(("seats", "status"), [((0,), "open"), ((), "closed")])
def test_who_sits_there_and_is_connected_keeps_a_table(url: str, seats: tuple[int, ...], status: str) -> None:
    """A spectator does not."""

    async def work() -> None:
        async with service_on(Database(url)) as service:
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, player, None)
            live.connections.add(Listener(*seats))  # type: ignore[arg-type]
            await age(service, live, expiry.KEPT + 1)
            await TableExpiry(service, Cluster(service.database, service.journal)).run_once()
            assert live.table.status == status
            assert await is_listed(service, live) == (status == "open")

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
            await execute(url, f"UPDATE tables SET seen = {time.time() - expiry.SHOWN - 1}")
            assert await shown() == []
            # By link it is there all the same, and whoever sits down stirs it.
            await ben.call("POST", f"/api/tables/{table}/join", {})
            assert await shown() == [table]

    with serving(url) as running:
        asyncio.run(look(running.url))
