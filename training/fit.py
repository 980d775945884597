"""A network of one hidden layer while it learns: what it says of a move, and a step closer to what became of it.

Plain sums and square roots in a fixed order: the same games give the same network.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from triax.kernels.jit import njit
from triax.kernels.network import Singles

Shorts = npt.NDArray[np.int16]

TINY = np.float32(1e-6)


class Network(NamedTuple):
    rows: Singles
    begin: Singles
    worth: Singles


def untrained(rows: int, hidden: int, seed: int, scatter: float) -> Network:
    """`scatter`: how far the rows lie apart at first."""
    rng = np.random.default_rng(seed)
    return Network(
        rng.normal(0, scatter, (rows, hidden)).astype(np.float32),
        rng.normal(0.5, 0.1, hidden).astype(np.float32),
        rng.normal(0, 0.2, hidden).astype(np.float32),
    )


def start_squares(network: Network) -> Network:
    """What the slopes' squares begin with: the larger, the smaller the first steps."""
    return Network(
        np.full_like(network.rows, 1e-2), np.full_like(network.begin, 1e-1), np.full_like(network.worth, 1.0)
    )


def mean_of(networks: Sequence[Network]) -> Network:
    def mean(parts: Sequence[Singles]) -> Singles:
        middle: Singles = np.stack(parts).mean(axis=0, dtype=np.float64).astype(np.float32)
        return middle

    return Network(*(mean(parts) for parts in zip(*networks, strict=True)))


@njit
def value_of(network: Network, rows: Shorts, hidden: Singles) -> np.float32:
    weights, begin, worth = network
    for number in range(hidden.size):
        hidden[number] = begin[number]
    for row in rows:
        for number in range(hidden.size):
            hidden[number] += weights[row, number]
    value = np.float32(0)
    for number in range(hidden.size):
        value += worth[number] * min(np.float32(1), max(np.float32(0), hidden[number]))
    return value


@njit
def learn_from(
    network: Network, squares: Network, rows: Shorts, target: np.float32, rate: np.float32, hidden: Singles
) -> float:
    """One step towards a target; gives the square of what was wrong."""
    weights, begin, worth = network
    seen_weights, seen_begin, seen_worth = squares
    wrong = value_of(network, rows, hidden) - target
    for number in range(hidden.size):
        level = hidden[number]
        is_live = np.float32(0) < level < np.float32(1)
        slope = wrong * min(np.float32(1), max(np.float32(0), level))
        hidden[number] = wrong * worth[number] if is_live else np.float32(0)
        seen_worth[number] += slope * slope
        worth[number] -= rate * slope / (np.sqrt(seen_worth[number]) + TINY)
        seen_begin[number] += hidden[number] * hidden[number]
        begin[number] -= rate * hidden[number] / (np.sqrt(seen_begin[number]) + TINY)
    for row in rows:
        for number in range(hidden.size):
            slope = hidden[number]
            seen_weights[row, number] += slope * slope
            weights[row, number] -= rate * slope / (np.sqrt(seen_weights[row, number]) + TINY)
    return float(wrong * wrong)
