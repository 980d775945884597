"""The flat actions of Axio: exchange, keep, then all placements.

Placements are numbered area by area, 9 × 9 first, then what 11 × 11 and 13 × 13 add: fewer players need the first only.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from triax.envs.encoding import Block, OfferedEncoding
from triax.games.axio import EXCHANGE, KEEP, Axio, AxioPlace, Decide
from triax.games.axio.board import area
from triax.games.axio.notation import is_double
from triax.games.axio.pieces import KINDS, SIDE
from triax.games.core import Move, Plain

DECISIONS = (EXCHANGE, KEEP)


@cache
def placements(players: int = 4) -> tuple[AxioPlace, ...]:
    """Steps as the board lists them, in each the kinds in their order; a double points east or south."""
    before = () if players <= 2 else placements(players - 1)
    known = {(place.x, place.y, place.to) for place in before}
    return before + tuple(
        AxioPlace(kind, step.x, step.y, step.to)
        for step in area(players).steps
        if (step.x, step.y, step.to) not in known
        for kind in KINDS
        if step.to in "ES" or not is_double(kind)
    )


@cache
def _numbers() -> dict[Move, int]:
    return {place: number for number, place in enumerate(placements())}


class AxioEncoding(OfferedEncoding):
    game: ClassVar[str] = "axio"

    def __init__(self) -> None:
        self.blocks = (
            Block("decide", len(DECISIONS), DECISIONS.index, DECISIONS.__getitem__),
            Block("place", len(placements()), _numbers().__getitem__, placements().__getitem__),
        )
        super().__init__(Axio())

    def block_of(self, move: Move) -> str | None:
        if isinstance(move, Decide):
            return "decide"
        return "place" if move in _numbers() else None

    def _size_for(self, players: int, options: Plain) -> int:
        # A place is where the board has it: areas of one size share their placements.
        assert SIDE[1] == SIDE[2]
        return len(DECISIONS) + len(placements(max(players, 2)))
