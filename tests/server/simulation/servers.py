"""Servers of a simulation, and the lines between them and the people who play."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from itertools import count
from typing import Any

import msgspec
from starlette.websockets import WebSocket

from tests.server.simulation.checks import Checks
from tests.server.simulation.disk import SimulatedDatabase
from tests.server.simulation.loop import Process
from tests.server.simulation.messenger import Messenger
from tests.server.simulation.scene import Scene
from tests.server.support.steps import StepReader
from triax.server.accounts import User
from triax.server.api.tables import visible_table
from triax.server.bot_queue import Asker
from triax.server.config import Limits, Settings
from triax.server.errors import Refused
from triax.server.http_protocol import LISTEN, Listener
from triax.server.services import Services

LOOSE = 1_000_000
SETTINGS = Settings(
    database="simulated",
    limits=Limits(
        messages_per_second=LOOSE,
        message_burst=LOOSE,
        chat_per_minute=LOOSE,
        room_chat_per_minute=LOOSE,
        live_tables=1,
        outgoing_messages=40,
    ),
)
PING = 40.0
"""Seconds after which a line that is dead is known to be."""


class SimulatedBots:
    """Bots that move at random, after a while."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.services: Services | None = None

    async def choose(
        self,
        game: str,
        view: Mapping[str, Any],
        level: str,
        budget: float,
        *,
        asker: Asker,
        strength: float | None = None,
    ) -> str:
        assert self.services is not None
        await asyncio.sleep(self.scene.chaos.rng.choice((0.0, 0.05, 0.6)))
        live = self.services.tables.find_live(asker.table)
        if live is None or live.table.state is None or view["seat"] not in live.table.to_act:
            return "too late"
        return str(self.scene.chaos.rng.choice(live.table.state.moves(view["seat"])))

    async def close(self) -> None:
        return


