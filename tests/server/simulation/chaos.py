"""What the seed decides: how long things take, and what goes wrong."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random


class Chaos:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.level = self.rng.choice([0.0, 0.3, 1.0, 1.0, 2.0])
        """How much goes wrong; 0: nothing, only the order of things differs."""
        self.is_over = False
        self.slow_until = 0.0
        """When the last answer that is slow will be there."""
        self.happened: Counter[str] = Counter()

    def happens(self, what: str, chance: float) -> bool:
        if self.is_over or self.rng.random() >= chance * self.level:
            return False
        self.happened[what] += 1
        return True

    def short(self) -> float:
        return self.rng.choice((0.0, 0.0, 0.001, 0.004, 0.02))

    def travel(self) -> float:
        if self.happens("slow answer", 0.01):
            wait = self.rng.choice((0.5, 3.0, 11.0))
            self.slow_until = max(self.slow_until, asyncio.get_running_loop().time() + wait)
            return wait
        return self.short()
