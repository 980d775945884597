"""Pages that many look at: made once for all who ask within a moment."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

KEPT = 64


class FreshPages:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._made: OrderedDict[str, tuple[float, asyncio.Future[Any]]] = OrderedDict()

    async def of(self, name: str, make: Callable[[], Awaitable[Any]]) -> Any:  # noqa: ANN401
        known = self._made.get(name)
        if known is None or known[0] < time.monotonic() - self.seconds:
            known = time.monotonic(), asyncio.ensure_future(make())
            self._made[name] = known
            self._made.move_to_end(name)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        # Whoever asks first may go away; the others still wait.
        return await asyncio.shield(known[1])

    def forget(self, name: str) -> None:
        self._made.pop(name, None)
