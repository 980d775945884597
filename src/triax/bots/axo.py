"""AXO for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

import numpy as np

from triax.bots.core import asked_seat
from triax.bots.levels import Engine
from triax.bots.search import SCORES, SHARE, VALUE
from triax.games.axo import AXO, AxoMove, AxoState, AxoView
from triax.games.axo.flow import open_marking
from triax.games.axo.pieces import GOAL, SOLO_PILE
from triax.games.changing import with_item
from triax.kernels import axo as kernel
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo_layout import PLAYERS, POINTS, SEAT_SIZE, SEATS
from triax.kernels.chance import stream
from triax.kernels.jit import njit

AHEAD = 0.03
"""What a point ahead is worth beside winning."""
SHORT = 0.7
"""In solo play, at its beginning, so many points short of the goal divide the worth of a playout by e. The bot plays
better than its playouts: what they just miss it may well reach."""


@njit
def value(vec: Ints, seat: int, share: float, short: float) -> float:
    """What a finished playout is worth to a seat."""
    own = kernel.progress(vec, seat)
    if vec[PLAYERS] == 1:
        return exp(min(0.0, own - GOAL) / short)
    others = 0.0
    for other in range(vec[PLAYERS]):
        if other != seat:
            others = max(others, kernel.progress(vec, other))
    return share + AHEAD * (own - others)


@njit
def trial(
    root: Ints,
    cards: Ints,
    seat: int,
    codes: Ints,
    first: int,
    count: int,
    seed: np.uint64,
    weights: Floats,
    short: float,
    sums: Floats,
) -> None:
    world, vec = root.copy(), root.copy()
    shares, rng = np.empty(4), np.empty(1, np.uint64)
    for number in range(first, first + count):
        rng[0] = stream(seed, number)
        kernel.copy_into(world, root)
        kernel.reshuffle(world, seat, rng)
        luck = rng[0]
        for at in range(codes.size):
            kernel.copy_into(vec, world)
            rng[0] = luck
            kernel.play(vec, cards, seat, codes[at], rng)
            kernel.greedy_playout(vec, cards, rng, weights)
            kernel.result(vec, shares)
            sums[at, VALUE] += value(vec, seat, shares[seat], short)
            sums[at, SHARE] += shares[seat]
            sums[at, SCORES] += vec[SEATS + SEAT_SIZE * seat + POINTS]


class AxoRoot:
    prior_scale = 0.1
    prior_weight = 10.0
    scores = 1

    def __init__(self, view: AxoView, rng: Random, width: int) -> None:
        self.seat = asked_seat(view)
        state = _undecided(AXO.sample(view, rng), self.seat)
        self.cards = kernel.tables(state.cards)
        self.root = kernel.load(state)
        self.seed = np.uint64(rng.getrandbits(63))
        codes, values = np.empty(width, np.int32), np.empty(width)
        self.weights = kernel.SOLO_WEIGHTS if state.players == 1 else kernel.DEFAULT_WEIGHTS
        # As the end comes near, nothing but a win counts.
        self.short = SHORT * _turns_left(state) / (2 * SOLO_PILE)
        count = kernel.candidates(self.root, self.cards, self.seat, self.weights, width, codes, values)
        self.codes, self.priors = codes[:count], values[:count]

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        trial(self.root, self.cards, self.seat, codes, first, count, self.seed, self.weights, self.short, sums)

    def decode(self, code: int) -> AxoMove:
        return kernel.decode(code)


def _undecided(state: AxoState, seat: int) -> AxoState:
    """All others have still to mark: what they have marked is unknown, and the playouts decide better than a guess."""
    if state.phase != "mark":
        return state
    return replace(state, marking=with_item(open_marking(state).marking, seat, state.marking[seat]))


def _turns_left(state: AxoState) -> int:
    """In solo play, this one included."""
    return 2 * len(state.simona or ()) + (state.active is None) + 1


# Full attention alone wins nearly every game against an apprentice, which leaves too little room for the levels above.
ENGINE = Engine(AXO.name, AxoRoot, width=40, expert_playouts=200, attention={"adept": 0.83, "expert": 0.88})
