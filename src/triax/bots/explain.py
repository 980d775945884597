"""What was learned, told: which parts of a position a move changes, and how much that moves what the network says.

A network adds up rows, bends the sums and adds them up again, so that no row has a worth of its own. What a part is
worth between two moves is its Shapley value: how much the network's word changes when that part of the one takes the
place of the other's, on the average over all orders in which the parts can do so. Whole numbers, which sum up to the
difference of both words to the last bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from random import Random
from typing import Any, Generic

import numpy as np

from triax.bots.core import asked_seat
from triax.bots.reasons import ASPECTS, Aspect
from triax.games import check, find_game
from triax.games.core import M, Move, View
from triax.games.errors import BadData
from triax.kernels.arrays import Longs
from triax.kernels.network import HIDDEN, ONE, UNIT, WON, Meanings

Moved = Mapping[Aspect, float] | None
REST = ASPECTS.index("rest")
OTHERS = 64
"""A move is compared with so many others at most."""


@dataclass(frozen=True)
class Explained(Generic[M]):
    """A move, as what was learned sees it beside others."""

    move: M
    ahead: float
    """How much more the network says of it than of the others on the average: in shares of the win; alone, in what it
    plays for."""
    parts: Mapping[Aspect, float]
    """How much each part has to do with that: what moves nothing is left out, and all together are `ahead`."""


@dataclass(frozen=True)
class Counted:
    """What a network adds up for moves, by part, before it bends it."""

    worth: Longs
    sums: Longs
    """[move, part, hidden number]; what all moves share is in the rest, with what the network begins with."""
    ends: Longs
    """1 for a move that ends the game: then nothing is added up."""

    def word(self, hidden: Longs) -> Longs:
        """In 1 / UNIT."""
        found: Longs = np.clip(hidden, 0, ONE) @ self.worth
        return found

    def between(self, one: int, others: Sequence[int]) -> tuple[Longs, int]:
        """What each part moves from others to one, summed up over those, times the number that comes with it."""
        both = np.array(others)
        both = both[self.ends[both] == self.ends[one]]
        own, theirs = self.sums[one], self.sums[both]
        apart = own - theirs
        moved = [at for at in range(len(ASPECTS)) if apart[:, at].any()]
        orders = factorial(len(moved))
        total = np.zeros(len(ASPECTS), np.int64)
        if self.ends[one] or not len(both):
            return total, orders
        chosen = (np.arange(1 << len(moved))[:, None] >> np.arange(len(moved)) & 1).astype(np.int64)
        hidden = theirs.sum(1)[:, None] + np.einsum("sp,mph->msh", chosen, apart[:, moved])
        words, size = self.word(hidden), chosen.sum(1)
        weight = np.array([factorial(n) * factorial(max(0, len(moved) - n - 1)) for n in range(len(moved) + 1)])
        for number, part in enumerate(moved):
            without = np.flatnonzero(chosen[:, number] == 0)
            steps = words[:, without | 1 << number] - words[:, without]
            total[part] = (steps * weight[size[without]]).sum()
        return total, orders

    def parts(self, one: int, others: Sequence[int]) -> dict[Aspect, Fraction]:
        """The same as shares of the win, on the average of the others."""
        moved, orders = self.between(one, others)
        scale = Fraction(1, orders * len(others) * int(UNIT))
        found = {name: int(value) * scale for name, value in zip(ASPECTS, moved, strict=True) if value}
        decided = [other for other in others if self.ends[other] != self.ends[one]]
        if decided:
            found["end"] = sum((self.says(one) - self.says(other) for other in decided), Fraction()) / len(others)
        return found

    def says(self, one: int) -> Fraction:
        """The network's word on a move."""
        return Fraction(WON) if self.ends[one] else Fraction(int(self.word(self.sums[one].sum(0))), int(UNIT))


def count(view: Any, moves: Sequence[Move], rng: Random) -> Counted | None:  # noqa: ANN401, of whichever game
    """What the network of a game is told of moves; None where there is none that judges moves."""
    # Imported here: it brings the compiler along.
    from triax.bots.engines import ENGINES  # noqa: PLC0415

    judge = ENGINES[view["game"]].judge if view["game"] in ENGINES else None
    if judge is None:
        return None
    state = find_game(view["game"]).sample(view, rng)
    codes = np.array([judge.kernel.encode(move) for move in moves], np.int32)
    rows, counts, values, _, _ = judge.kernel.counted(judge.kernel.load(state), asked_seat(view), codes)
    if len(values) < len(moves):
        return None
    numbers = judge.network(view["players"]).astype(np.int64).reshape(-1, HIDDEN)
    table = _by_row(judge.kernel.MEANINGS, len(numbers) - 2)
    sums = np.zeros((len(moves), len(ASPECTS), HIDDEN), np.int64)
    sums[:, REST] = numbers[-2] + numbers[rows[0, : counts[0]]].sum(0)
    for at, many in enumerate(counts[1:]):
        own = rows[at + 1, :many]
        np.add.at(sums[at], table[own], numbers[own])
    return Counted(numbers[-1], sums, (counts[1:] == 0).astype(np.int64))


@cache
def _by_row(parts: Meanings, rows: int) -> Longs:
    """Of each row the number of its part."""
    table = np.full(rows, REST, np.int64)
    for name, first, end in parts:
        table[first:end] = [str(one) for one in ASPECTS].index(name)
    return table


def moved(view: Any, moves: Sequence[Move], beside: Sequence[Move] | None = None) -> list[Moved]:  # noqa: ANN401
    """For each of these moves what its parts have to do with how it is judged; None where nothing was learned."""
    found = explain(view, moves, beside=beside)
    return [one.parts for one in found] if found else [None] * len(moves)


def explain(view: View, moves: Sequence[M] | None = None, *, beside: Sequence[M] | None = None) -> list[Explained[M]]:
    """What was learned sees in moves of a view's seat, by default in all legal ones, the best first: compared with
    others, by default with some of all kinds. Nothing where nothing was learned of moves: in AXO, and when tiles may be
    exchanged. It is the same for all states that fit the view."""
    game = find_game(check.text(check.mapping(view, "view").get("game"), "view.game"))
    rng = Random(0)
    legal: Any = game.sample(view, rng).moves(asked_seat(view))
    own = list(legal if moves is None else moves)
    others = list(beside) if beside is not None else list(legal)[:: max(1, -(-len(legal) // OTHERS))]
    if not others:
        raise BadData("beside: no moves; expected one at least to compare with")
    counted = count(view, [*own, *others], rng)
    if counted is None:
        return []
    behind = range(len(own), len(own) + len(others))
    found = []
    for at, move in enumerate(own):
        parts = counted.parts(at, behind)
        ahead = float(sum(parts.values(), Fraction()))
        found.append(Explained(move, ahead, {name: float(value) for name, value in parts.items()}))
    return sorted(found, key=lambda one: -one.ahead) if moves is None else found
