"""A game that is unlike ours in what nobody may rely on: it has no options, and its moves are written as numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.examples.support.plugins import python, write_plugin

NUMBERS = """
from dataclasses import replace
from triax_scree.game import Scree
from triax_scree.notation import ScreeMove
from triax_scree.state import ScreeState

class Number(ScreeMove):
    def __str__(self):
        return f"{self.site or 0}{self.stone}"

class NumbersState(ScreeState):
    def show(self, seat):
        return {**super().show(seat), "game": "numbers"}

    def legal(self, seat):
        return [Number(move.stone, move.site) for move in super().legal(seat)]

class Numbers(Scree):
    facts = replace(Scree.facts, name="numbers", title="Numbers", options=())

    def start(self, players, options, setup):
        return NumbersState(**{**vars(super().start(players, options, setup)), "options": options})

    def complete(self, view, rng):
        return NumbersState(**vars(super().complete(view, rng)))

    def vocabulary(self, players):
        return [Number(move.stone, move.site) for move in super().vocabulary(players)]

    def parse(self, text):
        return Number(text[1], int(text[0]) or None)

MINE = Numbers()
"""


@pytest.fixture
def folders(scree: Path, tmp_path: Path) -> tuple[Path, Path]:
    write_plugin(tmp_path, "numbers_game", NUMBERS, "triax.games", "numbers = numbers_game:MINE")
    return scree, tmp_path


def test_a_number_is_the_move_and_no_place_in_the_list(folders: tuple[Path, Path]) -> None:
    words = ("-m", "triax", "play", "numbers", "--seats", "you,random", "--seed", "1")
    listed = python(*words, folders=folders, typed="\n").stdout
    moves = re.findall(r"(\d\d)  played", listed)
    assert len(moves) > 5
    assert "Type a move to play it." in listed
    played = python(*words, folders=folders, typed=f"{moves[-1]}\nn\n").stdout
    assert f"Play {moves[-1]}?" in played


def test_it_has_no_options(folders: tuple[Path, Path]) -> None:
    done = python("-m", "triax", "simulate", "numbers", "--start", "1", folders=folders)
    assert (done.returncode, done.stderr) == (2, "triax: '--start' is not an option of Numbers: expected none\n")
    refused = "from triax import find_game; find_game('numbers').check_options(2, {'start': 1})"
    assert 'options: unknown field "start"; expected none' in python("-c", refused, folders=folders).stderr


def test_its_name_is_told_once(folders: tuple[Path, Path]) -> None:
    text = "from random import Random; from triax import Game, find_game; game = find_game('numbers')"
    lines = f"{text}; print(*Game.lines(game, game.new(2, Random(1)).view(0)), sep='\\n')"
    done = python("-c", lines, folders=folders)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "scores [0, 0]"), done.stderr
