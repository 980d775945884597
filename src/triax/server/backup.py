"""The whole database in one file, and back, from SQLite or PostgreSQL into either.

A file has a line of JSON for itself (format, version of the schema), then for each table a line with its columns and
a line a row, and at its end the number of rows and a digest of all lines before.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.games.errors import BadData
from triax.server import db_schema
from triax.server.admin import changing
from triax.server.database import Database, is_away, migrations

FORMAT = 1
BATCH = 1_000
TRIES = 5
# The processes that serve a database now, and who looks there, do not belong to what it holds.
KEPT = [table for table in db_schema.metadata.sorted_tables if table.name not in {"servers", "looking"}]

OnStep = Callable[[int, int], None]
"""Told how many rows are done, and of how many."""


# Writing.


async def write_backup(database: Database, path: Path, step: OnStep) -> int:
    """Everything as it is at one moment, whatever is played meanwhile. Gives the number of rows."""
    if path.exists():
        raise BadData(f"{path}: there is a file already; name another")

    async def ask(connection: AsyncConnection) -> int:
        total = 0
        for table in KEPT:
            total += await connection.scalar(sa.select(sa.func.count()).select_from(_content(table).subquery())) or 0
        with _Out(path) as out:
            out.line({"triax": "backup", "format": FORMAT, "schema": await connection.run_sync(_head), "made": _now()})
            done = 0
            for table in KEPT:
                out.line({"table": str(table.name), "columns": [str(column.name) for column in table.c]})
                rows = await connection.stream(_content(table).order_by(*table.primary_key))
                async for chunk in rows.partitions(BATCH):
                    for row in chunk:
                        out.line(tuple(row))
                    done += len(chunk)
                    step(done, total)
            out.line({"end": done, "sha256": out.digest.hexdigest()})
        return done

    return await database.read(ask, at_leisure=True)


def _content(table: sa.Table) -> sa.Select[Any]:
    query = sa.select(table)
    # The generation says that the past has changed: it is never put back.
    return query.where(table.c.key != "generation") if table is db_schema.settings else query


class _Out:
    """A file that is there when it is whole; only its owner may read it, for it holds what signs people in."""

    def __init__(self, path: Path) -> None:
        self.digest = hashlib.sha256()
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        with self._reported():
            self._raw = open(self._part, "wb", opener=lambda name, flags: os.open(name, flags, 0o600))  # noqa: SIM115
        packed = path.suffix == ".gz"
        self._file: Any = gzip.GzipFile("", "wb", 6, self._raw) if packed else self._raw

    def line(self, value: object) -> None:
        raw = msgspec.json.encode(value) + b"\n"
        self.digest.update(raw)
        with self._reported():
            self._file.write(raw)

    def __enter__(self) -> _Out:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        try:
            # Closing writes what is left, and may fail as well.
            with self._reported(), self._raw:
                if failed is None:
                    if self._file is not self._raw:
                        self._file.close()
                    self._raw.flush()
                    os.fsync(self._raw.fileno())
                    self._part.rename(self._path)
        except BadData:
            if failed is None:
                raise
        finally:
            self._part.unlink(missing_ok=True)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """A full disk is no database that is away."""
        try:
            yield
        except OSError as error:
            raise BadData(f"{self._path}: {error.strerror or error}") from None


def _head(connection: sa.Connection) -> str | None:
    return ScriptDirectory.from_config(migrations(connection)).get_current_head()


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


# Reading.


def stage(path: Path, folder: Path) -> sa.Engine:
    """Check a file to its end by reading it into a database beside, which is brought up to date if it is older."""
    engine = sa.create_engine(f"sqlite:///{folder / 'staged.sqlite'}")
    try:
        with _reading(path) as lines, engine.begin() as connection:
            _Reader(path, lines).read_into(connection)
        with engine.begin() as connection:
            command.upgrade(migrations(connection), "head")
            _check(path, connection)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        engine.dispose()
        raise BadData(f"{path}: the file is damaged or ends early") from None
    except BaseException:
        engine.dispose()
        raise
    return engine


@contextmanager
def _reading(path: Path) -> Iterator[BufferedIOBase]:
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        if packed:
            with gzip.GzipFile(fileobj=raw, mode="rb") as lines:
                yield lines
        else:
            yield raw


class _Reader:
    def __init__(self, path: Path, lines: BufferedIOBase) -> None:
        self._path = path
        self._lines = lines
        self._number = 0
        self._digest = hashlib.sha256()

    def read_into(self, connection: sa.Connection) -> None:
        version = self._header()["schema"]
        try:
            command.upgrade(migrations(connection), version)
        except CommandError:
            raise self._bad(f"its version '{version}' is not known: it was made by a newer Triax") from None
        found = sa.MetaData()
        found.reflect(connection)
        count, waiting = 0, list[dict[str, Any]]()
        table: sa.Table | None = None
        columns: list[str] = []
        while True:
            digest = self._digest.hexdigest()
            line = self._next()
            if isinstance(line, list) and table is not None and len(line) == len(columns):
                waiting.append(dict(zip(columns, line, strict=True)))
                count += 1
                if len(waiting) < BATCH:
                    continue
            self._insert(connection, table, waiting)
            waiting = []
            match line:
                case {"end": end, "sha256": sha}:
                    if end != count or sha != digest or self._lines.read(1):
                        raise self._bad("the file was changed since it was written")
                    return
                case {"table": str(name), "columns": [*named]} if name in found.tables:
                    table, columns = found.tables[name], [str(column) for column in named]
                    if not set(columns) <= set(table.c.keys()):
                        raise self._bad(f"unknown columns of {name}")
                case list() if table is not None and len(line) == len(columns):
                    continue
                case _:
                    raise self._bad("this is no line of a backup")

    def _header(self) -> dict[str, Any]:
        try:
            header = self._next()
        except BadData:
            header = None
        match header:
            case {"triax": "backup", "format": int(number), "schema": str()}:
                if number != FORMAT:
                    raise self._bad(f"a backup of format {number}; this Triax reads {FORMAT}")
                return dict(header)
        raise BadData(f"{self._path}: this is no backup of Triax")

    def _next(self) -> Any:  # noqa: ANN401
        raw = self._lines.readline()
        self._number += 1
        if not raw.endswith(b"\n"):
            raise BadData(f"{self._path}: the file is damaged or ends early")
        self._digest.update(raw)
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise self._bad("not JSON") from None

    def _insert(self, connection: sa.Connection, table: sa.Table | None, rows: Sequence[dict[str, Any]]) -> None:
        if table is None or not rows:
            return
        try:
            connection.execute(sa.insert(table), rows)
        except SQLAlchemyError as error:
            raise self._bad(f"the rows before do not fit {table.name} ({type(error).__name__})") from None

    def _bad(self, why: str) -> BadData:
        return BadData(f"{self._path}, line {self._number}: {why}")


def _check(path: Path, connection: sa.Connection) -> None:
    """What every server counts on."""
    entries, settings = db_schema.entries.c, db_schema.settings.c
    grouped = sa.select(entries.table_id).group_by(entries.table_id)
    broken = grouped.having(
        sa.or_(sa.func.min(entries.number) != 0, sa.func.max(entries.number) + 1 != sa.func.count())
    )
    if connection.execute(broken.limit(1)).first():
        raise BadData(f"{path}: a table's log has a gap")
    if not connection.scalar(sa.select(settings.value).where(settings.key == "secret")):
        raise BadData(f"{path}: the key that signs people in is missing")


# Restoring.


async def restore(database: Database, staged: sa.Engine, step: OnStep) -> int:
    """Put what is staged in the place of all that is there, in one transaction. Gives the number of rows."""
    for last in range(TRIES):
        try:
            return await _restore(database, staged, step)
        except Exception as error:
            # Servers at work may have been in the way.
            if last == TRIES - 1 or not is_away(error):
                raise
    raise AssertionError


async def _restore(database: Database, staged: sa.Engine, step: OnStep) -> int:
    settings = db_schema.settings
    async with changing(database) as connection:
        if database.is_postgres:
            # Whoever does not ask for the generation (a new guest, a new table) waits as well; in the order of use.
            names = [table.name for table in (db_schema.players, db_schema.tables, db_schema.entries, db_schema.seats)]
            names += [table.name for table in KEPT if table.name not in {*names, settings.name}]
            await connection.exec_driver_sql(f"LOCK TABLE {', '.join(names)} IN EXCLUSIVE MODE")
        for table in KEPT:
            all_of_it = sa.delete(table)
            await connection.execute(
                all_of_it.where(settings.c.key != "generation") if table is settings else all_of_it
            )
        done = 0
        with staged.connect() as source:
            counts = [source.scalar(sa.select(sa.func.count()).select_from(table)) or 0 for table in KEPT]
            for table in KEPT:
                for chunk in source.execute(_content(table)).partitions(BATCH):
                    await connection.execute(sa.insert(table), [row._asdict() for row in chunk])
                    done += len(chunk)
                    step(done, sum(counts))
    return done
