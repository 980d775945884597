"""All placements of a tile with what each would score, a group for each cell of the frontier."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise, product
from operator import itemgetter

from triax.games.core import Offers
from triax.games.rota.display import ROW, Cell, Circles, turned
from triax.games.rota.notation import cell_text, turn_texts
from triax.games.rota.pieces import EMPTY
from triax.games.tracks import COLOURS, PackedTexts

# Points by colour in one number, four bits each. No colour scores more than six: two corners of three points, where
# the colour named is also printed. The points of all turns of a tile on a cell are one number, 32 bits each.
_BITS = 4
_SHIFT = {colour: _BITS * number for number, colour in enumerate(COLOURS)}
_MASK = {colour: 15 << shift for colour, shift in _SHIFT.items()} | {EMPTY: 0}
_TEXTS = PackedTexts(_BITS)
KEPT = 512
"""So many texts are kept for each circle that an empty corner may meet."""
BETWEEN = " "
"""Two texts of a list."""
_SAME, _END = 'null,"', '"],'
"""In short: ends that are those of the group before; what comes behind a group."""

Met = tuple[str | None, str | None, str | None, str | None]
"""What meets the corners of a cell."""


def offer(tile: str, cells: Sequence[Cell], circles: Circles) -> list[Offers]:
    """The placements on cells; a corner scores its like in its circle."""
    ends, gains = _reckon(tile, _around(cells, circles))
    told = zip(cells, ends, gains, strict=True)
    return [Offers(cell_text(*cell), there.split(BETWEEN), scored.split(BETWEEN)) for cell, there, scored in told]


def offer_text(tile: str, cells: Sequence[Cell], circles: Circles) -> str:
    """The same as JSON, in short."""
    ends, gains = _reckon(tile, _around(cells, circles))
    told = [_SAME if there is before else f'"{there}","' for before, there in pairwise(chain([""], ends))]
    parts = chain.from_iterable(zip(map(_STARTS.__getitem__, cells), told, gains, strict=True))
    return f"[{''.join(parts).removeprefix(_END)}{_END[:2]}]"


def _around(cells: Sequence[Cell], circles: Circles) -> list[Met]:
    met = circles.get
    # As corner_points has it, which would take half of the time for calling it.
    firsts = [x + ROW * y for x, y in cells]
    return [(met(first), met(first + 1), met(first + ROW + 1), met(first + ROW)) for first in firsts]


def _reckon(tile: str, around: Sequence[Met]) -> tuple[Sequence[str], Sequence[str]]:
    """By cell: the ends and the gains of all placements."""
    first, second, third, fourth = _corners(tile)
    totals = [first[a] + second[b] + third[c] + fourth[d] for a, b, c, d in around]
    if EMPTY not in tile:
        return [_PLAIN_ENDS] * len(around), [_FOUR[one] for one in totals]
    points = array("I", b"".join([one.to_bytes(16, sys.byteorder) for one in totals]))
    # What the empty corner meets, turn by turn.
    meeting = list(map(_empty_corner(tile), around))
    gains = iter([_NAMED[circle][one] for circle, one in zip(chain.from_iterable(meeting), points, strict=True)])
    ends = [_ENDS[a is None, b is None, c is None, d is None] for a, b, c, d in meeting]
    return ends, list(map(BETWEEN.join, zip(gains, gains, gains, gains, strict=True)))


class _Corner(dict[str | None, int]):
    """By the circle that meets a corner of a cell: what a tile scores in it at each turn."""

    def __init__(self, colours: Iterable[str]) -> None:
        self._masks = [_MASK[colour] for colour in colours]
        self[None] = 0

    def __missing__(self, circle: str) -> int:
        counts = _count(circle)
        self[circle] = int.from_bytes(array("I", [counts & mask for mask in self._masks]).tobytes(), sys.byteorder)
        return self[circle]


@cache
def _count(circle: str) -> int:
    return sum([1 << _SHIFT[corner] for corner in circle if corner != EMPTY])


@lru_cache(256)
def _corners(tile: str) -> list[_Corner]:
    return [_Corner(turned(tile, turn)[corner] for turn in range(4)) for corner in range(4)]


@cache
def _empty_corner(tile: str) -> Callable[[Met], Met]:
    return itemgetter(*[turned(tile, turn).index(EMPTY) for turn in range(4)])


class _FourTexts(dict[int, str]):
    """What the four turns of a tile score, by the number that holds the points of all of them."""

    def __missing__(self, points: int) -> str:
        if len(self) >= PackedTexts.KEPT:
            self.clear()
        of_turns = array("I", points.to_bytes(16, sys.byteorder))
        self[points] = BETWEEN.join(map(_TEXTS.__getitem__, of_turns))
        return self[points]


class _NamedTexts(dict[int, str]):
    """What a turn scores with each colour named for the corner that meets a circle, by what the others score."""

    def __init__(self, circle: str) -> None:
        self._counts = [_count(circle) & _MASK[name] for name in COLOURS]

    def __missing__(self, points: int) -> str:
        if len(self) >= KEPT:
            self.clear()
        self[points] = BETWEEN.join([_TEXTS[points + count] for count in self._counts])
        return self[points]


class _Named(dict[str | None, dict[int, str]]):
    def __missing__(self, circle: str) -> dict[int, str]:
        self[circle] = _NamedTexts(circle)
        return self[circle]


_FOUR = _FourTexts()
_NAMED = _Named({None: _TEXTS})
"""Where the empty corner meets nothing, nothing is named."""
_ENDS = {bare: BETWEEN.join(turn_texts([not one for one in bare])) for bare in product((False, True), repeat=4)}
"""By whether the empty corner meets nothing, turn by turn."""
_PLAIN_ENDS = BETWEEN.join(turn_texts([False] * 4))


class _Starts(dict[Cell, str]):
    """Of each cell: the end of the group before, and the start of its own."""

    def __missing__(self, cell: Cell) -> str:
        self[cell] = f'{_END}["{cell_text(*cell)}",'
        return self[cell]


_STARTS = _Starts()
