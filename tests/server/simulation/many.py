"""A seed tried in a process of its own, which finds this by its name."""

from __future__ import annotations

import time
from collections import Counter

from tests.server.simulation.world import simulate

Tried = tuple[int, list[str], Counter[str], Counter[str], float]


def tell(seed: int) -> Tried:
    begun = time.process_time()
    world = simulate(seed)
    return seed, world.failures, world.checks.count, world.chaos.happened, time.process_time() - begun
