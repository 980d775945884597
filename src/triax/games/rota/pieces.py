"""The 60 tiles (R1): a tile is its four corners clockwise from the top left, `-` for an empty one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from triax.games import check
from triax.games.errors import BadData
from triax.games.tracks import COLOURS

EMPTY = "-"
TRACK = 12
STACK = 12
START_TILES = 4
TILES = 60


def read_tiles(data: object) -> tuple[str, ...]:
    """The tiles of a set, in the shape of `pieces.json`; refuses what is not a set for this game."""
    where = "pieces"
    numbers = {"game": "rota", "colours": COLOURS, "empty": EMPTY, "track": TRACK, "stack": STACK}
    numbers |= {"start_tiles": START_TILES}
    given = check.fields(data, where, [*numbers, "tiles"], ["reading"])
    check.fixed(given, where, numbers)
    check.free_text(given.get("reading", ""), f"{where}.reading")
    tiles = check.items(given["tiles"], f"{where}.tiles", TILES)
    for number, tile in enumerate(tiles):
        corners = check.text(tile, f"{where}.tiles[{number}]")
        if len(corners) != 4 or set(corners) - set(COLOURS + EMPTY) or len(set(corners)) != 4:
            raise BadData(
                f"{where}.tiles[{number}]: {check.quote(tile)}; expected four different corners out of "
                f"{COLOURS}{EMPTY}, at most one of them empty"
            )
    return tuple(tiles)


@cache
def standard_tiles() -> tuple[str, ...]:
    return read_tiles(json.loads(files(__package__).joinpath("pieces.json").read_text("utf-8")))


def tiles_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    return read_tiles(options["pieces"]) if "pieces" in options else standard_tiles()
