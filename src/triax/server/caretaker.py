"""Looks after tables where nobody has to: bots that owe a move, clocks that run out, results to be written."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from triax.server import actions, schema
from triax.server.actions import Wish
from triax.server.bus import Bus
from triax.server.desk import Desk, Live
from triax.server.errors import Refused
from triax.server.table import Table
from triax.server.thinkers import Thinkers

TICK = 0.25
log = logging.getLogger("triax.server.caretaker")

Finish = Callable[[Live], Awaitable[None]]


class Caretaker:
    def __init__(self, desk: Desk, bus: Bus, thinkers: Thinkers, finish: Finish) -> None:
        self.desk = desk
        self.settings = desk.settings
        self.bus = bus
        self.thinkers = thinkers
        self.finish = finish
        self._tasks: dict[tuple[str, object], asyncio.Task[None]] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._deadlines: dict[str, float] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self._ticking: asyncio.Task[None] | None = None
        desk.on_change = self.look
        bus.on_table = self._written_elsewhere
        bus.on_resync = self._resync
        bus.on_members = self.sweep

    def open(self) -> None:
        self._ticking = asyncio.create_task(self._ticks())
        self.sweep()

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *self._background, *(task for task in (self._ticking, self._sweeping) if task)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def sweep(self) -> None:
        """Look at every table being played: on starting, and when another process has gone."""
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        query = sa.select(schema.tables.c.id).where(schema.tables.c.status == "playing")
        for (table,) in await self.desk.database.rows(query):
            if self.bus.is_mine(table):
                try:
                    self.look(await self.desk.open(table))
                except Exception:  # one table that cannot be read must not keep the others waiting
                    log.exception("a table cannot be opened", extra={"table": table})
            await asyncio.sleep(0)

    # What a table needs now.

    def look(self, live: Live) -> None:
        table = live.table
        self._deadlines.pop(live.id, None)
        if not self.bus.is_mine(live.id):
            return
        if table.status == "over" and not live.finished:
            self._begin(live, "finish", self._finish(live))
        for seat in table.to_act:
            level = table.bot_for(seat, self.settings.substitute)
            if level is not None:
                self._begin(live, seat, self._think(live, seat, level))
        waiting = [deadline for seat in table.to_act if (deadline := table.deadline(seat)) is not None]
        if waiting:
            self._deadlines[live.id] = min(waiting)

    def _begin(self, live: Live, what: object, work: Awaitable[None]) -> None:
        key = (live.id, what)
        if key in self._tasks:
            work.close()  # type: ignore[attr-defined]
            return

        async def run() -> None:
            try:
                await work
            except Refused as refused:
                log.info("not done", extra={"table": live.id, "code": refused.code})
            except Exception:  # a table's trouble is its own
                log.exception("a table could not be looked after", extra={"table": live.id})
                await asyncio.sleep(1)
            finally:
                self._tasks.pop(key, None)
            if self.desk.find_live(live.id) is live:
                self.look(live)

        self._tasks[key] = asyncio.create_task(run())

    async def _think(self, live: Live, seat: int, level: str) -> None:
        table = live.table
        assert table.state is not None
        decision = table.decisions[seat]
        text = await self.thinkers.choose(table.meta.game, table.state.view(seat), level, self.settings.bot_budget)
        still = table.decisions.get(seat)
        # Someone may have come back, or another process may have moved.
        if still is not None and still.number == decision.number and table.bot_for(seat, self.settings.substitute):
            await self.desk.move(live, None, Wish(seat, text))

    async def _finish(self, live: Live) -> None:
        await self.finish(live)
        live.finished = True

    # Clocks.

    async def _ticks(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = time.time()
            for table in [table for table, deadline in self._deadlines.items() if deadline <= now]:
                del self._deadlines[table]
                try:
                    live = await self.desk.open(table)
                except Refused:
                    continue
                self._begin(live, "clock", self._run_out(live))

    async def _run_out(self, live: Live) -> None:
        def decide(table: Table) -> list[actions.Proposed]:
            return actions.run_out(table, time.time())

        await self.desk.act(live, decide)

    # Other processes.

    def _written_elsewhere(self, table: str) -> None:
        live = self.desk.find_live(table)
        if live is not None:
            self._later(self.desk.catch_up(live))
        elif self.bus.is_mine(table):
            self._later(self.desk.open(table))

    async def _resync(self) -> None:
        self.desk.people.forget()
        for live in self.desk.live:
            try:
                await self.desk.catch_up(live)
            except Refused:
                continue
        self.sweep()

    def _later(self, work: Awaitable[object]) -> None:
        async def run() -> None:
            try:
                await work
            except Refused:
                return
            except Exception:  # logged; the next word of the table tries again
                log.exception("a table could not be brought up to date")

        task = asyncio.create_task(run())
        self._background.add(task)
        task.add_done_callback(self._background.discard)
