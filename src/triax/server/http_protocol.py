"""Requests that arrive in time: whoever sends half of one, or nothing, does not keep a connection for ever. And sockets
that leave nothing behind."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class TimedProtocol(H11Protocol):
    patience = 30.0
    """Seconds for a request to be there as a whole."""
    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _watch(self) -> None:
        # A socket is somebody else's to look after.
        is_ours = self.transport.get_protocol() is self
        if not is_ours or self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._stop_watching()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(self.patience, self.transport.close)

    def _stop_watching(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


class LightSocketProtocol(WebSocketsSansIOProtocol):
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # What packs messages takes most of a socket's memory, and a circle of references would keep it until the
        # garbage collector comes by, which is not often.
        self.conn.extensions = []
