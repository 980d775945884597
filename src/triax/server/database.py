"""The way to the database: SQLite in a file or PostgreSQL, brought up to date when it is opened."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from triax.server import db_schema
from triax.server.errors import Refused
from triax.server.vapid import new_key

T = TypeVar("T")

MIGRATING = 7_428_013
"""The key of the lock under which one of several starting servers migrates."""
BUSY = 10.0
"""Seconds that SQLite waits for another program to let go of the file, before it says so."""
PATIENCE = 10.0
"""Seconds that a reader waits for a database that is away."""
ATTEMPT = 5.0
"""Seconds until PostgreSQL's answer is not waited for any longer, and asked for on another line; what was sent by then
and has not arrived never will."""
HELD = 10.0
"""Seconds for which PostgreSQL keeps a transaction, with all that it locks, of a server that says nothing more."""


class Database:
    def __init__(self, url: str) -> None:
        self.url = url
        self.is_postgres = url.startswith("postgresql")
        self.engine = _postgres(url) if self.is_postgres else _sqlite(url)
        # SQLite's readers see one moment by themselves.
        one_moment = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True} if self.is_postgres else {}
        self._reader = self.engine.execution_options(**one_moment)
        self._sqlite_writer = _SqliteWriter(str(self.engine.url.database))
        self.is_shared = self.is_postgres
        """Do several processes serve it, and hear of each other through it?"""
        self.is_damaged = False
        """Something was read that cannot be."""

    async def open(self) -> None:
        """Bring the schema up to date and make sure of the settings every server shares."""
        await self._patiently(self._open)

    async def _open(self) -> None:
        async with self.write() as connection:
            if self.is_postgres:
                await connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                # What is converted may take a while to think about.
                await connection.execute(sa.text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            await connection.run_sync(_upgrade)
            made = {"secret": secrets.token_hex(32), "generation": "0", "vapid": new_key()}
            for key, value in made.items():
                known = sa.select(db_schema.settings.c.value).where(db_schema.settings.c.key == key)
                if (await connection.execute(known)).first() is None:
                    await connection.execute(sa.insert(db_schema.settings).values(key=key, value=value))

    async def close(self) -> None:
        await self._sqlite_writer.close()
        await self.engine.dispose()

    @property
    def now(self) -> sa.ColumnElement[Any]:
        """The database's own clock: those of two machines may differ."""
        return sa.extract("epoch", sa.func.clock_timestamp())

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: all of it is committed, or nothing."""
        async with self.engine.connect() as connection:
            await connection.execution_options(triax_writes=True)
            async with connection.begin():
                yield connection

    async def transact(self, job: Callable[[sa.Connection], T]) -> T:
        """A transaction that writes and waits for nothing but the database."""
        if not self.is_postgres:
            return await self._sqlite_writer.transact(job)
        async with asyncio.timeout(ATTEMPT), self.write() as connection:
            return await connection.run_sync(job)

    async def commit(self, statement: str, *given: object) -> int:
        """A statement that is a transaction of its own, by the shortest way: how many rows it has written."""
        if not self.is_postgres:
            return await self._sqlite_writer.commit(statement, given)
        async with asyncio.timeout(ATTEMPT), self.engine.connect() as connection:
            try:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                return int(await driver.fetchval(statement, *given))
            except BaseException:
                # Whatever state it is in, nobody else is to be given it.
                await connection.invalidate()
                raise

    async def read(self, ask: Callable[[AsyncConnection], Awaitable[T]], *, at_leisure: bool = False) -> T:
        """Ask in one consistent transaction; wait a while for a database that is away. At leisure, for as long as
        there is an answer: for what nobody waits for and may be large."""
        bounded = self.is_postgres and not at_leisure

        async def once() -> T:
            # A line that has gone dead gives neither an answer nor an error.
            async with asyncio.timeout(ATTEMPT if bounded else None):
                async with self._reader.connect() as connection, connection.begin():
                    return await ask(connection)

        return await self._patiently(once)

    async def _patiently(self, work: Callable[[], Awaitable[T]]) -> T:
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return await work()
            except Exception as error:
                if is_damaged(error):
                    self.is_damaged = True
                    raise Refused("unavailable", words_for(error)) from error
                if not is_away(error):
                    raise
                if asyncio.get_running_loop().time() > deadline:
                    raise Refused("unavailable", f"{words_for(error)}; try again in a moment") from error
                await asyncio.sleep(0.1)

    @asynccontextmanager
    async def listening_connection(self) -> AsyncIterator[Any]:
        """PostgreSQL's own connection, to listen on."""
        async with self.engine.connect() as connection:
            try:
                yield (await connection.get_raw_connection()).driver_connection
            finally:
                # Nobody else is to be given one that listens.
                await connection.invalidate()

    async def rows(self, query: sa.Executable) -> list[sa.Row[Any]]:
        async def ask(connection: AsyncConnection) -> list[sa.Row[Any]]:
            return list((await connection.execute(query)).all())

        return await self.read(ask)

    async def setting(self, key: str) -> str:
        rows = await self.rows(sa.select(db_schema.settings.c.value).where(db_schema.settings.c.key == key))
        value: str = rows[0][0]
        return value


