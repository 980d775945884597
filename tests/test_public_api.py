"""What `import triax` gives: few names, all there, typed for whoever uses them, and nothing heavy behind them."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import triax

ROOT = Path(__file__).parents[1]

CONSUMER = """
from random import Random
from typing import assert_type

from triax import (
    GAMES, AnyGame, AnyState, BadRecord, Bot, Dice, Move, Outcome, Plain, Record, Recorder, find_game, read_record,
    redact,
)
from collections.abc import Sequence


class Last:
    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move:
        return moves[-1]


def play(game: AnyGame, bot: Bot, rng: Random) -> Record:
    recorder = Recorder(game, 2, {}, game.deal(2, {}, rng))
    while recorder.state.to_act:
        seat = min(recorder.state.to_act)
        move = bot.choose(recorder.state.view(seat), recorder.state.moves(seat), rng)
        shown = redact(recorder.play(seat, move, Dice(rng)), seat)
        assert shown[0].plain()["kind"] == shown[0].kind
    return recorder.record()


record = play(find_game("axio"), Last(), Random(1))
assert_type(record, Record)
steps = list(read_record(record.to_json()).replay())
assert_type(steps[-1].after, AnyState)
assert_type(steps[-1].after.outcome, Outcome | None)
assert_type(GAMES["rota"], AnyGame)
try:
    read_record("{}")
except BadRecord as error:
    print(error)
"""


def test_all_names_are_there_sorted_and_explained() -> None:
    assert len(triax.__all__) == len(set(triax.__all__)) <= 40
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    for name in triax.__all__:
        thing = getattr(triax, name)
        if inspect.isclass(thing):
            assert inspect.getdoc(thing), name
        assert re.search(rf"\b{name}\b", page), f"{name} is not in docs/library.md"


def test_every_public_signature_is_typed() -> None:
    """And every name in it can be looked up: no type stands behind an import for checkers alone."""
    for name in triax.__all__:
        thing = getattr(triax, name)
        methods = inspect.getmembers(thing, inspect.isfunction) if inspect.isclass(thing) else []
        public = [one for title, one in methods if not title.startswith("_")]
        for one in [thing] if inspect.isfunction(thing) else public:
            assert "return" in typing.get_type_hints(one), f"{name}: {one.__qualname__}"


def test_importing_is_light() -> None:
    heavy = ["numpy", "numba", "fastapi", "sqlalchemy", "typer", "rich", "pettingzoo", "pyspiel", "matplotlib"]
    code = f"import sys, triax; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


def test_the_package_and_its_wheel_say_that_they_are_typed() -> None:
    assert (Path(triax.__file__).parent / "py.typed").is_file()
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {"triax/py.typed", "triax/__init__.py"} <= packed


def test_a_program_that_uses_it_is_accepted_and_runs(tmp_path: Path) -> None:
    program = tmp_path / "consumer.py"
    program.write_text(CONSUMER, "utf-8")
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", tmp_path / "cache", program]
    done = subprocess.run(list(map(str, words)), cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("record")


@pytest.mark.parametrize("name", sorted(set(triax.__all__) - {"GAMES", "Plain", "Private", "AnyGame", "AnyState"}))
def test_names_are_one_thing_wherever_they_come_from(name: str) -> None:
    thing = getattr(triax, name)
    assert getattr(sys.modules[thing.__module__], name) is thing
