"""AXO for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from math import exp
from random import Random
from statistics import fmean
from typing import Any

import numpy as np

from triax.bots.core import asked_seat
from triax.bots.learned import with_network
from triax.bots.levels import Engine
from triax.bots.search import SAID, SCORES, SHARE, VALUE, KernelRoot
from triax.games.axo import AXO, AxoMove, AxoState, AxoView
from triax.games.axo.flow import open_marking
from triax.games.axo.pieces import GOAL, SOLO_PILE
from triax.games.changing import with_item
from triax.kernels import axo as kernel
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo.alone import ROWS as SOLO_ROWS
from triax.kernels.axo.judgement import ROWS
from triax.kernels.jit import njit

AHEAD = 0.03
"""What a point ahead is worth beside winning."""
SHORT = 0.7
"""In solo play, at its beginning, so many points short of the goal divide the worth of a playout by e. The bot plays
better than its playouts: what they just miss it may well reach."""
HEARD = 600
"""With two players and more a network ends so many playouts of a move, no more."""
WHOLE = 32
"""Where a network ends playouts, one world in so many is played to the end, for the scores to be expected."""
FAR = 2**40
"""From this number on the worlds of those."""
ALONE_WIDTH = 12
"""In solo play so many decisions, of those that a network likes best, are played out."""
ALONE_HEARD = 400.0
"""There so many playouts count as much by how they end as with what the network says on the way."""


@njit
def value(players: int, seat: int, share: float, scores: Ints, short: float) -> float:
    """What a finished playout is worth to a seat."""
    own = _progress(scores[seat])
    if players == 1:
        return exp(min(0.0, own - GOAL) / short)
    others = 0.0
    for other in range(players):
        if other != seat:
            others = max(others, _progress(scores[other]))
    return share + AHEAD * (own - others)


@njit
def _progress(score: Ints) -> float:
    """Points, and less than one more for marks on unfinished cards."""
    return float(score[0] + score[1] / 27.0)


@njit
def add_outcomes(
    short: float, players: int, seat: int, shares: Floats, scores: Ints, words: Floats, sums: Floats
) -> None:
    """What playouts are worth; where a network has ended one, it says what is left of the share of the win. Alone, what
    it says on the way is heard beside the end."""
    for world in range(shares.shape[0]):
        for at in range(shares.shape[1]):
            share = shares[world, at, seat]
            if words.size and players > 1:
                share = words[world, at, 0] + words[world, at, 1] * share
            worth = value(players, seat, share, scores[world, at], short)
            if words.size and players == 1:
                sums[at, SAID] += words[world, at, 0] + words[world, at, 1] * worth
            sums[at, VALUE] += worth
            sums[at, SHARE] += min(1.0, max(0.0, share))
            sums[at, SCORES] += scores[world, at, seat, 0]


class JudgedRoot(KernelRoot[AxoState, AxoMove]):
    """Plays some turns on and then hears a network. Now and then a playout goes on to the end, for the scores; so do
    all of what is looked at for so long that chance matters less than what the network does not know."""

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401, those of any root
        super().__init__(*given, **named)
        self._points: dict[int, list[float]] = {}

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        heard = min(count, max(0, HEARD - first))
        if heard:
            sums += self._hear(codes, first, heard, np.zeros_like(sums))
        if heard < count:
            super().trial(codes, first + heard, count - heard, sums)

    def _hear(self, codes: Ints, first: int, count: int, sums: Floats) -> Floats:
        shares, scores, words = self._play_out(self.vec, self.seat, codes, first, count, kernel.LEARNED)
        self.add_worth(shares, scores, sums, words)
        begun, ended = -(-first // WHOLE), -(-(first + count) // WHOLE)
        if begun < ended:
            _, ends = self.outcomes(codes, FAR + begun, ended - begun)
            for at, code in enumerate(codes):
                self._points.setdefault(int(code), []).extend(ends[:, at, self.seat, 0])
        sums[:, SCORES] = [count * fmean(self._points[int(code)]) for code in codes]
        return sums


def _opened(
    kind: type[KernelRoot[AxoState, AxoMove]],
    sample: AxoState,
    view: AxoView,
    rng: Random,
    width: int,
    *,
    weights: Floats,
    policy: int = kernel.GREEDY,
    prior_scale: float = 0.1,
    prior_weight: float = 10.0,
    said_weight: float = 0.0,
) -> KernelRoot[AxoState, AxoMove]:
    return kind(
        kernel,
        _undecided(sample, asked_seat(view)),
        view,
        rng,
        width,
        policy=policy,
        tables=kernel.tables(sample.options),
        weights=weights,
        # As the end comes near, nothing but a win counts.
        worth=partial(add_outcomes, SHORT * _turns_left(sample) / (2 * SOLO_PILE)),
        scores=1,
        prior_scale=prior_scale,
        prior_weight=prior_weight,
        said_weight=said_weight,
    )


def open_root(view: AxoView, rng: Random, width: int) -> KernelRoot[AxoState, AxoMove]:
    sample = AXO.sample(view, rng)
    weights = kernel.SOLO_WEIGHTS if sample.players == 1 else kernel.DEFAULT_WEIGHTS
    return _opened(KernelRoot, sample, view, rng, width, weights=weights)


@cache
def learned_weights(players: int) -> Floats:
    """Those of the greedy choice, and then the network."""
    if players == 1:
        return with_network(kernel.SOLO_WEIGHTS, AXO.name, players, SOLO_ROWS)
    return with_network(kernel.DEFAULT_WEIGHTS, AXO.name, players, ROWS)


def open_learned(view: AxoView, rng: Random, width: int) -> KernelRoot[AxoState, AxoMove]:
    """With what was learned."""
    sample = AXO.sample(view, rng)
    weights = learned_weights(sample.players)
    if sample.players > 1:
        return _opened(JudgedRoot, sample, view, rng, width, weights=weights)
    return _opened(
        KernelRoot,
        sample,
        view,
        rng,
        min(width, ALONE_WIDTH),
        weights=weights,
        policy=kernel.ALONE,
        prior_scale=1.0,
        prior_weight=5.0,
        said_weight=ALONE_HEARD,
    )


def open_decision(view: AxoView, rng: Random, width: int) -> KernelRoot[AxoState, AxoMove]:
    """Alone, only `master` plays by what was learned: the strengths of all else were set without."""
    return (open_root if view["players"] == 1 else open_learned)(view, rng, width)


def _undecided(state: AxoState, seat: int) -> AxoState:
    """All others have still to mark: what they have marked is unknown, and the playouts decide better than a guess."""
    if state.phase != "mark":
        return state
    return replace(state, marking=with_item(open_marking(state).marking, seat, state.marking[seat]))


def _turns_left(state: AxoState) -> int:
    """In solo play, this one included."""
    return 2 * len(state.simona or ()) + (state.active is None) + 1


ENGINE = Engine(
    AXO.name,
    open_decision,
    width=40,
    screen_playouts=200,
    review_playouts={1: 300_000, 2: 400_000, 3: 250_000, 4: 250_000},
    screen_attention=(0.83, 0.88),
    others={"expert": open_root, "master": open_learned},
)
