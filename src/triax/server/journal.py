"""The journal: entries of all tables, committed in groups. An entry that is acknowledged is in the database.

The primary key (table, number) is the judge when two processes write to one table: the second finds its number taken,
takes in what it has missed, and thinks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from itertools import islice
from random import getrandbits
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects import postgresql, sqlite

from triax.server import db_schema
from triax.server.database import Database, is_away, is_damaged, words_for
from triax.server.errors import Refused
from triax.server.rows import GENERATION
from triax.server.table import LogEntry

T = TypeVar("T")
Job = Callable[[sa.Connection], Any]

GROUP = 200
SOME = 8
"""So much that must hold together may be in one transaction."""
PAUSE = 0.005
"""Seconds in which a group gathers when there is much to do, those that the commit before has taken included."""
PASSING = 3
"""So many groups may go before what must hold together."""
PATIENCE = 10.0
"""Seconds that whoever asks waits for a database that is away; what was not written by then never is."""
MOST = 5_000
"""So much may wait to be written."""
CLOSING = 5.0
"""Seconds for what waits to be committed when the server goes down."""
CHANNEL = "triax"
CHAT = "chat"
"""Stands before tables at which something was said."""
NEWS = "news"
"""Stands before people for whom something has changed."""

# A group of entries is one statement: those for another past than this one's are left out, and so are those whose
# number is taken.
SQLITE_INSERT = """
INSERT INTO entries (table_id, number, kind, seat, data, at, uid)
SELECT column1, column2, column3, column4, column5, column6, column7 FROM (VALUES {rows})
WHERE column8 = (SELECT value FROM settings WHERE key = 'generation')
ON CONFLICT DO NOTHING
"""
SQLITE_ROW = "(?, ?, ?, ?, ?, ?, ?, ?)"
POSTGRES_INSERT = f"""
WITH
  current AS (SELECT value FROM settings WHERE key = 'generation' FOR SHARE),
  written AS (
    INSERT INTO entries (table_id, number, kind, seat, data, at, uid)
    SELECT table_id, number, kind, seat, data, at, uid
    FROM json_to_recordset($1) AS given
      (table_id text, number int, kind text, seat int, data text, at double precision, uid text, generation text)
    JOIN current ON current.value = given.generation
    ORDER BY table_id, number
    ON CONFLICT DO NOTHING
    RETURNING table_id
  )
SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify('{CHANNEL}', $2 || ' ' || string_agg(table_id, ' ')) END
FROM written
"""
COLUMNS = ("table_id", "number", "kind", "seat", "data", "at", "uid")
log = logging.getLogger("triax.server.journal")


class _Append(Struct, eq=False):
    table: str
    entries: tuple[LogEntry, ...]
    generation: str
    also: tuple[sa.Executable, ...]
    done: asyncio.Future[bool]
    until: float


class _Task(Struct, eq=False):
    job: Job
    done: asyncio.Future[Any]
    until: float


Item = TypeVar("Item", bound=_Append | _Task)


class _Beaten(Exception):
    """Another process has taken one of the numbers."""


class Journal:
    def __init__(self, database: Database, server: str) -> None:
        self.database = database
        self.server = server
        self.commits = 0
        self.trouble = ""
        """Why nothing can be written now."""
        self.on_commit: Callable[[int], object] = lambda size: None
        """Told how many were committed together."""
        self._queue: deque[_Append | _Task] = deque()
        self._unsettled = 0
        self._is_settled, self._has_come = asyncio.Event(), asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        dialect: Any = postgresql if database.is_postgres else sqlite
        self._current = GENERATION.with_for_update(read=True) if database.is_postgres else GENERATION
        self._insert_all = dialect.insert(db_schema.entries).on_conflict_do_nothing().returning(db_schema.entries.c.uid)

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Commit what waits, then stop."""
        if (writer := self._writer) is None:
            return
        self._writer = None
        # A database that is away must not keep the server from going down.
        if self._unsettled:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_settled.wait(), CLOSING)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)
        while self._queue:
            _fail([self._queue.popleft()], _closing())

    async def append(
        self, table: str, entries: Sequence[LogEntry], generation: str, also: Sequence[sa.Executable] = ()
    ) -> bool:
        """Commit entries, and statements that belong to them. False: another process was first, or the past is not the
        one of this generation any more; nothing is changed."""
        return await self.begin(table, entries, generation, also)

    def begin(
        self, table: str, entries: Sequence[LogEntry], generation: str, also: Sequence[sa.Executable] = ()
    ) -> asyncio.Future[bool]:
        """The same, for those who do not wait for it."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[bool] = loop.create_future()
        self._put(_Append(table, tuple(entries), generation, tuple(also), done, loop.time() + PATIENCE))
        return done

    async def run(self, job: Callable[[sa.Connection], T]) -> T:
        """A transaction of its own, in turn with the others.

        If the connection breaks in the middle of the commit, the job is done again: it must know its own traces.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._put(_Task(job, done, loop.time() + PATIENCE))
        return await done

    def _put(self, item: _Append | _Task) -> None:
        if self._writer is None:
            raise _closing()
        if len(self._queue) >= MOST:
            raise Refused("unavailable", "too much waits to be written; try again in a moment")
        self._queue.append(item)
        self._unsettled += 1
        self._has_come.set()

    async def _write(self) -> None:
        """Entries on their own are committed together; whatever must hold together is committed apart, when few of
        them wait or some groups have gone by: a move does not wait for the results of many games."""
        alone: deque[_Append | _Task] = deque()
        group: list[_Append] = []
        busy, begun, passed, loop = False, 0.0, 0, asyncio.get_running_loop()
        try:
            while True:
                if not alone:
                    if not self._queue:
                        self._has_come.clear()
                        await self._has_come.wait()
                    if busy and (left := begun + PAUSE - loop.time()) > 0:
                        # Many are on their way: together they take hardly longer than one.
                        await asyncio.sleep(left)
                while len(group) < GROUP and self._queue:
                    self._sort(self._queue.popleft(), group, alone)
                busy, begun = len(group) > 4, loop.time()
                if group:
                    await self._settle(group, self._group)
                    self._tick_off(len(group))
                    group.clear()
                passed = passed + 1 if alone else 0
                if alone and (not busy or passed > PASSING or len(alone) >= SOME):
                    passed = 0
                    # In PostgreSQL they might lock the same rows as others do, in another order.
                    some = list(islice(alone, 1 if self.database.is_postgres else SOME))
                    await self._settle(some, self._in_turn)
                    self._tick_off(len(some))
                    for _ in some:
                        alone.popleft()
        finally:
            _fail([*group, *alone], _closing())  # those without an answer

    def _sort(self, item: _Append | _Task, group: list[_Append], alone: deque[_Append | _Task]) -> None:
        if isinstance(item, _Append) and len(item.entries) == 1 and not item.also:
            group.append(item)
        else:
            alone.append(item)

    def _tick_off(self, count: int) -> None:
        self._unsettled -= count
        if self._unsettled:
            self._is_settled.clear()
        else:
            self._is_settled.set()

    async def _settle(self, items: Sequence[Item], work: Callable[[Sequence[Item]], Awaitable[Sequence[Any]]]) -> None:
        """Do the work, as often as it takes for the database to be there, and tell those who wait."""
        pause = 0.05
        while items := self._in_time(items):
            try:
                answers = await work(items)
            except _Beaten as error:
                if len(items) > 1:
                    await self._apart(items, work, error)
                    return
                answers = [False]
            except Exception as error:
                if is_away(error):
                    self.trouble = words_for(error)
                    log.warning("nothing can be written; trying again", extra={"error": type(error).__name__})
                    await asyncio.sleep(pause)
                    pause = min(1.0, 2 * pause)
                    continue
                await self._apart(items, work, error)
                return
            self.trouble = ""
            self.commits += 1
            self.on_commit(len(items))
            for item, answer in zip(items, answers, strict=True):
                if not item.done.done():
                    item.done.set_result(answer)
            return

    def _in_time(self, items: Sequence[Item]) -> Sequence[Item]:
        """Those who still wait. The others are told, and what they asked for is not done when nobody expects it."""
        now = asyncio.get_running_loop().time()
        late = [item for item in items if item.until < now]
        if not late:
            return items
        _fail(late, Refused("unavailable", f"{self.trouble or 'the database is too slow'}; try again in a moment"))
        return [item for item in items if item.until >= now]

    async def _apart(
        self, items: Sequence[Item], work: Callable[[Sequence[Item]], Awaitable[Sequence[Any]]], error: Exception
    ) -> None:
        """What is wrong with one item must not fall on the others of its group."""
        if len(items) == 1:
            if is_damaged(error):
                self.database.is_damaged = True
                self.trouble = words_for(error)
                log.error("the database is damaged", extra={"error": type(error).__name__})
                error = Refused("unavailable", self.trouble)
            _fail(items, error)
            return
        for item in items:
            await self._settle([item], work)

    async def _group(self, group: Sequence[_Append]) -> list[bool]:
        insert, given = (self._postgres_insert if self.database.is_postgres else sqlite_insert)(group)
        if await self.database.commit(insert, *given) == len(group):
            return [True] * len(group)

        def look(connection: sa.Connection) -> list[bool]:
            generation = connection.scalar(GENERATION)
            return [item.generation == generation and _is_there(connection, item) for item in group]

        return await self.database.transact(look)

    def _postgres_insert(self, group: Sequence[_Append]) -> tuple[str, list[object]]:
        # All processes in the same order: two that wait for each other would both be held up.
        rows = [row_of(item.table, item.entries[0]) | {"generation": item.generation} for item in group]
        return POSTGRES_INSERT, [msgspec.json.encode(sorted(rows, key=_key)).decode(), self.server]

    async def _in_turn(self, items: Sequence[_Append | _Task]) -> list[Any]:
        """One after the other, in one transaction: if something is wrong with one of them, none was done."""
        jobs = [partial(self._together, item) if isinstance(item, _Append) else item.job for item in items]
        return await self.database.transact(lambda connection: [job(connection) for job in jobs])

    def _together(self, item: _Append, connection: sa.Connection) -> bool:
        """Entries and statements that belong together."""
        if item.generation != connection.scalar(self._current):
            return False
        if _is_there(connection, item):
            return True  # with all that belongs to it
        rows = [row_of(item.table, entry) for entry in item.entries]
        if len(connection.execute(self._insert_all, rows).all()) < len(rows):
            raise _Beaten
        for statement in (*item.also, *self.notifications(item.table)):
            connection.execute(statement)
        return True

    def notifications(self, *words: str) -> list[sa.Executable]:
        """For a transaction that changes tables: once it is committed, the other processes hear of them."""
        if not self.database.is_shared or not words:
            return []
        return [sa.select(sa.func.pg_notify(CHANNEL, " ".join([self.server, *words])))]


