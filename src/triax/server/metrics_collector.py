"""Carries what the parts of the server count for themselves over to Prometheus: when asked for, and every few seconds
where other processes answer as well."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter as Counted

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.process_collector import ProcessCollector

from triax.games import GAMES
from triax.server import metrics
from triax.server.bot_pool import BotPool
from triax.server.config import METRICS_VARIABLE
from triax.server.sockets import Sockets
from triax.server.table import STATUSES
from triax.server.table_service import TableService
from triax.server.tasks import end

EVERY = 2.0


class MetricsCollector:
    def __init__(self, tables: TableService, sockets: Sockets, bot_pool: BotPool) -> None:
        self.tables = tables
        self.sockets = sockets
        self.bot_pool = bot_pool
        self._collected: dict[object, float] = {}
        self._begun = time.time()
        self._process = ProcessCollector(registry=None)
        self._task: asyncio.Task[None] | None = None
        tables.journal.on_commit = metrics.GROUPS.observe

    def open(self) -> None:
        # It takes longer than dozens of moves.
        if METRICS_VARIABLE in os.environ:
            self._task = asyncio.create_task(self._collect_regularly())

    async def close(self) -> None:
        await end(self._task)
        # What came since the last time is not lost to those who add up what all processes say.
        self.collect()

    async def _collect_regularly(self) -> None:
        while True:
            self.collect()
            await asyncio.sleep(EVERY)

    def collect(self) -> None:
        tables = Counted((live.table.meta.game, live.table.status) for live in self.tables.live)
        for game in GAMES:
            for status in STATUSES:
                metrics.TABLES.labels(game, status).set(tables[game, status])
        metrics.SOCKETS.set(sum(map(len, self.sockets.open.values())))
        self._raise_to(metrics.MOVES, self.tables.moves)
        self._raise_to(metrics.BOT_SECONDS, self.bot_pool.thought_seconds)
        self._raise_to(metrics.BOT_QUESTIONS, self.bot_pool.questions)
        self._raise_to(metrics.BOT_DEATHS, self.bot_pool.deaths)
        for code, count in self.sockets.refusals.items():
            self._raise_to(metrics.REFUSALS.labels("socket", code), count)
        process = {sample.name: sample.value for metric in self._process.collect() for sample in metric.samples}
        self._raise_to(metrics.CPU, process.get("process_cpu_seconds_total", 0.0))
        metrics.MEMORY.set(process.get("process_resident_memory_bytes", 0.0))
        metrics.FILES.set(process.get("process_open_fds", 0.0))
        metrics.BEGUN.set(process.get("process_start_time_seconds", self._begun))

    def _raise_to(self, counter: Counter, count: float) -> None:
        counter.inc(max(0.0, count - self._collected.get(counter, 0.0)))
        self._collected[counter] = count

    def text(self) -> bytes:
        self.collect()
        if METRICS_VARIABLE not in os.environ:
            return generate_latest(metrics.REGISTRY)
        summed = CollectorRegistry()
        MultiProcessCollector(summed)  # type: ignore[no-untyped-call]
        return generate_latest(summed)
