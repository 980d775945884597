"""Axio for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from random import Random

import numpy as np

from triax.bots.learned import with_network
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
        worth=partial(add_outcomes, STEP_WORTH),
        scores=5,
        # A playout is worth a share of wins; in solo play only a fraction of a step on a track.
        prior_scale=0.003 if view["players"] == 1 else 0.05,
        prior_weight=10.0,
    )


LEARNED_WIDTH = 16
"""So many placements, of those that the network likes best, are played out."""


@cache
def learned_weights(players: int, path: Path | None = None) -> Floats:
    """The worth of tracks, and then the network."""
    return with_network(kernel.default_table(players), AXIO.name, players, ROWS, path)


def open_learned(view: AxioView, rng: Random, width: int) -> KernelRoot[AxioState, AxioMove]:
    """A learned network says which placements are tried, and plays them out."""
    players, sample = view["players"], AXIO.sample(view, rng)
    return KernelRoot(
        kernel,
        sample,
        view,
        rng,
        width,
        policy=kernel.LEARNED,
        tables=kernel.tables(sample.options),
        weights=learned_weights(players),
        worth=partial(add_outcomes, STEP_WORTH),
        scores=5,
        prior_scale=1 / ALONE if players == 1 else 1.0,
        prior_weight=30.0,
    )


REVIEW = {1: 800_000, 2: 500_000, 3: 700_000, 4: 600_000}
ENGINE = Engine(
    AXIO.name,
    open_root,
    width=32,
    screen_playouts=300,
    review_playouts=REVIEW,
    learned=open_learned,
    learned_width=LEARNED_WIDTH,
)
