"""The tests' own PostgreSQL keeps what was committed, keeps databases apart, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tests.server.support.postgres import Postgres, StopMode
from triax.server.admin import stats
from triax.server.open_database import on_database

HOLD_A_SERVER = """
from tests.server.support.postgres import postgres
with postgres() as server:
    print(server.folder, server.url, flush=True)
    input()
"""


def execute(url: str, *statements: str) -> list[object]:
    """Each statement committed by itself; the first column of what the last one gave."""

    async def run() -> list[object]:
        engine = create_async_engine(url, poolclass=NullPool)
        rows: list[object] = []
        try:
            for statement in statements:
                async with engine.begin() as connection:
                    result = await connection.execute(text(statement))
                    rows = list(result.scalars()) if result.returns_rows else []
        finally:
            await engine.dispose()
        return rows

    return asyncio.run(run())


def listens(url: str) -> bool:
    where = make_url(url)
    with socket.socket() as client:
        return client.connect_ex((where.host, where.port)) == 0


def test_answers_and_flushes_to_disk(postgres_server: Postgres) -> None:
    assert execute(postgres_server.url, "SELECT current_user || ' ' || current_database()") == ["triax triax"]
    assert execute(postgres_server.url, "SHOW fsync") == ["on"]
    assert execute(postgres_server.url, "SHOW server_encoding") == ["UTF8"]


def test_is_reached_by_its_socket_as_the_guide_for_hosts_has_it(
    postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "triax")  # as a service of that name has it
    where = make_url(postgres_server.fresh_database())
    url = f"postgresql:///{where.database}?host={postgres_server.folder}&port={where.port}"
    assert on_database(url, stats, create=True)["players"] == 0


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_keeps_what_was_committed(postgres_server: Postgres, postgres_url: str, mode: StopMode) -> None:
    execute(postgres_url, "CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (1), (2)")
    postgres_server.restart(mode)
    assert execute(postgres_url, "SELECT n FROM kept ORDER BY n") == [1, 2]


def test_stops_and_starts_on_the_same_port(postgres_server: Postgres, postgres_url: str) -> None:
    postgres_server.stop("immediate")
    assert not listens(postgres_url)
    postgres_server.start()
    postgres_server.start()
    assert execute(postgres_url, "SELECT 1") == [1]


def test_fresh_databases_are_apart(postgres_server: Postgres) -> None:
    one, other = postgres_server.fresh_database(), postgres_server.fresh_database()
    execute(one, "CREATE TABLE here (n int)")
    with pytest.raises(ProgrammingError, match='relation "here" does not exist'):
        execute(other, "SELECT n FROM here")
    assert execute(one, "SELECT n FROM here") == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_leaves_nothing_behind(how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_A_SERVER],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        folder, url = holder.stdout.readline().split()
        assert listens(url)
        os.kill(holder.pid, how)
    deadline = time.monotonic() + 20
    while Path(folder).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(folder).exists()
    assert not listens(url)
