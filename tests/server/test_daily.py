"""The deal of the day: the same for everybody, one attempt each, and nothing to be learnt from others before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.support.daily import LONG_AGO, Script
from tests.server.support.serving import Guest, Server, guest, serving, sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.whole_games import (
    at_random,
    booked,
    execute,
    guests,
    play_on,
    whole_game,
)
from triax.games import GAMES
from triax.server import daily_deals
from triax.server.api.boards import percent_below


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("daily"))) as running:
        yield running


async def take_up(person: Guest, game: str) -> str:
    table = await person.call("POST", f"/api/daily/{game}")
    assert (table["status"], table["public"], table["hints"], table["clock"]) == ("playing", False, False, None)
    return str(table["id"])


async def record_of(server: Server, table: str) -> dict[str, Any]:
    """As the database has it: nobody is given it before the day is over."""
    found: dict[str, Any] = json.loads((await read_tables(server.database))[table].record.to_json())
    return found


async def code_of(person: Guest, path: str, method: str = "GET", body: object = None) -> str:
    response = await person.ask(method, path, body)
    assert response.status_code >= 400, response.text
    return str(response.json()["code"])


@pytest.mark.parametrize("game", GAMES)
def test_everyone_has_the_same_deal_and_the_same_luck(server: Server, game: str) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
            first = await take_up(ann, game)
            await play_on(ann, first, at_random(1))
            played = await record_of(server, first)
            second = await take_up(ben, game)
            assert second != first
            await play_on(ben, second, Script(played["log"]))
            assert await record_of(server, second) == played
            # Another course of the same deal.
            third = await take_up(cleo, game)
            await play_on(cleo, third, at_random(2))
            other = await record_of(server, third)
            assert other["setup"] == played["setup"]
            # An ordinary game has luck of its own.
            usual = await whole_game([ann], game)
            assert (await record_of(server, usual["id"]))["setup"] != played["setup"]

    asyncio.run(scenario())


def test_games_have_one_attempt_a_day(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            tables = await asyncio.gather(*(take_up(ann, "rota") for _ in range(10)))
            assert len(set(tables)) == 1
            await play_on(ann, tables[0], at_random())
            given_back = await ann.call("POST", "/api/daily/rota")
            assert (given_back["id"], given_back["status"]) == (tables[0], "over")
            assert await code_of(ann, f"/api/tables/{tables[0]}/rematch", "POST") == "not_allowed"
            mine = "SELECT count(*) FROM tables WHERE day IS NOT NULL AND host = '{}'"
            assert await execute(server.database, mine.format(ann.id)) == [(1,)]

    asyncio.run(scenario())


def test_today_and_its_board(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            before = {deal["game"]: deal for deal in (await ann.call("GET", "/api/daily"))["deals"]}
            assert all((deal["state"], deal["table"], deal["place"]) == ("new", None, None) for deal in before.values())
            table = await take_up(ann, "axio")
            today = await ann.call("GET", "/api/daily")
            day = today["day"]
            assert 0 < today["seconds_left"] <= 24 * 3600
            deal = next(deal for deal in today["deals"] if deal["game"] == "axio")
            assert (deal["state"], deal["table"], deal["place"]) == ("playing", table, None)
            over = await play_on(ann, table, at_random(5))
            await booked(ann, table)
            board = (await ben.call("GET", f"/api/daily/axio/{day}"))["results"]
            own = next(entry for entry in board if entry["player"] == ann.id)
            assert (own["name"], own["guest"], own["table"]) == ("Ann", True, None)
            scores = (await ann.call("GET", f"/api/tables/{table}/replay/{len(over['seats'])}"))["scores"]
            assert len(own["scores"]) == len(scores[0]) == 5
            lowest = [sorted(entry["scores"]) for entry in board]
            assert lowest == sorted(lowest, reverse=True)
            assert [entry["place"] for entry in board] == [1 + sum(one > own for one in lowest) for own in lowest]
            deal = next(deal for deal in (await ann.call("GET", "/api/daily"))["deals"] if deal["game"] == "axio")
            assert (deal["state"], deal["place"], deal["finished"]) == ("over", own["place"], len(board))
            assert deal["scores"] == own["scores"]
            # Accounts come first, with places of their own: a person can be many guests.
            await ben.call("POST", "/api/account", {"name": "Ben of the day", "password": "correct horse"})
            table = await take_up(ben, "axio")
            await play_on(ben, table, at_random(6))
            await booked(ben, table)
            board = (await ann.call("GET", f"/api/daily/axio/{day}"))["results"]
            assert (board[0]["player"], board[0]["guest"], board[0]["place"]) == (ben.id, False, 1)
            assert next(entry for entry in board if entry["player"] == ann.id)["place"] == own["place"]

    asyncio.run(scenario())


@pytest.mark.parametrize("how", ["resign", "leave"])
def test_given_up_or_played_by_a_bot_is_not_on_the_board(server: Server, how: str) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            table = await take_up(ann, "rota")
            day = (await ann.call("GET", "/api/daily"))["day"]
            await ann.call("POST", f"/api/tables/{table}/{how}", {"seat": 0} if how == "resign" else None)
            game = await booked(ann, table)
            assert game["day"] == day
            board = (await ann.call("GET", f"/api/daily/rota/{day}"))["results"]
            assert ann.id not in {entry["player"] for entry in board}
            deal = next(deal for deal in (await ann.call("GET", "/api/daily"))["deals"] if deal["game"] == "rota")
            assert (deal["state"], deal["place"]) == ("over", None)

    asyncio.run(scenario())


def test_nobody_looks_at_anothers_attempt(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Eve") as (ann, eve):
            table = await take_up(ann, "rota")
            path = f"/api/tables/{table}"
            for what in ("", "/record", "/replay", "/replay/0", "/review"):
                assert await code_of(eve, path + what) == "not_found"
            assert await code_of(eve, f"{path}/join", "POST", {}) == "not_found"
            assert await code_of(ann, f"{path}/hint", "POST", {"seat": 0}) == "not_allowed"
            for what in ("/record", "/replay", "/replay/0", "/review"):
                assert await code_of(ann, path + what) == "not_over"
            await play_on(ann, table, at_random())
            # Its player looks back at once; what was still to be drawn nobody sees, nor anybody else's game.
            await booked(ann, table)
            assert (await ann.call("GET", f"{path}/replay"))["names"] == ["Ann"]
            assert await code_of(ann, f"{path}/record") == "not_allowed"
            for what in ("/record", "/replay", "/replay/0", "/review"):
                assert await code_of(eve, path + what) == "not_allowed"
            assert await code_of(eve, path) == "not_found"
            history = (await eve.call("GET", f"/api/players/{ann.id}/games"))["games"]
            assert [(game["table"], game["day"] is not None) for game in history] == [(None, True)]
            own = await take_up(eve, "rota")
            await eve.call("POST", f"/api/tables/{own}/resign", {"seat": 0})
            await booked(eve, own)
            for what in ("/record", "/replay", "/replay/0", "/review"):
                assert await code_of(eve, path + what) == "not_allowed"
                assert await code_of(eve, f"/api/tables/{own}{what}") == "not_allowed"
            # When the day is over, all is open.
            before = daily_deals.day_before(daily_deals.today())
            await execute(server.database, f"UPDATE tables SET day = '{before}' WHERE id = '{table}'")
            late = (await eve.call("GET", f"/api/players/{ann.id}/games"))["games"]
            assert [game["table"] for game in late] == [table]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "deal", ["rota/2999-01-01", "rota/2026-02-30", "rota/yesterday", "chess/2026-01-01", "rota/0001-01-01"]
)
def test_days_that_are_none(server: Server, deal: str) -> None:
    async def scenario() -> None:
        async with guest(server.url, "Ann") as ann:
            assert await code_of(ann, f"/api/daily/{deal}") == "not_found"
            assert await code_of(ann, f"/api/daily/{deal}/card.png") == "not_found"
            assert (await ann.call("GET", f"/api/daily/rota/{LONG_AGO}"))["results"] == []

    asyncio.run(scenario())


def test_past_days_are_played_for_practice_and_better_than_is_told(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Uma", "Vera") as (uma, vera):
            day = (await uma.call("GET", "/api/daily"))["day"]
            past = daily_deals.day_before(day)
            one = await uma.call("POST", f"/api/daily/rota/{past}")
            assert (one["day"], one["status"]) == (past, "playing")
            assert (await uma.call("POST", f"/api/daily/rota/{past}"))["id"] == one["id"]
            await play_on(uma, one["id"], at_random(3))
            await booked(uma, one["id"])
            # On no board and in no streak; others may look, for the day is over.
            assert uma.id not in str(await vera.call("GET", f"/api/daily/rota/{past}"))
            assert (await uma.call("GET", "/api/daily"))["streak"] == 0
            archive = (await uma.call("GET", "/api/daily/archive"))["days"]
            deal = next(deal for deal in archive[0]["deals"] if deal["game"] == "rota")
            assert (archive[0]["day"], deal["table"]) == (past, one["id"])
            assert deal["scores"] is not None
            for wrong in (day, daily_deals.days_before(day, -1), "2026-13-01"):
                assert await code_of(vera, f"/api/daily/rota/{wrong}", "POST") in {"not_allowed", "not_found"}
            # A picture of one's own result: of nobody else's, and not before the end.
            assert await code_of(vera, f"/api/daily/rota/{past}/card.png") == "not_found"
            picture = await uma.ask("GET", f"/api/daily/rota/{past}/card.png?lang=it")
            assert picture.content.startswith(b"\x89PNG")

    asyncio.run(scenario())


def test_of_a_hundred_others_so_many_did_less_well() -> None:
    assert [percent_below(from_below, 5) for from_below in (1, 2, 5)] == [0, 25, 100]
    assert percent_below(1, 1) is None
