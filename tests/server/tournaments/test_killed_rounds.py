"""Real servers, killed again and again while a tournament is played: nothing is lost, nobody is paired twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.server.support.load import BROKEN, LIMITS
from tests.server.support.serving import Guest, Server, serving, sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.whole_games import execute, guests

ROUNDS = 4
CUP: dict[str, Any] = {"name": "Cup", "game": "rota", "form": "swiss", "size": 2, "rounds": ROUNDS, "clock": 3600}


async def give_up_soon(person: Guest, name: str, rng: Random) -> None:
    """Whenever there is a table for one, it is given up after a moment; until the tournament is over."""
    while True:
        with contextlib.suppress(*BROKEN, httpx.HTTPError):
            page = await person.ask("GET", f"/api/tournaments/{name}")
            if page.status_code == 200:
                if page.json()["tournament"]["status"] == "over":
                    return
                if table := page.json()["table"]:
                    shown = (await person.ask("GET", f"/api/tables/{table}")).json()
                    if shown.get("yours"):
                        await person.ask("POST", f"/api/tables/{table}/resign", {"seat": shown["yours"][0]})
        await asyncio.sleep(rng.uniform(0.1, 0.6))


async def kill(servers: Sequence[Server], rng: Random) -> None:
    while True:
        await asyncio.sleep(rng.uniform(0.5, 2.0))
        server = rng.choice(servers)
        server.kill()
        await asyncio.to_thread(server.start)


async def scenario(servers: Sequence[Server], seed: int) -> None:
    rng = Random(seed)
    names = [f"Player {number}" for number in range(7)]
    async with guests(servers[0].url, *names) as people:
        await people[0].call("POST", "/api/account", {"name": "Olga", "password": "correct horse battery"})
        name = (await people[0].call("POST", "/api/tournaments", CUP))["id"]
        for number, person in enumerate(people):
            await person.call("POST", f"/api/tournaments/{name}/join")
            person.url = servers[number % len(servers)].url
            person.http.base_url = httpx.URL(person.url)
        await people[0].call("POST", f"/api/tournaments/{name}/begin")
        killing = asyncio.create_task(kill(servers, rng))
        try:
            async with asyncio.timeout(180):
                await asyncio.gather(*(give_up_soon(person, name, rng) for person in people))
        finally:
            killing.cancel()
            await asyncio.gather(killing, return_exceptions=True)
    rows = await execute(
        servers[0].database, "SELECT round, board, player, table_id, place, ended FROM pairings ORDER BY round, board"
    )
    by_round = {number: [row for row in rows if row[0] == number] for number in range(1, ROUNDS + 1)}
    for number, own in by_round.items():
        assert Counter(row[2] for row in own) == dict.fromkeys({row[2] for row in rows}, 1), number
        assert len(own) == 7
    assert all(row[5] is not None for row in rows)
    tables = await read_tables(servers[0].database)
    assert tables.keys() == {row[3] for row in rows if row[3]}
    for table in tables.values():
        table.check()
        assert table.status == "over"
    for own in by_round.values():
        assert len({repr(tables[row[3]].record.setup) for row in own if row[3]}) == 1
    met = Counter(frozenset(row[2] for row in rows if row[3] == table) for table in {row[3] for row in rows if row[3]})
    assert max(met.values()) == 1


@pytest.mark.slow
def test_a_tournament_outlives_its_server(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path), limits=LIMITS) as server:
        asyncio.run(scenario([server], 1))


@pytest.mark.slow
def test_a_tournament_outlives_either_of_two_servers(postgres_url: str) -> None:
    with serving(postgres_url, limits=LIMITS) as one, serving(postgres_url, limits=LIMITS) as two:
        asyncio.run(scenario([one, two], 2))
