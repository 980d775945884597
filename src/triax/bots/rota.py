"""Axio Rota for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import numpy as np

from triax.bots.learned import WIDTH, learned_root, with_network
from triax.bots.levels import Engine
from triax.bots.search import KernelRoot
from triax.bots.track_worth import add_outcomes
from triax.games.rota import ROTA, RotaPlace, RotaState, RotaView
from triax.kernels import rota as kernel
from triax.kernels.arrays import Floats
from triax.kernels.rota.judgement import ROWS

STEP_WORTH = np.array([0.02, 0.006, 0.002, 0.001, 0.0005])
"""What a step on the lowest, second lowest … track is worth beside winning."""
ALONE = 4.0
"""In solo play a network says so many times as much."""


def table_of(players: int) -> Floats:
    """The worth of tracks."""
    return kernel.SOLO_TABLE if players == 1 else kernel.DEFAULT_TABLE


def open_root(view: RotaView, rng: Random, width: int) -> KernelRoot[RotaState, RotaPlace]:
    solo = view["players"] == 1
    sample = ROTA.sample(view, rng)
    return KernelRoot(
        kernel,
        sample,
        view,
        rng,
        width,
        policy=kernel.PROSPECT if solo else kernel.GREEDY,
        tables=kernel.tables(sample.options),
        weights=table_of(view["players"]),
        worth=partial(add_outcomes, STEP_WORTH, 1.0),
        scores=5,
        # A playout is worth a share of wins; in solo play only a fraction of a step on a track.
        prior_scale=0.003 if solo else 0.5,
        prior_weight=40.0,
    )


@cache
def learned_weights(players: int) -> Floats:
    """The worth of tracks, and then the network."""
    return with_network(table_of(players), ROTA.name, players, ROWS)


def open_learned(view: RotaView, rng: Random, width: int) -> KernelRoot[RotaState, RotaPlace]:
    sample, weights = ROTA.sample(view, rng), learned_weights(view["players"])
    return learned_root(kernel, sample, view, rng, width, weights=weights, steps=STEP_WORTH, alone=ALONE)


REVIEW = {1: 400_000, 2: 1_000_000, 3: 2_000_000, 4: 2_000_000}
ENGINE = Engine(
    ROTA.name,
    open_root,
    width=48,
    screen_playouts=1_000,
    review_playouts=REVIEW,
    learned=open_learned,
    learned_width=WIDTH,
)
