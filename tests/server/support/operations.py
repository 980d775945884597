"""What a host does and sees: `triax admin` in a process of its own, all rows of a database, processes, metrics."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from websockets.exceptions import ConnectionClosedError

from tests.server.support import launcher
from tests.server.support.serving import Guest, Server, TableSocket, guest, serving, sqlite_url
from tests.server.support.whole_games import at_random, eventually, gather, spelt
from triax.cli.main import app, main
from triax.server import db_schema
from triax.server.config import database_url

Rows = dict[str, list[tuple[Any, ...]]]
Administer = Callable[..., tuple[int, str, str]]


def admin(database: str, *words: str) -> subprocess.CompletedProcess[str]:
    return launcher.run("admin", *words, "--database", database, environment={"NO_COLOR": "1", "COLUMNS": "200"})


async def manage(database: str, *words: str, apart: bool = False) -> str:
    """What a command of `triax admin` says that is expected to succeed; in a process of its own, or quicker here."""
    if apart:
        done = await asyncio.to_thread(admin, database, *words)
        assert (done.returncode, done.stderr) == (0, ""), (words, done.stdout, done.stderr)
        return done.stdout
    with redirect_stdout(StringIO()) as said:
        await asyncio.to_thread(app, ["admin", *words, "--database", database], standalone_mode=False)
    return said.getvalue()


async def all_rows(database: str) -> Rows:
    """All that a database holds, but for the processes that serve it and the generation."""
    engine = create_async_engine(database_url(database), poolclass=NullPool)
    found: Rows = {}
    try:
        async with engine.connect() as connection:
            for table in db_schema.metadata.sorted_tables:
                rows = await connection.execute(sa.select(table).order_by(*table.primary_key))
                found[table.name] = [tuple(row) for row in rows if row[0] != "generation"]
    finally:
        await engine.dispose()
    del found["servers"]
    return found


async def play_moves(person: Guest, table: str, count: int, seed: int) -> None:
    """Play so many moves at one's seats, each committed before the next is sent."""
    choose, done, waiting = at_random(seed), 0, False
    offers: dict[int, dict[str, Any]] = {}
    async with person.sit_at(table) as socket:
        while done < count:
            message = await socket.next("moves", "accepted")
            if message["type"] == "moves":
                offers[message["seat"]] = message
            else:
                done, waiting = done + 1, False
            if offers and not waiting:
                _, offer = offers.popitem()
                body = {"seat": offer["seat"], "number": offer["number"], "move": choose(spelt(offer))}
                await socket.send("move", id=f"{seed}.{done}", **body)
                waiting = True


async def closed_for_a_restart(socket: TableSocket) -> None:
    with pytest.raises(ConnectionClosedError, match="1012"):
        await socket.next("nothing of the kind", timeout=60)


def children(pid: int) -> list[int]:
    """The processes that a process has started, with theirs."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]

    def below(parent: int) -> Iterator[int]:
        for child, its_parent in pairs:
            if its_parent == parent:
                yield child
                yield from below(child)

    return list(below(pid))


def command_of(pid: int) -> str:
    # The whole of it, however long the path of Python is.
    wide = ["ps", "-ww", "-o", "args=", "-p", str(pid)]
    return subprocess.run(wide, capture_output=True, text=True, check=False).stdout


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return not state.strip() or state.startswith("Z")


class Figures:
    """The metrics of a server as they are now."""

    def __init__(self, url: str) -> None:
        with closing(urllib.request.urlopen(f"{url}/metrics", timeout=30)) as answer:
            self.text = answer.read().decode()
        self.samples = [sample for family in text_string_to_metric_families(self.text) for sample in family.samples]

    def get(self, name: str, **labels: str) -> float:
        """The sum of all figures of this name that have these labels."""
        return sum(
            sample.value for sample in self.samples if sample.name == name and labels.items() <= sample.labels.items()
        )


async def until(look: Callable[[], bool], seconds: float | None = None) -> None:
    async def there() -> bool:
        return await asyncio.to_thread(look)

    await eventually(there, seconds)


@pytest.fixture(scope="module")
def small_backup(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A database with little in it, and its backup."""
    folder = tmp_path_factory.mktemp("small")
    url, file = sqlite_url(folder), folder / "backup.jsonl"

    async def fill(running: Server) -> None:
        async with guest(running.url, "Ann") as ann:
            await play_moves(ann, await gather([ann], "rota"), 3, 1)
        await manage(url, "backup", str(file))

    with serving(url) as running:
        asyncio.run(fill(running))
    return url, file


@pytest.fixture
def administer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Administer:
    """`triax admin` in this process, which is quicker: the exit status and what is said."""

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["triax", "admin", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert isinstance(ended.value.code, int)
        return ended.value.code, *capsys.readouterr()

    return command
