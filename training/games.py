"""What learning asks of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from training.selfplay import Settings
from triax.kernels.arrays import Floats, Ints


class Recipe(NamedTuple):
    """How a network has been learned."""

    rounds: int
    games: int
    """A shard's in a round."""
    shards: int = 16
    """Played side by side, then brought together."""
    rate: float = 0.03
    trust: float = 0.5
    moves: int = 16
    astray: int = 50
    led: int = 0
    """So many rounds are played by what is best at a glance."""


@dataclass(frozen=True)
class Learner:
    rows: int
    tables: Ints
    steps: Floats
    """Worth of a step on the lowest track at the end, the second lowest …"""
    alone: float
    """In solo play the same, times this: so that a game is worth about one."""
    table_of: Callable[[int], Floats]
    recipes: Mapping[int, Recipe]
    """By the number of players."""
    play: Callable[..., float]
    measure: Callable[..., float]
    options: tuple[int, int] = (0, 0)
    """What the kernel's deal takes besides the players and who starts."""
    scatter: float = 0.0
    """How far a network's rows lie apart at first; at 0 a row that is never met says nothing."""
    measured: str = "share of wins against what is best at a glance"
    measured_alone: str = "mean lowest track"

    def settings(self, players: int, recipe: Recipe, number: int) -> Settings:
        """Those of a round."""
        return Settings(
            setup=np.array([players, -1, *self.options], np.int32),
            table=self.table_of(players),
            steps=self.steps * (self.alone if players == 1 else 1.0),
            moves=recipe.moves,
            astray=recipe.astray,
            trust=np.float32(recipe.trust),
            led=number < recipe.led,
        )
