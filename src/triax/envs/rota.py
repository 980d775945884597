"""Axio Rota in the environments. An action is a cell, a turn, and a named colour or none.

The display has no border, but a game has an end. A cell is n steps away if n placements, each beside the one before,
are needed to get there from the start square; so the n-th tile laid lies at most n steps away. No more tiles are laid
than there are in the stacks, and in extra turns, of which each seat has at most one a track. Cells are numbered by
their steps, in rings: fewer players need the first rings only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from triax.envs.adapter import Adapter
from triax.envs.encoding import Block, Encoding
from triax.envs.layout import Layout, Parts
from triax.envs.memory import Fact, PastMove
from triax.games.core import Move, Plain
from triax.games.errors import BadData
from triax.games.events import Event
from triax.games.rota import ROTA, RotaPlace, RotaView
from triax.games.rota.display import Cell
from triax.games.rota.events import RotaDrew, RotaPlaced
from triax.games.rota.pieces import EMPTY
from triax.games.rota.view import read_display
from triax.games.tracks import COLOURS
from triax.kernels.parts.rota import CORNER_KINDS, CORNERS, PLANES, parts
from triax.kernels.reach import checked_reach

NAMES = (None, *COLOURS)
TURNS = 4
EACH = TURNS * len(NAMES)
"""Codes a cell."""
MOST_LAID = ROTA.facts.decisions
"""How many tiles can be laid by so many players, and so how many steps away the display can reach."""
REACH = max(MOST_LAID.values())


def steps_away(x: int, y: int) -> int:
    """Placements from the start square, which takes up 0 and 1 both ways."""
    return max(-x, x - 1, 0) + max(-y, y - 1, 0)


@cache
def cells() -> tuple[Cell, ...]:
    """All cells but the start square's, ring by ring; within a ring row by row."""
    across = range(-REACH, REACH + 2)
    found = [(x, y) for y in across for x in across if 0 < steps_away(x, y) <= REACH]
    return tuple(sorted(found, key=lambda cell: steps_away(*cell)))


@cache
def _numbers() -> dict[Cell, int]:
    return {cell: number for number, cell in enumerate(cells())}


def cells_within(reach: int) -> int:
    """A ring of n steps has 4n + 4 cells."""
    return 2 * reach * (reach + 3)


def _place(rank: int) -> RotaPlace:
    cell, rest = divmod(rank, EACH)
    return RotaPlace(*cells()[cell], rest // len(NAMES), NAMES[rest % len(NAMES)])


_TURNED = {(turn, name): turn * len(NAMES) + at for turn in range(TURNS) for at, name in enumerate(NAMES)}


_ON_A_CELL = {
    named: [rest for (turn, name), rest in _TURNED.items() if (name is not None) == named[turn]]
    for named in product((False, True), repeat=TURNS)
}
"""By whether a colour is named at each turn: the codes of a cell."""


class RotaEncoding(Encoding):
    blocks = (Block("place", cells_within(REACH) * EACH, _place),)

    def _rank(self, move: Move) -> int:
        if not isinstance(move, RotaPlace):
            raise KeyError(move)
        return _numbers()[move.x, move.y] * EACH + _TURNED[move.turn, move.name]

    def codes(self, state: Any, seat: int) -> list[int]:  # noqa: ANN401, of Axio Rota
        numbers, codes = _numbers(), list[int]()
        for cell, named in state.choices(seat):
            first = numbers[cell] * EACH
            codes += [first + rest for rest in _ON_A_CELL[named]]
        return codes

    def _size_for(self, players: int, options: Plain) -> int:
        return cells_within(MOST_LAID[players]) * EACH


@cache
def _planes(corners: str) -> list[int]:
    """On which planes of the display a tile shows."""
    there = zip(CORNERS, corners, strict=True)
    return [0, *(PLANES.index(f"{corner} {colour}") for corner, colour in there if colour != EMPTY)]


class RotaAdapter(Adapter[RotaView]):
    memory = (128, 4)  # more than a game can fill
    has_reach = True

    def __init__(self) -> None:
        super().__init__(RotaEncoding(ROTA))

    def check_reach(self, reach: int | None, players: int) -> None:
        if reach is not None:
            checked_reach(reach, players, MOST_LAID[players])

    def size(self, players: int, options: Plain, reach: int | None) -> int:
        return cells_within(reach or MOST_LAID[players]) * EACH

    def layout(self, players: int, reach: int | None) -> Layout:
        return Layout(parts(players, reach or MOST_LAID[players]))

    def fill(self, view: RotaView, into: Parts, seats: Sequence[int]) -> None:
        display = into["display"]
        middle = display.shape[-1] // 2 - 1
        for (x, y), laid in read_display(view).items():
            if not (-middle <= x <= middle + 1 and -middle <= y <= middle + 1):
                raise BadData(f"the tile on {x},{y} lies beyond the reach of {middle}")
            for plane in _planes(laid.corners):
                display[plane, y + middle, x + middle] = 1
        for corner, colour in enumerate(view["hand"] or ""):
            into["hand"][corner, CORNER_KINDS.index(colour)] = 1
        into["tracks"][:] = [view["tracks"][seat] for seat in seats]
        into["hands"][:] = [view["hands"][seat] for seat in seats]
        into["stacks"][:] = [view["stacks"][seat] for seat in seats]
        into["turn"][seats.index(view["turn"])] = 1
        into["supply"][0], into["extra"][0], into["owed"][0] = view["supply"], view["extra"], view["owed"]
        into["over"][0] = not view["to_act"]

    def facts(self, event: Event, past: PastMove) -> Iterator[Fact]:
        match event:
            case RotaPlaced(seat=seat, tile=tile):
                yield Fact("placed", seat, tile, self.encoding.code_of(past.move))
            case RotaDrew(seat=seat, tile=drawn):
                yield Fact("drew", seat, drawn)
