"""Pictures for the server: painted in a process of their own, one at a time, for so long and no longer, and kept."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import OrderedDict

import msgspec

from triax.server.errors import Refused
from triax.server.painting import Order
from triax.server.priorities import NICENESS

log = logging.getLogger("triax.server")

KEPT_BYTES = 32_000_000
WAITING = 12
"""So many pictures may wait to be painted."""
SECONDS = 90.0
"""A film of a long game takes the longest."""


class Painter:
    def __init__(self, kept_bytes: int = KEPT_BYTES, seconds: float = SECONDS) -> None:
        self._kept_bytes, self._seconds = kept_bytes, seconds
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._asked: dict[bytes, asyncio.Task[bytes]] = {}
        self._brush = asyncio.Semaphore(1)

    async def of(self, order: Order) -> bytes:
        """The picture; whoever asks for the same meanwhile waits with the first."""
        key = msgspec.json.encode(order)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._asked:
            if len(self._asked) >= WAITING:
                raise Refused("too_fast", "too many pictures are being painted; try again in a minute")
            task = self._asked[key] = asyncio.create_task(self._paint(key))
            task.add_done_callback(lambda _: self._asked.pop(key, None))
        return await asyncio.shield(self._asked[key])

    async def close(self) -> None:
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _paint(self, key: bytes) -> bytes:
        async with self._brush:
            words = [sys.executable, "-m", "triax.server.painting", str(NICENESS["painting"])]
            process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
            try:
                made, _ = await asyncio.wait_for(process.communicate(key), self._seconds)
            except TimeoutError:
                made = b""
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode or not made:
            log.error("a picture could not be painted")
            raise Refused("internal", "the picture could not be painted")
        self._keep(key, made)
        return made

    def _keep(self, key: bytes, made: bytes) -> None:
        self._kept[key] = made
        while sum(map(len, self._kept.values())) > self._kept_bytes and len(self._kept) > 1:
            self._kept.popitem(last=False)
