"""Opening a database from the command line: it is there and can be written, or one line says why not.

No line ever holds a password.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import asyncpg
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError

from triax.games.errors import BadData
from triax.server.config import database_url
from triax.server.database import Database, migrations
from triax.server.errors import Refused

T = TypeVar("T")

PATIENCE = 15.0
"""Seconds for a database to answer."""


@asynccontextmanager
async def opened(url: str, *, create: bool) -> AsyncIterator[Database]:
    """A database, brought up to date; without `create` it must be there and up to date already."""
    place = _place(url)
    if not url.startswith("postgresql"):
        _try_file(url, create=create)
    database = Database(url)
    try:
        try:
            async with asyncio.timeout(PATIENCE):
                # Asked once first: what opens a database for the server has more patience.
                found, known = await _versions(database)
            if create:
                await database.open()
            elif found != known:
                raise BadData(f"the database {place}: {_other(found, known)}")
        except (DBAPIError, OSError, TimeoutError, CommandError, Refused) as error:
            raise BadData(f"the database {place}: {_why(error)}") from error
        yield database
    finally:
        await database.close()


def on_database(url: str | None, work: Callable[[Database], Awaitable[T]], *, create: bool = False) -> T:
    """Do something to the database asked for, from outside any server."""

    async def run() -> T:
        async with opened(database_url(url), create=create) as database:
            return await work(database)

    return asyncio.run(run())


def _place(url: str) -> str:
    """Where a database is, without the password."""
    try:
        parts = sa.make_url(url)
    except (ArgumentError, ValueError):
        raise BadData(
            "the database's address is not well formed: expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME"
            " (in a password, write @ as %40, : as %3A and / as %2F)"
        ) from None
    if not url.startswith("postgresql"):
        if not parts.database or parts.database == ":memory:":
            raise BadData("the database is kept in a file: name one, as in sqlite:///triax.sqlite")
        return parts.database
    host = parts.host or "localhost"
    return f"'{parts.database or parts.username or ''}' at {host}:{parts.port or 5432}"


def _try_file(url: str, *, create: bool) -> None:
    path = Path(_place(url))
    if not path.parent.is_dir():
        raise BadData(f"the database {path}: the folder {path.parent} does not exist")
    if path.is_dir():
        raise BadData(f"the database {path}: this is a folder; name a file in it")
    if not create and not path.exists():
        raise BadData(f"the database {path}: there is no such file")
    try:
        if create:
            _keep_to_oneself(path)
        address = f"file:{quote(str(path))}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)) as probe:
            probe.execute("BEGIN IMMEDIATE")
            probe.execute("ROLLBACK")
            if create and probe.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise BadData(f"the database {path}: {DAMAGED}")
    except OSError:
        raise BadData(f"the database {path}: {_FILE_TROUBLE['unable to open database file']}") from None
    except sqlite3.Error as error:
        raise BadData(f"the database {path}: {_FILE_TROUBLE.get(str(error), error)}") from None


def _keep_to_oneself(path: Path) -> None:
    """It holds the hashes of passwords: nobody else on the machine is to read it."""
    if not path.exists():
        path.touch(mode=0o600)
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        # Somebody else's, or gone meanwhile: then it is as it is.
        with contextlib.suppress(OSError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


DAMAGED = "it is damaged; restore a backup into a new file: triax admin restore"
_FILE_TROUBLE = {
    "database disk image is malformed": DAMAGED,
    "database or disk is full": "the disk is full",
    "unable to open database file": "it cannot be opened: may you write to its folder?",
    "attempt to write a readonly database": "it may only be read: may you write to the file and its folder?",
    "file is not a database": "the file is something else, not a database of Triax",
    "database is locked": "another program keeps it locked",
}


async def _versions(database: Database) -> tuple[str | None, str | None]:
    """The version of the schema that a database has, and the one that this program knows."""

    def look(connection: sa.Connection) -> tuple[str | None, str | None]:
        head = ScriptDirectory.from_config(migrations(connection)).get_current_head()
        return MigrationContext.configure(connection).get_current_revision(), head

    async with database.engine.connect() as connection:
        return await connection.run_sync(look)


def _other(found: str | None, known: str | None) -> str:
    if found is None:
        return "nothing of Triax is in it yet; triax serve makes what is needed"
    return f"it is of version {found}, this Triax knows {known}; triax serve brings an older one up to date"


def _why(error: Exception) -> str:
    seen: BaseException | None = error
    while seen is not None:
        for kind, words in _TROUBLE.items():
            if isinstance(seen, kind):
                return words
        seen = seen.__cause__ or seen.__context__
    return f"it cannot be opened ({type(error).__name__})"


# The first that fits counts.
_TROUBLE: dict[type[BaseException], str] = {
    asyncpg.InvalidAuthorizationSpecificationError: "it refuses this user and password",
    asyncpg.InvalidCatalogNameError: "there is no such database; make it with createdb",
    asyncpg.InsufficientPrivilegeError: "this user may not make tables in it",
    asyncpg.CannotConnectNowError: "it is starting or stopping; try again in a moment",
    asyncpg.TooManyConnectionsError: "it has as many connections as it takes",
    CommandError: "it was made by a newer Triax",
    TimeoutError: f"no answer within {PATIENCE:.0f} seconds",
    ConnectionRefusedError: "nothing listens there",
    OSError: "it cannot be reached; is the address right?",
}
