"""A line of one's own to the server: it says that there is news, and what it is is asked for then.

Nothing but that word goes over it, so there is nothing to hide on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from starlette.websockets import WebSocket, WebSocketDisconnect

from triax.server.accounts import User
from triax.server.config import Limits
from triax.server.connection import POLICY, RESTART, Connection
from triax.server.errors import Refused
from triax.server.journal import NEWS, Journal
from triax.server.sockets import Identify

WORD = b'{"type":"news"}'
MOST = 60
"""Messages of a client, which has nothing to say here, before it is hung up on."""


class News:
    def __init__(self, journal: Journal, limits: Limits) -> None:
        self.journal = journal
        self.limits = limits
        self.open: defaultdict[str, set[Connection]] = defaultdict(set)
        self.on_news: Callable[[str], None] = lambda player: None
        """Something has changed for a player, here or at another process."""

    def notifications(self, *people: str) -> list[sa.Executable]:
        """For a transaction: the other processes hear of it once it is committed."""
        return self.journal.notifications(NEWS, *people) if people else []

    def tell(self, *people: str) -> None:
        for player in people:
            self.on_news(player)
        self.say(*people)

    def say(self, *people: str) -> None:
        """There is something to see; nothing has changed for their connections."""
        for player in people:
            for connection in self.open.get(player, ()):
                connection.send(WORD)

    def recheck(self, player: str) -> None:
        for connection in self.open.get(player, ()):
            connection.doubted.set()

    async def serve(self, socket: WebSocket, player: User, identify: Identify) -> None:
        mine = self.open[player.id]
        if len(mine) >= self.limits.sockets_per_player:
            raise Refused("too_many", f"at most {self.limits.sockets_per_player} connections")
        connection = Connection(socket, player.id, self.limits)
        mine.add(connection)
        # They may have been signed out since they were asked who they are, when nobody knew of this line.
        connection.doubted.set()
        try:
            await socket.accept()
            connection.send(WORD)
            await self._talk(socket, connection, identify)
        finally:
            connection.abort_later()
            mine.discard(connection)
            if not mine:
                self.open.pop(player.id, None)

    async def _talk(self, socket: WebSocket, connection: Connection, identify: Identify) -> None:
        pump = asyncio.create_task(connection.pump())
        others: Sequence[asyncio.Task[object]] = [
            asyncio.create_task(_read(socket)),
            asyncio.create_task(connection.stuck.wait()),
            asyncio.create_task(self._recheck(connection, identify)),
        ]
        try:
            await asyncio.wait([pump, *others], return_when=asyncio.FIRST_COMPLETED)
            connection.close(RESTART, "left")
            if not connection.stuck.is_set():
                await asyncio.wait([pump], timeout=1)
        finally:
            for task in (pump, *others):
                task.cancel()
            await asyncio.gather(pump, *others, return_exceptions=True)

    async def _recheck(self, connection: Connection, identify: Identify) -> None:
        """Whoever is signed out hears nothing more."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(connection.doubted.wait(), self.limits.recheck_seconds)
            connection.doubted.clear()
            # A database that is away cannot tell; another time it can.
            with contextlib.suppress(Refused):
                player = await identify()
                if player is None or player.id != connection.player:
                    connection.close(POLICY, "no_session")
                    return


async def _read(socket: WebSocket) -> None:
    """Until the client hangs up, or has said too much."""
    for _ in range(MOST):
        try:
            message = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
