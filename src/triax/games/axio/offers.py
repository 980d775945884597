"""All placements of a rack with what each would score. What a board promises is worked out once and kept up with every
tile: from the beginning it would take longer than all the rest of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import add, itemgetter

from triax.games.axio.board import EMPTY, Area, Board, run_length
from triax.games.axio.notation import tile_text
from triax.games.core import Offers
from triax.games.tracks import COLOURS, PackedTexts

# Points by colour in one number, six bits each: runs give 35 at the most and pyramids 24, on a board of 13 by 13. More
# bits would not fit into one digit of Python's numbers, which are added far faster than several.
_BITS = 6
_SHIFT = {colour: _BITS * number for number, colour in enumerate(COLOURS)}
_POINT = {colour: 1 << shift for colour, shift in _SHIFT.items()}


@dataclass(frozen=True)
class Prospects:
    """What half a tile would score on the empty spaces of a board."""

    runs: dict[str, list[int]]
    """By colour and space; towards the other half there is none."""
    enclosed: dict[int, tuple[int, int]]
    """By space: the only gap around it, and the points for the symbols beside it, to which a half in the gap adds. It
    closes the space in alone: two adjacent spaces share no neighbour, so no tile fills two gaps around one space."""

    @staticmethod
    def of(geometry: Area, board: Board) -> Prospects:
        made = Prospects({colour: [0] * len(board) for colour in COLOURS}, {})
        made._look_at(geometry, board, range(len(board)))
        return made

    def after(self, geometry: Area, board: Board, *laid: int) -> Prospects:
        """On the same board with half a tile on each of these spaces, and the pyramids that were raised."""
        made = Prospects({colour: points.copy() for colour, points in self.runs.items()}, self.enclosed.copy())
        made._look_at(geometry, board, {*laid, *_in_sight(geometry, board, laid)})
        return made

    def _look_at(self, geometry: Area, board: Board, spaces: Iterable[int]) -> None:
        for space in spaces:
            self.enclosed.pop(space, None)
            if board[space] != EMPTY:
                continue
            for points in self.runs.values():
                points[space] = 0
            left, beside = [], 0
            for ray in geometry.rays[space].values():
                if ray and (colour := board[ray[0]]) in _POINT:
                    self.runs[colour][space] += run_length(board, ray, colour) << _SHIFT[colour]
                    beside += _POINT[colour]
                elif ray:
                    left.append(ray[0])
            if len(left) == 1:
                self.enclosed[space] = left[0], beside


def _in_sight(geometry: Area, board: Board, spaces: Iterable[int]) -> Iterator[int]:
    """In every direction up to the first empty space: only so far can a tile make runs longer, or close in."""
    for space in spaces:
        for ray in geometry.rays[space].values():
            for there in ray:
                yield there
                if board[there] == EMPTY:
                    break


Choices = Sequence[tuple[str, bytes]]
"""Kinds of tile, each with whether it may take the steps of the area."""


def offer(geometry: Area, prospects: Prospects, choices: Choices) -> list[Offers]:
    return [Offers(tile_text(kind), ways.ends, gains) for kind, ways, gains in _reckon(geometry, prospects, choices)]


def offer_text(geometry: Area, prospects: Prospects, choices: Choices) -> str:
    """The same as JSON, in short."""
    groups, before = [], None
    for kind, ways, gains in _reckon(geometry, prospects, choices):
        if gains:
            ends = "null" if ways is before else f'"{" ".join(ways.ends)}"'
            groups.append(f'["{tile_text(kind)}",{ends},"{" ".join(gains)}"]')
            before = ways
    return f"[{','.join(groups)}]"


def _reckon(geometry: Area, prospects: Prospects, choices: Choices) -> Iterator[tuple[str, _Ways, list[str]]]:
    """Of each kind: the ways to lay it, and what each would score."""
    points = {colour: runs.copy() for colour, runs in prospects.runs.items()}
    for gap, beside in prospects.enclosed.values():
        for colour, totals in points.items():
            totals[gap] += beside + _POINT[colour]
    # Doubles take some of the steps of all others, or the very same.
    ways: dict[bytes, _Ways] = {}
    closing = _closing(geometry, prospects)
    for kind, steps in choices:
        if (taken := ways.get(steps)) is None:
            taken = ways[steps] = _Ways(geometry, steps, closing)
        yield kind, taken, taken.gains(kind, points)


_Closing = tuple[int, int, int, int | None, int | None]


def _closing(geometry: Area, prospects: Prospects) -> list[_Closing]:
    """The steps that cover a space and the gap through which one of their halves would have closed it in: their number,
    start and end, and the points beside what the first half would close in, and the second."""
    by_halves = {(gap, space): beside for space, (gap, beside) in prospects.enclosed.items()}
    both_ways = [*by_halves, *(halves[::-1] for halves in by_halves if halves[::-1] not in by_halves)]
    numbers = geometry.columns.numbers
    return [(numbers[one], *one, by_halves.get(one), by_halves.get(one[::-1])) for one in both_ways]


class _Ways:
    """Steps that tiles of several kinds may take."""

    def __init__(self, geometry: Area, steps: bytes, closing: Sequence[_Closing]) -> None:
        starts, ends, texts, _ = geometry.columns
        self.ends = list(compress(texts, steps))
        self._starts, self._ends = _picking(tuple(compress(starts, steps))), _picking(tuple(compress(ends, steps)))
        self._covering = [
            (steps.count(1, 0, number), start, end, by_first, by_second)
            for number, start, end, by_first, by_second in closing
            if steps[number]
        ]

    def gains(self, kind: str, points: dict[str, list[int]]) -> list[str]:
        first, second = points[kind[0]], points[kind[1]]
        gains = list(map(_TEXTS.__getitem__, map(add, self._starts(first), self._ends(second))))
        for number, start, end, by_first, by_second in self._covering:
            # The tile lies on the very space that one of its halves would have closed in.
            total = first[start] + second[end]
            if by_first is not None:
                total -= by_first + _POINT[kind[0]]
            if by_second is not None:
                total -= by_second + _POINT[kind[1]]
            gains[number] = _TEXTS[total]
        return gains


def _picking(places: Sequence[int]) -> Callable[[list[int]], Iterable[int]]:
    return itemgetter(*places) if len(places) > 1 else lambda values: [values[place] for place in places]


_TEXTS = PackedTexts(_BITS)
