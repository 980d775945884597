"""Axio for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import numpy as np

from triax.bots.learned import WIDTH, learned_root, with_network
from triax.bots.levels import Engine
from triax.bots.search import KernelRoot
from triax.bots.track_worth import add_outcomes
from triax.games.axio import AXIO, AxioMove, AxioState, AxioView
from triax.kernels import axio as kernel
from triax.kernels.arrays import Floats
from triax.kernels.axio.judgement import ROWS

STEP_WORTH = np.array([0.012, 0.004, 0.0015, 0.0008, 0.0004])
"""What a step on the lowest, second lowest … track is worth beside winning."""
ALONE = 2.0
"""In solo play a network says so many times as much."""


def open_root(view: AxioView, rng: Random, width: int) -> KernelRoot[AxioState, AxioMove]:
    sample = AXIO.sample(view, rng)
    return KernelRoot(
        kernel,
        sample,
        view,
        rng,
        width,
        policy=kernel.GREEDY,
        tables=kernel.tables(sample.options),
        weights=kernel.default_table(view["players"]),
        worth=partial(add_outcomes, STEP_WORTH, 1.0),
        scores=5,
        # A playout is worth a share of wins; in solo play only a fraction of a step on a track.
        prior_scale=0.003 if view["players"] == 1 else 0.05,
        prior_weight=10.0,
    )


@cache
def learned_weights(players: int) -> Floats:
    """The worth of tracks, and then the network."""
    return with_network(kernel.default_table(players), AXIO.name, players, ROWS)


def open_learned(view: AxioView, rng: Random, width: int) -> KernelRoot[AxioState, AxioMove]:
    sample, weights = AXIO.sample(view, rng), learned_weights(view["players"])
    return learned_root(kernel, sample, view, rng, width, weights=weights, steps=STEP_WORTH, alone=ALONE)


REVIEW = {1: 800_000, 2: 500_000, 3: 700_000, 4: 600_000}
ENGINE = Engine(
    AXIO.name,
    open_root,
    width=32,
    screen_playouts=300,
    review_playouts=REVIEW,
    learned=open_learned,
    learned_width=WIDTH,
)
