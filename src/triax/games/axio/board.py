"""The board: spaces counted from the middle one, the runs a half scores by, and the spaces a tile closes in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from triax.games.axio.events import PyramidRaised, RunScore
from triax.games.axio.notation import DIRECTIONS, step_text
from triax.games.axio.pieces import PYRAMIDS, SIDE, Space
from triax.games.tracks import COLOURS

# What a space of the play area holds, besides a colour (of a tile or printed).
EMPTY = ""
PYRAMID = "^"
BARE = "#"
"""A space that a pyramid has left: empty for good."""


class Spot(NamedTuple):
    """Two adjacent spaces, from one in a direction."""

    start: int
    end: int
    x: int
    y: int
    to: str
    text: str


class Columns(NamedTuple):
    """The same of all steps, side by side."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    texts: tuple[str, ...]
    numbers: dict[tuple[int, int], int]
    """By start and end."""


@dataclass(frozen=True)
class Area:
    """The geometry of a play area. A space is a number, row by row; the state of the board is a tuple of contents."""

    side: int
    spaces: tuple[Space, ...]
    steps: tuple[Spot, ...]
    neighbours: tuple[tuple[int, ...], ...]
    rays: tuple[Mapping[str, tuple[int, ...]], ...]
    """For each space and direction, the spaces up to the border."""

    def open_steps(self, board: Board) -> bytes:
        """For each step: are both of its spaces empty?"""
        return self.without(b"\1" * len(self.steps), (space for space, content in enumerate(board) if content))

    def without(self, steps: bytes, spaces: Iterable[int]) -> bytes:
        """Those of these steps that touch none of some spaces."""
        left = bytearray(steps)
        for space in spaces:
            for number in self._touching[space]:
                left[number] = 0
        return bytes(left)

    def beside(self, steps: bytes, spaces: Iterable[int]) -> bytes:
        """Those of these steps that lie beside one of some spaces."""
        left = bytearray(len(steps))
        for space in spaces:
            for neighbour in self.neighbours[space]:
                for number in self._touching[neighbour]:
                    left[number] = steps[number]
        return bytes(left)

    def eastward(self, steps: bytes) -> bytes:
        """Those of these steps that go east or south, as doubles do: turned around they would be the same."""
        both = int.from_bytes(steps, "little") & self._eastward
        return both.to_bytes(len(steps), "little")

    @cached_property
    def _eastward(self) -> int:
        return int.from_bytes(bytes(step.to in "ES" for step in self.steps), "little")

    @cached_property
    def _touching(self) -> list[list[int]]:
        """By space: the steps that it belongs to."""
        touching: list[list[int]] = [[] for _ in self.spaces]
        for number, step in enumerate(self.steps):
            touching[step.start].append(number)
            touching[step.end].append(number)
        return touching

    @cached_property
    def columns(self) -> Columns:
        starts, ends, _, _, _, texts = zip(*self.steps, strict=True)
        numbers = {halves: number for number, halves in enumerate(zip(starts, ends, strict=True))}
        return Columns(starts, ends, texts, numbers)

    def index(self, x: int, y: int) -> int | None:
        half = self.side // 2
        return (y + half) * self.side + x + half if max(abs(x), abs(y)) <= half else None