class Line:
    """A socket between a person and a server."""

    def __init__(self, server: Server, player: str, table: str) -> None:
        self.scene, self.server, self.player, self.table = server.scene, server, player, table
        self.is_over = False
        self.is_dead = False
        """Nothing arrives, and nobody knows yet."""
        self.is_slow = False
        self.heard: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.transport = self
        self._asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._asked.put_nowait({"type": "websocket.connect"})
        self._listener: Listener | None = None
        self._there, self._back = 0.0, 0.0
        self._steps = StepReader()
        self.shown: dict[int | None, int] = {}
        """The number of the state that each viewer at this end was shown last."""

    # The server's end.

    async def receive(self) -> dict[str, Any]:
        return await self._asked.get()

    def listen(self, listener: Listener | None) -> None:
        self._listener = listener

    def _arrive(self, text: str) -> None:
        """By the short way, if it is open and nothing is before it."""
        if not (self._listener and self._asked.empty() and self._listener(text)):
            self._asked.put_nowait({"type": "websocket.receive", "text": text})

    async def send(self, message: Mapping[str, Any]) -> None:
        while (self.is_slow or self.is_dead) and not self.is_over:
            await asyncio.sleep(1)
        if self.is_over and message["type"] == "websocket.send":
            raise OSError("the line is closed")
        if message["type"] == "websocket.send":
            for told in self._steps.read(msgspec.json.decode(message["text"])):
                self.server.checks.sent(self.table, self.player, told)
                if told["type"] == "welcome":
                    self.shown = {}
                if told["type"] == "state":
                    self.shown[told["seat"]] = told["number"]
                self._deliver(told)
        if message["type"] == "websocket.close":
            self.end()

    def abort(self) -> None:
        self.end()

    # The person's end.

    def ask(self, **message: object) -> None:
        if self.is_over or self.is_dead:
            return
        loop = asyncio.get_running_loop()
        self._there = max(self._there, loop.time() + self.scene.chaos.short())
        loop.call_at(self._there, self._arrive, json.dumps(message), context=self.server.process.context.copy())

    def _deliver(self, told: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        self._back = max(self._back, loop.time() + self.scene.chaos.short())
        loop.call_at(self._back, self._hear, told, context=self.scene.context.copy())

    def _hear(self, told: dict[str, Any] | None) -> None:
        if not self.is_over and not self.is_dead:
            self.heard.put_nowait(told)

    # Its end.

    def end(self) -> None:
        if not self.is_over:
            self.is_over = True
            self.heard.put_nowait(None)
            self._asked.put_nowait({"type": "websocket.disconnect"})
            self.server.lines.discard(self)

    def die(self) -> None:
        self.is_dead = True
        asyncio.get_running_loop().call_later(PING, self.end, context=self.scene.context.copy())


class Server:
    def __init__(self, checks: Checks, number: int) -> None:
        self.scene, self.checks = checks.scene, checks
        self.process = Process(f"server {number}")
        self.is_open = False
        self.lines = OrderedSet()
        self.services: Services | None = None
        self.database = SimulatedDatabase(self.scene.disk, self.scene.chaos, self.process)
        self._waiting: list[asyncio.Future[Any]] = []

    def start(self) -> None:
        self.process.start(self._open())

    async def _open(self) -> None:
        bots = SimulatedBots(self.scene)
        services = bots.services = Services(SETTINGS, self.database, bots)  # type: ignore[arg-type]
        self.database.server = services.id
        while True:
            try:
                await services.accounts.open()
                break
            except Refused:  # a real one gives up, and is started again
                await asyncio.sleep(1)
        await services.journal.open()
        while True:
            try:
                await services.cluster.open()
                break
            except (Refused, OSError):
                await asyncio.sleep(1)
            except Exception as error:
                if "locked" not in str(error) and "full" not in str(error):
                    raise
                await asyncio.sleep(1)
        if self.scene.has_devices:
            while True:
                try:
                    await services.notices.open()
                    break
                except Refused:
                    await asyncio.sleep(1)
            Messenger(self.checks, services.notices, self.process)
        if self.scene.has_cup:
            services.tournaments.open()
        services.scheduler.open()
        services.expiry.open()
        self.services, self.is_open = services, True

    def kill(self) -> None:
        self.process.is_dead, self.is_open = True, False
        self.scene.disk.kill(self.process)
        for line in list(self.lines):
            line.end()
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_exception(ConnectionResetError("the server died"))

    async def stop(self) -> None:
        """Go down in good order."""
        services, self.is_open = self.services, False
        assert services is not None

        async def close() -> None:
            await services.tournaments.close()
            await services.expiry.close()
            await services.notices.close()
            await services.scheduler.close()
            await services.sockets.close()
            await services.cluster.close()
            await services.journal.close()

        closing = self.process.start(close())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        closing.add_done_callback(lambda _: None if done.done() else done.set_result(None), context=self.scene.context)
        await done
        closing.result()

    # What people ask.

    async def request(self, name: str, work: Callable[[Services], Awaitable[Any]]) -> tuple[str, Any]:
        """The code of the refusal, or nothing and what was answered. Whoever is cut off hears that."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[tuple[str, Any]] = loop.create_future()
        chaos = self.scene.chaos

        def answer(code: str, found: object) -> None:
            if not answered.done():
                answered.set_result((code, found))

        async def serve() -> None:
            await asyncio.sleep(chaos.short())
            assert self.services is not None
            code, found = "", None
            try:
                found = await work(self.services)
            except Refused as refused:
                code = refused.code
            except Exception as error:
                self.scene.fail(f"{name} failed inside the server: {error!r}")
            loop.call_later(chaos.short(), answer, code, found, context=self.scene.context.copy())

        if not self.is_open:
            await asyncio.sleep(0.1)
            raise ConnectionRefusedError(name)
        self.process.start(serve())
        self._waiting.append(answered)
        try:
            async with asyncio.timeout(90):
                return await answered
        except TimeoutError:
            self.scene.fail(f"{name} was not answered")
            raise

    def connect(self, player: str, table: str) -> Line:
        if not self.is_open:
            raise ConnectionRefusedError("socket")
        line = Line(self, player, table)
        self.lines.add(line)

        async def serve() -> None:
            services = self.services
            assert services is not None

            async def identify() -> User | None:
                return await services.accounts.find(player)

            # Every other one is told steps.
            wish = b"steps" if sum(player.encode()) % 2 else b""
            # And every other one is heard by the short way.
            short = {LISTEN: line.listen} if sum(player.encode()) % 4 > 1 else {}
            socket = WebSocket({"type": "websocket", "query_string": wish, **short}, line.receive, line.send)
            try:
                me = await identify()
                if me is not None:
                    await services.sockets.serve(socket, await visible_table(services, table, me), me, identify)
            except Refused:
                pass
            except Exception as error:
                self.scene.fail(f"a socket failed inside the server: {error!r}")
            line.end()

        self.process.start(serve())
        return line


class Servers:
    """Those that run, one beside the other."""

    def __init__(self, checks: Checks) -> None:
        self.scene, self.checks = checks.scene, checks
        self.running: list[Server] = []
        self._numbers = count(1)

    def start(self) -> None:
        server = Server(self.checks, next(self._numbers))
        self.running.append(server)
        server.start()

    def some(self) -> Server | None:
        """One that answers."""
        there = [server for server in self.running if server.is_open]
        return self.scene.chaos.rng.choice(there) if there else None

    def lines(self) -> list[Line]:
        return [line for server in self.running for line in server.lines]

    def shown(self) -> Iterator[tuple[str, str, int | None, int]]:
        """At which table whom each line has shown what, as the number of the state that a viewer was shown last."""
        for line in self.lines():
            for viewer, number in line.shown.items():
                yield line.table, line.player, viewer, number


class OrderedSet(dict[Line, None]):
    def add(self, line: Line) -> None:
        self[line] = None

    def discard(self, line: Line) -> None:
        self.pop(line, None)