def sqlite_insert(group: Sequence[_Append]) -> tuple[str, list[object]]:
    """A statement for so many, which SQLite knows from the last time, and what it is given."""
    given: list[object] = []
    for item in group:
        given += (item.table, *_columns(item.entries[0]), item.generation)
    return _sqlite_statement(len(group)), given


@cache
def _sqlite_statement(count: int) -> str:
    return SQLITE_INSERT.format(rows=", ".join([SQLITE_ROW] * count))


def _is_there(connection: sa.Connection, item: _Append) -> bool:
    """Then its commit went through, but the connection broke before it could be told."""
    columns, first = db_schema.entries.c, item.entries[0]
    query = sa.select(columns.uid).where(columns.table_id == item.table, columns.number == first.number)
    return bool(connection.scalar(query) == first.uid)


def row_of(table: str, entry: LogEntry) -> dict[str, Any]:
    return dict(zip(COLUMNS, (table, *_columns(entry)), strict=True))


def _columns(entry: LogEntry) -> tuple[object, ...]:
    data = msgspec.json.encode(entry.data).decode()
    return entry.number, entry.kind, entry.seat, data, entry.at, entry.uid


def entry_of(row: sa.Row[Any]) -> LogEntry:
    return LogEntry(row.number, row.kind, row.seat, msgspec.json.decode(row.data), row.at, row.uid)


def new_uid() -> str:
    # From the generator that Python seeds for each process: nobody has to guess it, and the system's takes far longer.
    return f"{getrandbits(64):016x}"


def _key(row: dict[str, Any]) -> tuple[str, int]:
    return row["table_id"], row["number"]


def _closing() -> Refused:
    return Refused("unavailable", "the server is going down; try again in a moment")


def _fail(items: Sequence[_Append | _Task], error: BaseException) -> None:
    for item in items:
        if not item.done.done():
            item.done.set_exception(error)
