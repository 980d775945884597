"""Records and replays: the whole game with all hands, when it is over and not before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.support.serving import Server, serving, sqlite_url
from tests.server.support.whole_games import at_random, gather, guests, play_on, whole_game
from tests.support import random_game
from triax.games import GAMES, find_game
from triax.games.events import plain_for
from triax.games.record import read_record
from triax.server.replay_cache import ReplayCache
from triax.server.table import LogEntry, Table, TableMeta


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("replays"))) as running:
        yield running


def plain(value: object) -> Any:  # noqa: ANN401
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_a_replay_is_the_record_position_by_position(server: Server, game: str, players: int) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Cleo") as people:
            over = await whole_game(people[:players], game, seed=players)
            path = f"/api/tables/{over['id']}"
            downloaded = await people[0].ask("GET", f"{path}/record")
            assert downloaded.headers["content-type"] == "application/json"
            assert downloaded.headers["content-disposition"].startswith('attachment; filename="triax-')
            assert over["id"] not in downloaded.headers["content-disposition"]
            assert downloaded.text.count("\n") == 1
            record = read_record(downloaded.text)
            steps = list(record.replay())
            assert record.result is not None
            assert record.result["standings"] == over["standings"]
            if (game, players) == ("axo", 3):
                assert any("shuffle" in entry for entry in record.log)

            shown = await people[-1].call("GET", f"{path}/replay")
            assert shown["names"] == ["Ann", "Ben", "Cleo"][:players]
            assert shown["positions"] == len(steps) + 1
            assert shown["moves"] == [{"seat": step.seat, "move": str(step.move)} for step in steps]

            seats = range(players)
            first = await people[0].call("GET", f"{path}/replay/0")
            start = record.start()
            assert first["views"] == plain([start.view(seat) for seat in seats])
            assert (first["events"], first["move"], first["seat"]) == ([], None, None)
            for number, step in enumerate(steps, 1):
                if number % 20 and number != len(steps):
                    continue
                at = await people[0].call("GET", f"{path}/replay/{number}")
                assert (at["at"], at["seat"], at["move"]) == (number, step.seat, str(step.move))
                assert at["views"] == plain([step.after.view(seat) for seat in seats])
                assert at["scores"] == plain(step.after.scores)
                # All that anybody was told is there.
                received = [plain(plain_for(step.events, seat)) for seat in seats]
                assert len(at["events"]) == len(step.events)
                assert all(
                    any(event.items() <= whole.items() for whole in at["events"]) for own in received for event in own
                )
            beyond = await people[0].ask("GET", f"{path}/replay/{len(steps) + 1}")
            assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")

    asyncio.run(scenario())


def test_nothing_is_shown_while_the_game_goes_on(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            waiting = await ann.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]})
            playing = await gather([ann, ben], "rota")
            for table in (waiting["id"], playing):
                for what in ("record", "replay", "replay/0"):
                    for person in (ann, ben, eve):
                        refused = await person.ask("GET", f"/api/tables/{table}/{what}")
                        assert (refused.status_code, refused.json()["code"]) == (409, "not_over")

    asyncio.run(scenario())


def test_a_game_given_up_has_a_record_without_a_result(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann, ben], "axio", options={"start": 0})
            moves = (await ann.call("GET", f"/api/tables/{table}"))["states"][0]["moves"]
            move = moves[0][0] + moves[0][1][0]
            await ann.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": move, "id": "first"})
            await ben.call("POST", f"/api/tables/{table}/resign", {"seat": 1})
            record = read_record((await ann.ask("GET", f"/api/tables/{table}/record")).text)
            assert record.result is None
            assert [str(step.move) for step in record.replay()] == [move]
            assert (await ben.call("GET", f"/api/tables/{table}/replay"))["positions"] == 2
            last = await ben.call("GET", f"/api/tables/{table}/replay/1")
            assert all(view["rack"] for view in last["views"])

    asyncio.run(scenario())


def test_bots_have_their_level_for_a_name(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            table = await gather([ann], "rota", bots=["novice"])
            await play_on(ann, table, at_random())
            shown = await ann.call("GET", f"/api/tables/{table}/replay")
            assert shown["names"] == ["Ann", "novice"]

    asyncio.run(scenario())


def a_table(number: int) -> Table:
    """A solo game that has been played."""
    game = find_game("rota")
    steps = list(random_game(game, 1, number))
    table = Table(TableMeta(f"t{number}", "rota", 1, {}, public=False, clock=None, hints=False, host="h", created=0.0))
    state = steps[0].before
    setup = {
        "display": [{"tile": laid.tile, "at": list(cell), "turn": laid.turn} for cell, laid in state.display.items()],  # type: ignore[attr-defined]
        "stacks": [[state.hands[0], *state.stacks[0]]],  # type: ignore[attr-defined]
        "supply": list(state.supply),  # type: ignore[attr-defined]
        "start": 0,
    }
    table.apply(LogEntry(0, "start", None, {"options": {}, "setup": setup}, 0.0, "u"))
    for at, step in enumerate(steps, 1):
        table.apply(LogEntry(at, "move", 0, {"move": str(step.move)}, float(at), "u"))
    return table


def test_only_the_last_few_games_stay_unrolled() -> None:
    async def scenario() -> None:
        replays = ReplayCache(kept=2)
        tables = [a_table(number) for number in range(4)]
        for table in tables:
            both = await asyncio.gather(replays.of(table), replays.of(table))
            assert both[0] is both[1]
            assert both[0][-1].state == table.state
        again = await replays.of(tables[3])
        assert again is await replays.of(tables[3])
        kept = {id(await replays.of(tables[2])), id(again)}
        assert len(kept) == len(replays._unrolled) == 2
        await replays.close()

    asyncio.run(scenario())


def test_a_replay_waits_for_nobody() -> None:
    """A reader who goes away while a game is unrolled does not take it from the others."""

    async def scenario() -> None:
        replays, table = ReplayCache(), a_table(1)
        hasty = asyncio.create_task(replays.of(table))
        await asyncio.sleep(0)
        patient = asyncio.create_task(replays.of(table))
        await asyncio.sleep(0)
        hasty.cancel()
        assert len(await patient) == len(table.log) + 1
        await replays.close()

    asyncio.run(scenario())
