"""Bots out of files of one's own, by `FILE.py:CLASS`."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from random import Random

import pytest

from triax.bots import find_own_bot
from triax.cli.arena import find_entrants
from triax.games import GAMES
from triax.games.errors import BadData

FIRST = """
from dataclasses import dataclass

@dataclass
class First:
    asked: int = 0

    def choose(self, view, moves, rng):
        self.asked += 1
        return moves[0]

class Mute:
    pass

class Needy:
    def __init__(self, what):
        pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "first.py"
    path.write_text(FIRST, "utf-8")
    return path


def test_it_is_found_travels_and_plays(file: Path) -> None:
    own, level = find_entrants("rota", f"{file}:First, novice", None, None)
    assert (own.name, level.name) == ("first:First", "novice")
    arrived = pickle.loads(pickle.dumps(own))
    assert arrived == own
    state = GAMES["rota"].new(2, Random(0), {"start": 0})
    assert arrived.build("rota").choose(state.view(0), state.moves(0), Random(0)) == state.moves(0)[0]


def test_every_seat_has_one_of_its_own(file: Path) -> None:
    spec = find_own_bot(f"{file}:First")
    assert spec.build("rota") is not spec.build("rota")


def test_it_may_import_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "triax_test_helper.py").write_text("class Helped:\n    def choose(self, view, moves, rng): ...\n")
    (tmp_path / "helped.py").write_text("from triax_test_helper import Helped\n")
    assert find_own_bot(f"{tmp_path}/helped.py:Helped").name == "helped:Helped"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("first.py:Second", "first.py has no 'Second'"),
        ("first.py:Mute", "it has no method choose"),
        ("first.py:Needy", "cannot be made: TypeError: "),
        ("other.py:First", "there is no file"),
        ("first.txt:First", "expected FILE.py:CLASS"),
        ("first.py:", "expected FILE.py:CLASS"),
        ("broken.py:First", "cannot be made: SyntaxError: "),
    ],
)
def test_what_is_none_is_refused_with_words(file: Path, name: str, words: str) -> None:
    (file.parent / "broken.py").write_text("class First", "utf-8")
    with pytest.raises(BadData, match=words.replace("(", r"\(")):
        find_entrants("rota", f"{file.parent / name}", None, None)
