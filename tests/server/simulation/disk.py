"""One real SQLite file for all servers of a simulation, and the bus by which they hear of each other's commits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from tests.server.simulation.chaos import Chaos
from tests.server.simulation.loop import PROCESS, Process
from triax.server.database import PATIENCE, Database
from triax.server.journal import COLUMNS

T = TypeVar("T")
_place: list[str] = [""]
_said: dict[int, list[str]] = {}


def _open() -> sqlite3.Connection:
    raw = sqlite3.connect(_place[0], timeout=0, isolation_level=None, check_same_thread=False)
    # Nobody pulls the plug of the machine on which the simulation runs.
    raw.execute("PRAGMA synchronous = OFF")
    said = _said[id(raw)] = []
    raw.create_function("pg_notify", 2, lambda _, payload: said.append(payload))
    return raw


# One for all simulations, so that statements are compiled once.
ENGINE = sa.create_engine("sqlite://", creator=_open, poolclass=NullPool)


@event.listens_for(ENGINE, "connect")
def _connect(raw: Any, _record: object) -> None:  # noqa: ANN401
    raw.isolation_level = None


@event.listens_for(ENGINE, "begin")
def _begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("triax_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Disk:
    def __init__(self, path: Path, content: bytes) -> None:
        self.path = path
        path.write_bytes(content)
        _place[0] = str(path)
        self._free: dict[bool, list[sa.Connection]] = {True: [], False: []}
        self._used: dict[Process | None, list[sa.Connection]] = {}
        self.lines: list[BusLine] = []
        self.is_full = False

    @contextmanager
    def transaction(self, *, writes: bool) -> Iterator[sa.Connection]:
        process = PROCESS.get()
        free = self._free[writes]
        connection = free.pop() if free else ENGINE.connect().execution_options(triax_writes=writes)
        try:
            begun = connection.begin()
        except BaseException:
            self._let_go(connection)
            raise
        used = self._used.setdefault(process, [])
        used.append(connection)
        said = _said[id(connection.connection.driver_connection)]
        try:
            yield connection
            if connection in used:
                begun.commit()
        except BaseException:
            said.clear()
            if connection in used:
                begun.rollback()
            raise
        finally:
            # Of one that was killed nothing is left to give back.
            if connection in used:
                used.remove(connection)
                free.append(connection)
        told, said[:] = list(said), []
        for payload in told:
            self.publish(payload)

    def kill(self, process: Process) -> None:
        """What a process had begun is undone."""
        used = self._used.pop(process, [])
        for connection in used:
            self._let_go(connection)
        used.clear()
        self.lines = [line for line in self.lines if line.process is not process]

    def publish(self, payload: str) -> None:
        for line in self.lines:
            line.tell(payload)

    def rows(self, query: str, *given: object) -> list[tuple[Any, ...]]:
        """What is committed, past everybody."""
        with self.transaction(writes=False) as connection:
            return [tuple(row) for row in connection.exec_driver_sql(query, given).all()]

    def close(self) -> None:
        for connections in (*self._free.values(), *self._used.values()):
            for connection in connections:
                self._let_go(connection)
            connections.clear()

    def _let_go(self, connection: sa.Connection) -> None:
        raw: Any = connection.connection.driver_connection
        _said.pop(id(raw), None)
        connection.invalidate()
        connection.close()
        raw.close()


class BusLine:
    """A line on which a server hears of what others have written: late, twice, or not at all once it is cut."""

    def __init__(self, disk: Disk, chaos: Chaos, process: Process) -> None:
        self.disk, self.chaos, self.process = disk, chaos, process
        self.is_cut = False
        self._hear: list[Callable[..., None]] = []
        self._ended: list[Callable[[object], None]] = []
        self._last = 0.0

    async def add_listener(self, _channel: str, hear: Callable[..., None]) -> None:
        await asyncio.sleep(self.chaos.short())
        self._hear.append(hear)

    def add_termination_listener(self, ended: Callable[[object], None]) -> None:
        self._ended.append(ended)

    async def execute(self, _statement: str, timeout: float) -> None:
        await asyncio.sleep(self.chaos.short())
        if self.is_cut:
            raise ConnectionResetError("the line is cut")

    def tell(self, payload: str) -> None:
        loop = asyncio.get_running_loop()
        if self.is_cut:
            return
        for _ in range(2 if self.chaos.happens("doubled notification", 0.1) else 1):
            self._last = max(self._last, loop.time() + self.chaos.short())
            for hear in self._hear:
                loop.call_at(self._last, hear, self, 0, "triax", payload, context=self.process.context.copy())

    def cut(self, *, silently: bool) -> None:
        self.is_cut = True
        if not silently:
            for ended in self._ended:
                asyncio.get_running_loop().call_soon(ended, self, context=self.process.context.copy())


class SimulatedDatabase(Database):
    """PostgreSQL's manners with SQLite's file: shared, with notifications, and whatever can happen on the way."""

    def __init__(self, disk: Disk, chaos: Chaos, process: Process) -> None:
        self.url = str(disk.path)
        self.is_postgres = False
        self.is_shared = True
        self.is_damaged = False
        self.disk, self.chaos, self.process = disk, chaos, process
        self.server = ""
        self.is_away = False

    async def open(self) -> None:
        await self.setting("generation")

    async def close(self) -> None:
        return

    @property
    def now(self) -> sa.ColumnElement[Any]:
        return sa.literal(asyncio.get_running_loop().time())

    async def _travel(self, *, writes: bool) -> None:
        """The way there or back."""
        await asyncio.sleep(self.chaos.travel())
        if self.is_away:
            raise ConnectionRefusedError("nobody answers")
        if self.chaos.happens("connection cut", 0.02):
            raise ConnectionResetError("cut off")

    def _room(self) -> None:
        if self.disk.is_full:
            raise sqlite3.OperationalError("database or disk is full")

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        await self._travel(writes=True)
        self._room()
        with self.disk.transaction(writes=True) as connection:
            yield SimulatedConnection(self, connection)  # type: ignore[misc]
            await self._travel(writes=True)
        await self._travel(writes=True)

    async def transact(self, job: Callable[[sa.Connection], T]) -> T:
        async with asyncio.timeout(PATIENCE):
            await self._travel(writes=True)
            self._room()
            with self.disk.transaction(writes=True) as connection:
                answer = job(connection)
            await self._travel(writes=True)
            return answer

    async def commit(self, statement: str, *given: object) -> int:
        async with asyncio.timeout(PATIENCE):
            await self._travel(writes=True)
            self._room()
            with self.disk.transaction(writes=True) as connection:
                raw: Any = connection.connection.driver_connection
                written = int(raw.execute(statement, given).rowcount)
            if written:
                tables = sorted({str(table) for table in given[:: len(COLUMNS) + 1]})
                self.disk.publish(" ".join([self.server, *tables]))
            await self._travel(writes=True)
            return written

    async def read(self, ask: Callable[[AsyncConnection], Awaitable[T]], *, at_leisure: bool = False) -> T:
        async def once() -> T:
            await self._travel(writes=False)
            with self.disk.transaction(writes=False) as connection:
                answer = await ask(SimulatedConnection(self, connection))  # type: ignore[arg-type]
            await self._travel(writes=False)
            return answer

        return await self._patiently(once)

    @asynccontextmanager
    async def listening_connection(self) -> AsyncIterator[Any]:
        await self._travel(writes=False)
        line = BusLine(self.disk, self.chaos, self.process)
        self.disk.lines.append(line)
        try:
            yield line
        finally:
            if line in self.disk.lines:
                self.disk.lines.remove(line)


class SimulatedConnection:
    """What the server uses of SQLAlchemy's asynchronous connection; each step takes its time."""

    def __init__(self, database: SimulatedDatabase, connection: sa.Connection) -> None:
        self._database, self._connection = database, connection

    async def execute(self, *given: Any) -> Any:  # noqa: ANN401
        # Not behind it: a question that is broken off half read would keep its moment of the past open.
        await asyncio.sleep(self._database.chaos.short())
        return self._connection.execute(*given)

    async def scalar(self, *given: Any) -> Any:  # noqa: ANN401
        return (await self.execute(*given)).scalar()

    async def run_sync(self, job: Callable[[sa.Connection], T]) -> T:
        await asyncio.sleep(self._database.chaos.short())
        return job(self._connection)
