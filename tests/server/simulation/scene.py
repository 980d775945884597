"""What all who take part in a simulation share: its luck, its disk, its time, and what has gone wrong so far."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from pathlib import Path
from typing import Any

from tests.server.simulation.chaos import Chaos
from tests.server.simulation.disk import Disk


class Scene:
    def __init__(self, seed: int, disk: Path, content: bytes) -> None:
        self.chaos = Chaos(seed)
        self.disk = Disk(disk, content)
        self.context = copy_context()
        self.game = self.chaos.rng.choice(("rota", "rota", "rota", "axo"))
        self.has_cup = self.chaos.rng.random() < 0.25
        """Do people play a tournament?"""
        self.has_devices = self.chaos.rng.random() < 0.4
        """Do people wish to be told when it is their turn?"""
        self.epoch = 0
        """How often the past was replaced."""
        self.is_over = False
        self.trace: list[str] = []
        self.failures: list[str] = []
        self.tasks: set[asyncio.Task[None]] = set()

    def fail(self, what: str) -> None:
        if self.is_over:
            return
        self.note(f"FAILED {what}")
        self.failures.append(what)

    def note(self, what: str) -> None:
        self.trace.append(f"{asyncio.get_running_loop().time():9.3f} {what}")

    def is_past(self, table: str) -> bool:
        rows = self.disk.rows("SELECT status FROM tables WHERE id = ?", table)
        return not rows or rows[0][0] in {"over", "closed"}

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, context=self.context.copy())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task
