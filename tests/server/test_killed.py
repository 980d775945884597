"""A server killed over and over in the middle of play: nothing it has acknowledged is lost, and all games go on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.server.support.load import KINDS, LIMITS, Load
from tests.server.support.serving import Server, serving, sqlite_url


async def kill_and_start(server: Server, crowd: Load, times: int) -> None:
    rng = Random(times)
    for _ in range(times):
        await crowd.hear_more()
        await asyncio.sleep(rng.uniform(0.05, 0.6))
        server.kill()
        await asyncio.to_thread(server.start)


@pytest.mark.parametrize(
    ("kind", "kills"),
    [
        ("sqlite", 2),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in (("sqlite", 20), ("postgres", 5))),
    ],
)
def test_nothing_acknowledged_is_lost(kind: str, kills: int, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = sqlite_url(tmp_path) if kind == "sqlite" else str(request.getfixturevalue("postgres_url"))

    async def play(server: Server) -> None:
        async with Load([server.url], seed=kills) as crowd:
            await crowd.play(KINDS, kill_and_start(server, crowd, kills))
            assert sum(person.breaks for person in crowd.people) >= kills
            assert sum(person.repeated for person in crowd.people) >= kills
            assert await crowd.check(database) > 50 * kills

    with serving(database, limits=LIMITS) as server:
        asyncio.run(play(server))
