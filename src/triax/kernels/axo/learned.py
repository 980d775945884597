"""What a network says in the course of a playout of AXO. The weights are those of the greedy choice, and then the
network."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo.judgement import fill_rows
from triax.kernels.axo.policy import plain_weights
from triax.kernels.jit import njit
from triax.kernels.network import Judging, Singles, judge_rows

TURNS = 6
"""A playout goes on until so many turns have begun after the decision; then the network says the rest."""


@njit
def network_behind(vec: Ints, weights: Floats) -> Singles:
    return weights[plain_weights(vec, weights).size :].view(np.float32)


@njit
def judge(vec: Ints, cards: Ints, seat: int, network: Singles, judging: Judging) -> float:
    """A seat's share of the win, in a position in which a player is to choose."""
    rows, counts, values, _, _ = judging
    counts[0], counts[1] = 0, fill_rows(vec, cards, seat, rows[1])
    judge_rows(network, judging, 1)
    return float(values[0])
