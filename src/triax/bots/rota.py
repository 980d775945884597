"""Axio Rota for the bots: evaluation, worlds and playouts by the compiled engine."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from triax.bots.learned import WIDTH, Judge, learned_root, load_network, with_network
from triax.bots.levels import Engine
from triax.bots.search import KernelRoot
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


@cache
def learned_weights(players: int) -> Floats:
    """The worth of tracks, and then the network."""
    return with_network(table_of(players), ROTA.name, players, ROWS)


def open_root(view: RotaView, rng: Random, width: int) -> KernelRoot[RotaState, RotaPlace]:
    sample, weights = ROTA.sample(view, rng), learned_weights(view["players"])
    return learned_root(kernel, sample, view, rng, width, weights=weights, steps=STEP_WORTH, alone=ALONE)


REVIEW = {1: 600_000, 2: 700_000, 3: 1_100_000, 4: 700_000}
ENGINE = Engine(
    ROTA.name,
    open_root,
    width=WIDTH,
    judge=Judge(kernel, lambda players: load_network(ROTA.name, players, ROWS)),
    screen_playouts=1_000,
    review_playouts=REVIEW,
)
