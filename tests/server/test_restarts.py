"""PostgreSQL restarted in the middle of play: people wait and go on; nothing is lost, nothing is there twice."""

from __future__ import annotations

import asyncio
from random import Random

from tests.server.support.load import KINDS, LIMITS, Load
from tests.server.support.postgres import Postgres, StopMode
from tests.server.support.serving import Server, serving

MODES: tuple[StopMode, ...] = ("fast", "immediate")


async def restart(postgres: Postgres, crowd: Load) -> None:
    rng = Random(7)
    for mode in MODES:
        await crowd.hear_more(30)
        await asyncio.sleep(rng.uniform(0, 0.5))
        await asyncio.to_thread(postgres.restart, mode)
    await crowd.hear_more(30)
    await asyncio.to_thread(postgres.stop, "immediate")
    await asyncio.sleep(2)
    await asyncio.to_thread(postgres.start)
    await crowd.hear_more(30)


def test_people_wait_and_go_on(postgres_server: Postgres, postgres_url: str) -> None:
    async def play(server: Server) -> None:
        async with Load([server.url], seed=1) as crowd:
            await crowd.play(KINDS, restart(postgres_server, crowd))
            assert await crowd.check(postgres_url) > 500
            # Only the database was away: everyone stayed at their table.
            assert [person.breaks for person in crowd.people] == [0] * len(crowd.people)

    with serving(postgres_url, limits=LIMITS) as server:
        asyncio.run(play(server))
        assert "Traceback" not in server.log.read_text()
