"""Nothing hidden leaves: whole games with an ear on every socket and every answer."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.support.leak_check import LeakCheck, ReplayedTable
from tests.server.support.serving import LOOSE, Server, guest, serving, sqlite_url
from tests.server.support.traffic import SEATINGS, Person, RecordedTable, TrafficRecorder, guess, moves_in
from tests.support import VARIANTS, Played, Sorted, random_game, twin
from triax.games import GAMES
from triax.games.core import AnyState
from triax.puzzles import games_with_puzzles, pack_of
from triax.server import actions
from triax.server.actions import MoveRequest
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.messages import Telling, table_info
from triax.server.table import AppliedMove, Change, LogEntry, OpenDecision, Table, TableMeta, TableSeat
from triax.server.visibility import ToldView, preview_for

CURIOUS = {"rota": 0.04, "axio": 0.03, "axo": 0.01}
"""How often people pry: two or three times a game."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hidden")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(sqlite_url(folder), limits=(*LOOSE, "tables_per_player=1000")) as running:
        yield running


def reading(folder: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"file:{folder / 'triax.sqlite'}?mode=ro", uri=True))


def check_log(server: Server, watched: RecordedTable) -> None:
    """The server's own log has no table's address, nobody's secret, and not a word of what was played or said."""
    log = server.log.read_text()
    assert "the server is open" in log
    moves = {entry["move"] for entry in watched.entries if entry["kind"] == "move"}
    cookies = {person.browser.cookies for person in watched.people}
    ids = {watched.table, *(person.browser.id for person in watched.people)}
    for word in [*(move for move in moves if re.search(r"\d", move)), *cookies, *ids, "hello"]:
        assert word not in log, word


async def public_answers(watch: TrafficRecorder, game: str) -> dict[str, str]:
    """What is there to ask for before there is a table."""
    async with guest(watch.url, "Zoe") as browser:
        nobody = Person("Zoe", browser, "none", lambda: 0)
        answers = {path: (await browser.ask("GET", path)).text for path in await watch.addresses(nobody, game)}
    # Which puzzle comes next changes; all of them come with the package.
    puzzles = json.dumps([one.view for one in pack_of(game).puzzles] if game in games_with_puzzles(GAMES) else [])
    return {path: puzzles if path.startswith("/api/puzzles/next/") else text for path, text in answers.items()}


async def whole_game(watch: TrafficRecorder, game: str, players: int) -> RecordedTable:
    options = {"simona": "right"} if game == "axo" and players == 1 else {}
    async with watch.gathered(game, SEATINGS[players], options=options, clock=3600) as watched:
        await watch.play(watched, CURIOUS[game])
        shown = [await person.browser.call("GET", f"/api/tables/{watched.table}/record") for person in watched.people]
        # What the proof is made from is what everybody may see in the end.
        assert all(record["log"] == list(ReplayedTable(watched).record.log) for record in shown)
        return watched


@pytest.mark.parametrize(
    ("game", "tables"),
    [
        # Alone, two people, and three seats of two; the others, with a bot beside people too, in the sweep.
        ("rota", (1, 2)),
        ("axio", (2,)),
        ("axo", (3,)),
        *(
            pytest.param(game, tables, marks=pytest.mark.slow)
            for game, tables in (("rota", (3, 4)), ("axio", (1, 3, 4)), ("axo", (1, 2, 4)))
        ),
    ],
)
def test_nobody_is_told_what_they_may_not_know(
    server: Server, folder: Path, game: str, tables: tuple[int, ...]
) -> None:

    async def play(watch: TrafficRecorder) -> tuple[dict[str, str], list[RecordedTable]]:
        public = await public_answers(watch, game)
        return public, list(await asyncio.gather(*(whole_game(watch, game, players) for players in tables)))

    with reading(folder) as database:
        public, games = asyncio.run(play(TrafficRecorder(server.url, database, Random(game))))
    heard: Counter[str] = Counter()
    for watched in games:
        heard += LeakCheck(watched, public).hold()
        check_log(server, watched)
    expected = {"state", "moves", "preview", "hint", "refused", "chat, table", "chat, spectators", "welcome"}
    assert expected <= heard.keys(), heard
    asked = {path for path in public if path != "/metrics"}
    assert len(asked) > 10
    assert {f"GET {path}" for path in asked if "none" not in path and "/players/" not in path} <= heard.keys(), heard
    assert {"GET /api/tables/{table}", "GET /api/players/{player}", "POST /api/tables/{table}/moves"} <= heard.keys()


