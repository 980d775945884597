"""What goes wrong, when, and for how long: all of it from one seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

WEIGHTS = {
    "cut one front": 20,
    "cut two front": 20,
    "cut one back": 22,
    "cut two back": 22,
    "cut database back": 18,
    "slow one front": 6,
    "slow two front": 6,
    "slow one back": 6,
    "slow two back": 6,
    "slow database back": 8,
    "kill one": 14,
    "kill two": 14,
    "kill database": 14,
    "restart database": 6,
    "freeze one": 4,
    "freeze two": 4,
    "freeze database": 3,
}
LONG = 0.04
"""The share of cuts that last longer than anybody's patience."""
CALM = 40
"""After so many all is mended, and everybody must be back at play."""


@dataclass(frozen=True)
class Fault:
    what: str
    where: str
    """What it befalls: a host's cable ("one back"), or a host."""
    after: float
    """Seconds behind the one before."""
    lasts: float

    @property
    def counts(self) -> bool:
        """Kills and cuts; what is slow or frozen for a while loses nothing."""
        return self.what not in {"slow", "freeze"}


def schedule(seed: int, faults: int, pace: float) -> Iterator[Fault]:
    """So many kills and cuts, and what slows and freezes between them; `pace`: the mean seconds between two."""
    rng = Random(seed)
    made = 0
    while made < faults:
        kind = rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        what, _, where = kind.partition(" ")
        fault = Fault(what, where, min(4 * pace, rng.expovariate(1 / pace)), _lasting(rng, what))
        made += fault.counts
        yield fault


def _lasting(rng: Random, what: str) -> float:
    if what == "cut":
        return rng.uniform(12, 22) if rng.random() < LONG else rng.uniform(0.1, 4)
    return rng.uniform(1, 6) if what in {"slow", "freeze"} else rng.uniform(0, 1)
