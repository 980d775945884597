"""One listener at a table: what is sent waits in a queue of its own, so that a slow reader holds nobody up."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

POLICY, RESTART, TOO_SLOW = 1008, 1012, 1013


class Connection:
    def __init__(self, socket: WebSocket, player: str, limit: int) -> None:
        self.socket = socket
        self.player = player
        self.seats: tuple[int, ...] = ()
        self._limit = limit
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self.stuck = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Put a message on its way; a reader too far behind is dropped, and sees the whole state on coming back."""
        if self._closing is not None:
            return
        if len(self._waiting) >= self._limit:
            self._closing = (TOO_SLOW, "too_slow")
            # It may be stuck in sending: no more is sent, the socket is closed.
            self.stuck.set()
        else:
            self._waiting.append(message)
            self._wake.set()

    def close(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()

    async def pump(self) -> None:
        """Send what waits until the connection ends."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    # JSON goes out as text, so that browsers read it as such.
                    await self.socket.send_text(self._waiting.popleft().decode())
                if self._closing is not None:
                    await self.socket.close(*self._closing)
                    return
