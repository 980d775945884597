"""Puzzles on a server: what is shown before an answer and what after, what counts, and whose it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.support.serving import Guest, Server, serving, sqlite_url
from tests.server.support.whole_games import execute, guests, whole_game
from triax.games import GAMES
from triax.games.record import read_record
from triax.puzzles import Puzzle, games_with_puzzles, pack_of
from triax.puzzles.why import why_better
from triax.server.puzzle_attempts import Attempt, puzzle_of_the_day, streak_of

PUZZLES: list[Puzzle] = [pack_of(game).puzzles[0] for game in games_with_puzzles(GAMES)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("puzzles"))) as running:
        yield running


def wrong_move(puzzle: Puzzle) -> str:
    return next(str(move) for move in puzzle.state().moves(puzzle.seat) if str(move) not in puzzle.best)


async def answer(person: Guest, puzzle: Puzzle, move: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = await person.call("POST", f"/api/puzzles/{puzzle.id}/attempts", {"id": name, "move": move})
    return found


async def of_game(person: Guest, game: str) -> dict[str, Any]:
    shown = await person.call("GET", "/api/puzzles")
    return next(one for one in shown["games"] if one["game"] == game)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.game)
def test_the_first_attempt_counts_once_and_for_oneself(server: Server, puzzle: Puzzle) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            shown = await ann.call("GET", f"/api/puzzles/{puzzle.id}")
            assert shown["state"] == "new"
            # Nothing of the answer is told before there is one.
            told = {"id", "game", "players", "rating", "seat", "view", "moves", "day", "state"}
            assert set(shown) == told
            assert shown["view"] == json.loads(json.dumps(puzzle.view))

            right = await answer(ann, puzzle, puzzle.best[0], "one")
            assert (right["right"], right["counted"], right["streak"]) == (True, True, 1)
            assert right["rating_after"] > right["rating_before"] == 1500
            assert right["ideas"][0]["move"] in right["best"] == list(puzzle.best)
            # Sent again, as after a broken line: the same answer, and nothing is counted twice.
            assert await answer(ann, puzzle, puzzle.best[0], "one") == right
            refused = await ann.ask(
                "POST", f"/api/puzzles/{puzzle.id}/attempts", {"id": "one", "move": wrong_move(puzzle)}
            )
            assert refused.json()["code"] == "id_reused"
            practice = await answer(ann, puzzle, wrong_move(puzzle), "two")
            why = msgspec.to_builtins(why_better(puzzle, wrong_move(puzzle)))
            assert {"other": practice["compared"], "reason": practice["reason"], "harm": practice["harm"]} == why
            assert (practice["right"], practice["counted"]) == (False, False)
            assert practice["rating_after"] == right["rating_after"]
            mine = await of_game(ann, puzzle.game)
            assert (mine["tried"], mine["solved"], mine["streak"]) == (1, 1, 1)
            assert mine["rating"] == right["rating_after"]

            # Another's attempts are another's, though the id is the same.
            wrong = await answer(ben, puzzle, wrong_move(puzzle), "one")
            assert (wrong["right"], wrong["counted"]) == (False, True)
            assert wrong["rating_after"] < 1500
            assert wrong["puzzle_rating"] > right["puzzle_rating"]
            assert (await of_game(ann, puzzle.game))["rating"] == right["rating_after"]
            assert (await of_game(ben, puzzle.game))["solved"] == 0

    asyncio.run(scenario())


def test_two_attempts_at_once_count_once(server: Server) -> None:
    puzzle = PUZZLES[0]

    async def scenario() -> None:
        async with guests(server.url, "Cleo") as (cleo,):
            both = await asyncio.gather(*(answer(cleo, puzzle, puzzle.best[0], name) for name in ("a", "b", "a")))
            assert len({one["rating_after"] for one in both}) == 1
            assert (await of_game(cleo, puzzle.game))["tried"] == 1

    asyncio.run(scenario())


def test_an_answer_that_came_is_kept_though_the_server_dies_at_once(tmp_path: Path) -> None:
    puzzle = PUZZLES[0]

    async def scenario(server: Server) -> None:
        async with guests(server.url, "Ann") as (ann,):
            told = await answer(ann, puzzle, puzzle.best[0], "one")
            server.kill()
            await asyncio.to_thread(server.start)
            shown = await of_game(ann, puzzle.game)
            assert (shown["tried"], shown["solved"], shown["rating"]) == (1, 1, told["rating_after"])
            assert await answer(ann, puzzle, puzzle.best[0], "one") == told

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(scenario(server))


def test_what_is_no_answer_is_refused_with_a_code(server: Server) -> None:
    puzzle = PUZZLES[0]

    async def scenario() -> None:
        async with guests(server.url, "Dan") as (dan,):

            async def code(path: str, body: object) -> str:
                found = await dan.ask("POST", f"/api/puzzles/{path}", body)
                return str(found.json()["code"])

            assert await code(f"{puzzle.id}/attempts", {"id": "x", "move": "nonsense"}) == "bad_notation"
            assert await code(f"{puzzle.id}/attempts", {"id": "x"}) == "bad_request"
            assert await code("rota-0000000000/attempts", {"id": "x", "move": "0,0/0"}) == "not_found"
            events = await dan.call("POST", f"/api/puzzles/{puzzle.id}/preview", {"move": puzzle.best[0]})
            assert isinstance(events, list)
            assert (await dan.ask("GET", "/api/puzzles/next/nothing")).status_code == 404
            assert (await of_game(dan, puzzle.game))["tried"] == 0

    asyncio.run(scenario())


def test_the_next_one_is_new_until_all_are_tried(server: Server) -> None:
    game = PUZZLES[0].game
    few = pack_of(game).puzzles[:6]

    async def scenario() -> None:
        async with guests(server.url, "Eve") as (eve,):
            for number, puzzle in enumerate(few):
                await answer(eve, puzzle, puzzle.best[0], str(number))
            tried = {puzzle.id for puzzle in few}
            left = len(pack_of(game).puzzles) > len(few)
            for _ in range(5):
                shown = await eve.call("GET", f"/api/puzzles/next/{game}?after={few[0].id}")
                assert (shown["id"] in tried) != left
                assert shown["id"] != few[0].id
            theme = few[0].themes[0]
            shown = await eve.call("GET", f"/api/puzzles/next/{game}?theme={theme}")
            assert theme in next(one.themes for one in pack_of(game).puzzles if one.id == shown["id"])

    asyncio.run(scenario())


def test_ones_own_mistakes_are_for_oneself(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    def judged(seat: int, move: str, better: str) -> dict[str, Any]:
        candidates = [
            {"move": better, "chance": 0.7, "gain": "", "reason": {"code": "safe", "values": {}}},
            {"move": move, "chance": 0.4, "gain": "", "reason": None},
        ]
        harm = {"code": "further", "values": {"colours": "", "tenths": 12, "seat": 1 - seat}}
        return {"seat": seat, "move": move, "band": "blunder", "candidates": candidates, "harm": harm}

    async def scenario(server: Server) -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = (await whole_game([ann, ben], "rota"))["id"]
            record = read_record((await ann.ask("GET", f"/api/tables/{table}/record")).text)
            steps = list(record.replay())
            other = [next(move for move in step.before.moves(step.seat) if move != step.move) for step in steps]
            decisions = [judged(one.seat, str(one.move), str(move)) for one, move in zip(steps, other, strict=True)]
            # One of them was no mistake, and one had no clear answer.
            decisions[0]["band"] = "good"
            decisions[1]["candidates"][1]["chance"] = 0.69
            result = json.dumps({"unit": "chance", "decisions": decisions})
            columns = "table_id, version, seed, asked, decisions, known, failed, result, made"
            values = f"'{table}', 1, 0, 0, {len(decisions)}, '[]', false, '{result}', 1"
            await execute(url, f"INSERT INTO reviews ({columns}) VALUES ({values})")
            for seat, person in enumerate((ann, ben)):
                own = [number for number, step in enumerate(steps) if step.seat == seat and number > 1]
                assert (await person.call("GET", "/api/puzzles"))["mine"] == len(own)
                shown = await person.call("GET", "/api/puzzles/mine/next")
                number = int(shown["id"].rpartition("/")[2])
                assert number in own
                # Just what the seat could see.
                assert shown["view"] == json.loads(json.dumps(steps[number].before.view(seat)))
                path = f"/api/puzzles/{shown['id']}"
                assert await person.call("POST", f"{path}/preview", {"move": str(other[number])})
                right = await person.call("POST", f"{path}/attempts", {"id": "x", "move": str(other[number])})
                assert (right["right"], right["counted"], right["chance"]) == (True, False, 0.7)
                wrong = await person.call("POST", f"{path}/attempts", {"id": "x", "move": str(steps[number].move)})
                assert (wrong["right"], wrong["tempting"]["move"]) == (False, str(steps[number].move))
                assert wrong["harm"] == right["harm"] == decisions[number]["harm"]
                assert (await (ben, ann)[seat].ask("GET", path)).json()["code"] == "not_found"
                assert (await of_game(person, "rota"))["tried"] == 0

    with serving(url) as server:
        asyncio.run(scenario(server))


@pytest.mark.parametrize("game", games_with_puzzles(GAMES))
def test_days_take_turns(game: str) -> None:
    count = len(pack_of(game).puzzles)
    days = [(date(2026, 3, 1) + timedelta(days=number)).isoformat() for number in range(count)]
    assert len({puzzle_of_the_day(game, day).id for day in days}) == count


def test_streaks() -> None:
    def tried(*solved: bool) -> list[Attempt]:
        return [Attempt("x", "p", "m", one, 0.0, None, 1500.0, 1500.0) for one in solved]

    assert streak_of([]) == (0, 0)
    assert streak_of(tried(True, True, False, True, True, True)) == (2, 3)
    assert streak_of(tried(False, True)) == (0, 1)
