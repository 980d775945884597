"""How good a decision was, with what its seat could know; and how the game stands with every hand open.

A verdict takes a view and never a state, which keeps hindsight out. The search of the bots finds the candidates; then
the best of them, the move played and the plain one face each other in fresh worlds. What chose the best is not counted
for it: the luckiest of many looks better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from triax.bots.core import asked_seat
from triax.bots.engines import ENGINES
from triax.bots.hints import ADVISERS
from triax.bots.reasons import Case
from triax.bots.search import Effort, KernelRoot, search
from triax.games import find_game
from triax.games.core import AnyState, Move
from triax.kernels.arrays import Floats, Ints
from triax.review.bands import SURE, Unit, inaccuracy, unit_of
from triax.review.taken import check_engine
from triax.review.verdict import Chances, Expectation, Verdict, Weighed, rounded

FRESH = 1 << 32
"""The first of the worlds in which candidates are compared; the search has those before."""
FINALISTS = 4
FEWEST = 8
"""Worlds, however little may be spent."""
CHUNK = 4096
"""Worlds at a time: however much is spent, it fits in little memory."""

AnyRoot = KernelRoot[Any, Any]


def weigh(view: Any, move: Move, playouts: int, rng: Random) -> Verdict:  # noqa: ANN401, of whichever game
    """At most so many playouts, and few less where they could still change the answer. The same for the same seed."""
    game = find_game(view["game"])
    check_engine(game)
    seat = asked_seat(view)
    state = game.sample(view, rng)
    state.preview(seat, move)  # refuses what is not legal
    engine, share = ENGINES[game.name], max(1, playouts // 3)
    root: AnyRoot = engine.opening(view, rng, min(engine.width, max(FINALISTS, share // 8)))
    plain, played = int(root.codes[0]), root.consider(move)
    found = [root.kernel.encode(one.move) for one in search(root, Effort(0.0, share))]
    best, unit = found[0], unit_of(game, view["players"])

    # The last two are there to compare with; they need not be good.
    codes = list(dict.fromkeys([*found[:FINALISTS], played, plain]))
    trials = _Trials(root, unit, codes)
    trials.run(codes, share // len(codes))
    loss, error = trials.loss(best, played)
    duel = list(dict.fromkeys([best, played, plain]))
    if played != plain or loss + SURE * error > inaccuracy(unit):
        trials.run(duel, share // len(duel))
        loss, error = trials.loss(best, played)

    # One that ends like the move played in every world is the same move.
    kept = [code for code in found if code == played or (code in codes and not trials.same(code, played))]
    # Where chances are equal, as in games that are decided, the order of the search stays.
    kept.sort(key=lambda code: (code != (played if trials.same(best, played) else best), -trials.chance(code)))
    shown = kept[:FINALISTS] if played in kept[:FINALISTS] else [*kept[:FINALISTS], played]
    chance = rounded(trials.chance(played))
    return Verdict(
        seat,
        str(move),
        real=len(state.moves(seat)) > 1,
        rank=kept.index(played) + 1 if played in found[:FINALISTS] else found.index(played) + 1,
        chance=Expectation(rounded(chance + max(0.0, loss)), chance),
        loss=rounded(max(0.0, loss)),
        error=rounded(error),
        plain=str(root.decode(plain)),
        effect=trials.effect(played, plain),
        effect_error=rounded(trials.loss(played, plain)[1]),
        candidates=_shown(trials, shown, state, view),
    )


class _Trials:
    """Candidates in fresh worlds: each in the same ones as all others, from the first on."""

    def __init__(self, root: AnyRoot, unit: Unit, codes: Sequence[int]) -> None:
        self.root, self.unit = root, unit
        self.values = {code: np.empty((0, root.players)) for code in codes}
        self.finals = {code: np.empty((0, root.scores), np.int32) for code in codes}

    def run(self, codes: Sequence[int], count: int) -> None:
        first = len(self.values[codes[0]])
        for start in range(first, first + max(FEWEST, count), CHUNK):
            worlds = min(CHUNK, first + max(FEWEST, count) - start)
            shares, scores = self.root.outcomes(np.array(codes, np.int32), FRESH + start, worlds)
            values = _values(self.unit, self.root, shares, scores)
            own = np.sort(scores[:, :, self.root.seat, : self.root.scores], axis=2)
            for at, code in enumerate(codes):
                self.values[code] = np.concatenate([self.values[code], values[:, at]])
                self.finals[code] = np.concatenate([self.finals[code], own[:, at]])

    def chance(self, code: int) -> float:
        return float(self.values[code][:, self.root.seat].mean())

    def loss(self, best: int, played: int) -> tuple[float, float]:
        """What one move brings more than another, world by world, with its standard error."""
        return mean_error(self._apart(best, played)[:, self.root.seat])

    def effect(self, played: int, plain: int) -> Chances:
        return tuple(rounded(one) for one in self._apart(played, plain).mean(0))

    def same(self, one: int, other: int) -> bool:
        return one == other or not (self._apart(one, other).any() or self._final(one, other).any())

    def _apart(self, one: int, other: int) -> Floats:
        both = min(len(self.values[one]), len(self.values[other]))
        return self.values[one][:both] - self.values[other][:both]

    def _final(self, one: int, other: int) -> Ints:
        both = min(len(self.finals[one]), len(self.finals[other]))
        return self.finals[one][:both] - self.finals[other][:both]


def mean_error(values: Floats) -> tuple[float, float]:
    return float(values.mean()), float(values.std() / sqrt(max(1, len(values) - 1)))


def _values(unit: Unit, root: AnyRoot, shares: Floats, scores: Ints) -> Floats:
    """[world, move, seat] in the unit of the review."""
    if unit == "chance":
        return shares[:, :, : root.players]
    worth: Floats = scores[:, :, : root.players, : root.scores].min(3).astype(float)
    return worth


def _shown(trials: _Trials, codes: Sequence[int], state: AnyState, view: Any) -> tuple[Weighed, ...]:  # noqa: ANN401
    seat, adviser = trials.root.seat, ADVISERS.get(view["game"])
    gains = [gain for offers in state.offers(seat) for gain in offers.gains]
    weighed = []
    for code in codes:
        move = trials.root.decode(code)
        events = state.preview(seat, move)
        why = None if adviser is None else next(adviser.why(Case(view, seat, move, events, gains)), None)
        chance, error = mean_error(trials.values[code][:, seat])
        expected = tuple(rounded(score) for score in trials.finals[code].mean(0))
        count = len(trials.values[code])
        weighed.append(Weighed(str(move), rounded(chance), rounded(error), expected, state.gain(events), why, count))
    return tuple(weighed)


def open_chances(state: AnyState, playouts: int, rng: Random) -> Chances:
    """How a game stands with every hand open, draws left to chance."""
    game = find_game(state.game)
    root: AnyRoot = ENGINES[game.name].opening(state.view(min(state.to_act)), rng, 1)
    values = _values(unit_of(game, state.players), root, *root.open_outcomes(state, max(FEWEST, playouts)))
    return tuple(rounded(one) for one in values.mean((0, 1)))
