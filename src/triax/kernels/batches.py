"""Batches of playouts cut into pieces of a fixed size, so that no sum depends on the number of threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
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


def spread(work: Callable[[Piece], T], rows: int, playouts: int, workers: int) -> list[tuple[Piece, T]]:
    """The work of all pieces, in their order, done by so many threads."""
    parts = pieces(rows, playouts)
    if workers <= 1:
        return [(part, work(part)) for part in parts]
    with ThreadPoolExecutor(workers) as pool:
        return list(zip(parts, pool.map(work, parts), strict=True))
