"""The database's versions: they lead to the schema the server speaks of, however often and from wherever opened."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.server.support.serving import sqlite_url
from triax.server import db_schema
from triax.server.config import database_url
from triax.server.database import Database, migrations

OPEN = """
import asyncio, sys
from triax.server.database import Database

async def main():
    database = Database(sys.argv[1])
    print("ready", flush=True)
    sys.stdin.readline()
    await database.open()
    print(await database.setting("secret"), flush=True)
    await database.close()

asyncio.run(main())
"""


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    here = sqlite_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return database_url(here)


def differences(connection: sa.Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    found: list[object] = list(compare_metadata(context, db_schema.metadata))
    return found


def test_the_versions_lead_to_the_schema(url: str) -> None:
    async def main() -> None:
        database = Database(url)
        await database.open()
        async with database.write() as connection:
            assert await connection.run_sync(differences) == []
        await database.close()

    asyncio.run(main())


def test_a_difference_would_be_seen(url: str) -> None:
    async def main() -> None:
        database = Database(url)
        await database.open()
        async with database.write() as connection:
            await connection.execute(sa.text("ALTER TABLE entries ADD COLUMN stray INTEGER"))
            assert await connection.run_sync(differences) != []
        await database.close()

    asyncio.run(main())


def test_there_is_one_newest_version(url: str) -> None:
    async def main() -> None:
        database = Database(url)
        async with database.write() as connection:
            heads = await connection.run_sync(lambda sync: ScriptDirectory.from_config(migrations(sync)).get_heads())
        assert len(heads) == 1
        await database.close()

    asyncio.run(main())


def test_opened_again_it_is_left_as_it_is(url: str) -> None:
    async def main() -> None:
        secrets = []
        for _ in range(2):
            database = Database(url)
            await database.open()
            secrets.append(await database.setting("secret"))
            await database.close()
        assert secrets[0] == secrets[1] != ""

    asyncio.run(main())


def test_back_to_nothing_and_up_again(url: str) -> None:
    async def main() -> None:
        database = Database(url)
        await database.open()
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.downgrade(migrations(sync), "base"))
            left = await connection.run_sync(lambda sync: set(sa.inspect(sync).get_table_names()))
            assert left <= {"alembic_version"}
        await database.open()
        async with database.write() as connection:
            assert await connection.run_sync(differences) == []
        await database.close()

    asyncio.run(main())


def test_what_is_there_is_kept(url: str) -> None:
    """From the first version to the newest, and back."""

    async def main() -> None:
        database = Database(url)
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.upgrade(migrations(sync), "0001"))
            await connection.execute(sa.text("INSERT INTO players VALUES ('p', 'Ann', NULL, NULL, 1.5, false)"))
            meta = "'t', 'rota', 2, '{}', true, NULL, false, 'p', 2.5, NULL, 'open', NULL, NULL"
            await connection.execute(sa.text(f"INSERT INTO tables VALUES ({meta})"))
        await database.open()
        assert [tuple(row) for row in await database.rows(sa.select(db_schema.players))] == [
            ("p", "Ann", None, None, None, 1.5, "public")
        ]
        assert (await database.rows(sa.select(db_schema.tables.c.seen, db_schema.tables.c.host)))[0] == (2.5, "p")
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.downgrade(migrations(sync), "0001"))
            assert (await connection.execute(sa.text("SELECT deleted FROM players"))).scalars().all() == [False]
        await database.close()

    asyncio.run(main())


def test_several_processes_open_an_empty_database_at_once(url: str) -> None:
    """All get through, and all see the same settings."""
    command_line = [sys.executable, "-c", OPEN, url]
    processes = [
        subprocess.Popen(command_line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    secrets = []
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        secrets.append(process.communicate(timeout=60)[0])
        assert process.returncode == 0
    assert len(set(secrets)) == 1
    assert len(secrets[0].strip()) == 64
