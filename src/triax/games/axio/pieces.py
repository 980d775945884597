"""The 100 tiles (A2) and the five printed spaces (A1)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Any

from triax.games import check
from triax.games.errors import BadData
from triax.games.tracks import COLOURS

TRACK = 18
RACK = 5
PYRAMIDS = 20
TILES = 100
SIDE = {1: 9, 2: 9, 3: 11, 4: 13}

KINDS = tuple("".join(pair) for pair in combinations_with_replacement(COLOURS, 2))
"""The fifteen kinds of tile, in the order in which moves are listed."""

Space = tuple[int, int]

_SPACE = re.compile("(0|-?[1-4]),(0|-?[1-4])")


@dataclass(frozen=True)
class Pieces:
    printed: Mapping[Space, str]
    tiles: tuple[str, ...]


def read_pieces(data: object) -> Pieces:
    """A set in the shape of `pieces.json`; refuses what is not a set for this game."""
    where = "pieces"
    numbers = {"game": "axio", "colours": COLOURS, "track": TRACK, "rack": RACK, "pyramids": PYRAMIDS}
    numbers |= {"side": {str(players): side for players, side in SIDE.items()}}
    given = check.fields(data, where, [*numbers, "printed", "tiles"], ["reading"])
    check.fixed(given, where, numbers)
    check.free_text(given.get("reading", ""), f"{where}.reading")
    return Pieces(_read_printed(given["printed"], f"{where}.printed"), _read_tiles(given["tiles"], f"{where}.tiles"))


def _read_printed(value: object, where: str) -> dict[Space, str]:
    if not isinstance(value, Mapping) or sorted(map(str, value.values())) != sorted(COLOURS):
        raise BadData(f"{where}: {check.quote(value)}; expected five spaces, one of each colour of {COLOURS}")
    printed: dict[Space, str] = {}
    for at, colour in value.items():
        match = _SPACE.fullmatch(str(at))
        if match is None:
            raise BadData(f"{where}: {check.quote(at)}; expected x,y with both from -4 to 4")
        printed[int(match[1]), int(match[2])] = colour
    return printed


def _read_tiles(value: object, where: str) -> tuple[str, ...]:
    counts = check.fields(value, where, KINDS)
    tiles = tuple(kind for kind in KINDS for _ in range(check.integer(counts[kind], f"{where}.{kind}", 0, TILES)))
    if len(tiles) != TILES:
        raise BadData(f"{where}: {len(tiles)} tiles in all; expected {TILES}")
    return tiles


@cache
def standard_pieces() -> Pieces:
    return read_pieces(json.loads(files(__package__).joinpath("pieces.json").read_text("utf-8")))


def pieces_of(options: Mapping[str, Any]) -> Pieces:
    return read_pieces(options["pieces"]) if "pieces" in options else standard_pieces()
