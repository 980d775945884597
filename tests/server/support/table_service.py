"""A table service without a server around it, and tables at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from triax.server.accounts import Accounts, User, new_id
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.config import Limits, Settings
from triax.server.database import Database
from triax.server.journal import Journal
from triax.server.live_table import LiveTable
from triax.server.table import Table, TableMeta
from triax.server.table_service import TableService


@asynccontextmanager
async def service_on(
    database: Database, name: str = "one", limits: Limits | None = None
) -> AsyncIterator[TableService]:
    settings = Settings(limits=limits or Limits())
    await database.open()
    journal = Journal(database, name)
    people = Accounts(database, journal, settings.limits)
    await journal.open()
    await people.open()
    try:
        yield TableService(database, journal, people, settings)
    finally:
        await journal.close()
        await database.close()


async def new_table(service: TableService, *players: User | str | None) -> LiveTable:
    """A table of Rota; a text is a bot's level, None an open seat."""
    host = next((player.id for player in players if isinstance(player, User)), "nobody")
    meta = TableMeta(
        new_id(), "rota", len(players), {}, public=True, clock=None, hints=False, host=host, created=time.time()
    )
    seated = [
        ProposedEntry("sit", seat, {"bot": who} if isinstance(who, str) else {"player": who.id})
        for seat, who in enumerate(players)
        if who is not None
    ]
    return await service.create(meta, seated)


def some_move(table: Table) -> tuple[int, str]:
    seat = min(table.to_act)
    assert table.state is not None
    return seat, str(next(iter(table.state.moves(seat))))


async def play_one(service: TableService, live: LiveTable, player: User, name: str | None = None) -> int:
    seat, move = some_move(live.table)
    return await service.move(live, player.id, MoveRequest(seat, move, live.table.numbers[seat], name))


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(main())
