"""People who play in a bad network: they notice a dead line, try the other server, and ask again until answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.hosts.history import History, digest
from tests.server.support.load import Kind
from tests.server.support.serving import Guest

BROKEN = (OSError, EOFError, ConnectionClosed, InvalidHandshake, InvalidMessage, httpx.TransportError)
QUIET = (1.5, 3.0, 9.0)
"""Seconds without a word after which somebody asks whether the line is alive, and then leaves it. Some are patient."""
SLOW_ANSWER = 15.0
"""Seconds for the answer to a request."""
KINDS = (
    Kind("rota", ("me", "open")),
    Kind("axio", ("me", "open")),
    Kind("axo", ("me", "open", "open")),
    Kind("rota", ("me", "novice")),
    Kind("axio", ("me", "me")),
)
LINES = count()


@dataclass
class Counts:
    breaks: int = 0
    repeated: int = 0
    moves: int = 0
    games: int = 0
    tables: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    last_move: float = field(default_factory=time.monotonic)
    longest_pause: float = 0.0
    """Seconds without a move anywhere."""

    def moved(self) -> None:
        now = time.monotonic()
        self.longest_pause = max(self.longest_pause, now - self.last_move)
        self.moves, self.last_move = self.moves + 1, now


class Person:
    def __init__(self, name: str, addresses: Sequence[str], history: History, counts: Counts, seed: int) -> None:
        self.guest = Guest(addresses[0])
        self.guest.http.timeout = httpx.Timeout(SLOW_ANSWER)
        self.name = name
        self.addresses = list(addresses)
        self.history = history
        self.counts = counts
        self.rng = Random(seed)
        self.quiet = self.rng.choice(QUIET)
        self.ids = count()
        self._cookies = ""

    async def come(self) -> None:
        self.guest.id = (await self.ask("POST", "/api/session", {"name": self.name}))["id"]
        # One site with two servers behind it, to a browser; a jar would keep them apart.
        self._cookies = self.guest.cookies
        self.guest.http.headers["Cookie"] = self._cookies
        self.guest.http.cookies.clear()

    async def _broken(self) -> None:
        self.counts.breaks += 1
        await asyncio.sleep(self.rng.uniform(0.1, 0.4))
        self.addresses.append(self.addresses.pop(0))
        self.guest.url = self.addresses[0]
        self.guest.http.base_url = httpx.URL(self.guest.url)

    async def ask(self, method: str, path: str, body: object | None = None) -> Any:  # noqa: ANN401
        """Until there is an answer."""
        while True:
            try:
                response = await self.guest.ask(method, path, body)
            except BROKEN:
                await self._broken()
                continue
            if response.status_code < 300:
                return response.json()
            self.counts.refusals[f"http {response.status_code}"] += 1
            if response.status_code == 503:
                await self._broken()
                continue
            if response.status_code == 409:  # asked before, and the answer was lost
                return None
            raise AssertionError((method, path, response.status_code, response.text))

    async def open(self, kind: Kind) -> str:
        table: str = (await self.ask("POST", "/api/tables", {"game": kind.game, "seats": kind.seats}))["id"]
        self.history.add("opened", table=table, who=self.guest.id)
        return table

    async def join(self, table: str) -> None:
        self.history.add("joined", table=table, who=self.guest.id)
        while True:
            shown = await self.ask("GET", f"/api/tables/{table}")
            if self.guest.id in [seat["player"] for seat in shown["table"]["seats"]]:
                return
            await self.ask("POST", f"/api/tables/{table}/join", {})

    async def play(self, table: str) -> None:
        sitting = Sitting(self, table)
        while not sitting.is_done:
            try:
                async with self._line(table) as line:
                    await sitting.sit(line)
            except BROKEN:
                await self._broken()

    async def watch(self, table: str) -> None:
        """Look on until the game is over."""
        await self.play(table)

    @asynccontextmanager
    async def _line(self, table: str) -> AsyncIterator[ClientConnection]:
        address = f"{self.guest.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {"Cookie": self._cookies, "Origin": self.guest.url}
        line = await connect(
            address,
            additional_headers=headers,
            max_size=None,
            open_timeout=8,
            close_timeout=0.5,
            ping_interval=None,  # whoever sits there asks, as a page in a browser must
        )
        try:
            yield line
        finally:
            with contextlib.suppress(Exception):
                await line.close()

    async def leave(self) -> None:
        await self.guest.http.aclose()


class Sitting:
    """One person's part at one table, over as many lines as it takes."""

    def __init__(self, person: Person, table: str) -> None:
        self.person = person
        self.table = table
        self.waiting: dict[int, dict[str, Any]] = {}
        """By seat: the move that was sent and not yet answered."""
        self.offered: dict[int, dict[str, Any]] = {}
        self.over = False
        self._line = 0

    @property
    def is_done(self) -> bool:
        return self.over and not self.waiting

    async def sit(self, line: ClientConnection) -> None:
        self.offered.clear()
        self._line = next(LINES)
        for seat in self.waiting:
            self.person.counts.repeated += 1
            await self._send(line, seat)
        while not self.is_done:
            await self._hear(line, await self._next(line))
            for seat in [seat for seat in self.offered if seat not in self.waiting]:
                await asyncio.sleep(self.person.rng.uniform(0.05, 0.4))
                offer = self.offered.pop(seat)
                start, ends, _ = self.person.rng.choice(offer["groups"])
                name = f"{self.person.name}-{next(self.person.ids)}"
                move = start + self.person.rng.choice(ends)
                self.waiting[seat] = {"id": name, "seat": seat, "number": offer["number"], "move": move}
                await self._send(line, seat)

    async def _send(self, line: ClientConnection, seat: int) -> None:
        move = self.waiting[seat]
        self._note("sent", **move)
        await line.send(json.dumps({"type": "move", **move}))

    async def _next(self, line: ClientConnection) -> dict[str, Any]:
        """A line on which nothing is heard is asked once, and left if that is not answered either."""
        try:
            said = await asyncio.wait_for(line.recv(), self.person.quiet)
        except TimeoutError:
            await line.send(json.dumps({"type": "ping", "id": "alive"}))
            said = await asyncio.wait_for(line.recv(), self.person.quiet)
        message: dict[str, Any] = json.loads(said)
        return message

    async def _hear(self, line: ClientConnection, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome" | "table":
                self.over = message["table"]["status"] == "over"
                if self.over:
                    self._note("over", standings=message["table"]["standings"])
            case "state":
                fields = {"viewer": message["seat"], "number": message["number"]}
                self._note("saw", line=self._line, **fields, view=digest(message["view"]))
            case "moves":
                self.offered[message["seat"]] = message
            case "accepted":
                self._note("accepted", **{name: message[name] for name in ("seat", "id", "number")})
                self.person.counts.moved()
                del self.waiting[message["seat"]]
                if (offer := self.offered.get(message["seat"])) and offer["number"] < message["number"]:
                    del self.offered[message["seat"]]
            case "refused":
                await self._refused(line, message)

    async def _refused(self, line: ClientConnection, message: dict[str, Any]) -> None:
        seat = next(seat for seat, move in self.waiting.items() if move["id"] == message["id"])
        self.person.counts.refusals[message["code"]] += 1
        self._note("refused", seat=seat, id=message["id"], code=message["code"])
        if message["code"] == "unavailable":
            await asyncio.sleep(0.2)
            self.person.counts.repeated += 1
            await self._send(line, seat)
        else:
            del self.waiting[seat]

    def _note(self, kind: str, **fields: object) -> None:
        self.person.history.add(kind, table=self.table, who=self.person.guest.id, **fields)


class Crowd:
    """A group of people a kind of table and one who looks on, one game after the other until it is time to go."""

    def __init__(self, addresses: Sequence[str], history: History, seed: int) -> None:
        self.addresses = addresses
        self.history = history
        self.counts = Counts()
        self.rng = Random(seed)
        self.people: list[Person] = []
        self.leaving = False

    def _somebody(self, first: int) -> Person:
        turned = [self.addresses[(first + n) % len(self.addresses)] for n in range(len(self.addresses))]
        person = Person(f"P{len(self.people)}", turned, self.history, self.counts, self.rng.getrandbits(32))
        self.people.append(person)
        return person

    async def play(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                for turn, kind in enumerate(KINDS):
                    group = [self._somebody(turn + n) for n in range(kind.people + 1)]
                    tasks.create_task(self._play(kind, group[1:], group[0]))
        finally:
            for person in self.people:
                await person.leave()

    async def _play(self, kind: Kind, group: Sequence[Person], watcher: Person) -> None:
        for person in (watcher, *group):
            await person.come()
        while not self.leaving:
            table = await group[0].open(kind)
            self.counts.tables += 1
            for person in group[1:]:
                await person.join(table)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(watcher.watch(table))
                for person in group:
                    tasks.create_task(person.play(table))
            self.counts.games += 1
