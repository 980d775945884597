"""The luck of a deal of the day, on other days and other servers: the server's parts in this process."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from tests.server.support.daily import LONG_AGO, Script
from tests.server.support.serving import Server, guest, serving, sqlite_url
from tests.server.support.whole_games import at_random, eventually, execute, move_on, services
from triax.games import GAMES
from triax.server import daily_deals
from triax.server.accounts import new_id
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.live_table import LiveTable
from triax.server.services import Services
from triax.server.table import TableMeta


async def dealt(host: Services, player: str, game: str, day: str) -> Any:  # noqa: ANN401
    return (await daily_deals.open_attempt(host.tables, player, game, day)).table.setup


def test_another_day_another_deal_and_another_server_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
        here.mkdir()
        elsewhere.mkdir()
        days = ["2026-01-01", "2026-01-02", "2026-01-11"]
        async with services(sqlite_url(here)) as host:
            ann = (await host.accounts.new_guest("Ann")).id
            deals = {(game, day): await dealt(host, ann, game, day) for game in GAMES for day in days}
            for game in GAMES:
                assert len({json.dumps(deals[game, day]) for day in days}) == len(days)
        async with services(sqlite_url(here)) as again:
            ben = (await again.accounts.new_guest("Ben")).id
            for (game, day), deal in deals.items():
                assert await dealt(again, ben, game, day) == deal
        async with services(sqlite_url(elsewhere)) as other:
            cleo = (await other.accounts.new_guest("Cleo")).id
            for (game, day), deal in deals.items():
                assert await dealt(other, cleo, game, day) != deal

    asyncio.run(scenario())


async def _seeded(host: Services, player: str, game: str, players: int) -> LiveTable:
    """More seats than a deal of the day has: so that pieces are shuffled in play."""
    usual = TableMeta(
        new_id(), game, players, {}, public=False, clock=None, hints=False, host=player, created=time.time()
    )
    meta = replace(usual, day=LONG_AGO)
    return await host.tables.create(meta, [ProposedEntry("sit", seat, {"player": player}) for seat in range(players)])


def test_shuffles_in_play_fall_the_same_for_the_same_course(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with services(sqlite_url(tmp_path)) as host:
            ann = (await host.accounts.new_guest("Ann")).id
            first = await _seeded(host, ann, "axo", 2)
            await move_on(host, first, at_random(3))
            assert any("shuffle" in entry for entry in first.table.log)
            second = await _seeded(host, ann, "axo", 2)
            await move_on(host, second, Script(first.table.log))
            assert second.table.log == first.table.log
            # Luck hangs on how many shuffles came before, not on how often something was tried.
            third = await _seeded(host, ann, "axo", 2)
            chance, pieces = host.tables._chance(third.table), [f"{n:02}" for n in range(54)]
            assert host.tables._chance(third.table).shuffle(pieces) == chance.shuffle(pieces)
            assert host.tables._chance(first.table).shuffle(pieces) != host.tables._chance(third.table).shuffle(pieces)

    asyncio.run(scenario())


def test_luck_does_not_hang_on_how_fast_moves_come(tmp_path: Path) -> None:
    """All moves of a game are sent before the first is answered."""

    async def scenario() -> None:
        async with services(sqlite_url(tmp_path)) as host:
            ann = (await host.accounts.new_guest("Ann")).id
            slow = await _seeded(host, ann, "axo", 3)
            await move_on(host, slow, at_random(3))
            assert sum("shuffle" in entry for entry in slow.table.log) > 1
            fast = await _seeded(host, ann, "axo", 3)
            wishes = [MoveRequest(entry["seat"], entry["move"]) for entry in slow.table.log if "move" in entry]
            await asyncio.gather(*(host.tables.move(fast, ann, wish) for wish in wishes))
            assert fast.table.log == slow.table.log

    asyncio.run(scenario())


def test_when_the_day_is_over_all_may_look_back_but_nothing_counts_any_more(tmp_path: Path) -> None:
    async def begun() -> str:
        async with services(sqlite_url(tmp_path)) as host:
            ann = (await host.accounts.new_guest("Ann")).id
            live = await daily_deals.open_attempt(host.tables, ann, "rota", LONG_AGO)
            await move_on(host, live, Random(0).choice)

            async def written() -> bool:
                return live.finished

            await eventually(written)
            return live.id

    async def scenario(server: Server, table: str) -> None:
        async with guest(server.url, "Eve") as eve:
            assert (await eve.call("GET", f"/api/tables/{table}/record"))["game"] == "rota"
            assert (await eve.call("GET", f"/api/tables/{table}/replay"))["positions"] > 1
            # A deal that everyone can look up is no achievement.
            assert (await eve.call("GET", f"/api/daily/rota/{LONG_AGO}"))["results"] == []
            assert await execute(server.database, "SELECT standard FROM results") == [(0,)]

    table = asyncio.run(begun())
    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(scenario(server, table))


def test_two_processes_open_one_attempt(postgres_url: str) -> None:
    async def scenario() -> None:
        async with services(postgres_url) as one, services(postgres_url) as other:
            for number in range(5):
                player = (await one.accounts.new_guest(f"Ann {number}")).id
                asked = [
                    daily_deals.open_attempt(host.tables, player, "axo", daily_deals.today())
                    for host in (one, other)
                    for _ in range(3)
                ]
                assert len({live.id for live in await asyncio.gather(*asked)}) == 1
            assert await execute(postgres_url, "SELECT count(*) FROM tables") == [(5,)]
            assert await execute(postgres_url, "SELECT count(*) FROM attempts") == [(5,)]

    asyncio.run(scenario())
