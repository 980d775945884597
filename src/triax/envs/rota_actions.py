"""The flat actions of Axio Rota: a cell, a turn, and a named colour or none.

The display has no border, but a game has an end. A cell is n steps away if n placements, each beside the one before,
are needed to get there from the start square; so the n-th tile laid lies at most n steps away. No more tiles are laid
than there are in the stacks, and in extra turns, of which each seat has at most one a track. Cells are numbered by
their steps, in rings: fewer players need the first rings only.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from triax.envs.encoding import Block, OfferedEncoding
from triax.games.core import Move, Plain
from triax.games.errors import BadData
from triax.games.rota import Rota, RotaPlace
from triax.games.rota.display import Cell
from triax.games.rota.pieces import STACK, START_TILES, TILES
from triax.games.tracks import COLOURS

NAMES = (None, *COLOURS)
TURNS = 4
EACH = TURNS * len(NAMES)
"""Codes a cell."""
LEAST_REACH = 4
"""A display cut off here still has a free cell for every tile."""


def most_laid(players: int) -> int:
    """How many tiles can be laid in a game, and so how many steps away the display can reach."""
    supply = TILES - START_TILES - STACK * players
    return STACK * players + min(len(COLOURS) * players, supply)


REACH = max(most_laid(players) for players in range(1, 5))


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


def check_reach(reach: int | None, players: int) -> int:
    most = most_laid(players)
    if reach is None:
        return most
    if type(reach) is not int or not LEAST_REACH <= reach <= most:
        raise BadData(f"reach: {reach!r}; expected a whole number from {LEAST_REACH} to {most}, for {players} players")
    return reach


def _rank(move: RotaPlace) -> int:
    return _numbers()[move.x, move.y] * EACH + _TURNED[move.turn, move.name]


def _place(rank: int) -> RotaPlace:
    cell, rest = divmod(rank, EACH)
    return RotaPlace(*cells()[cell], rest // len(NAMES), NAMES[rest % len(NAMES)])


_TURNED = {(turn, name): turn * len(NAMES) + at for turn in range(TURNS) for at, name in enumerate(NAMES)}


class RotaEncoding(OfferedEncoding):
    game: ClassVar[str] = "rota"
    blocks = (Block("place", cells_within(REACH) * EACH, _rank, _place),)

    def __init__(self) -> None:
        super().__init__(Rota())

    def block_of(self, move: Move) -> str | None:
        known = isinstance(move, RotaPlace) and (move.x, move.y) in _numbers() and (move.turn, move.name) in _TURNED
        return "place" if known else None

    def _size_for(self, players: int, options: Plain) -> int:
        return self.size_within(most_laid(players))

    def size_within(self, reach: int) -> int:
        return cells_within(reach) * EACH
