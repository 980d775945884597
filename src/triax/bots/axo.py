"""AXO for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import cast

import numpy as np

from triax.bots.search import SCORES, SHARE, VALUE
from triax.games import GAMES
from triax.games.axo import AxoState
from triax.games.axo.flow import open_marking
from triax.games.core import Move, Plain, with_item
from triax.kernels import axo as kernel
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo_layout import PLAYERS, POINTS, SEAT_SIZE, SEATS
from triax.kernels.chance import stream
from triax.kernels.jit import njit

AHEAD = 0.03
"""What a point ahead is worth beside winning."""


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
    ahead: float,
    sums: Floats,
) -> None:
    world, vec = root.copy(), root.copy()
    shares, rng = np.empty(4), np.empty(1, np.uint64)
    players = vec[PLAYERS]
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
            others = 0.0
            for other in range(players):
                if other != seat:
                    others = max(others, kernel.progress(vec, other))
            sums[at, VALUE] += shares[seat] + ahead * (kernel.progress(vec, seat) - others)
            sums[at, SHARE] += shares[seat]
            sums[at, SCORES] += vec[SEATS + SEAT_SIZE * seat + POINTS]


class AxoPosition:
    prior_scale = 0.1
    prior_weight = 10.0
    scores = 1
    ahead = AHEAD

    def __init__(self, view: Plain, rng: Random, width: int) -> None:
        state = _undecided(cast("AxoState", GAMES["axo"].sample(view, rng)), view["seat"])
        self.seat: int = view["seat"]
        self.cards = kernel.tables(state.cards)
        self.root = kernel.load(state)
        self.seed = np.uint64(rng.getrandbits(63))
        codes, values = np.empty(width, np.int32), np.empty(width)
        weights = kernel.DEFAULT_WEIGHTS
        count = kernel.candidates(self.root, self.cards, self.seat, weights, width, codes, values)
        self.codes, self.priors = codes[:count], values[:count]

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        trial(
            self.root, self.cards, self.seat, codes, first, count, self.seed, kernel.DEFAULT_WEIGHTS, self.ahead, sums
        )

    def decode(self, code: int) -> Move:
        return kernel.decode(code)


def _undecided(state: AxoState, seat: int) -> AxoState:
    """All others have still to mark: what they have marked is unknown, and the playouts decide better than a guess."""
    if state.phase != "mark":
        return state
    return replace(state, marking=with_item(open_marking(state).marking, seat, state.marking[seat]))
