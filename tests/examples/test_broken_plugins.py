"""A plug-in that is broken is told in one clear line, and hurts nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.examples.support.plugins import python, write_plugin

NAMED = """
from dataclasses import replace
from triax_scree.game import Scree

class Mine(Scree):
    facts = replace(Scree.facts, name={!r})

MINE = Mine()
"""
PARTLY = """
from triax import Game

class MINE(Game):
    def parse(self, text): ...
"""
RAISING = """
from dataclasses import replace
from triax_scree.game import Scree

class Mine(Scree):
    facts = replace(Scree.facts, name="raises")

    def deal(self, players, options, rng):
        return 1 / 0

MINE = Mine()
"""
ALTERED = """
from dataclasses import replace
from triax_scree.game import Scree
from triax_scree.state import ScreeState

class Named(ScreeState):
    def show(self, seat):
        return {{**super().show(seat), "game": {name!r}}}

class Altered(Named):
    {state}

class Mine(Scree):
    facts = replace(Scree.facts, name={name!r}, {facts})

    def start(self, players, options, setup):
        return Altered(**vars(super().start(players, options, setup)))

    def complete(self, view, rng):
        return Altered(**vars(super().complete(view, rng)))

    {game}

MINE = Mine()
"""


def altered(name: str, state: str = "", game: str = "", facts: str = "") -> str:
    """Scree with one thing wrong."""
    return ALTERED.format(name=name, state=state or "pass", game=game or "pass", facts=facts)


GAMES = {
    "import_raises": ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
    "import_leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "import_missing": ("import no_such_package", "No module named 'no_such_package'"),
    "nothing": ("", "has no attribute 'MINE'"),
    "no_game": ("MINE = 'rota'", "no triax.Game"),
    "partly": (PARTLY, "abstract method"),
    "raises": (RAISING, "ZeroDivisionError: division by zero (broken6.py, line 9)"),
    "late": (
        altered("late", "def _pass_turn(self, events): return {}['late']"),
        "KeyError: 'late' (broken7.py, line 11)",
    ),
    "move_types": (altered("move_types", "move_types = None"), "isinstance() arg 2"),
    "events": (altered("events", game="event_types = Scree.event_types[1:]"), "event_types: ScreePlayed happened"),
    "no_kind": ("from triax import Event\nclass Said(Event): ...", "argument: 'kind'"),
    "field": (
        altered("field", "def show(self, seat): return {**super().show(seat), 'more': 1}"),
        'unknown field "more"',
    ),
    "json": (
        altered("json", "def show(self, seat): return {**super().show(seat), 'bag': {1}}"),
        "the view: Object of type set",
    ),
    "setup": (
        altered("setup", game="def deal(self, *given): return {**super().deal(*given), 'x': {1}}"),
        "the set-up: ",
    ),
    "parse": (altered("parse", game="def parse(self, text): return super().parse('swap 1')"), "is read as 'swap 1'"),
    "words": (altered("words", game="def vocabulary(self, players): return ()"), "is legal and not in it"),
    "rank": (altered("rank", "def rank_key(self, seat): return (0,) * (seat + 1)"), "rank_key: [[0], [0, 0]] by seat"),
    "scores": (altered("scores", "@property\n    def scores(self): return ()"), "scores: []; expected 1 for each of 2"),
    "stuck": (altered("stuck", "def legal(self, seat): return ()"), "legal: no move for seat"),
    "endless": (altered("endless", "outcome = None"), "outcome: null while 0 seats owe a decision"),
    "sample": (
        altered("sample", game="def complete(self, view, rng): return self.new(view['players'], rng)"),
        "complete: the state for the view of seat",
    ),
    "lines": (altered("lines", game="def lines(self, view): return [1]"), "expected str instance"),
    "title": (altered("title", facts="title=None"), "facts.title: null is not a text"),
    "crowded": (
        altered("crowded", facts="scores=dict.fromkeys((5, 2), Scree.facts.scores[2])"),
        "players: 5; expected a whole number from 1 to 4",
    ),
    "nobody": (altered("nobody", facts="scores={}"), "facts.scores: nothing"),
    "Bad Name": (NAMED.format("Bad Name"), "'Bad Name'"),
    "other_name": (NAMED.format("yours"), "'yours'"),
    "rota": (NAMED.format("rota"), "there is a game named 'rota' already"),
}
BOTS = {
    "rota.import_raises": ("raise RuntimeError('no')", "RuntimeError: no"),
    "rota.nothing": ("", "has no attribute 'MINE'"),
    "rota.no_bot": ("class MINE: ...", "choose"),
    "chess.mine": ("class MINE: ...", "'chess' is not a game"),
    "mine": ("class MINE: ...", "GAME.BOT"),
    "rota.master": ("class MINE: ...", "master"),
}


def write_all(folder: Path, group: str, broken: dict[str, tuple[str, str]]) -> Path:
    for number, (name, (code, _)) in enumerate(broken.items()):
        write_plugin(folder, f"broken{number}", code, group, f"{name} = broken{number}:MINE")
    return folder


def check_lines(told: str, broken: dict[str, tuple[str, str]]) -> None:
    lines = told.splitlines()
    assert len(lines) == len(broken), told
    for name, (_, why) in broken.items():
        [line] = [line for line in lines if f" '{name}' " in line]
        assert why in line
        assert "left out" in line


def test_games(scree: Path, tmp_path: Path) -> None:
    write_all(tmp_path, "triax.games", GAMES)
    done = python("-c", "from triax import GAMES; print(*GAMES, GAMES['rota'].title)", folders=(tmp_path, scree))
    assert (done.returncode, done.stdout) == (0, "rota axio axo scree Axio Rota\n"), done.stderr
    check_lines(done.stderr, GAMES)


def test_bots(tmp_path: Path) -> None:
    write_all(tmp_path, "triax.bots", BOTS)
    done = python("-c", "from triax.bots import bots_of; print(*bots_of('rota'))", folders=(tmp_path,))
    assert (done.returncode, done.stdout) == (0, "novice apprentice adept expert master\n"), done.stderr
    check_lines(done.stderr, BOTS)


def test_who_asks_for_our_games_hears_nothing_of_it(tmp_path: Path) -> None:
    write_all(tmp_path, "triax.games", {"nothing": GAMES["nothing"]})
    done = python("-m", "triax", "simulate", "rota", "--games", "1", "-o", tmp_path / "a.jsonl", folders=(tmp_path,))
    assert (done.returncode, done.stderr) == (0, "")
    done = python("-m", "triax", "simulate", "nothing", folders=(tmp_path,))
    assert done.returncode == 2
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["triax", "triax"]
    assert "'nothing' is not a game: expected rota, axio, axo" in done.stderr
