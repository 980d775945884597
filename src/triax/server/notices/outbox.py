"""Notices that wait, as rows: one process takes each, and a process that has gone takes none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from triax.server.cluster import Cluster
from triax.server.database import Database
from triax.server.db_schema import devices, notices
from triax.server.journal import Journal
from triax.server.notices.notice import MAIL

MOST = 200
"""So many are looked at together."""
EACH = 10
"""So many of one player, letters apart: nobody's slow devices hold up the others."""
TRIES = 5
PAUSE = 15.0
"""Seconds until one that could not be sent is tried again; three times as long after each further try."""
KEPT = 7 * 86400.0
"""Seconds for which it is remembered that something was told, beyond its time."""

NoticeRow = sa.Row[Any]
_columns = notices.c


class Outbox:
    def __init__(self, database: Database, journal: Journal, cluster: Cluster) -> None:
        self.database = database
        self.journal = journal
        self.cluster = cluster

    @property
    def _is_free(self) -> sa.ColumnElement[bool]:
        return _columns.sent.is_(None) & (_columns.server.is_(None) | _columns.server.not_in(self.cluster.others))

    async def due(self, now: float) -> Sequence[NoticeRow]:
        nth = sa.func.row_number().over(partition_by=[_columns.player, _columns.channel == MAIL], order_by=_columns.due)
        found = sa.select(notices, nth.label("nth")).where(self._is_free, _columns.due <= now).subquery().c
        some = sa.or_(found.nth <= EACH, found.channel == MAIL)
        query = sa.select(*(found[name] for name in _columns.keys())).where(some)  # noqa: SIM118
        rows = await self.database.rows(query.order_by(found.due).limit(MOST))
        # Each table has one process that knows it best; the rest is shared out likewise.
        # A player's letter has one that writes it.
        # What it has begun it goes on with, though it may be another's by now.
        own = self.journal.server
        return [
            row
            for row in rows
            if row.server == own or self.cluster.owns((row.channel != MAIL and row.table_id) or row.player)
        ]

    async def claim(self, rows: Sequence[NoticeRow]) -> list[NoticeRow]:
        """Those that this process is to send: another may have been faster."""
        own = self.journal.server

        def job(connection: sa.Connection) -> list[NoticeRow]:
            taken = []
            for row in rows:
                chosen = sa.update(notices).where(same(row), self._is_free, _columns.tries == row.tries)
                if connection.execute(chosen.values(server=own, tries=row.tries + 1)).rowcount:
                    taken.append(row)
            return taken

        return await self.journal.run(job) if rows else []

    async def settle(self, rows: Sequence[NoticeRow], now: float) -> None:
        """They are sent, or need not be."""
        await self._each(rows, lambda row: sa.update(notices).where(same(row)).values(sent=now))

    async def drop(self, rows: Sequence[NoticeRow]) -> None:
        """Nobody needs to know any more, and it may come to be true again."""
        await self._each(rows, lambda row: sa.delete(notices).where(same(row)))

    async def postpone(self, rows: Sequence[NoticeRow], now: float) -> None:
        def later(row: NoticeRow) -> sa.Executable:
            again = now + PAUSE * 3**row.tries
            given_up = row.tries + 1 >= TRIES or again > row.until
            return sa.update(notices).where(same(row)).values(due=again, sent=now if given_up else None)

        await self._each(rows, later)

    async def forget_device(self, device: str) -> None:
        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(devices).where(devices.c.id == device))
            connection.execute(sa.delete(notices).where(_columns.channel == device))

        await self.journal.run(job)

    async def clean(self, now: float) -> None:
        old = sa.delete(notices).where(_columns.until < now - KEPT, _columns.sent.is_not(None))
        await self.journal.run(lambda connection: connection.execute(old).rowcount)

    async def _each(self, rows: Sequence[NoticeRow], change: Callable[[NoticeRow], sa.Executable]) -> None:
        def job(connection: sa.Connection) -> None:
            for row in rows:
                connection.execute(change(row))

        if rows:
            await self.journal.run(job)


def same(row: NoticeRow) -> sa.ColumnElement[bool]:
    return sa.and_(_columns.player == row.player, _columns.key == row.key, _columns.channel == row.channel)
