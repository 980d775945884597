"""The moves of Axio: a placement `TILE@x,y>D`, and the decision `exchange` or `keep`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from triax.games import check
from triax.games.axio.pieces import KINDS
from triax.games.core import Move
from triax.games.errors import BadNotation

DIRECTIONS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

_NUMBER = "(0|-?[1-9])"
_PLACE = re.compile(f"({'|'.join(KINDS)})@{_NUMBER},{_NUMBER}>([NESW])")


def tile_text(tile: str) -> str:
    return f"{tile}@"


def step_text(x: int, y: int, to: str) -> str:
    return f"{x},{y}>{to}"


@dataclass(frozen=True, slots=True)
class AxioPlace(Move):
    """Lay a tile: its first colour on x,y and its second beside it. Doubles point east or south only."""

    tile: str
    x: int
    y: int
    to: str

    def __str__(self) -> str:
        return tile_text(self.tile) + step_text(self.x, self.y, self.to)


@dataclass(frozen=True, slots=True)
class Decide(Move):
    """Show the rack and draw five new tiles, or keep it and draw up to five."""

    exchange: bool

    def __str__(self) -> str:
        return "exchange" if self.exchange else "keep"


AxioMove = AxioPlace | Decide
EXCHANGE, KEEP = Decide(exchange=True), Decide(exchange=False)


def is_double(tile: str) -> bool:
    return tile[0] == tile[1]


def parse(text: str) -> AxioMove:
    if text in ("exchange", "keep"):
        return EXCHANGE if text == "exchange" else KEEP
    match = _PLACE.fullmatch(str(text))
    if match is None:
        raise BadNotation(
            f"{check.quote_text(text)} is not a move of Axio: expected TILE@x,y>D such as RG@-1,3>N "
            "(the letters in the order RGBOP), or exchange, or keep"
        )
    tile, x, y, to = match.groups()
    if is_double(tile) and to in "NW":
        raise BadNotation(f"'{text}' is not a move of Axio: a double is written with E or S")
    return AxioPlace(tile, int(x), int(y), to)
