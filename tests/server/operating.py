"""What a host does and sees: `triax admin` in a process of its own, all rows of a database, processes, metrics."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import sqlalchemy as sa
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from triax.server import schema
from triax.server.config import database_url

Rows = dict[str, list[tuple[Any, ...]]]


def admin(database: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "triax", "admin", *words, "--database", database]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200"}
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, timeout=120, check=False
    )


async def manage(database: str, *words: str) -> str:
    """What a command of `triax admin` says that is expected to succeed."""
    done = await asyncio.to_thread(admin, database, *words)
    assert (done.returncode, done.stderr) == (0, ""), (words, done.stdout, done.stderr)
    return done.stdout


async def all_rows(database: str) -> Rows:
    """All that a database holds, but for the processes that serve it and the generation."""
    engine = create_async_engine(database_url(database), poolclass=NullPool)
    found: Rows = {}
    try:
        async with engine.connect() as connection:
            for table in schema.metadata.sorted_tables:
                rows = await connection.execute(sa.select(table).order_by(*table.primary_key))
                found[table.name] = [tuple(row) for row in rows if row[0] != "generation"]
    finally:
        await engine.dispose()
    del found["servers"]
    return found


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