# Two tables that differ only in what somebody cannot see say the same to them, byte for byte.


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_what_is_hidden_changes_no_message(name: str, players: int, options: dict[str, Any]) -> None:
    rng, differed = Random(f"{name}{players}{options}"), 0
    for number, played in enumerate(random_game(GAMES[name], players, 7, options)):
        for viewer in {rng.choice([None, *range(players)]), played.seat if number % 5 == 0 else None}:
            twins = [played.before, twin(played.before, viewer, played.seat, played.move, rng)]
            differed += twins[0] != twins[1]
            tries = [guess(name, rng) for _ in range(3)]
            one, other = (all_said(table_at(state), viewer, played, tries) for state in twins)
            assert one == other
    assert differed, "the test has compared nothing"


def table_at(state: AnyState) -> Table:
    """A table with a person on every seat, at this position."""
    names = [f"p{seat}" for seat in range(state.players)]
    meta = TableMeta("t", state.game, state.players, {}, True, 60, True, "p0", 0.0)
    table = Table(meta, state=state, status="playing", numbers=dict.fromkeys([None, *range(state.players)], 1))
    table.seats = [TableSeat(name) for name in names]
    table.decisions = {seat: OpenDecision(1, 0.0) for seat in state.to_act}
    return table


def all_said(table: Table, viewer: int | None, played: Played, tries: list[str]) -> list[object]:
    """All that a viewer can be told around a move, what they try included."""
    said = [*shown(table, viewer, None), *(answered(table, viewer, move) for move in [*tries, str(played.move)])]
    assert table.state is not None
    before = Telling(table).seen(viewer)
    turn = AppliedMove(*table.state.play(played.seat, played.move, Sorted()), ())
    change = table.apply(LogEntry(0, "move", played.seat, {"move": str(played.move)}, 5.0, ""), turn)
    # Whom it is told is seen as well.
    return [
        *said,
        viewer in change.viewers,
        *shown(table, viewer, change),
        *Telling(table, change).step(viewer, before),
        *(answered(table, viewer, m) for m in tries),
    ]


def shown(table: Table, viewer: int | None, change: Change | None) -> list[object]:
    telling = Telling(table, change)
    nothing = ToldView(*map(dict.fromkeys, telling.seen(viewer)))
    step = telling.step(viewer, nothing)
    return [*telling.state(viewer), *step, table_info(LiveTable(table))]


def answered(table: Table, viewer: int | None, move: str) -> object:
    """What a viewer hears who tries a move on every seat and previews it on their own."""
    heard: list[object] = []
    for seat in range(table.meta.players):
        try:
            heard.append(bool(actions.move(table, f"p{viewer}", MoveRequest(seat, move), Sorted())))
            assert table.state is not None
            heard.append(preview_for(table.game, table.state, seat, move))
        except Refused as refused:
            heard.append((refused.code, refused.message))
    return heard


# Nobody can tell from a number, a clock or a message how far the others are with their marks.


def test_others_hear_nothing_of_marks_until_they_are_done(server: Server, folder: Path) -> None:
    async def play(watch: TrafficRecorder) -> None:
        hidden = False
        async with watch.gathered("axo", ["open", "open", "open"], clock=3600) as watched:
            while not hidden:
                turn = await watch.turn(watched)
                assert turn is not None, "the game is over too soon"
                person, offer = turn
                moves = moves_in(offer["groups"])
                marks = [move for move in moves if move.startswith("mark")]
                others = [other for other in watched.people if other is not person] if len(marks) > 1 else []
                before = [await everything(watch, other) for other in others]
                await watch.move(watched, person, offer, watch.rng.choice(marks or moves))
                shown = await person.browser.call("GET", f"/api/tables/{watched.table}")
                view = shown["states"][0]["view"]
                if others and view["phase"] == "mark" and person.seats[0] in view["to_act"]:
                    hidden = True
                    assert [await everything(watch, other) for other in others] == before

    with reading(folder) as database:
        asyncio.run(play(TrafficRecorder(server.url, database, Random(3))))


async def everything(watch: TrafficRecorder, person: Person) -> dict[str, Any]:
    """All that a person has heard and can ask for."""
    await person.ask("ping")
    heard = [
        received.text
        for received in person.received
        if received.by == "socket" and '"type":"pong"' not in received.text
    ]
    # The figures count the moves of the whole server; a host can close them to the world. The next puzzle goes by lot.
    changing = ("/metrics", "/api/puzzles/next/axo")
    paths = [path for path in await watch.addresses(person, "axo") if path not in changing]
    asked = {path: (await person.browser.ask("GET", path)).text for path in paths}
    # The only clock that runs, and whoever else is about.
    asked = {path: re.sub(r'"(seconds_left|people|count)":[0-9.]+', "", text) for path, text in asked.items()}
    return {"heard": heard, **asked}
