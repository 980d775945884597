"""A table's socket: what a client may ask for there, one message at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from triax.bots.hints import Idea, gives_hints
from triax.server import actions, broadcast, protocol, visibility
from triax.server.accounts import User
from triax.server.actions import MoveRequest
from triax.server.bot_pool import BotPool
from triax.server.bot_queue import Asker
from triax.server.config import Settings
from triax.server.connection import POLICY, RESTART, TOO_SLOW, Connection
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.phrases import PHRASES
from triax.server.rate_limits import RateLimiter
from triax.server.table import Table
from triax.server.table_service import TableService
from triax.server.takeback_actions import TakebackAction
from triax.server.tasks import end, repeat
from triax.server.text import clean_chat

log = logging.getLogger("triax.server.sockets")

Identify = Callable[[], Awaitable[User | None]]
"""Who a connection's cookie or token stands for now."""
SHOWN_AGAIN = (protocol.MakeMove, protocol.TakeBack)
"""Whoever asks for these of a state that is past is shown the present one."""
AGAIN = 1.0
"""Seconds until it is asked again whether somebody is still signed in, if nobody could tell."""
TOGETHER = 100
"""So many players are asked for at once, whether they are still signed in."""


class Sockets:
    def __init__(self, service: TableService, bot_pool: BotPool, message_rate: RateLimiter, settings: Settings) -> None:
        self.tables = service
        self.bot_pool = bot_pool
        self.message_rate = message_rate
        self.limits = settings.limits
        self.settings = settings
        self.open: defaultdict[str, set[Connection]] = defaultdict(set)
        self.refusals: Counter[str] = Counter()
        self.unheard: Callable[[str], Awaitable[frozenset[str]]] = _nobody
        """Those whom a player has blocked."""
        self._asking: set[asyncio.Task[None]] = set()
        self._rechecking: asyncio.Task[None] | None = None
        self._hinted: set[str] = set()
        self._replaying = asyncio.Semaphore(1)
        self._replay_rate = RateLimiter(0.5, 10, "too many looks back; wait a moment")

    def start(self) -> None:
        again = repeat(self.limits.recheck_seconds, self._recheck_all, log, "it could not be asked who is signed in")
        self._rechecking = asyncio.create_task(again)

    async def serve(self, socket: WebSocket, live: LiveTable, player: User, identify: Identify) -> None:
        if len(self.open.get(player.id, ())) >= self.limits.sockets_per_player:
            raise Refused("too_many", f"at most {self.limits.sockets_per_player} connections")
        connection = Connection(socket, player.id, self.limits)
        self.open[player.id].add(connection)
        try:
            # They may have been signed out since they were asked who they are, when nobody knew of this connection.
            if (still := await identify()) is None or still.id != player.id:
                raise Refused("no_session", "say who you are first: POST /api/session")
            refused = await self._prepared(live, player.id)
            if not player.is_guest:
                await self._know_unheard(connection)
            await socket.accept()
            await self._talk(socket, live, connection, identify, refused)
        finally:
            live.connections.discard(connection)
            live.looked = time.monotonic()
            connection.abort_later()
            self.open[player.id].discard(connection)
            if not self.open[player.id]:
                del self.open[player.id]

    async def _know_unheard(self, connection: Connection) -> None:
        # A database that is away is asked again with the next news.
        with contextlib.suppress(Refused):
            connection.unheard = await self.unheard(connection.player)

    def refresh_unheard(self, player: str) -> None:
        """A player has blocked somebody, or no longer."""
        for connection in self.open.get(player, ()):
            self._keep(asyncio.create_task(self._know_unheard(connection)))

    async def _prepared(self, live: LiveTable, player: str) -> Refused | None:
        try:
            await self.tables.prepare(live, player)
        except Refused as refused:
            return refused
        return None

    async def _talk(
        self, socket: WebSocket, live: LiveTable, connection: Connection, identify: Identify, refused: Refused | None
    ) -> None:
        try:
            if refused is not None:
                raise refused
            self.tables.join(live, connection)
        except Refused as why:
            # The table was dropped, or the database is away: the next try finds it.
            connection.close(RESTART, why.code)
        connection.listen(partial(self._move_at_once, live, connection))
        pump = asyncio.create_task(connection.pump())
        reader = asyncio.create_task(self._read(socket, live, connection))
        tasks = [
            pump,
            reader,
            asyncio.create_task(connection.stuck.wait()),
            asyncio.create_task(self._recheck(connection, identify)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if connection.is_closing and not connection.stuck.is_set():
                # What was said last goes out, and why it ends.
                await asyncio.wait([pump], timeout=1)
        finally:
            connection.listen(None)
            connection.close(RESTART, "left")
            connection.trusted.set()
            if connection.answering:
                # What was asked for is seen through all the same.
                tasks.remove(reader)
                self._keep(reader)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if connection.stuck.is_set():
            log.info("a slow reader was dropped", extra={"table": live.id})
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1):
                    await socket.close(TOO_SLOW, "too_slow")

    async def _recheck_all(self) -> None:
        """What opened a connection may be taken back without a word to us, such as by the server's owner."""
        players = list(self.open)
        for first in range(0, len(players), TOGETHER):
            some = players[first : first + TOGETHER]
            await self.tables.accounts.refresh(some)
            for connection in [one for player in some for one in self.open.get(player, ())]:
                connection.doubted.set()
            await asyncio.sleep(0)

    def recheck(self, player: str) -> None:
        """Some of a player's connections may have lost what opened them."""
        for connection in self.open.get(player, ()):
            connection.trusted.clear()
            connection.doubted.set()

    async def _recheck(self, connection: Connection, identify: Identify) -> None:
        """Whoever is signed out, or whose token is deleted, hears no more of the table."""
        while True:
            await connection.doubted.wait()
            connection.doubted.clear()
            try:
                player = await identify()
            except Refused:
                # A database that is away cannot tell; another time it can.
                if not connection.trusted.is_set():
                    await asyncio.sleep(AGAIN)
                    connection.doubted.set()
                continue
            if player is None or player.id != connection.player:
                connection.close(POLICY, "no_session")
                return
            if not connection.doubted.is_set():
                connection.trusted.set()

    async def _read(self, socket: WebSocket, live: LiveTable, connection: Connection) -> None:
        excess = 0
        while not connection.is_closing:
            try:
                message = await socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if message["type"] == "websocket.disconnect":
                return
            try:
                self.message_rate.check(connection.player)
            except Refused as refused:
                excess += 1
                self._refuse(connection, refused, None)
                if excess > self.limits.message_burst:
                    connection.close(POLICY, refused.code)
                continue
            raw = message.get("text")
            # From here on: what comes while this waits for a move must not overtake it.
            connection.answering = True
            await connection.moved()
            await connection.trusted.wait()
            if connection.is_closing:
                return
            await self._answer(live, connection, raw if raw is not None else message.get("bytes") or b"")
            connection.answering = False

    def _move_at_once(self, live: LiveTable, connection: Connection, text: str) -> bool:
        """Most messages are moves that nothing speaks against. They need nobody to wait for them; whatever else it is
        goes the usual way."""
        is_busy = connection.moving or connection.answering
        if is_busy or connection.is_closing or not connection.trusted.is_set():
            return False
        try:
            asked = _read_message(text, self.limits.message_bytes)
            if not isinstance(asked, protocol.MakeMove):
                return False
            self.message_rate.check(connection.player)
        except Refused:
            return False
        request = MoveRequest(asked.seat, asked.move, asked.number, asked.id)
        done = partial(self._moved, live, connection, text, asked)
        connection.moving = self.tables.begin_move(live, connection.player, request, done)
        if not connection.moving:
            self.message_rate.give_back(connection.player)
        return connection.moving

    def _moved(
        self,
        live: LiveTable,
        connection: Connection,
        text: str,
        asked: protocol.MakeMove,
        outcome: int | Exception | None,
    ) -> None:
        if outcome is None:
            # What comes behind it waits until it is answered.
            self._keep(asyncio.create_task(self._answer_again(live, connection, text)))
            return
        connection.end_move()
        match outcome:
            case int(number):
                connection.send(protocol.encode(protocol.Accepted(asked.id, asked.seat, number)))
            case Refused():
                self._refuse(connection, outcome, asked.id)
            case error:
                self._fail(live, connection, error, asked.id)

    async def _answer_again(self, live: LiveTable, connection: Connection, text: str) -> None:
        try:
            if not connection.trusted.is_set():
                await connection.trusted.wait()
                if connection.is_closing:
                    return
            await self._answer(live, connection, text)
        finally:
            connection.end_move()

    async def _answer(self, live: LiveTable, connection: Connection, raw: str | bytes) -> None:
        asked: protocol.ClientMessage | None = None
        try:
            asked = _read_message(raw, self.limits.message_bytes)
            await self._do(live, connection, asked)
        except Refused as refused:
            self._refuse(connection, refused, getattr(asked, "id", None))
            mine = live.table.seats_of(connection.player)
            if refused.code == "stale" and isinstance(asked, SHOWN_AGAIN) and asked.seat in mine:
                broadcast.send_state(live, connection, asked.seat)
        except Exception as error:  # answered in general terms; what went wrong is in the log
            self._fail(live, connection, error, getattr(asked, "id", None))

    def _fail(self, live: LiveTable, connection: Connection, error: Exception, name: str | None) -> None:
        log.error("a message could not be answered", exc_info=error, extra={"table": live.id})
        self._refuse(connection, Refused("internal", "something went wrong here"), name)

    def _refuse(self, connection: Connection, refused: Refused, name: str | None) -> None:
        self.refusals[refused.code] += 1
        connection.send(protocol.encode(protocol.Refusal(refused.code, refused.message, name)))

    async def _do(self, live: LiveTable, connection: Connection, asked: protocol.ClientMessage) -> None:
        match asked:
            case protocol.MakeMove(id=name, seat=seat, number=number, move=move):
                reached = await self.tables.move(live, connection.player, MoveRequest(seat, move, number, name))
                connection.send(protocol.encode(protocol.Accepted(name, seat, reached)))
            case protocol.TakeBack(id=name, seat=seat, what=what, number=number):
                asked_for = TakebackAction(seat, what, number, name)
                reached = await self.tables.take_back(live, connection.player, asked_for)
                connection.send(protocol.encode(protocol.Accepted(name, seat, reached)))
            case protocol.AskPreview():
                self._preview(live, connection, asked)
            case protocol.AskHint():
                self._hint(live, connection, asked)
            case protocol.AskMissed():
                await self._missed(live, connection, asked)
            case protocol.Say(text=text):
                said = clean_chat(text, self.limits.chat_length)
                await self.tables.say(live, connection.player, said)
            case protocol.SayPhrase(phrase=phrase):
                await self.tables.say(live, connection.player, PHRASES[phrase], phrase)
            case protocol.Sync():
                self.tables.join(live, connection)
            case protocol.Look(visible=visible):
                connection.visible = visible
            case protocol.Ping(id=name):
                connection.send(protocol.encode(protocol.Pong(name, time.time())))

    def _preview(self, live: LiveTable, connection: Connection, asked: protocol.AskPreview) -> None:
        table = live.table
        actions.check_owner(table, connection.player, asked.seat)
        actions.playing(table)
        assert table.state is not None
        events = visibility.preview_for(table.game, table.state, asked.seat, asked.move)
        connection.send(protocol.encode(protocol.Previewed(asked.id, asked.seat, table.numbers[asked.seat], events)))

    async def _missed(self, live: LiveTable, connection: Connection, asked: protocol.AskMissed) -> None:
        table = live.table
        if asked.seat is not None:
            actions.check_owner(table, connection.player, asked.seat)
        steps = []
        if table.state is not None and asked.number < table.numbers[asked.seat]:
            # A whole game played through takes a while: not on the loop, not too often, and one at a time.
            self._replay_rate.check(connection.player)
            record = table.record()
            moves, numbers = table.told_from
            async with self._replaying:
                steps = await asyncio.to_thread(
                    visibility.missed_by,
                    record,
                    asked.seat,
                    asked.number,
                    moves or table.prefix or 0,
                    numbers.get(asked.seat, 1),
                )
        infos = [protocol.StepInfo(number, events) for number, events in steps]
        connection.send(protocol.encode(protocol.Missed(asked.id, asked.seat, infos)))

    def _hint(self, live: LiveTable, connection: Connection, asked: protocol.AskHint) -> None:
        """Thought about elsewhere, while the socket goes on listening."""

        async def think() -> None:
            try:
                hint = await self.hint(live, connection.player, asked.seat)
                connection.send(protocol.encode(protocol.Hinted(asked.id, asked.seat, *hint)))
            except Refused as refused:
                self._refuse(connection, refused, asked.id)
            except Exception:  # answered in general terms; what went wrong is in the log
                log.exception("a hint failed", extra={"table": live.id})
                self._refuse(connection, Refused("internal", "something went wrong here"), asked.id)

        self._keep(asyncio.create_task(think()))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def hint(self, live: LiveTable, player: str, seat: int) -> tuple[int, list[Idea]]:
        """Ideas for a seat of one's own, and the number of the state that they are for."""
        table = live.table
        _check_hint(table, player, seat)
        if player in self._hinted:
            raise Refused("too_fast", "one hint at a time; another is being thought about")
        self._hinted.add(player)
        try:
            assert table.state is not None
            number, view = table.numbers[seat], visibility.view_for(table.state, seat)
            asker = Asker(player, live.id)
            ideas = await self.bot_pool.consider(table.meta.game, view, self.settings.bot_budget, asker=asker)
            await self.tables.act(live, lambda table: actions.take_hint(table, seat))
        finally:
            self._hinted.discard(player)
        return number, ideas

    async def close(self) -> None:
        await end(self._rechecking, *self._asking)


async def _nobody(_player: str) -> frozenset[str]:
    return frozenset()


def _check_hint(table: Table, player: str, seat: int) -> None:
    actions.check_owner(table, player, seat)
    actions.playing(table)
    if not gives_hints(table.meta.game):
        raise Refused("not_allowed", f"nobody gives hints for {table.game.title}")
    if not table.meta.hints:
        raise Refused("not_allowed", "this table is played without hints")
    if table.seats[seat].away or table.seats[seat].resigned:
        raise Refused("not_allowed", "a bot plays for this seat")
    if seat not in table.to_act:
        raise Refused("wrong_seat", f"seat {seat} owes no decision")


def _read_message(raw: str | bytes, limit: int) -> protocol.ClientMessage:
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode("utf-8", "replace"))
    if size > limit:
        raise Refused("too_large", f"a message has at most {limit} bytes")
    try:
        message: protocol.ClientMessage = protocol.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        text = str(error) if isinstance(error, msgspec.ValidationError) else "not a message in JSON"
        raise Refused("bad_message", text) from None
    return message
