"""Batches of playouts cut into pieces of a fixed size, so that no sum depends on the number of threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from triax.kernels.arrays import Floats, Longs

PLAYOUTS = 64
"""In one piece, at most."""


@dataclass(frozen=True)
class Piece:
    """Some playouts, counted from `first`, of each of some rows."""

    rows: slice
    first: int
    playouts: int


def pieces(rows: int, playouts: int) -> list[Piece]:
    height = max(1, PLAYOUTS // max(1, playouts))
    return [
        Piece(slice(row, min(row + height, rows)), first, min(PLAYOUTS, playouts - first))
        for row in range(0, rows, height)
        for first in range(0, playouts, PLAYOUTS)
    ]


def add_up(work: Callable[..., int], sums: Sequence[npt.NDArray[Any]], playouts: int, workers: int) -> int:
    """Have all pieces done by so many threads and their sums added, in the order of the pieces; gives the number of
    decisions. `work` is given a piece and arrays of its own, shaped like the rows of `sums`."""

    def run(piece: Piece) -> tuple[Piece, list[npt.NDArray[Any]], int]:
        own = [np.zeros_like(total[piece.rows]) for total in sums]
        return piece, own, work(piece, *own)

    parts = pieces(len(sums[0]), playouts)
    with ThreadPoolExecutor(max(1, workers)) as pool:
        decisions = 0
        for piece, own, done in pool.map(run, parts) if workers > 1 else map(run, parts):
            for total, part in zip(sums, own, strict=True):
                total[piece.rows] += part
            decisions += done
    return decisions


class TrackBatch(NamedTuple):
    """What came of the playouts of each row: sums over them, not means."""

    shares: Floats
    """Of first place, [row, seat]."""
    tracks: Longs
    """As they ended, [row, seat, colour]."""
    decisions: int
