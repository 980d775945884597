"""The journal: entries of all tables, committed in groups. An entry that is acknowledged is in the database.

The primary key (table, number) is the judge when two processes write to one table: the second finds its number taken,
takes in what it has missed, and thinks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.server import schema
from triax.server.database import Database, is_away
from triax.server.table import Entry

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[Any]]

GROUP = 200
CHANNEL = "triax"
log = logging.getLogger("triax.server.journal")


class Closed(Exception):
    """The server is going down; nothing was committed."""


@dataclass(frozen=True)
class _Append:
    table: str
    entries: tuple[Entry, ...]
    also: tuple[sa.Executable, ...]
    done: asyncio.Future[bool]


@dataclass(frozen=True)
class _Task:
    job: Job
    done: asyncio.Future[Any]


class _Beaten(Exception):
    """Another process has taken one of the numbers."""


class Journal:
    def __init__(self, database: Database, server: str) -> None:
        self.database = database
        self.server = server
        self.generation = "0"
        """Changes when the database was changed behind the servers' back, such as by restoring a backup."""
        self.commits = 0
        self._queue: asyncio.Queue[_Append | _Task] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        dialect: Any = postgresql if database.is_postgres else sqlite
        columns = (schema.entries.c.table_id, schema.entries.c.number)
        self._insert = dialect.insert(schema.entries).on_conflict_do_nothing().returning(*columns)

    async def open(self) -> None:
        self.generation = await self.database.setting("generation")
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Commit what waits, then stop."""
        if self._writer is None:
            return
        # A database that is away must not keep the server from going down.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), 5)
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        while not self._queue.empty():
            self._queue.get_nowait().done.cancel()

    async def append(self, table: str, entries: Sequence[Entry], also: Sequence[sa.Executable] = ()) -> bool:
        """Commit entries, and statements that belong to them. False: another process was first, nothing is changed."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Append(table, tuple(entries), tuple(also), done))
        return await done

    async def run(self, job: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """A transaction of its own, in turn with the others."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Task(job, done))
        return await done

    async def _write(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < GROUP and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            # Entries on their own are committed together; whatever must hold together is committed alone.
            group = [item for item in batch if isinstance(item, _Append) and len(item.entries) == 1 and not item.also]
            alone = [item for item in batch if item not in group]
            try:
                if group:
                    await self._settle(group, partial(self._group, group))
                for item in alone:
                    work = partial(self._alone, item) if isinstance(item, _Append) else partial(self._task, item)
                    await self._settle([item], work)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _settle(
        self, items: Sequence[_Append | _Task], work: Callable[[AsyncConnection], Awaitable[list[Any]]]
    ) -> None:
        """Do the work in a transaction, as often as it takes for the database to be there, and tell those who wait."""
        pause = 0.05
        while True:
            try:
                async with self.database.write() as connection:
                    answers = await work(connection)
            except _Beaten:
                answers = [False] * len(items)
            except (DBAPIError, OSError) as error:
                if is_away(error):
                    log.warning("the database is away; trying again", extra={"error": type(error).__name__})
                    await asyncio.sleep(pause)
                    pause = min(1.0, 2 * pause)
                    continue
                _fail(items, error)
                return
            except Exception as error:  # for whoever asked
                _fail(items, error)
                return
            self.commits += 1
            for item, answer in zip(items, answers, strict=True):
                if not item.done.done():
                    item.done.set_result(answer)
            return

    async def _group(self, group: Sequence[_Append], connection: AsyncConnection) -> list[bool]:
        if not await self._is_current(connection):
            return [False] * len(group)
        written = await self._insert_entries(connection, group)
        kept = [(item.table, item.entries[0].number) in written for item in group]
        await self._notify(connection, [item.table for item, ok in zip(group, kept, strict=True) if ok])
        return kept

    async def _alone(self, item: _Append, connection: AsyncConnection) -> list[bool]:
        if not await self._is_current(connection):
            return [False]
        written = await self._insert_entries(connection, [item])
        if len(written) < len(item.entries):
            raise _Beaten
        for statement in item.also:
            await connection.execute(statement)
        await self._notify(connection, [item.table])
        return [True]

    async def _task(self, item: _Task, connection: AsyncConnection) -> list[Any]:
        return [await item.job(connection)]

    async def _insert_entries(self, connection: AsyncConnection, items: Sequence[_Append]) -> set[tuple[str, int]]:
        """The keys of the entries that are in the database now, and ours."""
        rows = [row_of(item.table, entry) for item in items for entry in item.entries]
        written = {(row[0], row[1]) for row in await connection.execute(self._insert, rows)}
        for row in rows:
            key = (row["table_id"], row["number"])
            if key not in written and await self._is_ours(connection, row):
                # The commit went through, but the connection broke before it could be told.
                written.add(key)
        return written

    async def _is_ours(self, connection: AsyncConnection, row: dict[str, Any]) -> bool:
        columns = schema.entries.c
        query = sa.select(columns.uid).where(columns.table_id == row["table_id"], columns.number == row["number"])
        return bool(await connection.scalar(query) == row["uid"])

    async def _is_current(self, connection: AsyncConnection) -> bool:
        query = sa.select(schema.settings.c.value).where(schema.settings.c.key == "generation")
        if self.database.is_postgres:
            query = query.with_for_update(read=True)
        return bool(await connection.scalar(query) == self.generation)

    async def _notify(self, connection: AsyncConnection, tables: Sequence[str]) -> None:
        if self.database.is_postgres and tables:
            payload = " ".join([self.server, *tables])
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))


def row_of(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "data": msgspec.json.encode(entry.data).decode(),
        "at": entry.at,
        "uid": entry.uid,
    }


def entry_of(row: sa.Row[Any]) -> Entry:
    return Entry(row.number, row.kind, row.seat, msgspec.json.decode(row.data), row.at, row.uid)


def new_uid() -> str:
    return secrets.token_hex(8)


def _fail(items: Sequence[_Append | _Task], error: BaseException) -> None:
    for item in items:
        if not item.done.done():
            item.done.set_exception(error)
