"""A bot that raises or cheats ends its game with one line that names it, its seat and the move."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from triax.arena.match import GameFailed, play_match
from triax.arena.schedule import tournament
from triax.arena.simulate import BotFailed, simulate
from triax.arena.workers import play_here
from triax.bots import BotSpec, find_own_bot
from triax.games import GAMES

FILE = """
class Base:
    asked = 0

    def choose(self, view, moves, rng):
        self.asked += 1
        return moves[0] if self.asked < 3 else self.third(moves)

class Raises(Base):
    def third(self, moves):
        raise OSError("no\\nweights")

class Silent(Base):
    def third(self, moves):
        return None

class Cheats(Base):
    def third(self, moves):
        return type(moves[0])(40, 40, 0)
"""
WORDS = [
    ("Raises", r"OSError: no weights \(failing.py, line 11\)"),
    ("Silent", ".*None"),
    ("Cheats", "'40,40/0' is not legal for seat 1: 40,40 shares no side with a tile"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "failing.py"
    path.write_text(FILE, "utf-8")
    return path


@pytest.mark.parametrize(("name", "words"), WORDS)
def test_it_is_named_with_its_seat_and_move(file: Path, name: str, words: str) -> None:
    seats = [BotSpec("random"), find_own_bot(f"{file}:{name}")]
    with pytest.raises(BotFailed, match=f"^failing:{name} in seat 1, move 6: {words}") as failed:
        simulate(GAMES["rota"], seats, {"start": 0}, Random(1))
    assert "\n" not in str(failed.value)


def test_a_tournament_tells_the_same_line(file: Path) -> None:
    seats = [BotSpec("random"), find_own_bot(f"{file}:Raises")]
    plan = tournament("rota", 2, {}, seats, seed=1, games=2)
    with pytest.raises(GameFailed, match=r"^game 0: failing:Raises in seat \d, move \d+: OSError: [^\n]*$"):
        list(play_here(plan, 1))
    with pytest.raises(BotFailed, match=r"^failing:Raises in seat"):
        play_match(next(iter(plan)))
