"""Looks after tables where nobody has to: bots that owe a move, clocks that run out, results to be written."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial

import sqlalchemy as sa

from triax.bots.registry import ADAPTIVE
from triax.server import actions, db_schema
from triax.server.actions import MoveRequest
from triax.server.bot_pool import BotPool
from triax.server.bot_queue import Asker
from triax.server.cluster import Cluster
from triax.server.database import is_away
from triax.server.errors import Refused
from triax.server.forms import strength_at
from triax.server.live_table import LOOKING, LiveTable
from triax.server.table import Table
from triax.server.table_service import TableService
from triax.server.tasks import end, repeat
from triax.server.visibility import view_for

TICK = 0.25
GRACE = 5.0
"""Seconds that people are given to come back after a break that was not theirs, before clocks run out."""
log = logging.getLogger("triax.server.scheduler")

Finish = Callable[[LiveTable], Awaitable[None]]


class Scheduler:
    def __init__(self, service: TableService, cluster: Cluster, bot_pool: BotPool, finish: Finish) -> None:
        self.tables = service
        self.settings = service.settings
        self.cluster = cluster
        self.bot_pool = bot_pool
        self.finish = finish
        self.on_owned: Callable[[LiveTable], None] = lambda live: None
        """A table of which this process is in charge has changed, or has come to be its."""
        self._tasks: dict[tuple[str, object], asyncio.Task[None]] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._deadlines: dict[str, float] = {}
        self._to_rescan = asyncio.Event()
        self._not_before = 0.0
        self._loops: list[asyncio.Task[None]] = []
        self._is_closed = False
        service.on_change = self.check
        service.on_look = self._looked_at
        service.on_doubt = self._bring_up_to_date
        service.on_unheard = self._make_heard
        cluster.on_chat = self._make_heard
        cluster.on_look = self._looked_at_elsewhere
        cluster.on_table = self._bring_up_to_date
        cluster.on_resync = self._resync
        cluster.on_members = self.rescan

    def open(self) -> None:
        self.rescan()
        telling = repeat(LOOKING / 3, self._tell_looked_at, log, "it could not be told who looks")
        self._loops = [asyncio.create_task(loop) for loop in (self._rescans(), self._ticks(), telling)]

    async def close(self) -> None:
        self.tables.on_doubt = self.tables.on_unheard = lambda table: None
        self._is_closed = True
        await end(*self._loops, *self._tasks.values(), *self._background)

    def rescan(self) -> None:
        """Look at every table being played: on starting, and when another process has come or gone."""
        self._not_before = time.time() + GRACE
        self._to_rescan.set()

    async def _rescans(self) -> None:
        while True:
            await self._to_rescan.wait()
            self._to_rescan.clear()
            try:
                await self._rescan()
            except Exception as error:  # no table may be forgotten
                if not is_away(error) and not isinstance(error, Refused):
                    log.exception("the tables could not be looked at; trying again")
                await asyncio.sleep(1)
                self._to_rescan.set()

    async def _rescan(self) -> None:
        query = sa.select(db_schema.tables.c.id).where(db_schema.tables.c.status == "playing")
        for (table,) in await self.tables.database.rows(query):
            if not self.cluster.owns(table):
                continue
            begun = time.monotonic()
            try:
                self.check(await self.tables.open(table))
            except Refused as refused:
                if refused.code == "unavailable":
                    raise
            except Exception:  # one table that cannot be read must not keep the others waiting
                log.exception("a table cannot be opened", extra={"table": table})
            # There may be thousands; half of the time is for those who play.
            await asyncio.sleep(min(0.1, time.monotonic() - begun))

    # What a table needs now.

    def check(self, live: LiveTable) -> None:
        table, name = live.table, live.id
        self._deadlines.pop(name, None)
        if not self.cluster.owns(name):
            return
        self.on_owned(live)
        if table.status == "over" and not live.finished:
            self._begin(live, "finish", partial(self._finish, live))
        to_act = table.to_act
        for seat in to_act:
            level = table.bot_for(seat, self.settings.substitute)
            if level is not None and self._is_played(live):
                self._begin(live, seat, partial(self._think, live, seat, level))
        if table.meta.clock is None:
            return
        waiting = [deadline for seat in to_act if (deadline := table.deadline(seat)) is not None]
        if waiting:
            self._deadlines[name] = min(waiting)

    # Bots play for somebody who sits there or looks; among themselves they play in the arena.

    def _is_played(self, live: LiveTable) -> bool:
        return live.is_looked_at or self._has_people(live)

    def _has_people(self, live: LiveTable) -> bool:
        table = live.table
        return any(table.bot_for(seat, self.settings.substitute) is None for seat in range(table.meta.players))

    def _looked_at(self, live: LiveTable) -> None:
        if self.cluster.owns(live.id):
            self.check(live)
        elif not self._has_people(live):
            self._in_background(self.cluster.tell_looked_at([live.id]))

    async def _tell_looked_at(self) -> None:
        lookers = [live for live in self.tables.live if live.connections and not self._has_people(live)]
        await self.cluster.tell_looked_at([live.id for live in lookers if not self.cluster.owns(live.id)])

    def _looked_at_elsewhere(self, table: str) -> None:
        async def look() -> None:
            with contextlib.suppress(Refused):
                self.tables.look(await self.tables.open(table))

        if self.cluster.owns(table):
            self._in_background(look())

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        async def run() -> None:
            try:
                await work
            except Exception as error:  # a table's trouble is its own
                if not is_away(error):
                    log.exception("a table could not be looked after")

        task = asyncio.create_task(run())
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        task.add_done_callback(lambda _: work.close())  # it may have ended before it began

    def _begin(self, live: LiveTable, what: object, work: Callable[[], Awaitable[None]]) -> None:
        key = (live.id, what)
        # What is done with one thing while all is being ended begins no other.
        if key in self._tasks or self._is_closed:
            return

        async def run() -> None:
            before = live.table.count
            try:
                await work()
            except Refused as refused:
                log.info("not done", extra={"table": live.id, "code": refused.code})
                if live.table.count == before:
                    await asyncio.sleep(1)
            except Exception:  # a table's trouble is its own
                log.exception("a table could not be looked after", extra={"table": live.id})
                await asyncio.sleep(1)
            finally:
                self._tasks.pop(key, None)
            # Another may have taken its place: one dropped from memory was thought about for nothing.
            if there := self.tables.find_live(live.id):
                self.check(there)

        self._tasks[key] = asyncio.create_task(run())

    async def _think(self, live: LiveTable, seat: int, level: str) -> None:
        table = live.table
        decision = table.decisions.get(seat)
        if decision is None or table.state is None:
            return
        text = await self.bot_pool.choose(
            table.meta.game,
            view_for(table.state, seat),
            level,
            self.settings.bot_budget,
            strength=await strength_at(self.tables.database, table) if level == ADAPTIVE else None,
            asker=Asker(table.meta.host, live.id, live.is_looked_at),
        )
        # For this decision and no other: someone may have come back, or another process may have moved.
        await self.tables.move(live, None, MoveRequest(seat, text, decision.number))

    async def _finish(self, live: LiveTable) -> None:
        await self.finish(live)
        live.finished = True
        table = live.table
        log.info("a game is over", extra={"table": live.id, "game": table.meta.game, "entries": table.count})

    # Clocks.

    async def _ticks(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = time.time()
            if now < self._not_before:
                continue
            for table in [table for table, deadline in self._deadlines.items() if deadline <= now]:
                # Until it is done, or known to be somebody else's.
                self._deadlines[table] = now + 1
                try:
                    live = await self.tables.open(table)
                    self._begin(live, "clock", partial(self._run_out, live))
                except Refused as refused:
                    if refused.code == "not_found":
                        self._deadlines.pop(table, None)
                except Exception:  # the clocks of the others run on
                    log.exception("a clock could not be looked at", extra={"table": table})

    async def _run_out(self, live: LiveTable) -> None:
        def decide(table: Table) -> list[actions.ProposedEntry]:
            return actions.time_out(table, time.time())

        await self.tables.act(live, decide)

    # Other processes.

    def _bring_up_to_date(self, table: str) -> None:
        self._in_background(self._refresh(table))

    async def _refresh(self, table: str) -> None:
        while True:
            try:
                await self.tables.refresh(table, wanted=self.cluster.owns(table))
            except Refused as refused:
                if refused.code == "unavailable":
                    continue
            except Exception:  # logged; the next word of the table tries again
                log.exception("a table could not be brought up to date", extra={"table": table})
            return

    def _make_heard(self, table: str) -> None:
        async def hear() -> None:
            while (live := self.tables.find_live(table)) and live.connections:
                try:
                    await self.tables.hear(live)
                except Refused as refused:
                    if refused.code == "unavailable":
                        continue
                return

        self._in_background(hear())

    async def _resync(self) -> None:
        await self.tables.accounts.open()
        for live in self.tables.live:
            try:
                await self.tables.catch_up(live)
                if live.connections:
                    await self.tables.hear(live)
                await self.tables.refresh_names(live)
            except Refused as refused:
                if refused.code == "unavailable":
                    raise
            except Exception:  # one table that cannot be read must not keep the others waiting
                log.exception("a table could not be brought up to date", extra={"table": live.id})
        self.rescan()
