"""One listener at a table: what is sent waits in a queue of its own, so that a slow reader holds nobody up."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect

from triax.server.config import Limits
from triax.server.metrics import RAW_SEND

POLICY, RESTART, TOO_SLOW = 1008, 1012, 1013
GRACE = 5.0
"""Seconds that a connection may take to close."""


class Connection:
    def __init__(self, socket: WebSocket, player: str, limits: Limits) -> None:
        self.socket = socket
        self._send = socket.scope[RAW_SEND]
        self.player = player
        self.seats: tuple[int, ...] = ()
        self.stuck = asyncio.Event()
        self.doubted = asyncio.Event()
        """Is whoever opened it still who they were?"""
        self.answering = False
        """Is something being done that this listener has asked for?"""
        self._limits = limits
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None

    @property
    def is_closing(self) -> bool:
        return self._closing is not None

    def send(self, message: bytes) -> None:
        """Put a message on its way; a reader too far behind is dropped, and sees the whole state on coming back."""
        if self._closing is not None:
            return
        full = len(self._waiting) >= self._limits.outgoing_messages
        if full or (self._waiting and self._bytes + len(message) > self._limits.outgoing_bytes):
            self._closing = (TOO_SLOW, "too_slow")
            # It may be stuck in sending: no more is sent, the socket is closed.
            self.stuck.set()
        else:
            self._waiting.append(message)
            self._bytes += len(message)
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
                    message = self._waiting.popleft()
                    self._bytes -= len(message)
                    # JSON goes out as text, so that browsers read it as such.
                    await self._send({"type": "websocket.send", "text": message.decode()})
                if self._closing is not None:
                    await self.socket.close(*self._closing)
                    return

    def abort_later(self) -> None:
        """It is over. A reader that takes nothing more would keep the line open for ever, so it is cut."""
        # ASGI has no word for it: the server's own end of the line is asked.
        line = getattr(getattr(self.socket._receive, "__self__", None), "transport", None)
        if line is not None:
            asyncio.get_running_loop().call_later(GRACE, line.abort)
