"""Days on which a player's long clocks stand still. What it does to a table stands in the table's log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import sqlalchemy as sa

from triax.server import actions, db_schema
from triax.server.accounts import User
from triax.server.cluster import Cluster
from triax.server.db_schema import vacations
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.rows import one_at_a_time
from triax.server.table_service import TableService
from triax.server.tasks import end, repeat

DAY = 86400.0
ALLOWED = 28
"""Days in a year of the calendar, in UTC."""
BEGUN = 4
"""So many may begin in a day: each is written to all tables of the player."""
LONG = 86400
"""Seconds; clocks as long as that stand still."""
ROUND = 20.0
LATELY = 3 * DAY
_columns = vacations.c
log = logging.getLogger("triax.server.vacations")


class VacationState(NamedTuple):
    until: float | None
    """None: one is not away."""
    days_left: float
    """Of this year."""


class Vacations:
    def __init__(self, tables: TableService, cluster: Cluster) -> None:
        self.tables = tables
        self.cluster = cluster
        self._rounds: asyncio.Task[None] | None = None

    def open(self) -> None:
        rounds = repeat(ROUND, self.run_once, log, "vacations could not be looked at")
        self._rounds = asyncio.create_task(rounds)

    async def close(self) -> None:
        await end(self._rounds)

    async def of(self, player: User) -> VacationState:
        rows = await self.tables.database.rows(sa.select(vacations).where(_columns.player == player.id))
        return _state([(row.begins, row.ends) for row in rows], time.time())

    async def begin(self, player: User, days: int) -> None:
        now = time.time()

        def job(connection: sa.Connection) -> None:
            one_at_a_time(connection, player.id)
            found = connection.execute(sa.select(vacations).where(_columns.player == player.id)).all()
            spans = [(row.begins, row.ends) for row in found]
            if (now, now + days * DAY) in spans:
                return  # our own commit of a moment ago
            state = _state(spans, now)
            if state.until is not None:
                raise Refused("not_allowed", "you are on vacation already")
            if sum(begins > now - DAY for begins, _ in spans) >= BEGUN:
                raise Refused("too_many", f"at most {BEGUN} vacations begin in a day")
            if days > state.days_left:
                raise Refused("too_many", f"{state.days_left:.0f} days of vacation are left this year")
            connection.execute(sa.insert(vacations).values(player=player.id, begins=now, ends=now + days * DAY))

        await self.tables.journal.run(job)
        await self._apply(player.id)

    async def end(self, player: User) -> None:
        now = time.time()
        current = (_columns.player == player.id, _columns.begins <= now, _columns.ends > now)
        change = sa.update(vacations).where(*current).values(ends=now)
        await self.tables.journal.run(lambda connection: connection.execute(change).rowcount)
        await self._apply(player.id)

    async def run_once(self) -> None:
        """Vacations end by themselves, and games begin meanwhile."""
        lately = sa.select(_columns.player).where(_columns.ends > time.time() - LATELY).distinct()
        for (player,) in await self.tables.database.rows(lately):
            await self._apply(player, owned=True)

    async def _apply(self, player: str, *, owned: bool = False) -> None:
        """Let the player's clocks stand still, or go on."""
        tables, seats, now = db_schema.tables.c, db_schema.seats.c, time.time()
        current = (_columns.player == player, _columns.begins <= now, _columns.ends > now)
        is_away = bool(await self.tables.database.rows(sa.select(_columns.player).where(*current)))
        mine = sa.select(seats.table_id).where(seats.player == player)
        # Clocks for a whole game are for playing at one sitting.
        long = (tables.status == "playing", tables.clock >= LONG, tables.increment.is_(None), tables.id.in_(mine))
        for (table,) in await self.tables.database.rows(sa.select(tables.id).where(*long)):
            if owned and not self.cluster.owns(table):
                continue
            try:
                live = await self.tables.open(table)
                await self._rest(live, player, is_away=is_away)
            except Refused as refused:
                log.info("not done", extra={"table": table, "code": refused.code})

    async def _rest(self, live: LiveTable, player: str, *, is_away: bool) -> None:
        if any((live.table.seats[seat].resting is not None) != is_away for seat in live.table.seats_of(player)):
            await self.tables.act(live, lambda table: actions.rest(table, player, is_away=is_away))


def _state(spans: Sequence[tuple[float, float]], now: float) -> VacationState:
    year = datetime.fromtimestamp(now, UTC).year
    first, last = (datetime(which, 1, 1, tzinfo=UTC).timestamp() for which in (year, year + 1))
    used = sum(max(0.0, min(ends, last) - max(begins, first)) for begins, ends in spans)
    until = max((ends for begins, ends in spans if begins <= now < ends), default=None)
    return VacationState(until, max(0.0, ALLOWED - used / DAY))
