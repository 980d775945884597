"""One listener at a table: what is sent waits in a queue of its own, so that a slow reader holds nobody up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from urllib.parse import parse_qsl

from starlette.websockets import WebSocket, WebSocketDisconnect

from triax.server.config import Limits
from triax.server.http_protocol import LISTEN, WRITE_ALL, Listener
from triax.server.visibility import ToldView, Viewer

POLICY, RESTART, TOO_SLOW = 1008, 1012, 1013
GRACE = 5.0
"""Seconds that a connection may take to close."""


class Connection:
    def __init__(self, socket: WebSocket, player: str, limits: Limits) -> None:
        self.socket = socket
        self._write_all: Callable[[Sequence[bytes]], bool] | None = socket.scope.get(WRITE_ALL)
        self.player = player
        self.seats: tuple[int, ...] = ()
        self.unheard: frozenset[str] = frozenset()
        """Those whom this listener has blocked."""
        self.wants_steps = "steps" in dict(
            parse_qsl(socket.scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        )
        """Is it to be told states by what is different?"""
        self.told: dict[Viewer, ToldView] = {}
        """If so: the views that it was told last, by viewer."""
        self.visible = False
        """Does the page say that somebody can see it?"""
        self.stuck = asyncio.Event()
        self.doubted = asyncio.Event()
        """Is whoever opened it still who they were?"""
        self.trusted = asyncio.Event()
        """Nothing has happened for which they might not be: until that is known, nothing is done for them."""
        self.trusted.set()
        self.answering = False
        """Is something being done that this listener has asked for?"""
        self.moving = False
        """The same of a move that is made at once."""
        self._moved: asyncio.Event | None = None
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._wake = asyncio.Event()
        self._pumping = False
        """Is the pump in the middle of what comes first?"""
        self._closing: tuple[int, str] | None = None

    def listen(self, listener: Listener | None) -> None:
        """By the short way, where there is one."""
        if (listen := self.socket.scope.get(LISTEN)) is not None:
            listen(listener)

    async def moved(self) -> None:
        """Wait for the end of a move that is made at once."""
        if self.moving:
            self._moved = self._moved or asyncio.Event()
            await self._moved.wait()

    def end_move(self) -> None:
        self.moving = False
        if self._moved is not None:
            self._moved.set()
            self._moved = None

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
            if not self._waiting:
                # What is said in one turn of the loop goes out together.
                self._loop.call_soon(self._flush)
            self._waiting.append(message)
            self._bytes += len(message)

    def _flush(self) -> None:
        """By the short way, if it is open; otherwise the pump sends as soon as it can."""
        if self._waiting and not self._pumping and self._write_all is not None and self._write_all(self._waiting):
            self._waiting, self._bytes = [], 0
        elif self._waiting:
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
                    messages, self._waiting, self._bytes = self._waiting, [], 0
                    self._pumping = True
                    # JSON goes out as text, so that browsers read it as such.
                    for message in messages:
                        await self.socket.send_text(message.decode())
                    self._pumping = False
                if self._closing is not None:
                    await self.socket.close(*self._closing)
                    return

    def abort_later(self) -> None:
        """It is over. A reader that takes nothing more would keep the line open for ever, so it is cut."""
        # ASGI has no word for it: the server's own end of the line is asked.
        line = getattr(getattr(self.socket._receive, "__self__", None), "transport", None)
        if line is not None:
            asyncio.get_running_loop().call_later(GRACE, line.abort)
