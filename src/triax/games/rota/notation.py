"""A move in Axio Rota: `x,y/turn`, and `=C` where a colour is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from triax.games import check
from triax.games.core import Move
from triax.games.errors import BadNotation
from triax.games.tracks import COLOURS

_NUMBER = "(0|-?[1-9][0-9]{0,2})"
_PLACE = re.compile(f"{_NUMBER},{_NUMBER}/([0-3])(?:=([RGBOP]))?")


def cell_text(x: int, y: int) -> str:
    return f"{x},{y}/"


def turn_text(turn: int, name: str | None) -> str:
    return f"{turn}={name}" if name else f"{turn}"


def turn_texts(named: Sequence[bool]) -> list[str]:
    """What follows a cell, turn by turn, those with a name by colour; `named` says which turns need one."""
    return [turn_text(turn, name) for turn in range(4) for name in (COLOURS if named[turn] else (None,))]


@dataclass(frozen=True, slots=True)
class RotaPlace(Move):
    """Lay the tile in hand on a cell, turned so many quarter turns clockwise; perhaps name a colour."""

    x: int
    y: int
    turn: int
    name: str | None = None

    def __str__(self) -> str:
        return cell_text(self.x, self.y) + turn_text(self.turn, self.name)


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
