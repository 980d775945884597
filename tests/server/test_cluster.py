"""A process reads anew what may have been written without its hearing of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.support.serving import sqlite_url
from tests.server.support.whole_games import execute, services
from triax.server.services import Services

LISTENING = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"


def reads_anew(host: Services) -> asyncio.Event:
    """Set when it does so."""
    told = asyncio.Event()

    async def on_resync() -> None:
        told.set()

    host.cluster.on_resync = on_resync
    return told


def test_a_restored_backup_is_noticed(tmp_path: Path) -> None:
    async def scenario() -> None:
        url = sqlite_url(tmp_path)
        async with services(url) as host:
            told = reads_anew(host)
            await execute(url, "UPDATE settings SET value = 'another' WHERE key = 'generation'")
            async with asyncio.timeout(20):
                await told.wait()

    asyncio.run(scenario())


def test_what_was_missed_while_the_line_was_cut_is_read(postgres_url: str) -> None:
    async def scenario() -> None:
        async with services(postgres_url) as host, asyncio.timeout(30):
            while not await execute(postgres_url, f"SELECT pid {LISTENING}"):
                await asyncio.sleep(0.05)
            # The first time is over: it stands at the end of beginning to listen.
            await asyncio.sleep(0.5)
            told = reads_anew(host)
            await execute(postgres_url, f"SELECT pg_terminate_backend(pid) {LISTENING}")
            await told.wait()

    asyncio.run(scenario())
