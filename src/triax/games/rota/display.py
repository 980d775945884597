"""The display: tiles on an unbounded plane, and the circles that their corners form."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import NamedTuple

from triax.games.rota.events import CornerScore
from triax.games.rota.pieces import EMPTY
from triax.games.tracks import COLOURS

Cell = tuple[int, int]

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))

# The corners of a tile are numbered clockwise from the top left. For each of them: the other three corners around
# the same point, as (column, row) of their tile seen from this one, and their number there.
AROUND: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((-1, -1, 2), (0, -1, 3), (-1, 0, 1)),
    ((0, -1, 2), (1, -1, 3), (1, 0, 0)),
    ((1, 0, 3), (1, 1, 0), (0, 1, 1)),
    ((-1, 0, 2), (0, 1, 0), (-1, 1, 1)),
)

# The start square, and the corner of each of its cells that lies at its centre.
START_SQUARE: dict[Cell, int] = {(0, 0): 2, (1, 0): 3, (0, 1): 1, (1, 1): 0}


@cache
def turned(tile: str, turn: int) -> str:
    """The corners as they lie after so many quarter turns clockwise."""
    return tile[-turn:] + tile[:-turn] if turn else tile


class Laid(NamedTuple):
    """A tile of the display."""

    tile: str
    turn: int

    @property
    def corners(self) -> str:
        return turned(self.tile, self.turn)


Display = Mapping[Cell, Laid]
_CORNERS = sorted(COLOURS + EMPTY)
CIRCLES = ["".join(one) for size in range(5) for one in combinations_with_replacement(_CORNERS, size)]
"""Every circle that there can be, as its corners, sorted; the first is none. A byte has room for its number."""
Circles = dict[int, int]
"""By point: the circle that meets there, by its number."""
ROW = 1 << 16
"""Points are numbered row by row, as far apart as no display is wide: looked up far faster than pairs."""


def frontier(display: Display) -> list[Cell]:
    """The empty cells beside the display, row by row."""
    beside = {(x + dx, y + dy) for x, y in display for dx, dy in SIDES}
    return sorted(beside - display.keys(), key=_by_row)


def frontier_with(cells: list[Cell], display: Display, cell: Cell) -> list[Cell]:
    """The frontier of a display to which the tile on a cell was added."""
    x, y = cell
    after = cells.copy()
    after.remove(cell)
    beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    for one in beside:
        if one not in display and one not in cells:
            insort(after, one, key=_by_row)
    return after


_by_row = itemgetter(1, 0)


def is_beside(display: Display, cell: Cell) -> bool:
    x, y = cell
    return (x, y - 1) in display or (x + 1, y) in display or (x, y + 1) in display or (x - 1, y) in display


def circles(display: Display) -> Circles:
    """What meets at each point of the display."""
    met: Circles = {}
    for cell, laid in display.items():
        _join(met, cell, laid)
    return met


def circles_with(met: Circles, cell: Cell, laid: Laid) -> Circles:
    """The circles of a display to which a tile was added."""
    met = met.copy()
    _join(met, cell, laid)
    return met


def _join(met: Circles, cell: Cell, laid: Laid) -> None:
    for point, corner in zip(corner_points(cell), turned(*laid), strict=True):
        met[point] = _joined(met.get(point, 0), corner)


@cache
def _joined(circle: int, corner: str) -> int:
    return CIRCLES.index("".join(sorted(CIRCLES[circle] + corner)))


def corner_points(cell: Cell) -> tuple[int, int, int, int]:
    """The points at the corners of a cell."""
    first = cell[0] + ROW * cell[1]
    return first, first + 1, first + ROW + 1, first + ROW


NO_NAMES = (False,) * 4


def named_turns(tile: str, meets: tuple[bool, ...]) -> tuple[bool, ...]:
    """For each turn: is a colour to be named for an empty corner, because other corners meet there (R3)?"""
    hollow = tile.find(EMPTY)
    return NO_NAMES if hollow < 0 else meets[hollow:] + meets[:hollow]


def score(display: Display, circles: Circles, cell: Cell, laid: Laid, name: str | None) -> Iterator[CornerScore]:
    """The corners of a tile laid on a cell that give points: each scores its like in the circle that it meets."""
    x, y = cell
    for corner, (point, printed) in enumerate(zip(corner_points(cell), turned(*laid), strict=True)):
        colour = name if printed == EMPTY else printed
        if colour and colour in CIRCLES[circles.get(point, 0)]:
            sources = [
                (x + dx, y + dy, there)
                for dx, dy, there in AROUND[corner]
                if (other := display.get((x + dx, y + dy))) is not None and turned(*other)[there] == colour
            ]
            yield CornerScore(corner, colour, tuple(sources))
