"""The arrays that all kernels work on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from triax.kernels.jit import njit

Ints = npt.NDArray[np.int32]
"""Positions, codes of moves, points."""
Bytes = npt.NDArray[Any]
"""Observations (int8) and masks (bool): numbers of one byte."""
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
"""Random generators, among others: one word of splitmix64 (see `chance`)."""


@njit
def copy_into(target: Ints, source: Ints) -> None:
    for number in range(target.size):  # compiles to far faster code than target[:] = source
        target[number] = source[number]


@njit
def clear(out: Any, count: int) -> None:  # noqa: ANN401, of numbers of any sort
    for number in range(count):
        out[number] = 0


@njit
def share_first_place(keys: Floats, players: int) -> None:
    """The key of each seat becomes its share of the first place."""
    best, sharing = -1.0, 0
    for seat in range(players):
        if keys[seat] > best:
            best, sharing = keys[seat], 0
        sharing += keys[seat] == best
    for seat in range(players):
        keys[seat] = 1.0 / sharing if keys[seat] == best else 0.0
