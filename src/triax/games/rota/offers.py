"""All placements of a tile with what each would score, a group for each cell of the frontier.

A tile has four different corners, so that what it scores is four small counts, which fit into one byte. Bytes for all
cells at once are looked up and added together far faster than cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations_with_replacement, product
from operator import add
from typing import NamedTuple

from triax.games.core import Offers
from triax.games.rota.display import Cell, Circles, corner_points
from triax.games.rota.notation import cell_text, turn_texts
from triax.games.rota.pieces import EMPTY
from triax.games.tracks import COLOURS, points_text

BETWEEN = " "
"""Two texts of a list."""
_END = '"],'
"""Of a group in short."""
_BITS, _MOST = 2, 3
"""A corner that is laid meets three others at the most."""

_CORNERS = sorted(COLOURS + EMPTY)
_CIRCLES = ["".join(one) for size in range(5) for one in combinations_with_replacement(_CORNERS, size)]
_NUMBERS: dict[str | None, int] = {None: 0} | {circle: number for number, circle in enumerate(_CIRCLES)}
"""A byte for each circle that there can be; nothing meets: 0."""


def offer(tile: str, cells: Sequence[Cell], circles: Circles) -> list[Offers]:
    """The placements on cells; a corner scores its like in its circle."""
    named, gains = _reckon(tile, cells, circles)
    told = zip(cells, map(_ENDS.__getitem__, named), gains, strict=True)
    return [Offers(cell_text(*cell), there.split(BETWEEN), scored.split(BETWEEN)) for cell, there, scored in told]


def offer_text(tile: str, cells: Sequence[Cell], circles: Circles) -> str:
    """The same as JSON, in short: ends that are those of the group before are null."""
    named, gains = _reckon(tile, cells, circles)
    told = zip(cells, b"\xff" + named[:-1], named, strict=True)
    heads = [_SAME_HEADS[cell] if here == before else _HEADS[cell, here] for cell, before, here in told]
    return f"[{_END.join(map(add, heads, gains))}{_END[:-1]}]" if cells else "[]"


def _reckon(tile: str, cells: Sequence[Cell], circles: Circles) -> tuple[bytes, Sequence[str]]:
    """By cell: the turns at which a name is given, and the gains of all placements."""
    count, way = len(cells), _way(tile)
    points = chain.from_iterable(map(_POINTS.__getitem__, cells))
    around = bytes(map(_NUMBERS.__getitem__, map(circles.get, points)))
    corners = [around[corner::4] for corner in range(4)]
    # Corner by corner what it meets at each turn: one corner further each time.
    turning = b"".join([*corners, *corners[:3]])
    meeting = [turning[corner * count : (corner + 4) * count] for corner in range(4)]
    packed = _sum([met.translate(counts) for met, counts in zip(meeting, way.counts, strict=True)], 4 * count)
    if way.hollow is None:
        named, gains = bytes(count), list(map(way.texts.__getitem__, packed))
    else:
        # Where an empty corner meets others, it takes a name.
        hollow = meeting[way.hollow]
        by_turn = [hollow[turn * count : (turn + 1) * count].translate(_IS_NAMED[turn]) for turn in range(4)]
        named, gains = _sum(by_turn, count), list(map(way.named.__getitem__, zip(packed, hollow, strict=True)))
    turns = [gains[turn * count : (turn + 1) * count] for turn in range(4)]
    return named, list(map(BETWEEN.join, zip(*turns, strict=True)))


def _sum(several: list[bytes], size: int) -> bytes:
    """Added byte by byte; none becomes larger than a byte has room for."""
    return sum([int.from_bytes(values, "little") for values in several]).to_bytes(size, "little")


class _Way(NamedTuple):
    """How a tile is reckoned with."""

    counts: list[bytes]
    """By corner: from a circle to what the corner scores there, in its bits of a byte."""
    hollow: int | None
    """The empty corner."""
    texts: list[str]
    """By byte."""
    named: _Named


@cache
def _way(tile: str) -> _Way:
    colours = "".join(colour for colour in COLOURS if colour in tile)
    counts = [_counts(corner, _BITS * max(0, colours.find(corner))) for corner in tile]
    hollow = tile.find(EMPTY)
    return _Way(counts, None if hollow < 0 else hollow, _texts(colours), _named(colours))


@cache
def _counts(colour: str, shift: int) -> bytes:
    known = [0 if colour == EMPTY else min(_MOST, circle.count(colour)) << shift for circle in _CIRCLES]
    return bytes(known).ljust(256, b"\0")


def _points(colours: str, packed: int) -> dict[str, int]:
    return {colour: packed >> _BITS * at & _MOST for at, colour in enumerate(colours)}


@cache
def _texts(colours: str) -> list[str]:
    return [points_text(_points(colours, packed)) for packed in range(1 << _BITS * len(colours))]


@cache
def _named(colours: str) -> _Named:
    return _Named(colours)


class _Named(dict[tuple[int, int], str]):
    """By what the other corners score and the circle that an empty one meets: the points of a turn, for each name."""

    def __init__(self, colours: str) -> None:
        self._colours = colours

    def __missing__(self, key: tuple[int, int]) -> str:
        points, circle = _points(self._colours, key[0]), _CIRCLES[key[1]]
        names = COLOURS if circle else EMPTY
        scored = [points | {name: points.get(name, 0) + circle.count(name)} for name in names]
        self[key] = BETWEEN.join(map(points_text, scored))
        return self[key]


_IS_NAMED = [bytes([0, *[1 << turn] * 255]) for turn in range(4)]
_ENDS = [BETWEEN.join(turn_texts(named[::-1])) for named in product((False, True), repeat=4)]
"""By the turns at which a name is given, a bit for each."""


class _Points(dict[Cell, tuple[int, int, int, int]]):
    def __missing__(self, cell: Cell) -> tuple[int, int, int, int]:
        self[cell] = corner_points(cell)
        return self[cell]


class _SameHeads(dict[Cell, str]):
    """Of each cell: how its group begins where the ends are those of the group before."""

    def __missing__(self, cell: Cell) -> str:
        self[cell] = f'["{cell_text(*cell)}",null,"'
        return self[cell]


class _Heads(dict[tuple[Cell, int], str]):
    """The same with ends of its own."""

    def __missing__(self, key: tuple[Cell, int]) -> str:
        cell, named = key
        self[key] = f'["{cell_text(*cell)}","{_ENDS[named]}","'
        return self[key]


_POINTS, _SAME_HEADS, _HEADS = _Points(), _SameHeads(), _Heads()
