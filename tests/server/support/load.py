"""People who play as fast as they can, remember all that was acknowledged, and come back when the line breaks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count, pairwise
from random import Random
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.support.serving import LOOSE, Guest, TableSocket, guest
from tests.server.support.stored_tables import StoredTable, read_tables

LIMITS = (*LOOSE, "tables_per_player=100000")
BROKEN = (OSError, EOFError, ConnectionClosed, InvalidHandshake, InvalidMessage, httpx.TransportError)
STUCK = 120.0
"""Seconds without a word after which a table has come to a standstill."""


@dataclass
class Sitting:
    """One person's part at one table."""

    table: str
    game: str
    accepted: defaultdict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))
    """By seat: the id and the notation of every move acknowledged, in order."""
    waiting: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By seat: the move that was sent and not yet answered."""
    offered: dict[int, dict[str, Any]] = field(default_factory=dict)
    over: bool = False
    moments: list[float] = field(default_factory=list)
    """When the moves were acknowledged."""

    @property
    def longest_pause(self) -> float:
        return max((later - earlier for earlier, later in pairwise(self.moments)), default=0.0)


class Person:
    """A guest who turns to the next address when one does not answer."""

    def __init__(self, known: Guest, addresses: Sequence[str], seed: int) -> None:
        self.guest = known
        self.addresses = list(addresses)
        self.rng = Random(seed)
        self.breaks = 0
        self.repeated = 0
        self.sittings: list[Sitting] = []
        self._ids = count()
        self.turn_to(self.addresses[0])

    def turn_to(self, address: str) -> None:
        self.guest.url = address
        self.guest.http.base_url = httpx.URL(address)

    async def _broken(self) -> None:
        """Try one address after the other until somebody is there."""
        self.breaks += 1
        here = self.addresses.index(self.guest.url)
        for turn in count(here + 1):
            await asyncio.sleep(0.1)
            address = self.addresses[turn % len(self.addresses)]
            if await _is_there(address):
                self.turn_to(address)
                return

    async def ask(self, method: str, path: str, body: object | None = None) -> Any:  # noqa: ANN401
        """Until there is an answer; a refusal is one."""
        while True:
            try:
                response = await self.guest.ask(method, path, body)
            except BROKEN:
                await self._broken()
                continue
            assert response.status_code != 500, (method, path, response.text)
            if response.status_code != 503:
                return response.json()
            await asyncio.sleep(0.2)

    async def open(self, game: str, seats: Sequence[str], **wishes: object) -> str:
        table: str = (await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **wishes}))["id"]
        return table

    async def join(self, table: str) -> None:
        while self.guest.id not in [seat["player"] for seat in (await self.look(table))["table"]["seats"]]:
            await self.ask("POST", f"/api/tables/{table}/join", {})

    async def look(self, table: str) -> dict[str, Any]:
        shown: dict[str, Any] = await self.ask("GET", f"/api/tables/{table}")
        return shown

    async def play(self, game: str, table: str) -> None:
        """Random moves until the game is over, over as many connections as it takes."""
        sitting = Sitting(table, game)
        self.sittings.append(sitting)
        while not sitting.over or sitting.waiting:
            try:
                async with self.guest.sit_at(table) as socket:
                    await self._sit(socket, sitting)
            except BROKEN:
                await self._broken()

    async def _sit(self, socket: TableSocket, sitting: Sitting) -> None:
        sitting.offered.clear()
        for move in sitting.waiting.values():
            self.repeated += 1
            await socket.send("move", **move)
        while not sitting.over or sitting.waiting:
            message = await _next(socket)
            if message["type"] == "refused" and message["code"] == "unavailable":
                # The database was away for longer than a move waits: tried again, as a person would.
                await asyncio.sleep(0.2)
                (again,) = [move for move in sitting.waiting.values() if move["id"] == message["id"]]
                await socket.send("move", **again)
                continue
            self._hear(sitting, message)
            for seat in [seat for seat in sitting.offered if seat not in sitting.waiting]:
                offer = sitting.offered.pop(seat)
                start, ends, _ = self.rng.choice(offer["groups"])
                move = {"id": f"m{next(self._ids)}", "seat": seat, "number": offer["number"]}
                sitting.waiting[seat] = {**move, "move": start + self.rng.choice(ends)}
                await socket.send("move", **sitting.waiting[seat])

    def _hear(self, sitting: Sitting, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome" | "table":
                sitting.over = message["table"]["status"] == "over"
            case "moves":
                sitting.offered[message["seat"]] = message
            case "accepted":
                seat = message["seat"]
                move = sitting.waiting.pop(seat)
                assert move["id"] == message["id"]
                sitting.accepted[seat].append((move["id"], move["move"]))
                sitting.moments.append(time.monotonic())
                if seat in sitting.offered and sitting.offered[seat]["number"] < message["number"]:
                    del sitting.offered[seat]
            case "refused":
                raise AssertionError((sitting.game, sitting.table, message, sitting.waiting))


async def _is_there(address: str) -> bool:
    where = httpx.URL(address)
    try:
        _, writer = await asyncio.open_connection(where.host, where.port or {"http": 80, "https": 443}[where.scheme])
    except OSError:
        return False
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return True


async def _next(socket: TableSocket) -> dict[str, Any]:
    timer = asyncio.timeout(STUCK)
    try:
        async with timer:
            message: dict[str, Any] = json.loads(await socket.raw.recv())
            return message
    except TimeoutError:
        raise AssertionError(f"nothing was heard for {STUCK} seconds") from None


@dataclass(frozen=True)
class Kind:
    """A table as its host opens it; whoever is to come sits at the open seats."""

    game: str
    seats: tuple[str, ...]

    @property
    def people(self) -> int:
        return 1 + self.seats.count("open")


KINDS = (
    *(Kind(game, ("me", *["open"] * others)) for game in ("rota", "axio", "axo") for others in (0, 1, 2)),
    Kind("rota", ("me", "novice")),
    Kind("axio", ("me", "me")),
    Kind("axo", ("me", "me", "novice")),
)
"""Alone, with others, against bots, and two seats at one screen."""


class Load:
    """A group of people a kind of table, who play one game after the other there until it is time to go."""

    def __init__(self, addresses: Sequence[str], seed: int) -> None:
        self.addresses = addresses
        self.rng = Random(seed)
        self.people: list[Person] = []
        self._stack = AsyncExitStack()
        self._leaving = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    @property
    def acknowledged(self) -> int:
        return sum(len(moves) for person in self.people for one in person.sittings for moves in one.accepted.values())

    async def hear_more(self, moves: int = 1) -> None:
        """Until so many more moves are acknowledged."""
        enough = self.acknowledged + moves
        async with asyncio.timeout(STUCK):
            while self.acknowledged < enough:
                await asyncio.sleep(0.01)

    async def arrive(self, first: int = 0) -> Person:
        """Someone new, who goes to this address first."""
        known = await self._stack.enter_async_context(guest(self.addresses[0], f"P{len(self.people)}"))
        turned = [self.addresses[(first + n) % len(self.addresses)] for n in range(len(self.addresses))]
        self.people.append(Person(known, turned, self.rng.getrandbits(32)))
        return self.people[-1]

    async def play(self, kinds: Sequence[Kind], meanwhile: Coroutine[Any, Any, None]) -> None:
        """Play while something else goes on, then see the last games through. Each sits at another address."""
        groups = [[await self.arrive(n) for n in range(kind.people)] for kind in kinds]
        async with asyncio.TaskGroup() as tasks:
            for kind, group in zip(kinds, groups, strict=True):
                tasks.create_task(self._play(kind, group))
            await meanwhile
            self._leaving = True

    async def _play(self, kind: Kind, group: Sequence[Person]) -> None:
        while not self._leaving:
            table = await group[0].open(kind.game, kind.seats)
            for person in group[1:]:
                await person.join(table)
            async with asyncio.TaskGroup() as tasks:
                for person in group:
                    tasks.create_task(person.play(kind.game, table))

    async def check(self, database: str) -> int:
        """Every move acknowledged is stored once, in order, and nothing else is; gives the number of moves."""
        stored = await self._settled(database)
        for table in stored.values():
            table.check()
        moves = 0
        for person in self.people:
            for sitting in person.sittings:
                shown = await person.look(sitting.table)
                table = stored[sitting.table]
                table.check_shown(shown)
                for seat in shown["yours"]:
                    assert table.moves_of(seat) == sitting.accepted[seat], (sitting.table, seat)
                    moves += len(sitting.accepted[seat])
        return moves

    async def _settled(self, database: str) -> dict[str, StoredTable]:
        """What is stored, once every game that was played here to its end is closed."""
        ours = {sitting.table for person in self.people for sitting in person.sittings}
        async with asyncio.timeout(STUCK):
            while True:
                stored = await read_tables(database)
                if all(stored[table].status == "over" for table in ours):
                    return stored
                await asyncio.sleep(0.2)
