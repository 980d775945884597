"""Two servers and their database as hosts, people who play, and what goes wrong meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.hosts import replayed
from tests.server.hosts.checker import Checker, Stored, StoredList, wrong_ratings
from tests.server.hosts.faults import CALM, Fault, schedule
from tests.server.hosts.history import History
from tests.server.hosts.machines import DatabaseHost, ServerHost
from tests.server.hosts.network import Network
from tests.server.hosts.people import Crowd
from tests.server.hosts.probe import Probe

BACK_IN_TIME = 60.0
"""Seconds after which, with everything mended, everybody plays again."""
TO_THE_END = 300.0
"""Seconds for the last games."""


@dataclass
class World:
    folder: Path
    seed: int
    faults: int
    pace: float
    happened: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    longest_recovery: float = 0.0
    is_open: bool = False

    async def run(self) -> None:
        network = Network()
        network.build()
        database = self.database = DatabaseHost(network)
        await database.start()
        await database.create()
        self.servers = {
            name: ServerHost(network, name, number, database.url, self.folder)
            for number, name in enumerate(("one", "two"), 1)
        }
        self.links = network.links
        self.probes = [Probe(server, database) for server in self.servers.values()]
        self.history = History(self.folder / "history.jsonl")
        self.crowd = Crowd([server.url for server in self.servers.values()], self.history, self.seed)
        self.began, self.is_open = time.monotonic(), True
        for server in self.servers.values():
            await asyncio.to_thread(server.start)
        try:
            async with self._beside():
                playing = asyncio.create_task(self.crowd.play())
                trouble = asyncio.create_task(self._trouble())
                await asyncio.wait([playing, trouble], return_when=asyncio.FIRST_COMPLETED)
                if playing.done():
                    trouble.cancel()
                    await playing
                await trouble
                self.crowd.leaving = True
                await asyncio.wait_for(playing, TO_THE_END)
                await self._settled()
        finally:
            self.history.close()
        await self._check()

    @asynccontextmanager
    async def _beside(self) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(one.run()) for one in self.probes]
        tasks += [asyncio.create_task(server.keep_up()) for server in self.servers.values()]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # What goes wrong.

    async def _trouble(self) -> None:
        await self._calm()
        locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        under_way: set[asyncio.Task[None]] = set()
        for number, fault in enumerate(schedule(self.seed, self.faults, self.pace), 1):
            await asyncio.sleep(fault.after)
            task = asyncio.create_task(self._befall(fault, locks[fault.where]))
            under_way.add(task)
            if number % CALM == 0:
                await asyncio.gather(*under_way)
                under_way.clear()
                await self._calm()
                self._tell()
        await asyncio.gather(*under_way)
        await self._calm()
        self._tell()

    async def _befall(self, fault: Fault, lock: asyncio.Lock) -> None:
        """One thing at a time for a cable or a host; those of several overlap."""
        async with lock, self._disturbed(fault.where):
            self.history.add("fault", what=fault.what, where=fault.where, lasts=fault.lasts)
            if fault.what in {"cut", "slow"}:
                await self._on_link(fault)
            elif fault.what == "freeze":
                host = self.database if fault.where == "database" else self.servers[fault.where]
                host.freeze()
                await asyncio.sleep(fault.lasts)
                self._note(fault.where)
                host.thaw()
            elif fault.where == "database":
                await asyncio.to_thread(self.database.kill if fault.what == "kill" else self.database.stop)
                await asyncio.sleep(fault.lasts)
                self._note(fault.where)
                await self.database.start()
            else:
                server = self.servers[fault.where]
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(fault.lasts)
                await asyncio.to_thread(server.start)
            self.happened[f"{fault.what} {fault.where}"] += 1

    async def _on_link(self, fault: Fault) -> None:
        link = self.links[fault.where]
        if fault.what == "cut":
            link.cut()
            self._note(fault.where)
            await asyncio.sleep(fault.lasts)
            self._note(fault.where)
            link.mend()
        else:
            link.slow(96 + int(fault.lasts * 100))
            await asyncio.sleep(fault.lasts)
            link.quicken()

    @asynccontextmanager
    async def _disturbed(self, where: str) -> AsyncIterator[None]:
        self._note(where)
        yield
        self._note(where)

    def _note(self, where: str) -> None:
        """What is asked of a server while something changes for it proves nothing."""
        host = where.split(maxsplit=1)[0]
        for probe in self.probes:
            if host in {"database", probe.server.name}:
                probe.disturbed()

    async def _calm(self) -> None:
        """With everything mended both servers are ready, and moves are made again."""
        begun, moves = time.monotonic(), self.crowd.counts.moves
        while not all(probe.is_ready for probe in self.probes) or self.crowd.counts.moves < moves + 10:
            await asyncio.sleep(0.1)
            if (spent := time.monotonic() - begun) > BACK_IN_TIME:
                ready = [probe.server.name for probe in self.probes if probe.is_ready]
                made = f"ready {ready}, {self.crowd.counts.moves - moves} moves"
                self.wrong.append(f"{spent:.0f} s after everything was mended: {made}")
                break
        self.longest_recovery = max(self.longest_recovery, time.monotonic() - begun)

    # In the end.

    async def _settled(self) -> None:
        """Until the results of the last games are written."""
        line = await self.database.connect()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BACK_IN_TIME):
                over = {event["table"] for event in self.history.events if event["kind"] == "over"}
                query = "SELECT count(*) FROM tables WHERE id = ANY($1) AND status = 'over'"
                while await line.fetchval(query, list(over)) < len(over):
                    await asyncio.sleep(0.2)
        await line.close()

    async def _check(self) -> None:
        lists = await self._lists()
        self.wrong += [*Checker(self.history.events, lists).check(), *await self._ratings()]
        self.wrong += replayed.check(self.history.events, lists, self.games)
        self.wrong += [fault for probe in self.probes for fault in probe.faults]
        entries = {table: [vars(entry) for entry in found.entries] for table, found in lists.items()}
        (self.folder / "lists.json").write_text(json.dumps(entries))

    async def _lists(self) -> dict[str, StoredList]:
        """The tables as the database has them."""
        line = await self.database.connect()
        tables = await line.fetch("SELECT id, game, players, status FROM tables")
        entries = await line.fetch("SELECT * FROM entries ORDER BY table_id, number")
        results = await line.fetch("SELECT table_id, seat, place FROM results")
        await line.close()
        self.games = {row["id"]: row["game"] for row in tables}
        stored: defaultdict[str, list[Stored]] = defaultdict(list)
        for row in entries:
            one = Stored(row["number"], row["kind"], row["seat"], json.loads(row["data"]), row["uid"])
            stored[row["table_id"]].append(one)
        places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for row in results:
            places[row["table_id"]].append((row["seat"], row["place"]))
        return {
            row["id"]: StoredList(row["players"], row["status"], stored[row["id"]], places[row["id"]]) for row in tables
        }

    async def _ratings(self) -> list[str]:
        line = await self.database.connect()
        rated = await line.fetch("SELECT player, game, count(*) FROM results WHERE rated GROUP BY player, game")
        kept = await line.fetch("SELECT player, game, games FROM ratings")
        await line.close()
        return wrong_ratings({tuple(row)[:2]: row[2] for row in rated}, {tuple(row)[:2]: row[2] for row in kept})

    # What is told.

    @property
    def counted(self) -> int:
        return sum(count for what, count in self.happened.items() if not what.startswith(("slow", "freeze")))

    def _tell(self) -> None:
        counts, spent = self.crowd.counts, time.monotonic() - self.began
        told = f"{self.counted} of {self.faults} kills and cuts, {counts.moves} moves, {counts.games} games"
        print(f"{spent:5.0f} s: {told}, {counts.breaks} breaks", flush=True)

    def summary(self) -> str:
        counts, spent = self.crowd.counts, time.monotonic() - self.began
        answers: Counter[str] = sum((probe.answers for probe in self.probes), Counter())
        slowest = max(probe.slowest for probe in self.probes)
        given_up = sum(server.ended for server in self.servers.values())
        lines = [
            f"seed {self.seed}: {self.counted} kills and cuts in {spent / 60:.1f} min",
            *(f"  {count:4} {what}" for what, count in sorted(self.happened.items())),
            f"{counts.tables} tables, {counts.games} games to their end, {counts.moves} moves accepted",
            f"{counts.breaks} lines broke, {counts.repeated} moves sent again, refusals {dict(counts.refusals)}",
            f"longest pause of all tables {counts.longest_pause:.1f} s",
            f"back at play at most {self.longest_recovery:.1f} s after everything was mended",
            f"asked how they are: {dict(sorted(answers.items()))}, the slowest answer took {slowest:.1f} s",
            f"starts given up while the database was away: {given_up}",
            f"{len(self.history.events)} events in {self.history.path}",
        ]
        return "\n".join([*lines, *(f"WRONG: {fault}" for fault in self.wrong[:40]), f"{len(self.wrong)} wrong"])
