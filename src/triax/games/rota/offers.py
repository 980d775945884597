"""All placements of a tile with what each would score, in one pass over the frontier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from triax.games.core import Offers
from triax.games.rota.display import Cell, named_turns, turned
from triax.games.rota.notation import placements
from triax.games.rota.pieces import EMPTY
from triax.games.tracks import COLOURS, points_text

# Points by colour in one number, four bits each. No colour scores more than six: two corners of three points, where
# the colour named is also printed.
_SHIFT = {colour: 4 * number for number, colour in enumerate(COLOURS)}
_BITS = {colour: 15 << shift for colour, shift in _SHIFT.items()} | {EMPTY: 0}
_NAMES = tuple(_BITS[colour] for colour in COLOURS)


def offer(tile: str, cells: Iterable[Cell], circles: Mapping[Cell, str]) -> Offers:
    """The placements on cells; a corner scores its like in its circle."""
    met = circles.get
    ends: list[str] = []
    gains: list[str] = []
    for x, y in cells:
        named, points = _scores(tile, met((x, y)), met((x + 1, y)), met((x + 1, y + 1)), met((x, y + 1)))
        ends += _notations(x, y, named)
        gains += points
    return Offers("", ends, gains)


# At a table the surroundings of most cells stay from turn to turn; those of many tables are not worth their room.
@lru_cache(1 << 11)
def _scores(tile: str, *corners: str | None) -> tuple[tuple[bool, ...], list[str]]:
    """For each turn, does it need a name? And what each placement scores between four circles."""
    named = named_turns(tile, tuple(circle is not None for circle in corners))
    around = first, second, third, fourth = [_count(circle) for circle in corners]
    gains: list[str] = []
    for (a, b, c, d, empty), name in zip(_turns(tile), named, strict=True):
        points = (first & a) + (second & b) + (third & c) + (fourth & d)
        if name:
            gains += [_text(points + (around[empty] & colour)) for colour in _NAMES]
        else:
            gains.append(_text(points))
    return named, gains


@cache
def _turns(tile: str) -> list[tuple[int, int, int, int, int]]:
    """By turn: the colours of the corners, and which of them is empty, if any."""
    hollow = tile.find(EMPTY)
    bits = [[_BITS[corner] for corner in turned(tile, turn)] for turn in range(4)]
    return [(a, b, c, d, (hollow + turn) % 4) for turn, (a, b, c, d) in enumerate(bits)]


@lru_cache(2048)
def _notations(x: int, y: int, named: tuple[bool, ...]) -> tuple[str, ...]:
    return tuple(map(str, placements(x, y, named)))


@lru_cache(1024)
def _count(corners: str | None) -> int:
    return sum(1 << _SHIFT[corner] for corner in corners or "" if corner != EMPTY)


@lru_cache(4096)
def _text(points: int) -> str:
    return points_text({colour: points >> shift & 15 for colour, shift in _SHIFT.items()})
