"""Two servers, their database and bus, people and misfortunes, under one seed."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import sqlite3
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.server.simulation.checks import Checks
from tests.server.simulation.cups import Cup
from tests.server.simulation.loop import EPOCH, PROCESS, SimulatedLoop
from tests.server.simulation.people import Person
from tests.server.simulation.scene import Scene
from tests.server.simulation.servers import Servers
from triax.server.backup import KEPT
from triax.server.config import database_url
from triax.server.connection import Connection
from triax.server.database import Database

STEPS = 6
"""Misfortunes, at most, in a simulation."""
WRONG = 300.0
"""Seconds by which a clock is wrong, at most."""
LONGEST = 1200.0
"""Made-up seconds for all games to come to their ends when nothing goes wrong any more."""
HEALED = 6.0
"""Made-up seconds in which the servers find each other again."""


@cache
def fresh_database() -> bytes:
    """A database up to date with nothing in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fresh.sqlite"

        async def make() -> None:
            database = Database(database_url(f"sqlite:///{path}"))
            await database.open()
            await database.close()

        asyncio.run(make())
        with sqlite3.connect(path) as connection:
            # Deals and names that are drawn from it are those of the seed.
            connection.execute("UPDATE settings SET value = '00' WHERE key = 'secret'")
        connection.close()
        return path.read_bytes()


