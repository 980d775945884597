"""The push services of a simulation: slow, failing, and in their right mind."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

from tests.server.simulation.checks import Checks
from tests.server.simulation.loop import Process
from triax.server.notices.outbox import NoticeRow
from triax.server.notices.push import Device, Message, PushOutcome
from triax.server.notices.service import Notices

_row: ContextVar[tuple[int, NoticeRow]] = ContextVar("row")
"""What is sent, and the past in which it was taken up: a backup that is put back meanwhile knows nothing of it."""


class Messenger:
    """Takes a server's place for its push services; nobody is told anything twice."""

    def __init__(self, checks: Checks, notices: Notices, process: Process) -> None:
        self.checks, self.notices, self.process = checks, notices, process
        self.chaos = checks.scene.chaos
        self._send = notices._send
        notices._send = self._sending  # type: ignore[method-assign]
        notices.push = self  # type: ignore[assignment]

    async def _sending(self, row: NoticeRow, claimed: float) -> None:
        _row.set((self.checks.scene.epoch, row))
        await self._send(row, claimed)

    async def send(self, device: Device, message: Message) -> PushOutcome:
        await asyncio.sleep(self.chaos.travel())
        if self.chaos.happens("push service away", 0.05):
            return "later"
        if self.chaos.happens("browser gone", 0.005):
            return "gone"
        epoch, row = _row.get()
        own = self.notices.tables.journal.server
        notice = (epoch, row.player, row.key, device.id)
        self.checks.told(notice, own, self.process, self.notices.cluster.alive)
        await asyncio.sleep(self.chaos.travel())
        return "sent"

    async def close(self) -> None:
        return
