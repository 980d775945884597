"""How strong the levels are, out of `strengths.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Strength:
    """The numbers in which levels differ."""

    oversight: float = 0.0
    """How much is overlooked: 0 nothing, 1 all but what strikes the eye."""
    slip: float = 0.0
    """How far what is seen is misjudged: 0 not at all, ½ as far as can be without playing absurdly."""
    playouts: int | None = None
    """So many for each move, where there is a number."""


FULL = Strength()


def strength_of(game: str, level: str) -> Strength:
    """Full strength where the table says nothing."""
    return _table().get(game, {}).get(level, FULL)


@cache
def _table() -> dict[str, dict[str, Strength]]:
    read = tomllib.loads(files("triax.bots").joinpath("strengths.toml").read_text("utf-8"))
    return {game: {level: Strength(**numbers) for level, numbers in levels.items()} for game, levels in read.items()}


def change(game: str, level: str, strength: Strength) -> None:
    """Other numbers, for the rest of this process: for those who look for better ones."""
    _table().setdefault(game, {})[level] = strength
