"""Games side by side and the same by the written rules, compared at every step. No pytest: slow targets run it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.kernels.support.axio_walk import BagOf
from tests.kernels.support.axo_walk import Shuffles
from tests.support import Sorted
from triax.batch import Tables, make
from triax.envs import Frame
from triax.envs.frame import Choice, next_seat
from triax.games import GAMES
from triax.games.axio.pieces import standard_pieces
from triax.games.axo.pieces import standard_deck
from triax.games.core import AnyState, Chance, Plain


@dataclass
class Row:
    """A game by the written rules, and what has been picked of its next move."""

    state: AnyState
    picked: tuple[int, ...] = ()


class Walk:
    """So many games of one sort on both sides."""

    by_picks = False

    def __init__(self, name: str, players: int, games: int, seed: object, options: Plain, **settings: Any) -> None:  # noqa: ANN401
        self.rng = Random(f"{name}/{players}/{seed}")
        self.rows = [Row(GAMES[name].new(players, self.rng, options)) for _ in range(games)]
        self.tables = make(name, players, games, options=options, seed=self.rng.getrandbits(64), **settings)
        self.tables.load([row.state for row in self.rows])
        picks = "picks" if self.by_picks else "moves"
        self.frame = Frame(name, players, options, self.tables.reach or None, picks)
        self.positions = 0

    def choices(self, row: Row) -> dict[int, Choice]:
        """What each legal action makes of what was picked."""
        seat = next_seat(row.state)
        if seat is None:
            return {}
        codes = self.frame.codes(row.state, seat, row.picked)
        return {code: self.frame.choose(row.state, seat, row.picked, code) for code in codes}

    def compare(self) -> None:
        for number, row in enumerate(self.rows):
            seat = next_seat(row.state)
            assert self.tables.terminated[number] == (seat is None)
            assert self.tables.current_player[number] == (seat or 0)
            expected = np.zeros(self.tables.actions, np.bool_)
            expected[list(self.choices(row))] = True
            assert (self.tables.legal_action_mask[number] == expected).all()
            self.compare_observation(number, row, seat or 0, self.tables.observation[number])
            self.positions += 1
        other = self.rng.randrange(self.tables.players)
        for number, (row, seen) in enumerate(zip(self.rows, self.tables.observe(other), strict=True)):
            self.compare_observation(number, row, other, seen)

    def compare_observation(self, number: int, row: Row, seat: int, seen: Any) -> None:  # noqa: ANN401
        picked = row.picked if seat == next_seat(row.state) else ()
        assert (self.frame.observe(row.state.view(seat), seat, picked) == seen).all()

    def chance(self, number: int, before: int) -> Chance:
        """As it fell on the other side."""
        return Sorted()

    def play(self, actions: npt.NDArray[np.int64]) -> None:
        """On the compiled side."""
        self.tables.step(actions)

    def step(self) -> bool:
        """One action in every game that goes on, drawn by lot; is any left?"""
        self.compare()
        open_rows = [number for number, row in enumerate(self.rows) if row.state.to_act]
        if not open_rows:
            return False
        choices = [self.choices(row) for row in self.rows]
        actions = np.array([self.rng.choice(list(one)) if one else 0 for one in choices])
        luck = [int(word) for word in self.tables._luck[:, 0]]
        self.play(actions)
        assert not self.tables.refused.any()
        for number in open_rows:
            row, chosen = self.rows[number], choices[number][actions[number]]
            row.picked = chosen.picked
            if chosen.move is None:
                continue
            seat = next_seat(row.state)
            assert seat is not None
            row.state, _ = row.state.play(seat, chosen.move, self.chance(number, luck[number]))
            expected = self.frame.returns(row.state)
            assert np.allclose(self.tables.rewards[number], expected, atol=1e-6)
        return True

    def run(self) -> int:
        """To the end of all; gives the positions compared."""
        while self.step():
            pass
        return self.positions


class AxioWalk(Walk):
    def chance(self, number: int, before: int) -> Chance:
        return BagOf(self.tables._states[number])


class AxoWalk(Walk):
    by_picks = True

    def chance(self, number: int, before: int) -> Chance:
        return Shuffles(np.array([before], np.uint64))


class InOrder:
    """Chance as somebody gives it: all pieces in some order."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces, self.asked = pieces, False

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        self.asked = True
        found, left = [], Counter(pieces)
        for piece in self.pieces:
            if left[piece]:
                left[piece] -= 1
                found.append(piece)
        return tuple(found)


class OrderedWalk(Walk):
    """Whatever is shuffled falls in an order that is given, another one for each row and step."""

    def __init__(self, name: str, players: int, games: int, seed: object) -> None:
        self.by_picks = name == "axo"
        self.pieces = {"axio": standard_pieces().tiles, "axo": sorted(standard_deck())}.get(name, ())
        self.chances: list[InOrder] = []
        super().__init__(name, players, games, seed, {}, threads=1)

    def play(self, actions: npt.NDArray[np.int64]) -> None:
        count = self.tables.side.PIECES
        orders = [self.rng.sample(range(count), count) for _ in self.rows]
        self.chances = [InOrder([self.pieces[piece] for piece in order if self.pieces]) for order in orders]
        before = self.tables.luck.copy()
        self.tables.step(actions, order=orders)
        assert (self.tables.luck == before).all(), "nothing is drawn"

    def chance(self, number: int, before: int) -> Chance:
        return self.chances[number]

    def run(self) -> int:
        """Gives how often something was shuffled."""
        shuffled = 0
        while self.step():
            shuffled += sum(chance.asked for chance in self.chances)
        return shuffled


WALKS: dict[str, type[Walk]] = {"rota": Walk, "axio": AxioWalk, "axo": AxoWalk}


def copies(tables: Tables) -> list[bytes]:
    """Everything that a step can change."""
    return [
        np.asarray(array).tobytes()
        for array in (
            tables._states,
            tables._luck,
            tables.current_player,
            tables.observation,
            tables.legal_action_mask,
            tables.terminated,
        )
    ]


def main() -> None:
    """One game of the one named: all that is compiled for it is compiled then."""
    walk = WALKS[sys.argv[1]](sys.argv[1], 2, 1, 0, {}, threads=1)
    walk.run()
    walk.tables.resample(0)
    walk.tables.reset(seed=1)
    walk.tables.step(walk.tables.sample_actions())
    walk.tables.play_randomly()
    walk.tables.digest()


if __name__ == "__main__":
    main()
