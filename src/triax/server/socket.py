"""A table's socket: what a client may ask for there, one message at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from triax.games.core import redact
from triax.games.errors import TriaxError
from triax.server import actions, protocol
from triax.server.actions import Wish
from triax.server.config import Settings
from triax.server.connection import POLICY, TOO_SLOW, Connection
from triax.server.desk import Desk, Live
from triax.server.errors import Refused, refusal_of
from triax.server.people import Player
from triax.server.security import Bucket
from triax.server.text import clean_chat
from triax.server.thinkers import Thinkers

log = logging.getLogger("triax.server.socket")


class Sockets:
    def __init__(self, desk: Desk, thinkers: Thinkers, settings: Settings) -> None:
        self.desk = desk
        self.thinkers = thinkers
        self.limits = settings.limits
        self.settings = settings
        self.open: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self._asking: set[asyncio.Task[None]] = set()
        self._hinted: set[tuple[str, int]] = set()

    async def serve(self, socket: WebSocket, live: Live, player: Player) -> None:
        if self.open[player.id] >= self.limits.sockets_per_player:
            raise Refused("too_many", f"at most {self.limits.sockets_per_player} connections")
        self.open[player.id] += 1
        connection = Connection(socket, player.id, self.limits.outgoing_messages)
        try:
            await socket.accept()
            await self.desk.join(live, connection)
            ends = [
                asyncio.create_task(self._read(socket, live, connection)),
                asyncio.create_task(connection.pump()),
                asyncio.create_task(connection.stuck.wait()),
            ]
            try:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in ends:
                    task.cancel()
                await asyncio.gather(*ends, return_exceptions=True)
            if connection.stuck.is_set():
                log.info("a slow reader was dropped", extra={"table": live.id})
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(1):
                        await socket.close(TOO_SLOW, "too_slow")
        finally:
            self.desk.leave(live, connection)
            self.open[player.id] -= 1
            if not self.open[player.id]:
                del self.open[player.id]

    async def _read(self, socket: WebSocket, live: Live, connection: Connection) -> None:
        bucket = Bucket(self.limits.messages_per_second, self.limits.message_burst)
        excess = 0
        while True:
            try:
                message = await socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if message["type"] == "websocket.disconnect":
                return
            if not bucket.take():
                excess += 1
                self._refuse(connection, Refused("too_fast", "too many messages; slow down"), None)
                if excess > self.limits.message_burst:
                    connection.close(POLICY, "too_fast")
                    return
                continue
            raw = message.get("text")
            await self._answer(live, connection, raw if raw is not None else message.get("bytes") or b"")

    async def _answer(self, live: Live, connection: Connection, raw: str | bytes) -> None:
        asked: protocol.ClientMessage | None = None
        try:
            asked = _read_message(raw, self.limits.message_bytes)
            await self._do(live, connection, asked)
        except Refused as refused:
            self._refuse(connection, refused, getattr(asked, "id", None))
            if isinstance(asked, protocol.Move) and refused.code == "stale":
                self.desk.show_seat(live, connection, asked.seat)
        except Exception:  # answered in general terms; what went wrong is in the log
            log.exception("a message could not be answered", extra={"table": live.id})
            self._refuse(connection, Refused("internal", "something went wrong here"), getattr(asked, "id", None))

    def _refuse(self, connection: Connection, refused: Refused, name: str | None) -> None:
        self.refusals[refused.code] += 1
        connection.send(protocol.encode(protocol.Refusal(refused.code, refused.message, name)))

    async def _do(self, live: Live, connection: Connection, asked: protocol.ClientMessage) -> None:
        match asked:
            case protocol.Move(id=name, seat=seat, number=number, move=move):
                reached = await self.desk.move(live, connection.player, Wish(seat, move, number, name))
                connection.send(protocol.encode(protocol.Accepted(name, seat, reached)))
            case protocol.AskPreview():
                self._preview(live, connection, asked)
            case protocol.AskHint():
                self._hint(live, connection, asked)
            case protocol.Say(text=text):
                said = clean_chat(text, self.limits.chat_length)
                await self.desk.act(live, lambda table: actions.say(table, connection.player, said))
            case protocol.Sync():
                await self.desk.join(live, connection)
            case protocol.Ping(id=name):
                connection.send(protocol.encode(protocol.Pong(name, time.time())))

    def _preview(self, live: Live, connection: Connection, asked: protocol.AskPreview) -> None:
        table = live.table
        actions.owned(table, connection.player, asked.seat)
        actions.playing(table)
        assert table.state is not None
        try:
            events = table.state.preview(asked.seat, table.game.parse(asked.move))
        except TriaxError as error:
            raise refusal_of(error) from None
        told = redact(events, asked.seat)
        connection.send(protocol.encode(protocol.Previewed(asked.id, asked.seat, table.numbers[asked.seat], told)))

    def _hint(self, live: Live, connection: Connection, asked: protocol.AskHint) -> None:
        """Thought about elsewhere, while the socket goes on listening."""
        check_hint(live, connection.player, asked.seat)
        key = (live.id, asked.seat)
        if key in self._hinted:
            raise Refused("too_fast", "a hint for this seat is being thought about")
        self._hinted.add(key)

        async def think() -> None:
            try:
                hint = await self.hint(live, asked.seat)
                connection.send(protocol.encode(protocol.Hinted(asked.id, asked.seat, *hint)))
            except Refused as refused:
                self._refuse(connection, refused, asked.id)
            except Exception:  # answered in general terms; what went wrong is in the log
                log.exception("a hint failed", extra={"table": live.id})
                self._refuse(connection, Refused("internal", "something went wrong here"), asked.id)
            finally:
                self._hinted.discard(key)

        task = asyncio.create_task(think())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def hint(self, live: Live, seat: int) -> tuple[int, list[protocol.IdeaInfo]]:
        table = live.table
        assert table.state is not None
        number = table.numbers[seat]
        ideas = await self.thinkers.consider(table.meta.game, table.state.view(seat), self.settings.bot_budget)
        return number, [
            protocol.IdeaInfo(idea.move, idea.win_share, list(idea.expected), idea.playouts) for idea in ideas
        ]

    async def close(self) -> None:
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)


def check_hint(live: Live, player: str, seat: int) -> None:
    table = live.table
    actions.owned(table, player, seat)
    actions.playing(table)
    if not table.meta.hints:
        raise Refused("not_allowed", "this table is played without hints")
    if seat not in table.to_act:
        raise Refused("wrong_seat", f"seat {seat} owes no decision")


def _read_message(raw: str | bytes, limit: int) -> protocol.ClientMessage:
    if len(raw) > limit:
        raise Refused("too_large", f"a message has at most {limit} bytes")
    try:
        message: protocol.ClientMessage = protocol.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        text = str(error) if isinstance(error, msgspec.ValidationError) else "not a message in JSON"
        raise Refused("bad_message", text) from None
    return message