class World(Scene):
    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__(seed, folder / "triax.sqlite", fresh_database())
        self.checks = Checks(self)
        self.servers = Servers(self.checks)
        self.is_healed = False
        self._repairs: list[asyncio.Task[None]] = []
        self._backup: tuple[dict[str, list[tuple[Any, ...]]], int, int] | None = None

    # The course of things.

    async def run(self) -> None:
        people = [Person(self.servers, number) for number in range(4)]
        cup = Cup(self) if self.has_cup else None
        with self.disk.transaction(writes=True) as connection:
            for person in people:
                row = (person.id, person.me.name, EPOCH)
                connection.exec_driver_sql("INSERT INTO players (id, name, created) VALUES (?, ?, ?)", row)
                if self.has_devices:
                    device = (f"device of {person.id}", person.id, person.id, "", "", "en", EPOCH)
                    connection.exec_driver_sql("INSERT INTO devices VALUES (?, ?, ?, ?, ?, ?, ?)", device)
            if cup:
                cup.make(connection)
        for _ in range(2):
            self.servers.start()
        if cup:
            games = [self.begin(cup.compete(person)) for person in people]
            watching = self.begin(cup.watch())
        else:
            games = [self.begin(self._table(people, number)) for number in range(self.chaos.rng.choice((1, 1, 2)))]
        for _ in range(self.chaos.rng.randrange(STEPS + 1)):
            await asyncio.sleep(self.chaos.rng.choice((0.2, 1.0, 3.0)))
            if self.chaos.level and self.servers.running and not self.failures:
                await self._misfortune()
        await self._heal()
        async with asyncio.timeout(LONGEST):
            for game in games:
                await game
            if cup:
                watching.cancel()
                await asyncio.wait([watching])
                cup.finished()
            while self.tasks:
                await asyncio.wait(list(self.tasks))
            for person in people:
                await person.finish_all()
        await asyncio.sleep(3)
        self.checks.settle()
        self.checks.finished()

    async def _table(self, people: list[Person], number: int) -> None:
        rng = self.chaos.rng
        host, other, _, watcher = people if number == 0 else people[::-1]
        seats = rng.choice((["me", "open"], ["me", "open"], ["me", "novice"], ["me", "open", "novice"]))
        table = await host.open(seats, rng.choice((None, None, 5)))
        playing = [host]
        if "open" in seats:
            await other.join(table)
            playing.append(other)
        self.note(f"table {number}: {seats}")
        coming = [self.begin(person.attend(table, plays=True)) for person in playing]
        coming.append(self.begin(watcher.attend(table, plays=False)))
        while not self.is_healed:
            await asyncio.sleep(1)
        for person in playing:
            await person.finish(table)
        for one in coming:
            await one

    # What goes wrong.

    async def _misfortune(self) -> None:
        rng = self.chaos.rng
        kinds = (
            self._kill,
            self._kill,
            self._stop,
            self._lose_database,
            self._fill_disk,
            self._turn_clock,
            self._cut_bus,
        )
        what = rng.choice((*kinds, self._cut_lines, self._cut_lines, self._restore, self._restore))
        self.note(what.__name__)
        self.chaos.happened[what.__name__.strip("_")] += 1
        await what()

    def _later(self, seconds: float, work: Coroutine[Any, Any, None]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await work

        self._repairs.append(self.begin(wait()))

    async def _kill(self) -> None:
        server = self.chaos.rng.choice(self.servers.running)
        server.kill()
        self.servers.running.remove(server)

        async def restart() -> None:
            self.servers.start()

        self._later(self.chaos.rng.choice((0.1, 2.0, 7.0)), restart())

    async def _stop(self) -> None:
        server = self.servers.some()
        if server is None:
            return
        self.servers.running.remove(server)

        async def stop() -> None:
            await server.stop()
            server.kill()
            self.servers.start()

        self._repairs.append(self.begin(stop()))

    async def _lose_database(self) -> None:
        running, rng = self.servers.running, self.chaos.rng
        away = rng.sample(running, min(len(running), rng.choice((1, 2))))
        for server in away:
            server.database.is_away = True

        async def bring_back() -> None:
            for server in away:
                server.database.is_away = False

        self._later(self.chaos.rng.choice((0.5, 3.0, 11.0)), bring_back())

    async def _fill_disk(self) -> None:
        self.disk.is_full = True

        async def empty() -> None:
            self.disk.is_full = False

        self._later(self.chaos.rng.choice((0.5, 3.0, 11.0)), empty())

    async def _turn_clock(self) -> None:
        process = self.chaos.rng.choice(self.servers.running).process
        turned = process.clock + self.chaos.rng.choice((-WRONG, -3.0, 3.0, WRONG))
        process.clock = max(-WRONG, min(WRONG, turned))

    async def _cut_bus(self) -> None:
        for line in self.disk.lines:
            if self.chaos.rng.random() < 0.7:
                line.cut(silently=self.chaos.rng.random() < 0.5)

    async def _cut_lines(self) -> None:
        rng = self.chaos.rng
        for line in self.servers.lines():
            match rng.randrange(5):
                case 0:
                    line.end()
                case 1:
                    line.die()
                case 2:
                    line.is_slow = True

    async def _restore(self) -> None:
        """The first time a backup is made; the next time it is put back."""
        if self._backup is None:
            rows = {table.name: self.disk.rows(f"SELECT * FROM {table.name}") for table in KEPT}
            self._backup = rows, len(self.checks.acknowledged), len(self.checks.resigned)
            return
        self.checks.settle()
        rows, acknowledged, resigned = self._backup
        while True:
            try:
                self._put_back(rows)
                break
            except Exception as error:
                if "locked" not in str(error):
                    raise
                await asyncio.sleep(0.01)
                self.checks.settle()
        del self.checks.acknowledged[acknowledged:], self.checks.resigned[resigned:]
        self.epoch += 1

    def _put_back(self, rows: dict[str, list[tuple[Any, ...]]]) -> None:
        with self.disk.transaction(writes=True) as connection:
            for name, content in rows.items():
                kept = " WHERE key != 'generation'" if name == "settings" else ""
                connection.exec_driver_sql(f"DELETE FROM {name}{kept}")
                put = [row for row in content if name != "settings" or row[0] != "generation"]
                if put:
                    marks = ", ".join("?" * len(put[0]))
                    connection.exec_driver_sql(f"INSERT INTO {name} VALUES ({marks})", put)
            connection.exec_driver_sql("UPDATE settings SET value = value + 1 WHERE key = 'generation'")

    async def _heal(self) -> None:
        self.chaos.is_over = True
        self.note("heal")
        for repair in self._repairs:
            await repair
        loop, running = asyncio.get_running_loop(), self.servers.running
        while self.chaos.slow_until > loop.time() or not all(server.is_open for server in running):
            await asyncio.sleep(0.5)
        for line in self.servers.lines():
            if line.is_slow or line.is_dead:
                line.end()
        await asyncio.sleep(HEALED)
        before = self.checks.logs()
        await asyncio.sleep(3)
        self.checks.up_to_date(before, self.servers.shown())
        self.is_healed = True


class _Errors(logging.Handler):
    """Whatever a server logs as an error is one."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        trouble = record.exc_info[1] if record.exc_info else ""
        self.world.fail(f"logged: {record.getMessage()}: {trouble!r}")


def _clock() -> float:
    process = PROCESS.get()
    return EPOCH + asyncio.get_running_loop().time() + (process.clock if process else 0.0)


@contextmanager
def _under(seed: int, loop: SimulatedLoop) -> Iterator[None]:
    """Time and luck are the simulation's."""
    luck, serial = random.Random(f"luck {seed}"), count(1)

    def named(self: Connection) -> int:
        if (own := self.__dict__.get("_serial")) is None:
            own = self.__dict__["_serial"] = next(serial)
        return int(own)

    with (
        patch("time.time", lambda: _clock() if loop.is_running() else EPOCH),
        patch("time.monotonic", loop.time),
        patch.object(random, "_urandom", luck.randbytes),
        patch("triax.server.journal.getrandbits", luck.getrandbits),
        patch.object(Connection, "__hash__", named),
        # Signs of life and looks at the clock take most of the time that a simulation takes.
        patch("triax.server.cluster.BEAT", 2.5),
        patch("triax.server.scheduler.TICK", 1.0),
        patch("triax.server.tournaments.organiser.TICK", 2.0),
        patch("triax.server.notices.service.TICK", 2.0),
    ):
        yield


def simulate(seed: int) -> World:
    """One simulation; the same for the same seed. What did not hold is in `failures`."""
    fresh_database()
    log = logging.getLogger("triax.server")
    with tempfile.TemporaryDirectory(prefix="triax-simulation-") as folder:
        loop = SimulatedLoop()
        world = World(seed, Path(folder))
        errors = _Errors(world)
        log.addHandler(errors)
        level, propagate = log.level, log.propagate
        log.setLevel(logging.ERROR)
        log.propagate = False
        loop.set_exception_handler(
            lambda _, about: world.fail(f"unhandled: {about.get('exception') or about['message']!r}")
        )
        asyncio.set_event_loop(None)
        # What is cleared away in the middle of things takes time, and the dead would stir.
        collects = gc.isenabled()
        gc.disable()
        try:
            with _under(seed, loop):
                try:
                    loop.run_until_complete(loop.create_task(world.run(), context=world.context))
                except Exception as error:
                    world.failures.append(f"it did not come to its end: {error!r}")
                world.is_over = True
                loop.run_until_complete(loop.clear())
        finally:
            log.removeHandler(errors)
            log.setLevel(level)
            log.propagate = propagate
            world.disk.close()
            loop.close()
            if collects:
                gc.enable()
    return world
