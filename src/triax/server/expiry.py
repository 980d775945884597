"""Tables that wait for players: in the lobby while those who sit there are about, and closed when nobody comes back."""

from __future__ import annotations

import asyncio
import logging
import time

import sqlalchemy as sa

from triax.server import actions, db_schema
from triax.server.cluster import Cluster
from triax.server.errors import Refused
from triax.server.table_service import TableService
from triax.server.tasks import end, repeat

ROUND = 60.0
SHOWN = 15 * 60.0
"""Seconds for which a table stays in the lobby when nobody who sits there is connected."""
KEPT = 3 * 24 * 3600.0
"""Seconds after which it is closed."""
log = logging.getLogger("triax.server.expiry")


def is_listed() -> sa.ColumnElement[bool]:
    """Of a table: do people in the lobby have somebody to wait for there?"""
    return db_schema.tables.c.seen > time.time() - SHOWN


class TableExpiry:
    def __init__(self, service: TableService, cluster: Cluster) -> None:
        self.tables = service
        self.cluster = cluster
        self._rounds: asyncio.Task[None] | None = None

    def open(self) -> None:
        # After a start, too, those who wait have time to come back.
        rounds = repeat(ROUND, self.run_once, log, "the open tables could not be checked")
        self._rounds = asyncio.create_task(rounds)

    async def close(self) -> None:
        await end(self._rounds)

    async def run_once(self) -> None:
        """Write down where people wait; close what nobody waits at."""
        now, tables = time.time(), db_schema.tables
        here = [live.id for live in self.tables.live if live.table.status == "open" and live.is_attended]
        if here:
            seen = sa.update(tables).where(tables.c.id.in_(here)).values(seen=now)
            await self.tables.journal.run(lambda connection: connection.execute(seen).rowcount)
        left = sa.select(tables.c.id).where(tables.c.status == "open", tables.c.seen < now - KEPT)
        for (table,) in await self.tables.database.rows(left):
            if self.cluster.owns(table):
                await self._give_up(table)

    async def _give_up(self, table: str) -> None:
        try:
            await self.tables.act(await self.tables.open(table), actions.abandon)
        except Refused as refused:
            log.info("not done", extra={"table": table, "code": refused.code})
        except Exception:  # one table that cannot be read must not keep the others in the lobby
            log.exception("a table could not be given up", extra={"table": table})
        else:
            log.info("an open table was given up", extra={"table": table})
