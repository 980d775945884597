"""Fits a network of one hidden layer to what playouts say of the moves of many positions.

Only how a move compares with the others of its position is learned: how good the position is drowns in luck otherwise.
Plain sums and square roots in a fixed order: the same samples give the same network.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from triax.kernels.jit import njit

Singles = npt.NDArray[np.float32]
Shorts = npt.NDArray[np.int16]

RATE = np.float32(0.02)
TINY = np.float32(1e-6)


class Samples(NamedTuple):
    rows: Shorts
    """[position, move, row], -1 where there are no more."""
    values: Singles
    """[position, move], NaN where there are no more."""


class Network(NamedTuple):
    rows: Singles
    begin: Singles
    worth: Singles


def untrained(rows: int, hidden: int, seed: int) -> Network:
    rng = np.random.default_rng(seed)
    return Network(
        rng.normal(0, 0.015, (rows, hidden)).astype(np.float32),
        np.full(hidden, 0.4, np.float32),
        rng.normal(0, 0.1, hidden).astype(np.float32),
    )


@njit
def value_of(network: Network, rows: Shorts, hidden: Singles) -> np.float32:
    weights, begin, worth = network
    for number in range(hidden.size):
        hidden[number] = begin[number]
    for row in rows:
        if row < 0:
            break
        for number in range(hidden.size):
            hidden[number] += weights[row, number]
    value = np.float32(0)
    for number in range(hidden.size):
        value += worth[number] * min(np.float32(1), max(np.float32(0), hidden[number]))
    return value


@njit
def _step(weights: Singles, at: int, slope: np.float32, squares: Singles) -> None:
    squares[at] += slope * slope
    weights[at] -= RATE * slope / (np.sqrt(squares[at]) + TINY)


@njit
def run_epoch(order: npt.NDArray[np.int64], samples: Samples, network: Network, squares: Network) -> float:
    """One way through the samples; gives the mean square of what was wrong."""
    size = network.begin.size
    most = samples.values.shape[1]
    hidden, slopes = np.empty((most, size), np.float32), np.empty(size, np.float32)
    values, loss = np.empty(most, np.float32), 0.0
    for position in order:
        wanted = samples.values[position]
        count = 0
        while count < most and not np.isnan(wanted[count]):
            values[count] = value_of(network, samples.rows[position, count], hidden[count])
            count += 1
        mean, wanted_mean = np.float32(values[:count].sum() / count), np.float32(wanted[:count].sum() / count)
        for at in range(count):
            wrong = np.float32((values[at] - mean) - (wanted[at] - wanted_mean))
            loss += float(wrong * wrong) / count
            for number in range(size):
                level = hidden[at, number]
                is_live = np.float32(0) < level < np.float32(1)
                slopes[number] = wrong * network.worth[number] if is_live else np.float32(0)
                used = wrong * min(np.float32(1), max(np.float32(0), level))
                _step(network.worth, number, used, squares.worth)
            for row in samples.rows[position, at]:
                if row < 0:
                    break
                for number in range(size):
                    if slopes[number] != 0:
                        _step(network.rows[row], number, slopes[number], squares.rows[row])
            for number in range(size):
                _step(network.begin, number, slopes[number], squares.begin)
    return float(loss / order.size)


@njit
def gain(samples: Samples, network: Network) -> float:
    """How much better the playouts find the move that the network likes best than the first one, on average."""
    hidden: Singles = np.empty(network.begin.size, np.float32)
    total = 0.0
    for position in range(samples.values.shape[0]):
        best, choice = np.float32(-1e9), 0
        for at in range(samples.values.shape[1]):
            if np.isnan(samples.values[position, at]):
                break
            value = value_of(network, samples.rows[position, at], hidden)
            if value > best:
                best, choice = value, at
        total += float(samples.values[position, choice] - samples.values[position, 0])
    return total / len(samples.values)


def start_squares(network: Network) -> Network:
    return Network(
        np.full_like(network.rows, 1e-4), np.full_like(network.begin, 1e-3), np.full_like(network.worth, 1e-2)
    )
