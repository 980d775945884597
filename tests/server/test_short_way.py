"""The short way: a move that is made as it comes in, beside messages that wait for their turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from tests.server.support.faulty_databases import SlowToCommit
from tests.server.support.serving import sqlite_url
from tests.server.support.table_service import new_table, run, service_on, some_move
from triax.server.accounts import User
from triax.server.actions import MoveRequest
from triax.server.bot_pool import BotPool
from triax.server.config import Limits, database_url
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.http_protocol import LISTEN, WRITE_ALL, Listener
from triax.server.journal import Journal
from triax.server.live_table import LiveTable
from triax.server.rate_limits import RateLimiter
from triax.server.social.news import News
from triax.server.sockets import Identify, Sockets
from triax.server.table_service import MoveDone


class Line:
    """A socket with the short ways in and out, and nothing behind them."""

    def __init__(self) -> None:
        self.received: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.listeners: list[Listener | None] = []
        self.told: list[str] = []
        self.received.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", LISTEN: self.listeners.append, WRITE_ALL: self._write_all}
        self.socket = WebSocket(scope, self.received.get, self._send)

    def _write_all(self, messages: Sequence[bytes]) -> bool:
        self.told.extend(json.loads(message)["type"] for message in messages)
        return True

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self.told.append(message["type"])

    async def serve(self, sockets: Sockets, live: LiveTable, player: User, identify: Identify) -> asyncio.Task[None]:
        """Until the short way in is open; the rest goes on."""
        serving = asyncio.create_task(sockets.serve(self.socket, live, player, identify))
        while not self.listeners:
            await asyncio.sleep(0)
        return serving

    def says(self, text: str) -> None:
        self.received.put_nowait({"type": "websocket.receive", "text": text})

    def says_at_once(self, text: str) -> bool:
        listen = self.listeners[0]
        assert listen is not None
        return listen(text)


@asynccontextmanager
async def at_table(folder: Path, database: type[Database] = Database) -> AsyncIterator[tuple[Sockets, LiveTable, User]]:
    """Somebody alone at a table, and what serves their socket."""
    async with service_on(database(database_url(sqlite_url(folder)))) as service:
        player = await service.accounts.new_guest("Ada")
        live = await new_table(service, player)
        sockets = Sockets(service, BotPool(1), RateLimiter(100, 100, "slow down"), service.settings)
        yield sockets, live, player


def a_move(live: LiveTable, name: str) -> str:
    seat, move = some_move(live.table)
    return json.dumps({"type": "move", "id": name, "seat": seat, "number": live.table.numbers[seat], "move": move})


def test_what_waits_for_a_move_is_not_overtaken_by_the_next(tmp_path: Path) -> None:
    async def work() -> None:
        async with at_table(tmp_path, SlowToCommit) as (sockets, live, player):
            slow = sockets.tables.database
            assert isinstance(slow, SlowToCommit)
            line = Line()

            async def identify() -> User:
                return player

            serving = await line.serve(sockets, live, player, identify)
            [connection] = live.connections
            slow.hold()
            assert line.says_at_once(a_move(live, "first"))
            line.says('{"type": "ping", "id": "p"}')
            await slow.has_done.wait()
            # As soon as it can be: between the move and whoever waits for it.
            ended, at_once = connection.end_move, list[bool]()

            def end_move() -> None:
                ended()
                at_once.append(line.says_at_once(a_move(live, "second")))

            connection.end_move = end_move  # type: ignore[method-assign]
            slow.may_tell.set()
            while "pong" not in line.told:
                await asyncio.sleep(0)
            assert at_once == [False]
            assert line.told.index("pong") > line.told.index("accepted")
            line.received.put_nowait({"type": "websocket.disconnect"})
            await serving

    run(work)


def test_nothing_is_done_for_whoever_may_be_signed_out(tmp_path: Path) -> None:
    """Whoever has ended a session has heard so; what comes behind that by its socket comes too late."""

    async def work() -> None:
        async with at_table(tmp_path) as (sockets, live, player):
            answers: asyncio.Queue[User | None] = asyncio.Queue()
            answers.put_nowait(player)
            line = Line()
            serving = await line.serve(sockets, live, player, answers.get)
            sockets.recheck(player.id)
            # It was something else.
            assert not line.says_at_once(a_move(live, "first"))
            line.says(a_move(live, "first"))
            await asyncio.sleep(0.05)
            assert "accepted" not in line.told
            answers.put_nowait(player)
            while "accepted" not in line.told:
                await asyncio.sleep(0)
            sockets.recheck(player.id)
            assert not line.says_at_once(a_move(live, "second"))
            line.says(a_move(live, "second"))
            await asyncio.sleep(0.05)
            answers.put_nowait(None)
            await serving
            await asyncio.sleep(0)
            assert line.told.count("accepted") == 1
            assert "websocket.close" in line.told
            assert not sockets._asking

    run(work)


def test_whoever_signs_out_while_a_socket_opens_has_none(tmp_path: Path) -> None:
    async def work() -> None:
        async with at_table(tmp_path) as (sockets, live, player):

            async def identify() -> User | None:
                # From here on it is told of what happens to its player.
                assert len(sockets.open[player.id]) == 1
                return None

            with pytest.raises(Refused) as refused:
                await sockets.serve(Line().socket, live, player, identify)
            assert refused.value.code == "no_session"
            assert not sockets.open
            assert not live.connections

    run(work)


def test_whoever_signs_out_while_a_line_for_news_opens_has_none() -> None:
    async def work() -> None:
        player, line = User("p", "Ada", None), Line()

        async def identify() -> None:
            return None

        async with asyncio.timeout(10):
            await News(cast("Journal", None), Limits()).serve(line.socket, player, identify)
        assert line.told[-1] == "websocket.close"

    run(work)


def test_as_long_as_nobody_can_tell_who_they_are_they_do_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triax.server.sockets.AGAIN", 0.01)

    async def work() -> None:
        async with at_table(tmp_path) as (sockets, live, player):
            line, is_away, asked = Line(), False, list[bool]()

            async def identify() -> User:
                asked.append(is_away)
                if is_away:
                    raise Refused("unavailable", "the database is away")
                return player

            serving = await line.serve(sockets, live, player, identify)
            is_away = True
            sockets.recheck(player.id)
            line.says(a_move(live, "first"))
            while asked.count(True) < 3:
                await asyncio.sleep(0)
            assert not line.says_at_once(a_move(live, "second"))
            assert "accepted" not in line.told
            is_away = False
            while "accepted" not in line.told:
                await asyncio.sleep(0)
            line.received.put_nowait({"type": "websocket.disconnect"})
            await serving

    run(work)


def test_a_move_that_is_tried_again_waits_for_who_they_are(tmp_path: Path) -> None:
    async def work() -> None:
        async with at_table(tmp_path) as (sockets, live, player):
            answers: asyncio.Queue[User | None] = asyncio.Queue()
            answers.put_nowait(player)
            line = Line()
            serving = await line.serve(sockets, live, player, answers.get)
            begun: list[MoveDone] = []

            def begin_move(_live: LiveTable, _player: str, _request: MoveRequest, done: MoveDone) -> bool:
                begun.append(done)
                return True

            sockets.tables.begin_move = begin_move  # type: ignore[assignment]
            # Another process was first, twice; the second time the player is signed out meanwhile.
            assert line.says_at_once(a_move(live, "first"))
            line.says('{"type": "ping", "id": "p"}')
            begun.pop()(None)
            # What comes behind it waits.
            assert not line.says_at_once(a_move(live, "second"))
            while "pong" not in line.told:
                await asyncio.sleep(0)
            assert line.told.index("accepted") < line.told.index("pong")
            assert line.says_at_once(a_move(live, "second"))
            sockets.recheck(player.id)
            begun.pop()(None)
            await asyncio.sleep(0.05)
            answers.put_nowait(None)
            await serving
            await asyncio.sleep(0)
            assert not sockets._asking
            assert line.told.count("accepted") == 1

    run(work)
