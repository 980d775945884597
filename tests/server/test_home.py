"""The first page: one answer for everybody, players or not, in which nothing is hidden that should be."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tests.server.support.serving import Guest, Server, serving, sqlite_url
from tests.server.support.whole_games import at_random, booked, execute, gather, guests, play_on, services
from triax.games import GAMES
from triax.server.accounts import new_id
from triax.server.actions import ProposedEntry
from triax.server.api.home import home
from triax.server.daily_deals import day_before, streak, today
from triax.server.presence import Presence
from triax.server.table import TableMeta


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("home"))) as running:
        yield running


async def home_of(person: Guest) -> dict[str, Any]:
    found: dict[str, Any] = await person.call("GET", "/api/home")
    return found


def test_a_newcomer_sees_open_tables_and_todays_deals(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            asked = {"game": "axio", "seats": ["me", "open"], "public": True}
            public = (await ann.call("POST", "/api/tables", asked))["id"]
            hidden = (await ann.call("POST", "/api/tables", {**asked, "public": False}))["id"]
            async with httpx.AsyncClient(base_url=server.url) as newcomer:
                shown = (await newcomer.get("/api/home")).raise_for_status()
                assert "set-cookie" not in shown.headers
                page = shown.json()
                assert page["me"] is None
                assert page["mine"] == []
                assert [table["id"] for table in page["open"]] == [public]
                assert page["people"] == 1
                assert hidden not in shown.text
                assert {deal["game"] for deal in page["today"]["deals"]} == set(GAMES)
                assert page["today"]["streak"] == 0
                lobby = (await newcomer.get("/api/tables")).raise_for_status().json()
                assert lobby["open"] == page["open"]
                assert (await newcomer.get("/api/daily")).raise_for_status().json()["day"] == page["today"]["day"]
                refused = await newcomer.get("/api/home", headers={"Authorization": "Bearer none"})
                assert refused.json()["code"] == "no_session"

    asyncio.run(scenario())


@pytest.mark.parametrize("game", GAMES)
def test_ones_own_games_come_with_what_everybody_may_see(server: Server, game: str) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            waiting = (await ann.call("POST", "/api/tables", {"game": game, "seats": ["me", "open"]}))["id"]
            table = await gather([ann, ben], game, options={"start": 0} if game != "axo" else {})
            shown = await home_of(ann)
            assert shown["me"] == {"id": ann.id, "name": "Ann", "guest": True}
            by_id = {own["table"]["id"]: own for own in shown["mine"]}
            assert by_id.keys() == {waiting, table}
            assert by_id[waiting]["view"] is None
            # What waits for oneself comes first.
            assert shown["mine"][0] == by_id[table]
            assert by_id[table]["yours"] == [0]
            view = by_id[table]["view"]
            assert view["seat"] is None
            assert not any(view.get(hand) for hand in ("hand", "rack", "laid", "marking"))
            public = (await eve.call("GET", f"/api/tables/{table}"))["states"][0]
            assert view == public["view"]
            assert (await home_of(eve))["mine"] == []

    asyncio.run(scenario())


def test_ones_own_games_stand_by_how_much_they_press(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            long, short, none, theirs = [
                await gather([ann, ben], "rota", options={"start": start}, clock=clock)
                for start, clock in ((0, 259_200), (0, 3600), (0, None), (1, 60))
            ]
            waiting = (await ann.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
            found = [own["table"]["id"] for own in (await home_of(ann))["mine"]]
            assert found == [short, long, none, theirs, waiting]

    asyncio.run(scenario())


def test_the_day_tells_the_best_result_and_the_streak(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = (await ann.call("POST", "/api/daily/rota"))["id"]
            await play_on(ann, table, at_random(3))
            await booked(ann, table)

            async def deal_of(person: Guest) -> dict[str, Any]:
                deals = (await home_of(person))["today"]["deals"]
                return next(deal for deal in deals if deal["game"] == "rota")

            own, other = await deal_of(ann), await deal_of(ben)
            assert (own["state"], own["place"], own["finished"], own["best"]) == ("over", 1, 1, own["scores"])
            assert (other["state"], other["place"], other["best"], other["table"]) == ("new", None, own["best"], None)
            assert (await home_of(ann))["today"]["streak"] == 1
            # The day before as well.
            yesterday = (date.fromisoformat(today()) - timedelta(days=1)).isoformat()
            await execute(server.database, f"UPDATE results SET day = '{yesterday}' WHERE table_id = '{table}'")
            assert (await home_of(ann))["today"]["streak"] == 1
            second = (await ann.call("POST", "/api/daily/axio"))["id"]
            await play_on(ann, second, at_random(4))
            await booked(ann, second)
            assert (await home_of(ann))["today"]["streak"] == 2

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], 0),
        (["2026-03-02"], 1),
        (["2026-03-01"], 1),
        (["2026-02-28"], 0),
        (["2026-03-02", "2026-03-01", "2026-02-28", "2026-02-26"], 3),
        (["2026-03-01", "2026-02-28"], 2),
        (["2026-03-02", "2026-02-28"], 1),
    ],
)
def test_a_streak_is_of_days_in_a_row(days: list[str], expected: int) -> None:
    assert streak(days, "2026-03-02") == expected


def test_people_are_here_while_they_ask_or_are_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("triax.server.presence.time.monotonic", lambda: now)
    connected: set[str] = set()
    presence = Presence(connected)
    presence.notice("ann")
    now += 40
    presence.notice("ben")
    presence.notice("ann")
    assert presence.count() == 2
    connected.add("cleo")
    connected.add("ben")
    now += 61
    assert presence.count() == 2
    connected.clear()
    assert presence.count() == 0


def test_yesterdays_best_can_be_looked_back_at_by_everybody(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Eve") as (ann, eve):
            table = (await ann.call("POST", "/api/daily/axio"))["id"]
            await play_on(ann, table, at_random())
            await booked(ann, table)
            yesterday = day_before(today())

            async def shown() -> Any:  # noqa: ANN401
                deals = (await home_of(eve))["today"]["deals"]
                return next(deal["yesterday"] for deal in deals if deal["game"] == "axio")

            assert await shown() is None
            await execute(server.database, f"UPDATE results SET day = '{yesterday}' WHERE table_id = '{table}'")
            best = await shown()
            assert (best["name"], best["table"], len(best["scores"])) == ("Ann", table, 5)

    asyncio.run(scenario())


def test_it_asks_the_database_a_few_times_however_much_there_is(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with services(sqlite_url(tmp_path)) as host:
            ann = await host.accounts.new_guest("Ann")
            asked: list[str] = []
            sa.event.listen(
                host.database.engine.sync_engine, "before_cursor_execute", lambda *given: asked.append(given[2])
            )
            counts = []
            for public in (True, False):
                tries = []
                # What the server does by itself may fall in between.
                for _ in range(5):
                    asked.clear()
                    await home(ann, host)
                    tries.append(len([one for one in asked if one.startswith("SELECT")]))
                counts.append(min(tries))
                for game in GAMES:
                    meta = TableMeta(new_id(), game, 2, {}, public, None, False, ann.id, time.time())
                    await host.tables.create(meta, [ProposedEntry("sit", 0, {"player": ann.id})])
            assert counts[0] == counts[1] <= 6

    asyncio.run(scenario())