class _SqliteWriter:
    """A connection to SQLite of its own, in a thread of its own: with moves by the thousand, the way back and forth
    for each step of a transaction takes longer than the step."""

    def __init__(self, path: str) -> None:
        self._thread = ThreadPoolExecutor(1, "triax-commits")
        self._engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY}, hide_parameters=True)
        _set_up(self._engine, writes=True)
        self._connection: sa.Connection | None = None

    async def transact(self, job: Callable[[sa.Connection], T]) -> T:
        return await self._do(lambda: self._transact(job))

    async def commit(self, statement: str, given: Sequence[object]) -> int:
        return await self._do(lambda: self._commit(statement, given))

    async def close(self) -> None:
        await self._do(self._close)
        self._thread.shutdown()

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _transact(self, job: Callable[[sa.Connection], T]) -> T:
        connection = self._open()
        with connection.begin():
            return job(connection)

    def _commit(self, statement: str, given: Sequence[object]) -> int:
        driver: Any = self._open().connection.driver_connection
        return int(driver.execute(statement, given).rowcount)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def is_away(error: BaseException) -> bool:
    """Is the database gone, restarting, locked or too busy, rather than the question wrong?"""
    if isinstance(error, OSError | sa.exc.TimeoutError):
        return True
    if isinstance(error, DBAPIError):
        if error.connection_invalidated:
            return True
        error = error.orig or error
    if state := getattr(error, "sqlstate", None):
        return str(state).startswith(AWAY_STATES)
    return any(sign in str(error) for sign in AWAY_WORDS)


AWAY_STATES = ("08", "40001", "40P01", "25006", "53", "57P01", "57P02", "57P03")
"""PostgreSQL's codes: no connection, beaten by another transaction, only to be read, no room on disk or in memory or
for another connection, going down, coming up."""
FULL, READ_ONLY = "database or disk is full", "attempt to write a readonly database"
AWAY_WORDS = (
    *("database is locked", "database table is locked", "connection is closed", "connection was closed"),
    *(FULL, READ_ONLY, "disk I/O error", "unable to open database file"),
    # What asyncpg and uvloop say when a line that has just been cut is used.
    *("another operation", "the handler is closed"),
)
DAMAGED_WORDS = ("database disk image is malformed", "file is not a database")


def is_damaged(error: BaseException) -> bool:
    """Is what the database holds not what was written there?"""
    state = getattr(getattr(error, "orig", None) or error, "sqlstate", None)
    return state in {"XX001", "XX002"} or any(sign in str(error) for sign in DAMAGED_WORDS)


def words_for(error: BaseException) -> str:
    """What is wrong with the database, for people."""
    if is_damaged(error):
        return "the database is damaged"
    state = getattr(getattr(error, "orig", None) or error, "sqlstate", None)
    if state == "53100" or FULL in str(error):
        return "the disk is full"
    if state == "25006" or READ_ONLY in str(error):
        return "the database may only be read"
    return "the database is away"


def _postgres(url: str) -> AsyncEngine:
    # A line that was cut without a word must not hold everyone up for ever.
    patience = {"timeout": ATTEMPT, "command_timeout": 60}
    engine = create_async_engine(url, pool_size=8, max_overflow=8, connect_args=patience, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _set_up_line)
    return engine


def _set_up_line(raw: Any, _record: object) -> None:  # noqa: ANN401
    """Both ends are told when to give up a line that has gone dead."""
    # What a server that is gone has locked, the others wait for. As statements: poolers do not let all of it pass at
    # the door.
    wishes = {
        "idle_in_transaction_session_timeout": 1000 * HELD,
        "tcp_user_timeout": 1000 * HELD,
        "tcp_keepalives_idle": 10,
        "tcp_keepalives_interval": 5,
        "tcp_keepalives_count": 3,
    }
    told = "; ".join(f"SET {name} = {value:.0f}" for name, value in wishes.items())
    raw.run_async(lambda line: line.execute(told, timeout=ATTEMPT))
    # Here the kernel would go on for minutes to deliver what nobody waits for any more.
    here = raw.driver_connection._transport.get_extra_info("socket")
    if sys.platform == "linux" and here.family in {socket.AF_INET, socket.AF_INET6}:
        with socket.socket(fileno=os.dup(here.fileno())) as same:
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * ATTEMPT))


def _sqlite(url: str) -> AsyncEngine:
    # None of them is for a moment only: each has a thread, and reads the schema first.
    lines = {"pool_size": 15, "max_overflow": 0}
    engine = create_async_engine(url, connect_args={"timeout": BUSY}, hide_parameters=True, **lines)
    _set_up(engine.sync_engine, writes=False)
    return engine


def _set_up(engine: sa.Engine, *, writes: bool) -> None:
    @event.listens_for(engine, "connect")
    def connect(raw: Any, _record: object) -> None:  # noqa: ANN401
        # The transactions below are ours to begin.
        raw.isolation_level = None
        cursor = raw.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # What is acknowledged outlives a power cut, too.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        locks = writes or connection.get_execution_options().get("triax_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if locks else "BEGIN")


def migrations(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: sa.Connection) -> None:
    command.upgrade(migrations(connection), "head")
