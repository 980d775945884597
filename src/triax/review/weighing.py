"""How good a decision was, with what its seat could know; and how the game stands with every hand open.

A verdict takes a view and never a state, which keeps hindsight out. The search of the bots finds the candidates; then
the best of them, the move played and the plain one face each other in fresh worlds. What chose the best is not counted
for it: the luckiest of many looks better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from triax.bots.core import asked_seat
from triax.bots.engines import ENGINES
from triax.bots.explain import moved
from triax.bots.hints import ADVISERS
from triax.bots.reasons import Case, Harm, Reason
from triax.bots.search import SCORES, VALUE, Effort, KernelRoot, search
from triax.games import find_game
from triax.games.core import AnyState, Move
from triax.kernels.arrays import Floats, Ints
from triax.review.bands import POINT, Unit, unit_of
from triax.review.contrast import contrast
from triax.review.paired import colours_of, further, mean_error
from triax.review.taken import check_engine
from triax.review.verdict import Chances, Expectation, Verdict, Weighed, rounded

FRESH = 1 << 32
"""The first of the worlds in which candidates are compared; the search has those before."""
FINALISTS = 4
FEWEST = 8
"""Worlds, however little may be spent."""
CHUNK = 4096
"""Worlds at a time: however much is spent, it fits in little memory."""
SEARCHED, COMPARED, BY_LOT = 0.3, 0.2, 0.1
"""Parts of the playouts: to find candidates, to compare them, and for moves by lot. What is left is for the duel."""
LOTS = 12
"""So many moves are drawn by lot, at most."""
FINE = 0.005
"""So small an error of a chance is small enough."""

AnyRoot = KernelRoot[Any, Any]


def weigh(view: Any, move: Move, playouts: int, rng: Random) -> Verdict:  # noqa: ANN401, of whichever game
    """About so many playouts, and less where they could not change the answer. The same for the same seed."""
    game = find_game(view["game"])
    check_engine(game)
    seat = asked_seat(view)
    state = game.sample(view, rng)
    state.preview(seat, move)  # refuses what is not legal
    moves = state.moves(seat)
    engine, searched = ENGINES[game.name], max(1, int(SEARCHED * playouts))
    root: AnyRoot = engine.opening(view, rng, min(engine.width, max(FINALISTS, searched // 8)))
    plain, played = int(root.codes[0]), root.consider(move)
    found = [root.kernel.encode(one.move) for one in search(root, Effort(0.0, searched if len(moves) > 1 else 1))]
    first, unit = found[0], unit_of(game, view["players"])

    # The last two are there to compare with; they need not be good.
    codes = list(dict.fromkeys([*found[:FINALISTS], played, plain]))
    trials = _Trials(root, unit, codes, played)
    left = int((1 - SEARCHED - BY_LOT) * playouts)
    left -= trials.reach(codes, max(FEWEST, int(COMPARED * playouts) // len(codes)))
    while left > 0 and not trials.settled(best := trials.best(), plain):
        duel = list(dict.fromkeys([best, played, plain, first]))
        left -= trials.reach(duel, trials.worlds + max(1, min(left // len(duel), trials.worlds)))
    # Whoever stands first by the figures has to prove it in as many worlds as the move played.
    while trials.reach([best := trials.best()], trials.worlds):
        pass
    ranked = trials.ranked()
    place = ranked.index(played) + 1
    loss, error = trials.lead(best)
    lots = [root.kernel.encode(one) for one in rng.sample(moves, min(LOTS, len(moves)))]
    # What chose the first of the search are other worlds, so that nothing is in its favour.
    stake, stake_error = trials.stake(first, lots, int(BY_LOT * playouts) // len(lots))
    missed, missed_error = trials.missed(first)

    shown = ranked[:FINALISTS] if place <= FINALISTS else [*ranked[:FINALISTS], played]
    effect, effect_errors = trials.effect(plain)
    reason, harm = (None, None) if best == played else _why(trials, best, state, view)
    return Verdict(
        seat,
        str(move),
        real=len(moves) > 1,
        rank=place if place <= FINALISTS else max(place, found.index(played) + 1),
        chance=Expectation(rounded(trials.chance(best)), rounded(trials.chance(played))),
        loss=rounded(loss),
        error=rounded(error),
        plain=str(root.decode(plain)),
        effect=effect,
        effect_errors=effect_errors,
        stake=rounded(stake),
        stake_error=rounded(stake_error),
        # As it was measured, less than nothing missed too: what is off one way here is off the other way there.
        kept=rounded(stake - missed),
        kept_error=rounded(missed_error),
        candidates=_shown(trials, shown, state, view),
        reason=reason,
        harm=harm,
    )


class _Trials:
    """Candidates in fresh worlds: each in the same ones as all others, from the first on. None is tried in more of them
    than the move played."""

    def __init__(self, root: AnyRoot, unit: Unit, codes: Sequence[int], played: int) -> None:
        self.root, self.unit, self.played = root, unit, played
        self.values = {code: np.empty((0, root.players)) for code in codes}
        self.worths = {code: np.empty(0) for code in codes}
        self.ends = {code: np.empty((0, root.players, root.scores), np.int32) for code in codes}

    @property
    def worlds(self) -> int:
        return len(self.values[self.played])

    def reach(self, codes: Sequence[int], worlds: int) -> int:
        """Each of these in so many worlds. Returns how many playouts that took."""
        spent = 0
        for start in sorted({len(self.values[code]) for code in codes}):
            group = [code for code in codes if len(self.values[code]) == start]
            spent += max(0, worlds - start) * len(group)
            for first in range(start, worlds, CHUNK):
                self._run(group, first, min(CHUNK, worlds - first))
        return spent

    def _run(self, codes: Sequence[int], first: int, count: int) -> None:
        shares, scores = self.root.outcomes(np.array(codes, np.int32), FRESH + first, count)
        values, worths = _values(self.unit, self.root, shares, scores), _worths(self.root, shares, scores)
        ends = scores[:, :, : self.root.players, : self.root.scores]
        for at, code in enumerate(codes):
            self.values[code] = np.concatenate([self.values[code], values[:, at]])
            self.worths[code] = np.concatenate([self.worths[code], worths[:, at]])
            self.ends[code] = np.concatenate([self.ends[code], ends[:, at]])

    def chance(self, code: int) -> float:
        """That of the move played, and what another brings more in the worlds that both have seen: so the chances of
        moves that were tried more or less often can be compared."""
        return float(self.values[self.played][:, self.root.seat].mean()) + self.lead(code)[0]

    def lead(self, code: int) -> tuple[float, float]:
        """What a move brings more than the one played, world by world, with its standard error."""
        return mean_error(self._apart(code)[:, self.root.seat])

    def ranked(self) -> list[int]:
        """The best first; without those that end like the move played in every world: they are the same move. Where
        chances are equal, as in games that are decided, the order of the search stays."""
        own = [code for code in self.values if code == self.played or not self._same(code)]
        return sorted(own, key=lambda code: -rounded(self.chance(code)))

    def best(self) -> int:
        return self.ranked()[0]

    def effect(self, plain: int) -> tuple[Chances, Chances]:
        """What the move played gives or takes against another, by seat, with standard errors."""
        both = [mean_error(column) for column in -self._apart(plain).T]
        return tuple(rounded(mean) for mean, _ in both), tuple(rounded(error) for _, error in both)

    def settled(self, best: int, plain: int) -> bool:
        """Would more playouts say nothing new?"""
        return all(self.lead(code)[1] <= FINE * POINT[self.unit] for code in (best, plain))

    def missed(self, best: int) -> tuple[float, float]:
        """What the move played is worth less than another, in what the search plays for."""
        return mean_error(self.worths[best] - self.worths[self.played][: len(self.worths[best])])

    def stake(self, best: int, lots: Sequence[int], count: int) -> tuple[float, float]:
        """What the best is worth more than a move by lot, with its standard error."""
        # Each in worlds of its own: so there are the most of them.
        worlds, apart = max(1, min(count, len(self.worths[best]) // len(lots))), []
        for at, code in enumerate(lots):
            first = at * worlds
            brought = _worths(self.root, *self.root.outcomes(np.array([code], np.int32), FRESH + first, worlds))
            apart.append(self.worths[best][first : first + worlds] - brought[:, 0])
        return mean_error(np.concatenate(apart))

    def _same(self, code: int) -> bool:
        both = len(self.ends[code])
        return not (self._apart(code).any() or (self.ends[code] - self.ends[self.played][:both]).any())

    def _apart(self, code: int) -> Floats:
        return self.values[code] - self.values[self.played][: len(self.values[code])]


def _why(trials: _Trials, best: int, state: AnyState, view: Any) -> tuple[Reason | None, Harm | None]:  # noqa: ANN401
    """By what can be seen; where that says nothing, by what comes of it."""
    better, worse = trials.ends[best], trials.ends[trials.played]
    colours = colours_of(find_game(state.game), state.players)
    seen = contrast(state, view, trials.root.decode(best), trials.root.decode(trials.played), learned=True)
    reason, harm = further(trials.root.seat, better, worse[: len(better)], colours)
    return seen[0] or reason, seen[1] or harm


def _values(unit: Unit, root: AnyRoot, shares: Floats, scores: Ints) -> Floats:
    """[world, move, seat] in the unit of the review."""
    if unit == "chance":
        return shares[:, :, : root.players]
    worth: Floats = scores[:, :, : root.players, : root.scores].min(3).astype(float)
    return worth


def _worths(root: AnyRoot, shares: Floats, scores: Ints) -> Floats:
    """[world, move]: what the search plays for, a win and a little for the scores."""
    worths = np.empty(shares.shape[:2])
    sums = np.empty((shares.shape[1], SCORES + root.scores))
    for world in range(len(worths)):
        sums[:] = 0.0
        root.add_worth(shares[world : world + 1], scores[world : world + 1], sums)
        worths[world] = sums[:, VALUE]
    return worths


def _shown(trials: _Trials, codes: Sequence[int], state: AnyState, view: Any) -> tuple[Weighed, ...]:  # noqa: ANN401
    seat, adviser = trials.root.seat, ADVISERS.get(view["game"])
    gains = [gain for offers in state.offers(seat) for gain in offers.gains]
    moves = [trials.root.decode(code) for code in codes]
    weighed = []
    for code, move, parts in zip(codes, moves, moved(view, moves), strict=True):
        events = state.preview(seat, move)
        found = [] if adviser is None else adviser.heard(Case(view, seat, move, events, gains), parts)
        chance, error = rounded(trials.chance(code)), rounded(mean_error(trials.values[code][:, seat])[1])
        expected = tuple(rounded(score) for score in np.sort(trials.ends[code][:, seat]).mean(0))
        count = len(trials.values[code])
        weighed.append(Weighed(str(move), chance, error, expected, state.gain(events), next(iter(found), None), count))
    return tuple(weighed)


def open_chances(state: AnyState, playouts: int, rng: Random) -> tuple[Chances, Chances]:
    """How a game stands with every hand open, draws left to chance; and the standard errors."""
    game = find_game(state.game)
    root: AnyRoot = ENGINES[game.name].opening(state.view(min(state.to_act)), rng, 1)
    values = _values(unit_of(game, state.players), root, *root.open_outcomes(state, max(FEWEST, playouts)))
    both = [mean_error(column) for column in values[:, 0].T]
    return tuple(rounded(mean) for mean, _ in both), tuple(rounded(error) for _, error in both)
