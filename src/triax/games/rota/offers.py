"""All placements of a tile with what each would score, a group for each cell of the frontier.

A tile has four different corners, so that what it scores is four small counts, which fit into one byte. The bytes for
all turns at all cells are reckoned with at once, as one large number: far faster than placement by placement."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, product, repeat
from typing import NamedTuple

from triax.games.core import Offers
from triax.games.rota.display import CIRCLES, Cell, Circles, corner_points
from triax.games.rota.notation import cell_text, turn_texts
from triax.games.rota.pieces import EMPTY
from triax.games.tracks import COLOURS, PackedTexts

BETWEEN = " "
"""Two texts of a list."""
_END = '"],'
"""Of a group in short."""
_TURNS = range(4)
_BITS, _MOST = 2, 3
"""A corner that is laid meets three others at the most."""
_WIDE = 3
"""With a name, a colour may score twice as much."""
_CELLS = 1 << 9
"""More than can ever be beside a display."""

Moves = Sequence[tuple[int, int]]
"""By how many bits a number is shifted, and which of them are taken."""


def offer(tile: str, cells: Sequence[Cell], circles: Circles) -> list[Offers]:
    """The placements on cells; a corner scores its like in its circle."""
    told = zip(cells, *_reckon(tile, cells, circles), strict=True)
    return [Offers(cell_text(*cell), _ENDS[named].split(BETWEEN), gains.split(BETWEEN)) for cell, named, gains in told]


def offer_text(tile: str, cells: Sequence[Cell], circles: Circles) -> str:
    """The same as JSON, in short: ends that are those of the group before are null."""
    named, gains = _reckon(tile, cells, circles)
    told = zip(cells, b"\xff" + named, named, gains, strict=False)
    groups = [
        (_SAME_HEADS[cell] if here == before else _HEADS[cell, here]) + scored for cell, before, here, scored in told
    ]
    return f"[{_END.join(groups)}{_END[:-1]}]" if groups else "[]"


def _reckon(tile: str, cells: Sequence[Cell], circles: Circles) -> tuple[bytes, Iterable[str]]:
    """By cell: the turns at which a name is given, a bit for each, and the gains of all placements."""
    way = _way(tile)
    points = chain.from_iterable(map(_POINTS.__getitem__, cells))
    around = bytes(map(circles.get, points, repeat(0)))
    scored = _by_turn(around.translate(way.counts), way.corners)
    if way.hollow is None:
        named = bytes(len(cells))
        gains: Iterator[str] = map(way.gains.__getitem__, scored)
    else:
        # Where an empty corner meets others, it takes a name.
        meets = _by_turn(around, way.hollow)
        named = bytes(map(_NAMED.__getitem__, memoryview(meets.translate(_IS_MET)).cast("I")))
        rows = way.named
        gains = iter(
            [
                rows.learn(points, circle) if (known := rows[circle][points]) is None else known
                for points, circle in zip(scored, meets, strict=True)
            ]
        )
    # Four turns a cell.
    return named, map(BETWEEN.join, zip(gains, gains, gains, gains, strict=True))


def _by_turn(corners: bytes, moves: Moves) -> bytes:
    """From a byte for each corner of each cell to a byte for each turn."""
    found, turns = int.from_bytes(corners, "little"), 0
    for shift, mask in moves:
        turns |= (found << shift if shift > 0 else found >> -shift) & mask
    return turns.to_bytes(len(corners), "little")


class _Way(NamedTuple):
    """How a tile is reckoned with."""

    counts: bytes
    """From a circle to what each corner would score there, each in its bits of a byte."""
    corners: Moves
    """Move the bits of each corner from where it meets others to the turn at which it does."""
    hollow: Moves | None
    """The same for all bits of an empty corner."""
    gains: Sequence[str]
    """From such a byte to a text."""
    named: _NamedGains
    """The same with a name for the empty corner."""


@cache
def _way(tile: str) -> _Way:
    colours = "".join(colour for colour in COLOURS if colour in tile)
    shifts = {colour: _BITS * at for at, colour in enumerate(colours)}
    counts = [sum(min(_MOST, met.count(colour)) << shift for colour, shift in shifts.items()) for met in CIRCLES]
    moves = [_turning(corner, _MOST << shifts[colour]) for corner, colour in enumerate(tile) if colour != EMPTY]
    hollow = _turning(tile.index(EMPTY), 255) if EMPTY in tile else None
    told = bytes(counts).ljust(256, b"\0")
    return _Way(told, _together(moves), _together([hollow]) if hollow else None, *_gains(colours))


def _turning(corner: int, bits: int) -> dict[int, bytearray]:
    """Turned so many times, a corner lies so many corners further. By the shift: the bits of a cell's turns."""
    found: dict[int, bytearray] = {}
    for turn in _TURNS:
        there = (corner + turn) % 4
        found.setdefault(8 * (turn - there), bytearray(4))[turn] = bits
    return found


def _together(moves: Sequence[dict[int, bytearray]]) -> Moves:
    """Of all cells, and in one step what is shifted alike."""
    masks = [(shift, int.from_bytes(mask * _CELLS, "little")) for one in moves for shift, mask in one.items()]
    return [(shift, sum(mask for one, mask in masks if one == shift)) for shift in dict(masks)]


class _NamedGains(list[list[str | None]]):
    """By the circle that an empty corner meets, and such a byte: the gains with each name that it may be given there,
    as far as they are known."""

    def __init__(self, wide: Sequence[int]) -> None:
        super().__init__([None] * len(wide) for _ in CIRCLES)
        self._wide = wide

    def learn(self, points: int, circle: int) -> str:
        made = BETWEEN.join([_TEXTS[self._wide[points] + more] for more in _by_name(circle)])
        self[circle][points] = made
        return made


@cache
def _by_name(circle: int) -> list[int]:
    """What an empty corner scores in a circle, for each name that it may be given."""
    met = CIRCLES[circle]
    return [met.count(name) << _WIDE * at for at, name in enumerate(COLOURS)] if met else [0]


@cache
def _gains(colours: str) -> tuple[list[str], _NamedGains]:
    counts = product(range(_MOST + 1), repeat=len(colours))
    shifts = [_WIDE * COLOURS.index(colour) for colour in reversed(colours)]
    wide = [sum(n << shift for n, shift in zip(one, shifts, strict=True)) for one in counts]
    return [_TEXTS[points] for points in wide], _NamedGains(wide)


_TEXTS = PackedTexts(_WIDE)
_IS_MET = bytes([0, *[1] * 255])
_NAMED = {
    int.from_bytes(bytes(one), sys.byteorder): sum(is_met << turn for turn, is_met in enumerate(one))
    for one in product((False, True), repeat=4)
}
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
