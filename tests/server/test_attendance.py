"""Bots play for people: a table at which nobody sits or looks waits, and its host may close it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.support.refusals import code_of
from tests.server.support.serving import LOOSE, serving, sqlite_url
from tests.server.support.whole_games import eventually, guests, services
from triax.server import live_table
from triax.server.accounts import new_id
from triax.server.actions import ProposedEntry
from triax.server.live_table import LiveTable
from triax.server.services import Services
from triax.server.table import TableMeta


async def table_of(host: Services, *seats: dict[str, str]) -> LiveTable:
    meta = TableMeta(
        new_id(), "axio", len(seats), {}, public=False, clock=None, hints=False, host="h", created=time.time()
    )
    return await host.tables.create(meta, [ProposedEntry("sit", seat, data) for seat, data in enumerate(seats)])


async def stands_still(host: Services, live: LiveTable) -> bool:
    """Nobody thinks about it, and nobody is about to."""
    before = live.table.count
    await asyncio.sleep(0.2)
    return live.table.count == before and not host.bot_pool._busy


def test_bots_alone_play_for_whoever_looks(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with services(sqlite_url(tmp_path)) as host:
            alone = await table_of(host, *[{"bot": "novice"}] * 4)
            count = alone.table.count

            async def has_moved() -> bool:
                return alone.table.count > count

            async def waits() -> bool:
                return await stands_still(host, alone)

            # Whoever opens a table looks at it; when nobody has for a while, it waits.
            await eventually(has_moved)
            alone.looked -= live_table.LOOKING
            await eventually(waits)
            assert alone.table.status == "playing"
            count = alone.table.count
            host.tables.look(alone)
            await eventually(has_moved)

    asyncio.run(scenario())


def test_bots_answer_somebody_who_sits_there_and_does_not_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "LOOKING", -1.0)

    async def scenario() -> None:
        async with services(sqlite_url(tmp_path)) as host:
            ada = await host.accounts.new_guest("Ada")
            live = await table_of(host, {"player": ada.id}, {"bot": "novice"}, {"bot": "novice"})

            async def is_her_turn() -> bool:
                return live.table.to_act == {0}

            await eventually(is_her_turn)

    asyncio.run(scenario())


def test_the_host_closes_a_table_of_bots_but_no_game_of_people(tmp_path: Path) -> None:
    async def ask(url: str) -> None:
        async with guests(url, "Ada", "Ben") as (ada, ben):
            bots = (await ada.call("POST", "/api/tables", {"game": "axio", "seats": ["novice"] * 4}))["id"]
            own = (await ada.call("POST", "/api/tables", {"game": "axio", "seats": ["me", "novice"]}))["id"]
            assert await code_of(ben, "POST", f"/api/tables/{bots}/close") == "not_allowed"
            assert (await ada.call("POST", f"/api/tables/{bots}/close"))["status"] == "closed"
            assert await code_of(ada, "POST", f"/api/tables/{bots}/close") == "not_open"
            assert await code_of(ada, "POST", f"/api/tables/{own}/close") == "not_open"

    with serving(sqlite_url(tmp_path), limits=LOOSE) as server:
        asyncio.run(ask(server.url))
