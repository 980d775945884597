"""Axio for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from random import Random

import numpy as np

from triax.bots.core import asked_seat
from triax.bots.levels import Engine
from triax.bots.track_worth import add_outcome
from triax.games.axio import AXIO, AxioMove, AxioView
from triax.kernels import axio as kernel
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axio_layout import PLAYERS, TRACKS
from triax.kernels.chance import stream
from triax.kernels.jit import njit

STEP_WORTH = np.array([0.012, 0.004, 0.0015, 0.0008, 0.0004])
"""What a step on the lowest, second lowest … track is worth beside winning."""


@njit
def trial(
    root: Ints,
    seat: int,
    codes: Ints,
    first: int,
    count: int,
    seed: np.uint64,
    table: Floats,
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
            kernel.play(vec, seat, codes[at], rng)
            kernel.greedy_playout(vec, rng, table)
            kernel.result(vec, shares)
            add_outcome(vec, TRACKS, vec[PLAYERS], seat, shares[seat], STEP_WORTH, sums[at])


class AxioRoot:
    prior_weight = 10.0
    scores = 5

    def __init__(self, view: AxioView, rng: Random, width: int) -> None:
        self.seat = asked_seat(view)
        state = AXIO.sample(view, rng)
        self.table = kernel.default_table(state.players)
        # A playout is worth a share of wins; in solo play only a fraction of a step on a track.
        self.prior_scale = 0.003 if state.players == 1 else 0.05
        self.root = kernel.load(state)
        self.seed = np.uint64(rng.getrandbits(63))
        codes, values = np.empty(width, np.int32), np.empty(width)
        count = kernel.candidates(self.root, self.seat, self.table, width, codes, values)
        self.codes, self.priors = codes[:count], values[:count]

    def trial(self, codes: Ints, first: int, count: int, sums: Floats) -> None:
        trial(self.root, self.seat, codes, first, count, self.seed, self.table, sums)

    def decode(self, code: int) -> AxioMove:
        return kernel.decode(code)


ENGINE = Engine(AXIO.name, AxioRoot, width=32, expert_playouts=300)
