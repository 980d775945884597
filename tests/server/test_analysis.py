"""The analysis board's API: the positions of a record, moves tried from them, ideas that grow, and playing on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from tests.server.support.serving import LOOSE, Server, serving, sqlite_url
from tests.server.support.whole_games import at_random, gather, guests, play_on, whole_game
from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.games import GAMES
from triax.games.record import read_record
from triax.puzzles import pack_of
from triax.server.config import Limits
from triax.server.errors import Refused
from triax.server.line_cache import LineCache
from triax.server.studies import Study, check_studies


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = (*LOOSE, "studies=1")
    with serving(sqlite_url(tmp_path_factory.mktemp("analysis")), limits=limits) as running:
        yield running


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_shown_move_by_move_and_goes_another_way(server: Server, game: str) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            over = await whole_game([ann, ben], game, seed=4)
            path = f"/api/tables/{over['id']}"
            record = (await ann.ask("GET", f"{path}/record")).text
            read = await ann.call("POST", "/api/analysis/record", {"record": record})
            line, moves = read["line"], read["line"]["moves"]
            for at in (0, 1, len(moves) // 2, len(moves)):
                shown = await ann.call("POST", "/api/analysis/position", {**line, "moves": moves[:at]})
                replayed = await ann.call("GET", f"{path}/replay/{at}")
                assert [shown[key] for key in ("views", "events", "scores")] == [
                    replayed[key] for key in ("views", "events", "scores")
                ]
                assert shown["move"] == (moves[at - 1] if at else None)
                to_act = shown["views"][0]["to_act"]
                assert [seat for seat in (0, 1) if shown["moves"][seat]] == to_act

            # Another way from the middle, and back to a record.
            before = {**line, "moves": moves[: len(moves) // 2]}
            shown = await ann.call("POST", "/api/analysis/position", before)
            seat = shown["views"][0]["to_act"][0]
            [[start, ends, _], *_] = shown["moves"][seat]
            tried = {"seat": seat, "move": start + ends[0]}
            preview = await ann.call("POST", "/api/analysis/preview", {"line": before, **tried})
            other = {**line, "moves": [*before["moves"], tried]}
            after = await ann.call("POST", "/api/analysis/position", other)
            assert [event["kind"] for event in preview] == [event["kind"] for event in after["events"]][: len(preview)]
            # What was drawn there is kept with the move.
            other = {**line, "moves": [*before["moves"], after["move"]]}
            saved = (await ann.ask("POST", "/api/analysis/lines", other)).text
            assert [step.move for step in read_record(saved).replay()][-1] == GAMES[game].parse(tried["move"])
            again = await ann.call("POST", "/api/analysis/record", {"record": saved})
            assert again["opening"] == read["opening"]
            assert again["line"]["moves"][-1] == after["move"]

    asyncio.run(scenario())


def test_what_is_drawn_is_chosen(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            line = (await ann.call("POST", "/api/analysis/deal", {"game": "rota", "players": 2}))["line"]
            shown = await ann.call("POST", "/api/analysis/position", line)
            seat = shown["views"][0]["to_act"][0]
            move = {"seat": seat, "move": "".join((shown["moves"][seat][0][0], shown["moves"][seat][0][1][0]))}
            after = await ann.call("POST", "/api/analysis/position", {**line, "moves": [move]})
            [draw] = after["draws"]
            wanted = next(piece for piece in after["pools"][draw["pool"]] if piece != draw["piece"])
            chosen = await ann.call("POST", "/api/analysis/position", {**line, "moves": [{**move, "drawn": [wanted]}]})
            assert chosen["views"][seat]["hand"] == wanted
            assert chosen["views"][1 - seat] == after["views"][1 - seat]

    asyncio.run(scenario())


def broken(record: dict[str, Any], *path: str | int, value: object) -> str:
    whole: Any = json.loads(json.dumps(record))
    inner = whole
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(whole)


def test_what_is_not_so_is_refused_in_words(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            over = await whole_game([ann], "rota", seed=1)
            text = (await ann.ask("GET", f"/api/tables/{over['id']}/record")).text
            record = json.loads(text)
            for bad, words in (
                (broken(record, "log", 3, "move", value="9,9/0"), "log[3]: '9,9/0' is not legal"),
                (broken(record, "log", 2, "seat", value=1), "log[2].seat"),
                (broken(record, "result", "scores", 0, 0, value=1000), "result.scores"),
                (broken(record, "extra", value=1), 'record: unknown field "extra"'),
                ("{", "not a JSON object"),
                ("[" * 100_000, "a request has at most"),
            ):
                refused = await ann.ask("POST", "/api/analysis/record", {"record": bad})
                assert refused.json()["code"] in {"bad_record", "too_large"}
                assert words in refused.json()["message"]
            line = (await ann.call("POST", "/api/analysis/record", {"record": text}))["line"]
            for change, code, words in (
                ({"moves": [*line["moves"][:2], {"seat": 0, "move": "9,9/0"}]}, "bad_record", "moves[2]: '9,9/0'"),
                ({"setup": {}}, "bad_options", "setup"),
                ({"setup": {"a": 2**70}}, "bad_options", "setup"),
                ({"options": {"start": 7}}, "bad_options", "options.start"),
                ({"players": 9}, "bad_request", "players"),
                ({"game": "chess"}, "bad_request", "game"),
            ):
                refused = await ann.ask("POST", "/api/analysis/position", {**line, **change})
                assert refused.status_code < 500
                assert refused.json()["code"] == code
                assert words in refused.json()["message"]
            # Of a game that goes on nobody gets the record.
            table = await gather([ann, ben], "axio")
            refused = await ann.ask("GET", f"/api/tables/{table}/record")
            assert refused.json()["code"] == "not_over"
        nobody = httpx.post(f"{server.url}/api/analysis/position", json=line)
        assert nobody.json()["code"] == "no_session"

    asyncio.run(scenario())


def test_ideas_come_as_a_stream_that_ends_with_its_reader(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Eve") as (ann, eve):
            line = (await ann.call("POST", "/api/analysis/deal", {"game": "rota", "players": 2}))["line"]
            shown = await ann.call("POST", "/api/analysis/position", line)
            [seat] = shown["views"][0]["to_act"]
            legal = {start + end for start, ends, _ in shown["moves"][seat] for end in ends}
            for _ in range(3):
                asked = {"line": line, "seat": seat}
                async with ann.http.stream("POST", "/api/analysis/ideas", json=asked, timeout=60) as stream:
                    assert stream.status_code == 200
                    lines = stream.aiter_lines()
                    first = json.loads(await anext(lines))
                    assert {idea["move"] for idea in first["ideas"]} <= legal
                    assert first["ideas"]
                    # The engine thinks for so many at once.
                    refused = await eve.ask("POST", "/api/analysis/ideas", asked)
                    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
            refused = await ann.ask("POST", "/api/analysis/ideas", {"line": line, "seat": 1 - seat})
            assert refused.json()["code"] == "wrong_seat"

    asyncio.run(scenario())


def test_a_game_played_on_is_marked_and_counts_for_nothing(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            over = await whole_game([ann], "axio", seed=2, options={})
            text = (await ann.ask("GET", f"/api/tables/{over['id']}/record")).text
            line = (await ann.call("POST", "/api/analysis/record", {"record": text}))["line"]
            before = {**line, "moves": line["moves"][:5]}
            shown = await ann.call("POST", "/api/analysis/position", before)
            table = await ann.call("POST", "/api/analysis/play", {"line": before, "seats": ["me"]})
            assert (table["practice"], table["status"], over["practice"]) == (True, "playing", False)
            seen = await ann.call("GET", f"/api/tables/{table['id']}")
            assert seen["states"][0]["view"] == shown["views"][0]
            assert (await play_on(ann, table["id"], at_random(5)))["status"] == "over"
            record = read_record((await ann.ask("GET", f"/api/tables/{table['id']}/record")).text)
            assert [entry["move"] for entry in record.log[:5]] == [move["move"] for move in before["moves"]]
            assert list(record.replay())[-1].after.outcome is not None
            # What was missed is what was played here.
            async with ann.sit_at(table["id"]) as socket:
                number = (await socket.next("state"))["number"]
                missed = await socket.ask("missed", "missed", seat=0, number=1)
                assert [step["number"] for step in missed["steps"]] == list(range(2, number + 1))
            history = await ann.call("GET", f"/api/players/{ann.id}/games")
            assert [(game["table"], game["practice"]) for game in history["games"]] == [
                (table["id"], True),
                (over["id"], False),
            ]
            [statistics] = (await ann.call("GET", f"/api/players/{ann.id}"))["statistics"]
            assert statistics["played"] == 1
            for seats, words in ((["novice"], "one of them me"), (["me", "me"], "expected 1"), (["boss"], "me")):
                refused = await ann.ask("POST", "/api/analysis/play", {"line": before, "seats": seats})
                assert words in refused.json()["message"]
            refused = await ann.ask("POST", "/api/analysis/play", {"line": line, "seats": ["me"]})
            assert "over in this position" in refused.json()["message"]

    asyncio.run(scenario())


def test_chance_decides_what_is_left_open_and_says_how(server: Server) -> None:
    """An exchange in Axio shuffles the bag: asked for again with what it said, the position is the same."""
    record = _exchange()

    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            line = (await ann.call("POST", "/api/analysis/record", {"record": json.dumps(record)}))["line"]
            at = next(n for n, move in enumerate(line["moves"]) if move["move"] == "exchange")
            before, seat = line["moves"][:at], line["moves"][at]["seat"]
            open_move = {"seat": seat, "move": "exchange"}
            first, second = [
                await ann.call("POST", "/api/analysis/position", {**line, "moves": [*before, open_move]})
                for _ in range(2)
            ]
            assert first["move"]["shuffles"] != second["move"]["shuffles"]
            again = await ann.call("POST", "/api/analysis/position", {**line, "moves": [*before, first["move"]]})
            assert again == first

    asyncio.run(scenario())


def _exchange() -> dict[str, Any]:
    """A record in which tiles are exchanged."""
    for seed in range(100):
        record = simulate(GAMES["axio"], [BotSpec("random")] * 2, {}, Random(seed))
        if any(entry.get("move") == "exchange" for entry in record.log):
            found: dict[str, Any] = json.loads(record.to_json())
            return found
    raise AssertionError("no exchange in a hundred games")


def test_a_puzzle_is_explored_once_it_was_tried(server: Server) -> None:
    puzzle = pack_of("rota").puzzles[0]
    line: dict[str, Any] = {"game": puzzle.game, "players": puzzle.players, "setup": {"puzzle": puzzle.id}}

    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            for path, body in (("position", line), ("ideas", {"line": line, "seat": puzzle.seat})):
                refused = await ann.ask("POST", f"/api/analysis/{path}", body)
                assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
            await ann.call("POST", f"/api/puzzles/{puzzle.id}/attempts", {"id": "1", "move": puzzle.best[0]})
            shown = await ann.call("POST", "/api/analysis/position", line)
            assert shown["views"][puzzle.seat] == json.loads(json.dumps(puzzle.view))
            made = {"seat": puzzle.seat, "move": puzzle.best[0]}
            after = await ann.call("POST", "/api/analysis/position", {**line, "moves": [made]})
            assert after["move"]["move"] == puzzle.best[0]
            # A position without its game has no record.
            seats = ["me", *["novice"] * (puzzle.players - 1)]
            for path, body in (("lines", line), ("play", {"line": line, "seats": seats})):
                refused = await ann.ask("POST", f"/api/analysis/{path}", body)
                assert "no record of a position" in refused.json()["message"]
            for wrong in ({**line, "players": puzzle.players % 4 + 1}, {**line, "game": "axio"}):
                assert (await ann.ask("POST", "/api/analysis/position", wrong)).status_code in {400, 404}

    asyncio.run(scenario())


def test_a_record_is_paid_for_by_its_length(server: Server) -> None:
    """However its moves are written."""

    async def scenario() -> None:
        record = simulate(GAMES["axo"], [BotSpec("random")] * 4, {}, Random(3)).to_json()
        disguised = record.replace('"move"', '"mov\\u0065"')
        async with guests(server.url, "Eve") as (eve,):
            codes = [
                (await eve.ask("POST", "/api/analysis/record", {"record": disguised + " " * 40_000})).status_code
                for _ in range(6)
            ]
            assert codes[0] == 200
            assert codes[-1] == 429

    asyncio.run(scenario())


def test_one_address_does_not_take_all_that_the_engine_thinks_about() -> None:
    limits = Limits(studies=4, studies_per_address=2)
    known = {"ann": Study("here"), "ben": Study("here")}
    check_studies(known, "ann", Study("here"), limits)  # in place of the one before
    with pytest.raises(Refused, match="for many others"):
        check_studies(known, "cleo", Study("here"), limits)
    check_studies(known, "cleo", Study("there"), limits)
    full = {**known, "cleo": Study("there"), "dan": Study("far away")}
    with pytest.raises(Refused, match="for many others"):
        check_studies(full, "eve", Study("elsewhere"), limits)


def test_nobody_has_more_worked_out_than_there_is_time_for() -> None:
    async def scenario() -> None:
        cache = LineCache()
        assert await cache.work("Eve", 10_000, lambda: "long") == "long"
        with pytest.raises(Refused, match="too many long lines"):
            await cache.work("Eve", 1, lambda: "short")
        assert await cache.work("Ann", 1, lambda: "short") == "short"

    asyncio.run(scenario())
