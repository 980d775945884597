"""A folder of backups: a new one by its date, the oldest let go, and a drill that shows that one would do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.games.errors import BadData
from triax.server import db_schema
from triax.server.admin import fold_table
from triax.server.backup import restore, stage
from triax.server.database import Database
from triax.server.open_database import on_database

NAME = re.compile(r"triax-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz")
"""Only files that are called so are ever let go."""


def dated(folder: Path) -> Path:
    """Where a backup made now belongs."""
    return folder / time.strftime("triax-%Y-%m-%dT%H%M%SZ.jsonl.gz", time.gmtime())


def backups_in(folder: Path) -> list[Path]:
    """The oldest first."""
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))


def let_go(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest; gives what was deleted."""
    old = backups_in(folder)[:-keep]
    for path in old:
        path.unlink(missing_ok=True)
    return old


def newest(place: Path) -> Path:
    """A file itself, or the newest backup of a folder."""
    if not place.is_dir():
        return place
    found = backups_in(place)
    if not found:
        raise BadData(f"{place}: there is no backup in this folder")
    return found[-1]


@dataclass(frozen=True)
class Drill:
    rows: int
    tables: int
    going_on: int
    """Games that are on, and were taken up again."""


def drill(file: Path, folder: Path, step: Callable[[int, int], None]) -> Drill:
    """Restore a backup into a database of its own in this folder, and read every table there as a server would."""
    staged = stage(file, folder)
    try:
        url = f"sqlite:///{folder / 'drill.sqlite'}"
        rows = on_database(url, lambda opened: restore(opened, staged, step), create=True)
        return on_database(url, lambda opened: _try_tables(opened, file, rows))
    finally:
        staged.dispose()


async def _try_tables(database: Database, file: Path, rows: int) -> Drill:
    async def ask(connection: AsyncConnection) -> Drill:
        ids = (await connection.execute(sa.select(db_schema.tables.c.id))).scalars().all()
        going_on = 0
        for name in ids:
            try:
                table = await fold_table(connection, name)
            except Exception as error:
                raise BadData(f"{file}: table {name[:6]} cannot be read: {error}") from error
            going_on += table.status == "playing" and table.state is not None and bool(table.state.to_act)
        return Drill(rows, len(ids), going_on)

    return await database.read(ask, at_leisure=True)
