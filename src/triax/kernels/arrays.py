"""The arrays that all kernels work on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from triax.kernels.jit import njit

Ints = npt.NDArray[np.int32]
"""Positions, codes of moves, points."""
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
"""Random generators, among others: one word of splitmix64 (see `chance`)."""


@njit
def copy_into(target: Ints, source: Ints) -> None:
    for number in range(target.size):  # compiles to far faster code than target[:] = source
        target[number] = source[number]
