"""A network of one hidden layer over what can be counted in a position: each thing that is counted is one of its rows,
the sum of the rows goes through a layer of `HIDDEN` numbers. All weights are whole numbers, so that the sums are exact
and the same on every machine."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Longs
from triax.kernels.jit import njit

HIDDEN = 32
ONE = 1024
"""A hidden number is at least 0 and at most this."""
UNIT = 2.0**24
"""So much is a win for certain."""


def numbers_in(rows: int) -> int:
    """The rows, what each hidden number begins with, and what it is worth."""
    return (rows + 2) * HIDDEN


@njit
def begin_with(network: Floats, rows: Longs, count: int, begun: Floats) -> None:
    """The hidden numbers after rows that several positions share."""
    begin = np.uintp(network.size - 2 * HIDDEN)
    for number in range(np.uintp(HIDDEN)):
        begun[number] = network[begin + number]
    _add_rows(network, rows, count, begun)


@njit
def worth_of(network: Floats, begun: Floats, rows: Longs, count: int, hidden: Floats) -> float:
    """What a position with these rows beside the shared ones is worth."""
    for number in range(np.uintp(HIDDEN)):
        hidden[number] = begun[number]
    _add_rows(network, rows, count, hidden)
    worth = np.uintp(network.size - HIDDEN)
    value = 0.0
    for number in range(np.uintp(HIDDEN)):
        value += network[worth + number] * min(float(ONE), max(0.0, hidden[number]))
    return value / UNIT


@njit
def _add_rows(network: Floats, rows: Longs, count: int, hidden: Floats) -> None:
    """Four at a time, and without signs: so the compiler finds that several numbers can be added at once."""
    fours = count & ~3
    for at in range(0, fours, 4):
        first, second = np.uintp(rows[at]) * np.uintp(HIDDEN), np.uintp(rows[at + 1]) * np.uintp(HIDDEN)
        third, fourth = np.uintp(rows[at + 2]) * np.uintp(HIDDEN), np.uintp(rows[at + 3]) * np.uintp(HIDDEN)
        for number in range(np.uintp(HIDDEN)):
            hidden[number] += (network[first + number] + network[second + number]) + (
                network[third + number] + network[fourth + number]
            )
    for at in range(fours, count):
        first = np.uintp(rows[at]) * np.uintp(HIDDEN)
        for number in range(np.uintp(HIDDEN)):
            hidden[number] += network[first + number]
