"""Where randomness enters a game in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol


class Chance(Protocol):
    """Whoever plays a move says how the pieces fall."""

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Dice:
    """Chance from a random number generator."""

    rng: Random

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.rng.sample(pieces, len(pieces)))
