"""Those who send what nobody should: over connections of their own, each answer looked at."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.support.bad_messages import Known, Messages, Payload
from tests.server.support.serving import Guest, Server
from tests.server.support.socket_schema import check_message
from tests.server.support.websocket_frames import Attack, attacks, broken_handshakes, handshake
from triax.server import protocol
from triax.server.errors import STATUS, Refused
from triax.server.sockets import _read_message

VOLLEY = 12
MESSAGE_BYTES = 8_192
DIRECT = {"refused", "accepted", "preview", "missed", "pong", "welcome"}
INTERNALS = re.compile(r"Traceback|File \"|Error\b|Exception|msgspec|asyncio|object at 0x|NoneType|\.py\b|assert")


class Pace:
    """The players move while the attack goes on, and finish their game when it is over."""

    def __init__(self, tries: int, moves: int) -> None:
        self.every = max(1, tries // moves)
        self.made: Counter[str] = Counter()
        self.heard: Counter[str] = Counter()
        self._open = asyncio.Semaphore(1)
        self._granted = 0

    def tried(self, what: str, count: int = 1) -> None:
        self.made[what] += count
        while self._granted < self.made.total() // self.every:
            self._granted += 1
            self._open.release()

    def end(self) -> None:
        for _ in range(10_000):
            self._open.release()

    async def turn(self) -> None:
        await self._open.acquire()


class Attacker:
    """Sends volleys of messages over one connection, and looks at every answer."""

    def __init__(self, url: str, person: Guest, known: Known, seed: int, pace: Pace) -> None:
        self.url = url
        self.person = person
        self.known = known
        self.messages = Messages(seed)
        self.message_rate = pace
        self.hints = 0
        """So many were asked for over this connection; they come when they are thought."""

    @asynccontextmanager
    async def connected(self, table: str) -> AsyncIterator[ClientConnection]:
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {"Cookie": self.person.cookies, "Origin": self.url}
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
            self.hints = 0
            first = json.loads(await socket.recv())
            assert first["type"] == "welcome"
            yield socket

    async def attack(self, table: str, tries: int) -> None:
        """So many tries, over several connections one after the other: the last words of one are never heard."""
        left = tries
        while left > 0:
            here = min(left, 40 * VOLLEY)
            left -= here
            async with self.connected(table) as socket:
                for _ in range(0, here, VOLLEY):
                    await self.volley(socket, [self.messages.next(self.known) for _ in range(VOLLEY)])
                if self.messages.rng.random() < 0.5:
                    for _ in range(VOLLEY):
                        await socket.send(self.messages.next(self.known))
                    socket.transport.abort()

    async def volley(self, socket: ClientConnection, payloads: Sequence[Payload]) -> None:
        last = f"end{self.messages.sent}"
        answers, _ = await asyncio.gather(self.answers(socket, last), self.send(socket, payloads, last))
        self.compare(payloads, answers)
        self.message_rate.tried("messages", len(payloads))
        self.message_rate.heard.update(answer.get("code", answer["type"]) for answer in answers)

    async def send(self, socket: ClientConnection, payloads: Sequence[Payload], last: str) -> None:
        for payload in payloads:
            await socket.send(payload)
        await socket.send(json.dumps({"type": "ping", "id": last}))

    async def answers(self, socket: ClientConnection, last: str) -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []
        async with asyncio.timeout(300):
            while True:
                received: dict[str, Any] = json.loads(await socket.recv())
                check_message(received)
                self.learn(received)
                if received["type"] == "pong" and received["id"] == last:
                    return heard
                heard.append(received)

    def learn(self, received: dict[str, Any]) -> None:
        if received["type"] == "accepted":
            self.known.played.append(received["id"])
        if received["type"] == "moves" and received["seat"] in self.known.seats:
            self.known.turn, self.known.number = received["seat"], received["number"]
            self.known.legal = [start + end for start, ends, _ in received["groups"] for end in ends]

    def compare(self, payloads: Sequence[Payload], answers: Sequence[dict[str, Any]]) -> None:
        """Each message is answered once, and those that are none as the protocol has it."""
        refused = [answer for answer in answers if answer["type"] == "refused"]
        for answer in refused:
            assert answer["code"] in STATUS, answer
            assert answer["code"] not in {"internal", "unavailable"}, answer
            assert not INTERNALS.search(answer["message"]), answer
        wrong: Counter[str] = Counter()
        sure = 0
        for payload in payloads:
            match understood(payload):
                case str(code):
                    wrong[code] += 1
                case protocol.AskHint():
                    self.hints += 1
                case protocol.Look():
                    pass
                case protocol.Say() | protocol.SayPhrase():
                    # Not answered but said, if it will do.
                    pass
                case _:
                    sure += 1
        assert not wrong - Counter(answer["code"] for answer in refused), (payloads, refused)
        direct = sum(answer["type"] in DIRECT for answer in answers)
        assert sure + wrong.total() <= direct <= len(payloads) + self.hints, (payloads, answers)


def understood(payload: Payload) -> protocol.ClientMessage | str:
    """The message, or the code with which it is refused unread."""
    try:
        return _read_message(payload, MESSAGE_BYTES)
    except Refused as refused:
        return refused.code


# Below the messages.


async def raw_attacks(server: Server, person: Guest, table: str, tries: int, *, pace: Pace) -> None:
    rng = Random(tries)
    path = f"/api/tables/{table}/socket"
    host = f"127.0.0.1:{server.port}"
    left = tries
    while left > 0:
        for attack in attacks(rng):
            code = await strike(server, handshake(path, host, person.cookies), attack, rng)
            if attack.codes:
                assert code in attack.codes, (attack.name, code)
        kinds = broken_handshakes(rng, path, host, person.cookies)
        for opening in kinds:
            answer = await knock(server, opening)
            assert not INTERNALS.search(answer.decode("latin-1")), (opening, answer)
            assert not answer or answer.split(b" ")[1][:1] in {b"4", b"1"}, (opening, answer)
        done = len(attacks(rng)) + len(kinds)
        left -= done
        pace.tried("broken frames and handshakes", done)


async def strike(server: Server, opening: bytes, attack: Attack, rng: Random) -> int | None:
    """Break a connection that is open; gives the code with which the server closes it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(opening)
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        writer.write(attack.data)
        if not attack.codes:
            # Torn down in the middle, now or a little later.
            if rng.random() < 0.5:
                await asyncio.sleep(0)
            writer.transport.abort()
            return None
        async with asyncio.timeout(60):
            return await close_code(reader)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def close_code(reader: asyncio.StreamReader) -> int | None:
    """Read frames up to the one that closes."""
    while True:
        try:
            first, second = await reader.readexactly(2)
            size = second & 0x7F
            if size >= 126:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            payload = await reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        if first & 0x0F == 8:
            return int.from_bytes(payload[:2], "big")


async def knock(server: Server, opening: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(opening)
        writer.write_eof()
        async with asyncio.timeout(60):
            return await reader.read(65_536)
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
