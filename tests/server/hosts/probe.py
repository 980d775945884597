"""Somebody who asks the servers how they are, all the time: they answer soon, and do not say that all is well when
their database cannot be reached."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx

from tests.server.hosts.machines import DatabaseHost, ServerHost

SOON = 8.0
"""Seconds in which a server that can be reached says how it is: two to find out, the others for a busy machine."""
EVERY = 0.7


@dataclass
class Probe:
    server: ServerHost
    database: DatabaseHost
    answers: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)
    is_ready: bool = False
    _changes: int = 0
    _answered: int = 0
    """The start since which the server has answered once: until it has begun, whoever asks waits."""

    def disturbed(self) -> None:
        """Something has happened to the server or the way to it: what is being asked just now proves nothing."""
        self._changes += 1

    async def run(self) -> None:
        # A line of its own each time: one from before a cut would be waited for in vain.
        fresh = httpx.Limits(max_keepalive_connections=0)
        patience = httpx.Timeout(10, connect=2)
        async with httpx.AsyncClient(base_url=self.server.url, timeout=patience, limits=fresh) as http:
            while True:
                await asyncio.sleep(EVERY)
                for path in ("/healthz", "/healthz/live"):
                    await self._ask(http, path)

    async def _ask(self, http: httpx.AsyncClient, path: str) -> None:
        before, begun = self._changes, time.monotonic()
        is_reached, is_cut = self._is_reached, self._is_cut
        try:
            status = (await http.get(path)).status_code
        except httpx.TransportError:
            status = 0
        spent = time.monotonic() - begun
        if path == "/healthz":
            self.is_ready = status == 200
        if self._changes != before or not is_reached or status == 0:
            return
        self.answers[f"{path} {status}"] += 1
        is_first, self._answered = self._answered != self.server.starts, self.server.starts
        if not is_first:
            self.slowest = max(self.slowest, spent)
        if spent > SOON and not is_first:
            self.faults.append(f"{self.server.name}{path} took {spent:.1f} s")
        if path == "/healthz" and is_cut and status == 200:
            self.faults.append(f"{self.server.name} said it was ready, cut off from its database")
        if path == "/healthz/live" and status != 200:
            self.faults.append(f"{self.server.name} is alive, and said {status}")

    @property
    def _is_reached(self) -> bool:
        return self.server.is_up and self.server.front.is_up and not self.server.front.is_slow

    @property
    def _is_cut(self) -> bool:
        return self.database.is_gone or not (self.server.back.is_up and self.database.link.is_up)
