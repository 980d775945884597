"""All placements of a tile with what each would score, in one pass over the frontier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from triax.games.core import Offers
from triax.games.rota.display import Cell, corner_points, turned
from triax.games.rota.notation import placements
from triax.games.rota.pieces import EMPTY
from triax.games.tracks import COLOURS, points_text

# Points by colour in one number, four bits each. No colour scores more than six: two corners of three points, where
# the colour named is also printed.
_SHIFT = {colour: 4 * number for number, colour in enumerate(COLOURS)}
_BITS = {colour: 15 << shift for colour, shift in _SHIFT.items()} | {EMPTY: 0}
_NAMES = tuple(_BITS[colour] for colour in COLOURS)


def offer(tile: str, cells: Iterable[tuple[Cell, tuple[bool, ...]]], circles: Mapping[Cell, str]) -> Offers:
    """The placements on cells, each with the turns that need a name; a corner scores its like in its circle."""
    hollow = tile.find(EMPTY)
    turns = [(*(_BITS[corner] for corner in turned(tile, turn)), (hollow + turn) % 4) for turn in range(4)]
    met = {point: _count(corners) for point, corners in circles.items()}
    ends: list[str] = []
    gains: list[str] = []
    for cell, named in cells:
        ends += _notations(*cell, named)
        around = [met.get(point, 0) for point in corner_points(cell)]
        first, second, third, fourth = around
        for (a, b, c, d, empty), name in zip(turns, named, strict=True):
            points = (first & a) + (second & b) + (third & c) + (fourth & d)
            if name:
                gains += [_text(points + (around[empty] & colour)) for colour in _NAMES]
            else:
                gains.append(_text(points))
    return Offers("", ends, gains)


@lru_cache(2048)
def _notations(x: int, y: int, named: tuple[bool, ...]) -> tuple[str, ...]:
    return tuple(map(str, placements(x, y, named)))


@lru_cache(1024)
def _count(corners: str) -> int:
    return sum(1 << _SHIFT[corner] for corner in corners if corner != EMPTY)


@lru_cache(4096)
def _text(points: int) -> str:
    return points_text({colour: points >> shift & 15 for colour, shift in _SHIFT.items()})
