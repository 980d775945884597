"""A load of clients for bench/server.py, in a process of its own: players at tables, as lean as can be."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import cast
from urllib.parse import urlsplit

import httpx
import msgspec


class Heard(msgspec.Struct):
    """As much of a message as a player needs here."""

    type: str
    seat: int | None = None
    number: int = 0
    groups: list[tuple[str, list[str], list[str]]] = []
    moves: list[tuple[str, str | list[str] | None, str | list[str]]] | None = None
    code: str = ""


PACKED = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
decode = msgspec.json.Decoder(Heard).decode


class Client(asyncio.Protocol):
    """A WebSocket that asks for compression as browsers do, masks with zeros and expects whole text frames: as little
    work as the protocol allows."""

    def __init__(self, game: Game, me: int) -> None:
        self.game = game
        self.me = me
        self.buffer = bytearray()
        self.is_open = False
        self.inflate: Callable[[bytes], bytes] | None = None
        self.welcomed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /api/tables/{self.game.table}/socket?steps HTTP/1.1\r\nHost: {self.game.load.host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"{PACKED if self.game.load.packed else ''}"
            f"Cookie: {self.game.cookies[self.me]}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open:
            head, mark, rest = self.buffer.partition(b"\r\n\r\n")
            if not mark:
                return
            if b" 101 " not in head[:32]:
                raise SystemExit(f"no socket: {bytes(head)!r}")
            self.is_open = True
            self.buffer = rest
            if b"permessage-deflate" in head:
                own = b"server_no_context_takeover" not in head
                self.inflate = (
                    zlib.decompressobj(-15).decompress if own else lambda packed: zlib.decompress(packed, -15)
                )
        self._frames()

    def _frames(self) -> None:
        at, buffer = 0, self.buffer
        while len(buffer) >= at + 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                if len(buffer) < at + 4:
                    break
                size, start = struct.unpack_from("!H", buffer, at + 2)[0], at + 4
            elif size == 127:
                if len(buffer) < at + 10:
                    break
                size, start = struct.unpack_from("!Q", buffer, at + 2)[0], at + 10
            if len(buffer) < start + size:
                break
            kind = buffer[at] & 15
            payload = bytes(buffer[start : start + size])
            self.game.load.received += size
            if buffer[at] & 64:
                assert self.inflate is not None
                payload = self.inflate(payload + b"\0\0\xff\xff")
            at = start + size
            if kind == 1:
                self.game.hear(self.me, decode(payload))
                if not self.welcomed.done():
                    self.welcomed.set_result(None)
            elif kind == 9:
                self._send(10, payload)
            elif kind == 8:
                self.transport.close()
        del buffer[:at]

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((128 | kind, 128 | size)) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def play(self, seat: int, number: int, move: str, name: str) -> None:
        self._send(1, json.dumps({"type": "move", "id": name, "seat": seat, "number": number, "move": move}).encode())


@dataclass
class Game:
    """A table with its players, who are there before it is their turn to play it."""

    load: Load
    table: str
    cookies: list[str]
    rng: random.Random
    clients: list[Client] = field(default_factory=list)
    waiting: list[tuple[int, Heard]] = field(default_factory=list)
    deciding: set[int] = field(default_factory=set)
    later: dict[int, Heard] = field(default_factory=dict)
    """Told while a decision is under way: the next one, or the same once more because others have moved."""
    sent: float = 0.0
    mover: int = -1
    played_for: int = 0
    moves: int = 0
    begun: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        for me in range(self.load.players):
            _, client = await loop.create_connection(partial(Client, self, me), self.load.name, self.load.port)
            self.clients.append(client)
        for client in self.clients:
            await client.welcomed

    async def play(self) -> None:
        self.begun = True
        for me, heard in self.waiting:
            self._choose(me, heard)
        await self.over.wait()
        for client in self.clients:
            client.transport.close()

    def hear(self, me: int, heard: Heard) -> None:
        match heard.type:
            case "state" | "step":
                # A state of the move before may come late to whoever made it.
                if self.mover >= 0 and me != self.mover and heard.number > self.played_for:
                    self.load.latencies.append(time.perf_counter() - self.sent)
                    self.mover = -1
                if heard.moves is not None:
                    self._offered(me, heard)
            case "moves":
                self._offered(me, heard)
            case "accepted":
                self.load.accepted += 1
                self.deciding.discard(me)
                if (later := self.later.pop(me, None)) and later.number >= heard.number:
                    self._choose(me, later)
            case "refused":
                self.load.refused.append(heard.code)
            case "table":
                # Nothing but the end changes a table in play here.
                self.over.set()

    def _offered(self, me: int, heard: Heard) -> None:
        if self.begun:
            self._choose(me, heard)
        else:
            self.waiting.append((me, heard))

    def _choose(self, me: int, heard: Heard) -> None:
        if me in self.deciding:
            self.later[me] = heard
            return
        self.deciding.add(me)
        move = self._some_move(heard)
        if self.load.pause:
            pause = self.load.pause * self.rng.uniform(0.8, 1.2)
            asyncio.get_running_loop().call_later(pause, self._play, me, heard, move)
        else:
            self._play(me, heard, move)

    def _some_move(self, heard: Heard) -> str:
        if heard.moves is None:
            start, ends, _ = self.rng.choice(heard.groups)
            return start + self.rng.choice(ends)
        at = self.rng.randrange(len(heard.moves))
        told = next(ends for _, ends, _ in reversed(heard.moves[: at + 1]) if ends is not None)
        return heard.moves[at][0] + self.rng.choice(told.split(" ") if isinstance(told, str) else told)

    def _play(self, me: int, heard: Heard, move: str) -> None:
        if self.load.stopped or heard.seat is None:
            return
        self.moves += 1
        self.sent, self.mover, self.played_for = time.perf_counter(), me, heard.number
        self.clients[me].play(heard.seat, heard.number, move, str(self.moves))


@dataclass
class Load:
    url: str
    game: str
    tables: int
    seconds: float
    pause: float
    spare: int
    """Tables beyond the first for each group of players, opened beforehand."""
    players: int = 2
    packed: bool = True
    """Do they ask for compression, as browsers do?"""
    latencies: list[float] = field(default_factory=list)
    accepted: int = 0
    received: int = 0
    """Bytes of messages, as they travel."""
    refused: list[str] = field(default_factory=list)
    stopped: bool = False
    ran_dry: bool = False

    def __post_init__(self) -> None:
        address = urlsplit(self.url)
        assert address.hostname
        assert address.port
        self.host, self.name, self.port = address.netloc, address.hostname, address.port

    async def run(self) -> dict[str, object]:
        groups = [await self._seat(number) for number in range(self.tables)]
        report({"opened": True})
        await asyncio.to_thread(sys.stdin.readline)
        for games in groups:
            for game in games:
                await game.connect()
        report({"connected": True})
        await asyncio.to_thread(sys.stdin.readline)
        tasks = [asyncio.create_task(self._play(games)) for games in groups]
        await asyncio.sleep(min(2.0, self.seconds / 4))
        self.latencies.clear()
        report({"warm": True})
        accepted, received, begun, busy = self.accepted, self.received, time.perf_counter(), time.process_time()
        # Once some have no table left, the others are no longer what was asked for.
        ended, _ = await asyncio.wait(tasks, timeout=self.seconds, return_when=asyncio.FIRST_COMPLETED)
        took, busy = time.perf_counter() - begun, time.process_time() - busy
        moves, received = self.accepted - accepted, self.received - received
        seen = sorted(self.latencies)
        for task in ended:
            task.result()  # what went wrong is no end of the tables
        report({"measured": True})
        self.stopped = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return {
            "moves": moves,
            "per_second": moves / took,
            "took": took,
            "clients_ms": 1000 * busy / max(1, moves),
            "bytes": received / max(1, moves),
            "p50": 1000 * seen[len(seen) // 2] if seen else None,
            "p99": 1000 * seen[int(len(seen) * 0.99)] if seen else None,
            "refused": len(self.refused),
            "ran_dry": self.ran_dry,
        }

    async def _play(self, games: list[Game]) -> None:
        for game in games:
            await game.play()
        self.ran_dry = True

    async def _seat(self, number: int) -> list[Game]:
        cookies: list[str] = []
        tables: list[str] = []
        async with AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(httpx.AsyncClient(base_url=self.url)) for _ in range(self.players)
            ]
            for client in people:
                (await client.post("/api/session", json={"name": f"Load {number}"})).raise_for_status()
                cookies.append("; ".join(f"{name}={value}" for name, value in client.cookies.items()))
            first, *others = people
            for _ in range(1 + self.spare):
                wanted = {"game": self.game, "seats": ["me", *["open"] * len(others)]}
                table = (await first.post("/api/tables", json=wanted)).raise_for_status().json()["id"]
                for client in others:
                    (await client.post(f"/api/tables/{table}/join", json={})).raise_for_status()
                tables.append(table)
        return [Game(self, table, cookies, random.Random(table)) for table in tables]


def report(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    arguments = json.loads(sys.argv[1])
    import uvloop

    report(uvloop.run(Load(**arguments).run()))
