"""What finished games leave behind: results and ratings, written once, whatever happens in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from openskill.models import PlackettLuce

from tests.server.support.serving import Guest, Server, serving, sqlite_url
from tests.server.support.whole_games import (
    at_random,
    booked,
    execute,
    gather,
    guests,
    play_on,
    play_out,
    whole_game,
)
from tests.support import random_game
from triax.games import GAMES, find_game
from triax.server import results
from triax.server.table import Table, TableMeta

ROW = ("seat", "player", "place", "won", "rated", "standard")
FRESH = PlackettLuce().rating()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("results"))) as running:
        yield running


async def ratings_of(person: Guest) -> dict[str, dict[str, Any]]:
    shown = await person.call("GET", f"/api/players/{person.id}")
    return {rating["game"]: rating for rating in shown["ratings"]}


async def rows_of(server: Server, table: str) -> list[dict[str, Any]]:
    query = f"SELECT {', '.join(ROW)} FROM results WHERE table_id = '{table}' ORDER BY seat"
    return [dict(zip(ROW, row, strict=True)) for row in await execute(server.database, query)]


def places_in(standings: list[list[int]]) -> dict[int, int]:
    """Places as a reader of the standings counts them."""
    return {seat: 1 + sum(len(ahead) for ahead in standings[:n]) for n, place in enumerate(standings) for seat in place}


# The worth of a result sorts as the game ranks.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_worth_sorts_as_the_game_ranks(game: str, players: int) -> None:
    for seed in range(12):
        *_, last = random_game(find_game(game), players, seed)
        meta = TableMeta("t", game, players, {}, public=False, clock=None, hints=False, host="h", created=0.0)
        table = Table(meta, status="over", state=last.after, ended=1.0)
        assert last.after.outcome is not None
        worths = [results.sort_key(table, seat) for seat in range(players)]
        best_first = sorted(set(worths), reverse=True)
        ranked = [[seat for seat, own in enumerate(worths) if own == worth] for worth in best_first]
        assert ranked == [list(place) for place in last.after.outcome.standings]
        assert dict(enumerate(results.places_of(table))) == places_in(ranked)


# Ratings.


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_two_moves_both_ratings(server: Server, game: str) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as people:
            over = await whole_game(people, game, seed=3)
            places = places_in(over["standings"])
            rows = await rows_of(server, over["id"])
            assert [row["player"] for row in rows] == [person.id for person in people]
            assert {row["seat"]: row["place"] for row in rows} == places
            assert all(row["rated"] and row["standard"] and row["won"] == (row["place"] == 1) for row in rows)
            found = [(await ratings_of(person))[game] for person in people]
            assert [rating["games"] for rating in found] == [1, 1]
            assert all(rating["sigma"] < FRESH.sigma for rating in found)
            better, worse = (found[seat] for seat in sorted(places, key=lambda seat: places[seat]))
            if places[0] == places[1]:
                assert (better["mu"], worse["mu"]) == (pytest.approx(FRESH.mu), pytest.approx(FRESH.mu))
            else:
                assert better["mu"] > FRESH.mu > worse["mu"]
                assert better["ordinal"] > worse["ordinal"]

    asyncio.run(scenario())


def test_a_game_with_hints_is_not_rated(server: Server) -> None:
    """Taken or not: who asks an engine for ideas does not play by themselves."""

    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as people:
            over = await whole_game(people, "rota", seed=3, hints=True)
            assert over["hints"]
            assert not any(row["rated"] for row in await rows_of(server, over["id"]))
            assert [await ratings_of(person) for person in people] == [{}, {}]

    asyncio.run(scenario())


def test_bots_do_not_count_in_ratings(server: Server) -> None:
    """Two people and two bots: rated as a game of two, by how the people stand to each other."""

    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as people:
            over = await whole_game(people, "rota", bots=["novice", "novice"], seed=5)
            places = places_in(over["standings"])
            rows = await rows_of(server, over["id"])
            assert {row["seat"]: row["place"] for row in rows} == {seat: places[seat] for seat in (0, 1)}
            model = PlackettLuce()
            expected = model.rate([[model.rating()], [model.rating()]], ranks=[places[0], places[1]])
            for person, (rating,) in zip(people, expected, strict=True):
                found = (await ratings_of(person))["rota"]
                assert (found["mu"], found["sigma"]) == (pytest.approx(rating.mu), pytest.approx(rating.sigma))

    asyncio.run(scenario())


@pytest.mark.parametrize("seats", [["me", "novice"], ["me", "me"], ["me"]], ids=["a bot", "one screen", "alone"])
def test_without_another_person_nothing_is_rated(server: Server, seats: list[str]) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            opened = await ann.call("POST", "/api/tables", {"game": "rota", "seats": seats})
            await play_on(ann, opened["id"], at_random())
            await booked(ann, opened["id"])
            rows = await rows_of(server, opened["id"])
            assert [row["player"] for row in rows] == [ann.id] * seats.count("me")
            assert not any(row["rated"] for row in rows)
            assert all(row["standard"] for row in rows)
            assert await ratings_of(ann) == {}

    asyncio.run(scenario())


def test_one_screen_with_a_visitor_is_not_rated(server: Server) -> None:
    """Whoever holds two seats plays against themselves, too."""

    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            opened = await ann.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open", "me"]})
            await ben.call("POST", f"/api/tables/{opened['id']}/join", {})
            await play_out([ann, ben], opened["id"])
            game = await booked(ann, opened["id"])
            assert game["held"] == [0, 2]
            assert not game["rated"]
            assert await ratings_of(ann) == {}
            assert await ratings_of(ben) == {}

    asyncio.run(scenario())


# What is standard.


def own_pieces(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(f"triax.games.{game}").joinpath("pieces.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize(
    ("game", "table"),
    [
        ("rota", {"options": {"pieces": own_pieces("rota")}}),
        ("axo", {"options": {"effects": False}}),
    ],
    ids=["own pieces", "no effects"],
)
def test_not_standard(server: Server, game: str, table: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            over = await whole_game([ann], game, **table)
            assert [row["standard"] for row in await rows_of(server, over["id"])] == [False]
            board = await ann.call("GET", f"/api/solo/{game}")
            assert ann.id not in {entry["player"] for entry in board}

    asyncio.run(scenario())


def test_own_pieces_are_not_rated(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as people:
            over = await whole_game(people, "rota", options={"pieces": own_pieces("rota")})
            assert not any(row["rated"] for row in await rows_of(server, over["id"]))
            assert await ratings_of(people[0]) == {}

    asyncio.run(scenario())


def test_a_bot_that_played_for_someone_spoils_their_result_alone(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann, ben], "rota", options={"start": 1})
            await ben.call("POST", f"/api/tables/{table}/leave")
            await play_on(ann, table, at_random())
            await booked(ann, table)
            rows = await rows_of(server, table)
            assert [row["standard"] for row in rows] == [True, False]
            assert all(row["rated"] for row in rows)

    asyncio.run(scenario())


def test_a_hint_counts_only_when_it_is_taken_and_for_who_took_it(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann, ben], "rota", hints=True, options={"start": 0})
            for _ in range(2):
                assert await ann.call("POST", f"/api/tables/{table}/hint", {"seat": 0})
            running = await ann.call("GET", f"/api/tables/{table}")
            assert not any(seat["hinted"] for seat in running["table"]["seats"])
            over = await play_out([ann, ben], table)
            await booked(ann, table)
            assert [seat["hinted"] for seat in over["seats"]] == [True, False]
            assert [row["standard"] for row in await rows_of(server, table)] == [False, True]
            kinds = await execute(server.database, f"SELECT kind FROM entries WHERE table_id = '{table}'")
            assert [kind for (kind,) in kinds].count("hint") == 1

    asyncio.run(scenario())


# Resigning, and tables that are given up.


def test_who_resigns_is_last(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Cleo") as people:
            ann, ben, cleo = people
            table = await gather(people, "rota")
            await ben.call("POST", f"/api/tables/{table}/resign", {"seat": 1})
            over = await play_out([ann, cleo], table)
            await booked(ann, table)
            assert over["standings"][-1] == [1]
            rows = await rows_of(server, table)
            assert rows[1] | {"player": ""} == {
                "seat": 1, "player": "", "place": 3, "won": False, "rated": True, "standard": False,
            }  # fmt: skip
            assert rows[0]["standard"]
            assert rows[2]["standard"]
            mus = [(await ratings_of(person))["rota"]["mu"] for person in people]
            assert mus[1] == min(mus) < FRESH.mu

    asyncio.run(scenario())


def test_resigning_ends_a_game_of_two(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann, ben], "axo")
            await ann.call("POST", f"/api/tables/{table}/resign", {"seat": 0})
            await booked(ben, table)
            rows = await rows_of(server, table)
            assert [(row["place"], row["won"], row["rated"]) for row in rows] == [(2, False, True), (1, True, True)]
            # It was not played to the end.
            assert not any(row["standard"] for row in rows)
            assert (await ratings_of(ann))["axo"]["mu"] < FRESH.mu < (await ratings_of(ben))["axo"]["mu"]

    asyncio.run(scenario())


def test_giving_up_alone_is_no_win(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            table = await gather([ann], "rota")
            await ann.call("POST", f"/api/tables/{table}/resign", {"seat": 0})
            await booked(ann, table)
            rows = await rows_of(server, table)
            assert [(row["place"], row["won"], row["standard"]) for row in rows] == [(2, False, False)]

    asyncio.run(scenario())


def test_a_table_that_is_closed_leaves_nothing(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            opened = await ann.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]})
            await ann.call("POST", f"/api/tables/{opened['id']}/close")
            # A game that ends later is booked, and still there is nothing of the closed one.
            await whole_game([ann], "rota")
            assert await rows_of(server, opened["id"]) == []
            refused = await ann.ask("GET", f"/api/tables/{opened['id']}/record")
            assert (refused.status_code, refused.json()["code"]) == (409, "not_over")

    asyncio.run(scenario())
