"""Players, their histories, and boards: right numbers, and no table shown to those it is not for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from tests.server.support.operations import manage
from tests.server.support.serving import Guest, Server, guest, serving, sqlite_url
from tests.server.support.whole_games import booked, gather, guests, play_out, whole_game
from triax.games import GAMES, find_game
from triax.games.errors import TriaxError
from triax.games.facts import TrackScore


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("boards"))) as running:
        yield running


async def history(person: Guest, of: Guest, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.call("GET", f"/api/players/{of.id}/games{query}"))["games"]
    return found


async def resigned(people: list[Guest], game: str = "rota", **table: Any) -> str:  # noqa: ANN401
    """A game of two that the second gives up."""
    opened = await gather(people, game, **table)
    await people[1].call("POST", f"/api/tables/{opened}/resign", {"seat": 1})
    await booked(people[0], opened)
    return opened


def test_what_a_player_is_shown_as(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            games = [await whole_game([ann, ben], "rota", seed=n) for n in range(3)]
            await resigned([ann, ben])
            shown = await ben.call("GET", f"/api/players/{ann.id}")
            assert (shown["id"], shown["name"], shown["guest"]) == (ann.id, "Ann", True)
            assert [rating["games"] for rating in shown["ratings"]] == [4]
            (statistics,) = shown["statistics"]
            won = 1 + sum(0 in game["standings"][0] for game in games)
            assert (statistics["game"], statistics["players"]) == ("rota", 2)
            assert (statistics["played"], statistics["won"]) == (4, won)
            # The game that was given up has no lowest track worth telling.
            played = [game for game in await history(ann, ann) if game["table"] in {over["id"] for over in games}]
            lowest = [min(game["seats"][0]["scores"]) for game in played]
            assert statistics["best"] == max(lowest)
            assert statistics["mean"] == pytest.approx(sum(lowest) / 3)
            await ann.call("POST", "/api/account", {"name": "Ann of the board", "password": "correct horse"})
            shown = await ben.call("GET", f"/api/players/{ann.id}")
            assert (shown["name"], shown["guest"]) == ("Ann of the board", False)
            assert len(await history(ann, ann)) == 4

    asyncio.run(scenario())


def test_play_at_one_screen_is_in_the_history_but_not_in_the_statistics(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            opened = await ann.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "me"]})
            await ann.call("POST", f"/api/tables/{opened['id']}/resign", {"seat": 1})
            game = await booked(ann, opened["id"])
            assert (game["held"], [seat["place"] for seat in game["seats"]]) == ([0, 1], [1, 2])
            assert (await ann.call("GET", f"/api/players/{ann.id}"))["statistics"] == []

    asyncio.run(scenario())


def test_statistics_of_axo_are_its_points(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as people:
            over = await whole_game(people, "axo")
            game = await booked(people[0], over["id"])
            for seat, person in enumerate(people):
                (found,) = (await person.call("GET", f"/api/players/{person.id}"))["statistics"]
                assert [found["best"]] == game["seats"][seat]["scores"]

    asyncio.run(scenario())


def test_tables_by_link_show_only_to_those_who_sat_there(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            private = await resigned([ann, ben])
            public = await resigned([ann, ben], public=True)
            alone = (await whole_game([ann], "rota"))["id"]
            assert {game["table"] for game in await history(ann, ann)} == {private, public, alone}
            assert {game["table"] for game in await history(ben, ann)} == {private, public}
            assert [game["table"] for game in await history(eve, ann)] == [public]
            # No answer to a stranger has the key to a table by link in it.
            paths = [f"/api/players/{ann.id}", f"/api/players/{ann.id}/games", "/api/ratings/rota", "/api/solo/rota"]
            for path in [*paths, "/api/daily", "/api/home", "/api/tables", "/api/tables/mine"]:
                text = (await eve.ask("GET", path)).text
                assert private not in text
                assert alone not in text
            board = {entry["player"]: entry for entry in await ann.call("GET", "/api/solo/rota")}
            assert board[ann.id]["table"] == alone

    asyncio.run(scenario())


def test_a_history_comes_page_by_page(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            tables = [await resigned([ann, ben], game) for game in ("rota", "axio", "axo", "rota", "axio")]
            pages: list[list[str]] = []
            query = "?limit=2"
            while True:
                page = await ann.call("GET", f"/api/players/{ann.id}/games{query}")
                pages.append([game["table"] for game in page["games"]])
                if page["before"] is None:
                    break
                query = f"?limit=2&before={page['before']!r}"
            assert pages == [tables[:2:-1], tables[2:0:-1], tables[:1]]
            newest = (await history(ben, ann))[0]
            assert (newest["game"], newest["players"], newest["rated"], newest["held"]) == ("axio", 2, True, [0])
            assert [(seat["name"], seat["place"]) for seat in newest["seats"]] == [("Ann", 1), ("Ben", 2)]
            for query in ("?limit=0", "?limit=101", "?before=nan", "?before=soon"):
                refused = await ann.ask("GET", f"/api/players/{ann.id}/games{query}")
                assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")

    asyncio.run(scenario())


def test_bots_are_in_the_history_by_level(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann, ben], "rota", bots=["novice"])
            await play_out([ann, ben], table)
            seats = (await booked(ann, table))["seats"]
            assert [(seat["name"], seat["bot"]) for seat in seats] == [("Ann", None), ("Ben", None), (None, "novice")]
            assert seats[2]["place"] is None

    asyncio.run(scenario())


@pytest.mark.parametrize("player", ["nobody", "no%00body", "%F0%9F", "x" * 70, "a'b"])
def test_players_that_are_none(server: Server, player: str) -> None:
    async def scenario() -> None:
        async with guest(server.url, "Ann") as ann:
            for path in (f"/api/players/{player}", f"/api/players/{player}/games", f"/api/tables/{player}/replay"):
                refused = await ann.ask("GET", path)
                assert (refused.status_code, refused.json()["code"]) == (404, "not_found")

    asyncio.run(scenario())


def test_the_board_of_ratings_has_those_with_five_games(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Cleo") as (ann, ben, cleo):
            for _ in range(3):
                await resigned([ann, ben], "axo")
            for _ in range(2):
                await resigned([ann, cleo], "axo")
            for _ in range(2):
                await resigned([cleo, ben], "axo")
            board = await ann.call("GET", "/api/ratings/axo")
            mine = {ann.id: "Ann", ben.id: "Ben", cleo.id: "Cleo"}
            found = [entry for entry in board if entry["player"] in mine]
            assert [entry["name"] for entry in found] == ["Ann", "Ben"]
            assert all(entry["games"] == 5 and entry["guest"] for entry in found)
            assert [entry["place"] for entry in board] == sorted(entry["place"] for entry in board)
            for entry in found:
                assert entry["ordinal"] == pytest.approx(entry["mu"] - 3 * entry["sigma"])
            (rating,) = (await ben.call("GET", f"/api/players/{ann.id}"))["ratings"]
            assert rating["ordinal"] == found[0]["ordinal"]
            assert ben.id not in {entry["player"] for entry in await ann.call("GET", "/api/ratings/rota")}

    asyncio.run(scenario())


def test_the_solo_board_has_everyones_best(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as people:
            best: dict[str, list[int]] = {}
            for person in people:
                for seed in range(4):
                    over = await whole_game([person], "axio", seed=seed)
                    (seat,) = (await booked(person, over["id"]))["seats"]
                    best[person.id] = max(best.get(person.id, []), sorted(seat["scores"]))
            board = await people[0].call("GET", "/api/solo/axio")
            found = {entry["player"]: sorted(entry["scores"]) for entry in board}
            assert found | best == found
            assert len(found) == len(board)
            worth = [sorted(entry["scores"]) for entry in board]
            assert worth == sorted(worth, reverse=True)
            assert [entry["place"] for entry in board] == [1 + sum(one > own for one in worth) for own in worth]

    asyncio.run(scenario())


def test_deals_of_the_day_are_not_on_the_solo_board(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            table = (await ann.call("POST", "/api/daily/rota"))["id"]
            await play_out([ann], table)
            await booked(ann, table)
            assert ann.id not in {entry["player"] for entry in await ann.call("GET", "/api/solo/rota")}

    asyncio.run(scenario())


def test_a_deleted_player_is_on_no_board(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            for _ in range(5):
                await resigned([ann, ben], "axio")
            await whole_game([ann], "axo")
            await manage(server.database, "delete-player", ann.id, "--yes")
            for path in ("/api/ratings/axio", "/api/solo/axo"):
                board = await ben.call("GET", path)
                assert ann.id not in {entry["player"] for entry in board}
            gone = await ben.ask("GET", f"/api/players/{ann.id}")
            assert (gone.status_code, gone.json()["code"]) == (404, "not_found")

    asyncio.run(scenario())


# The games as data.


def test_every_option_that_is_offered_is_one(server: Server) -> None:
    async def scenario() -> dict[str, Any]:
        async with guest(server.url, "Ann") as ann:
            await ann.call("DELETE", "/api/session")
            found: dict[str, Any] = await ann.call("GET", "/api/games")
            return found

    shown = asyncio.run(scenario())
    assert [game["name"] for game in shown["games"]] == list(GAMES)
    assert shown["substitute"] in shown["levels"]
    assert shown["limits"]["clock_seconds"] == [5, 14 * 24 * 3600]
    for game in shown["games"]:
        rules = find_game(game["name"])
        assert game["title"] == rules.title
        assert game["won_alone"] == rules.facts.won_alone
        assert game["levels"]
        for players in game["players"]:
            kind = "tracks" if isinstance(rules.facts.scores[players], TrackScore) else "points"
            assert game["scores"][str(players)] == {"kind": kind, **asdict(rules.facts.scores[players])}
            options = [option for option in game["options"] if players in option["players"]]
            filled = rules.check_options(players, {})
            # Nothing that the game fills in is left out, and with the same value.
            defaults = {option["name"]: option["default"] for option in options if option["default"] is not None}
            assert defaults == {name: value for name, value in filled.items() if name != "start"}
            for option in options:
                for value in values(option, players):
                    assert rules.check_options(players, {option["name"]: value})[option["name"]] == value
            known = [option["name"] for option in options]
            with pytest.raises(TriaxError) as refused:
                rules.check_options(players, {"unheard_of": 1})
            expected = str(refused.value).rpartition("expected ")[2].split(", ")
            assert set(known) | {"start"} == set(expected)


def values(option: dict[str, Any], players: int) -> list[Any]:
    match option["kind"]:
        case "seat":
            return list(range(players))
        case "flag":
            return [True, False]
        case "choice":
            return list(option["choices"])
        case _:
            return []
