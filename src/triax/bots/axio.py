"""Axio for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from triax.bots.learned import WIDTH, Judge, learned_root, load_network, with_network
from triax.bots.levels import Engine
from triax.bots.search import KernelRoot
from triax.games.axio import AXIO, AxioMove, AxioState, AxioView
from triax.kernels import axio as kernel
from triax.kernels.arrays import Floats
from triax.kernels.axio.judgement import ROWS

STEP_WORTH = np.array([0.012, 0.004, 0.0015, 0.0008, 0.0004])
"""What a step on the lowest, second lowest … track is worth beside winning."""
ALONE = 2.0
"""In solo play a network says so many times as much."""


@cache
def learned_weights(players: int) -> Floats:
    """The worth of tracks, and then the network."""
    return with_network(kernel.default_table(players), AXIO.name, players, ROWS)


def open_root(view: AxioView, rng: Random, width: int) -> KernelRoot[AxioState, AxioMove]:
    sample, weights = AXIO.sample(view, rng), learned_weights(view["players"])
    return learned_root(kernel, sample, view, rng, width, weights=weights, steps=STEP_WORTH, alone=ALONE)


REVIEW = {1: 300_000, 2: 280_000, 3: 450_000, 4: 240_000}
ENGINE = Engine(
    AXIO.name,
    open_root,
    width=WIDTH,
    judge=Judge(kernel, lambda players: load_network(AXIO.name, players, ROWS)),
    screen_playouts=300,
    review_playouts=REVIEW,
)