@cache
def area(players: int) -> Area:
    side = SIDE[players]
    reach = range(-(side // 2), side // 2 + 1)
    spaces = tuple((x, y) for y in reach for x in reach)
    number = {space: i for i, space in enumerate(spaces)}

    def ray(x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
        there = ((x + n * dx, y + n * dy) for n in range(1, side))
        return tuple(number[space] for space in there if space in number)

    rays = tuple({to: ray(x, y, dx, dy) for to, (dx, dy) in DIRECTIONS.items()} for x, y in spaces)
    steps = tuple(
        Spot(i, rays[i][to][0], x, y, to, step_text(x, y, to))
        for i, (x, y) in enumerate(spaces)
        for to in DIRECTIONS
        if rays[i][to]
    )
    neighbours = tuple(tuple(line[0] for line in rays[i].values() if line) for i in range(len(spaces)))
    return Area(side, spaces, steps, neighbours, rays)


Board = tuple[str, ...]


def empty_board(players: int, printed: Mapping[Space, str]) -> Board:
    return tuple(printed.get(space, EMPTY) for space in area(players).spaces)


class FirstTile(NamedTuple):
    """Where a seat may lay its first tile: beside a printed space, and beside none that another tile touches."""

    printed: frozenset[int]
    taken: frozenset[int]
    """Those that a tile touches."""

    @classmethod
    def of(cls, geometry: Area, board: Board, printed: Iterable[Space]) -> FirstTile:
        spaces = frozenset(i for x, y in printed if (i := geometry.index(x, y)) is not None)
        near = {i: geometry.neighbours[i] for i in spaces}
        return cls(spaces, frozenset(i for i in spaces if any(board[n] and n not in spaces for n in near[i])))

    def steps(self, geometry: Area, open_steps: bytes) -> bytes:
        """Those that it may take."""
        near_taken = [near for space in self.taken for near in geometry.neighbours[space]]
        return geometry.without(geometry.beside(open_steps, self.printed), near_taken)

    def may_lie(self, geometry: Area, start: int, end: int) -> bool:
        beside = (*geometry.neighbours[start], *geometry.neighbours[end])
        return not self.printed.isdisjoint(beside) and self.taken.isdisjoint(beside)


def runs(geometry: Area, board: Board, start: int, end: int, tile: str) -> Iterator[RunScore]:
    """The runs that a tile scores, laid with its first half on `start` and its second on `end`."""
    for half, other, colour in ((start, end, tile[0]), (end, start, tile[1])):
        for to, ray in geometry.rays[half].items():
            if ray and ray[0] == other:
                continue
            if length := run_length(board, ray, colour):
                spaces = tuple(geometry.spaces[i] for i in ray[:length])
                yield RunScore(geometry.spaces[half], to, colour, spaces)


def run_length(board: Board, ray: tuple[int, ...], colour: str) -> int:
    """How many spaces of a colour follow one another along a ray."""
    length = 0
    while length < len(ray) and board[ray[length]] == colour:
        length += 1
    return length


def with_tile(board: Board, start: int, end: int, tile: str) -> Board:
    spaces = list(board)
    spaces[start], spaces[end] = tile[0], tile[1]
    return tuple(spaces)


class Raised(NamedTuple):
    """A pyramid put on a space, perhaps taken from another: one point for each symbol beside it."""

    space: int
    taken_from: int | None


def raise_pyramids(
    geometry: Area, board: Board, pyramids: tuple[int, ...], start: int, end: int
) -> tuple[Board, tuple[int, ...], list[Raised]]:
    """A pyramid on each space that a tile just laid has closed in; with all on the board, the oldest moves (A3)."""
    spaces = list(board)
    here: list[Raised] = []
    for space in _closed_in(geometry, board, start, end):
        oldest = None
        if len(pyramids) == PYRAMIDS:
            oldest, pyramids = pyramids[0], pyramids[1:]
            spaces[oldest] = BARE
        spaces[space] = PYRAMID
        pyramids = (*pyramids, space)
        here.append(Raised(space, oldest))
    return tuple(spaces), pyramids, here


def pyramid_raised(geometry: Area, seat: int, pyramid: Raised) -> PyramidRaised:
    spaces = geometry.spaces
    taken_from = None if pyramid.taken_from is None else spaces[pyramid.taken_from]
    beside = tuple(spaces[n] for n in geometry.neighbours[pyramid.space])
    return PyramidRaised(seat, spaces[pyramid.space], taken_from, beside)


def _closed_in(geometry: Area, board: Board, start: int, end: int) -> list[int]:
    """The empty spaces beside a tile whose neighbours are all tiles, printed spaces or the border, row by row."""
    beside = sorted({i for half in (start, end) for i in geometry.neighbours[half] if board[i] == EMPTY})
    return [i for i in beside if not gaps(geometry, board, i)]


def gaps(geometry: Area, board: Board, space: int) -> list[int]:
    """The neighbours that leave a space open: neither tiles nor printed."""
    return [n for n in geometry.neighbours[space] if not board[n] or board[n] not in COLOURS]


def symbols_beside(geometry: Area, board: Board, space: int) -> str:
    """The colours around a space, printed ones included: a pyramid put there scores a point for each."""
    return "".join(board[n] for n in geometry.neighbours[space] if board[n] in COLOURS)
