"""A move in Axio Rota: `x,y/turn`, and `=C` where a colour is named."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from triax.games import check
from triax.games.core import Move
from triax.games.errors import BadNotation
from triax.games.tracks import COLOURS

_NUMBER = "(0|-?[1-9][0-9]{0,2})"
_PLACE = re.compile(f"{_NUMBER},{_NUMBER}/([0-3])(?:=([RGBOP]))?")


@dataclass(frozen=True, slots=True)
class RotaPlace(Move):
    """Lay the tile in hand on a cell, turned so many quarter turns clockwise; perhaps name a colour."""

    x: int
    y: int
    turn: int
    name: str | None = None

    def __str__(self) -> str:
        return f"{self.x},{self.y}/{self.turn}" + (f"={self.name}" if self.name else "")


@lru_cache(2048)
def placements(x: int, y: int, named: tuple[bool, ...]) -> tuple[RotaPlace, ...]:
    """The placements on a cell by turn, those with a name by colour; `named` says which turns need one."""
    return tuple(RotaPlace(x, y, turn, name) for turn in range(4) for name in (COLOURS if named[turn] else (None,)))


def parse(text: str) -> RotaPlace:
    match = _PLACE.fullmatch(str(text))
    if match is None:
        raise BadNotation(
            f"{check.quote_text(text)} is not a move of Axio Rota: expected x,y/turn such as 2,-1/3 or 2,-1/0=B"
        )
    x, y, turn, name = match.groups()
    return RotaPlace(int(x), int(y), int(turn), name)
