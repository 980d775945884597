"""What one guest may do to the others: not much. Sizes, rates and counts; slow readers; text that stays text."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.support.refusals import code_of
from tests.server.support.serving import LOOSE, Guest, Server, guest, serving, sqlite_url
from tests.server.support.whole_games import eventually, gather, guests, spelt
from triax.server.rate_limits import network_of

TIGHT = (
    "message_bytes=500",
    "body_bytes=2000",
    "sockets_per_player=2",
    "tables_per_player=3",
    "tokens_per_player=2",
    "name_length=12",
    "chat_length=40",
    "outgoing_messages=60",
)
PACED = ("sign_ins_per_minute=6", "messages_per_second=0.5", "message_burst=12")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("tight")), limits=(*LOOSE, *TIGHT)) as running:
        yield running


@pytest.fixture(scope="module")
def paced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("paced")), limits=PACED) as running:
        yield running


# Sizes.


def test_a_message_has_a_greatest_size(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota")
            async with ada.sit_at(table) as mine, ben.sit_at(table) as his:
                for text in ("x" * 501, "é" * 251, "😀" * 126, "[" * 2000, b"x" * 501):
                    await mine.raw.send(text)
                    assert (await mine.next("refused"))["code"] == "too_large"
                for text in ("x" * 500, "é" * 250, "[" * 500, '{"a":' * 100, b"\xff" * 500):
                    await mine.raw.send(text)
                    assert (await mine.next("refused"))["code"] == "bad_message"
                assert (await mine.ask("ping", "pong"))["type"] == "pong"
                # So much is not even read.
                with pytest.raises(ConnectionClosed) as closed:
                    await mine.ask("ping", "pong", text="x" * 3000)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009
                assert (await his.ask("ping", "pong"))["type"] == "pong"

    asyncio.run(ask())


def test_a_request_has_a_greatest_size(server: Server) -> None:
    async def parts(size: int) -> AsyncIterator[bytes]:
        yield b'{"name": "'
        for _ in range(size // 100):
            yield b"x" * 100
        yield b'"}'

    async def ask() -> None:
        async with guest(server.url, "Ada") as ada:
            json_kind = {"Content-Type": "application/json"}
            for body in (b'"' + b"x" * 2000 + b'"', parts(2000), parts(200_000)):
                response = await ada.http.patch("/api/session", content=body, headers=json_kind)
                assert (response.status_code, response.json()["code"]) == (413, "too_large")
            for size in ("2001", "99999999999999999999"):
                head = f"GET /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n"
                answer = raw_answer(server, head)
                assert answer.split()[1] in {b"400", b"413"}, answer
            # In pieces, but small enough.
            response = await ada.http.patch("/api/session", content=parts(0), headers=json_kind)
            assert response.json()["code"] == "bad_request"
            for depth in (10, 100, 300, 900, 990):
                for body in (b"[" * depth + b"]" * depth, b'{"name":' * (depth // 5) + b"1" + b"}" * (depth // 5)):
                    for method, path in (("PATCH", "/api/session"), ("POST", "/api/tables")):
                        response = await ada.http.request(method, path, content=body, headers=json_kind)
                        assert (response.status_code, response.json()["code"]) == (400, "bad_request")
                options = b"[" * depth + b"]" * depth
                body = b'{"game":"rota","seats":["me"],"options":{"pieces":' + options + b"}}"
                response = await ada.http.post("/api/tables", content=body, headers=json_kind)
                assert response.status_code in {400, 413}, response.text

    asyncio.run(ask())


def raw_answer(server: Server, request: str) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(f"{request}Connection: close\r\n\r\n".encode())
        answer = b""
        while part := raw.recv(65_536):
            answer += part
        return answer


# Counts.


def test_a_guest_has_so_many_tables(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            elsewhere = (await ben.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
            wish = {"game": "axo", "seats": ["me", "open"]}
            # All at once: no more than if they came one by one.
            answers = await asyncio.gather(*(ada.ask("POST", "/api/tables", wish) for _ in range(12)))
            opened = [answer.json()["id"] for answer in answers if answer.status_code == 201]
            assert len(opened) == 3
            assert {answer.json()["code"] for answer in answers if answer.status_code != 201} == {"too_many"}
            assert await code_of(ada, "POST", f"/api/tables/{elsewhere}/join", {}) == "too_many"
            assert await code_of(ada, "POST", "/api/daily/rota") == "too_many"
            await ada.call("POST", f"/api/tables/{opened[0]}/close")
            assert await code_of(ada, "POST", f"/api/tables/{elsewhere}/join", {}) == ""

    asyncio.run(ask())


def test_a_guest_has_so_many_sockets(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota")
            async with ada.sit_at(table) as first, ada.sit_at(table), ben.sit_at(table):
                with pytest.raises(InvalidStatus) as caught:
                    async with ada.sit_at(table):
                        pass
                assert caught.value.response.status_code == 429
                assert json.loads(caught.value.response.body or b"")["code"] == "too_many"
                await first.raw.close()

                async def again() -> bool:
                    try:
                        async with ada.sit_at(table) as another:
                            return bool((await another.next())["type"] == "welcome")
                    except InvalidStatus:
                        return False

                await eventually(again)

    asyncio.run(ask())


def test_a_guest_has_so_many_tokens(server: Server) -> None:
    async def ask() -> None:
        async with guest(server.url, "Ada") as ada:
            answers = await asyncio.gather(*(ada.ask("POST", "/api/tokens", {"label": "bot"}) for _ in range(8)))
            assert sorted(answer.status_code for answer in answers)[:3] == [200, 200, 429]
            token = (await ada.call("GET", "/api/tokens"))[0]["id"]
            await ada.call("DELETE", f"/api/tokens/{token}")
            assert await code_of(ada, "POST", "/api/tokens", {"label": "bot"}) == ""

    asyncio.run(ask())


def test_names_and_chat_have_a_greatest_length(server: Server) -> None:
    async def ask() -> None:
        async with guest(server.url, "Ada") as ada:
            table = await gather([ada], "rota")
            for name, code in (("x" * 12, ""), ("x" * 13, "bad_name"), ("é" * 12, ""), ("e\u0301" * 12, "")):
                assert await code_of(ada, "PATCH", "/api/session", {"name": name}) == code
                assert await code_of(ada, "POST", "/api/tokens", {"label": name}) in {code, "too_many"}
            async with ada.sit_at(table) as mine:
                for text, code in (("x" * 40, ""), ("x" * 41, "bad_request"), ("\u200b", "bad_request")):
                    assert await code_of(ada, "POST", f"/api/tables/{table}/chat", {"text": text}) == code
                    if not code:
                        assert (await mine.next("chat"))["line"]["text"] == text
                    await mine.send("chat", id="c", text=text)
                    assert (await mine.next("chat", "refused")).get("code", "") == code

    asyncio.run(ask())


# Rates.


def test_a_player_has_so_many_messages_a_second(paced: Server) -> None:
    async def ask() -> None:
        async with guests(paced.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota")
            async with ada.sit_at(table) as mine, ben.sit_at(table) as his:
                answers = [await mine.ask("ping", "pong") for _ in range(4)]
                assert {answer["type"] for answer in answers} == {"pong"}
                for _ in range(40):
                    await mine.raw.send('{"type":"ping","id":"flood"}')
                # What is too much is refused; who goes on all the same is cut off, and told why.
                with pytest.raises(ConnectionClosed) as closed:
                    await mine.next("nothing")
                assert closed.value.rcvd is not None
                assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too_fast")
                refused = [message["code"] for message in mine.heard if message["type"] == "refused"]
                assert set(refused) == {"too_fast"}
                assert len(refused) > 12
                # Neither a request nor another connection helps; the one opposite plays on.
                assert await code_of(ada, "POST", f"/api/tables/{table}/chat", {"text": "hello"}) == "too_fast"
                with pytest.raises(InvalidStatus) as caught:
                    async with ada.sit_at(table):
                        pass
                assert caught.value.response.status_code == 429
                assert (await his.ask("ping", "pong"))["type"] == "pong"

    asyncio.run(ask())


def test_an_address_has_so_many_tries_a_minute(paced: Server) -> None:
    async def ask() -> None:
        async with httpx.AsyncClient(base_url=paced.url, timeout=30) as client:

            async def tries(address: str, path: str = "/api/session", count: int = 8) -> int:
                """How many of so many tries are let in."""
                body = {"name": "Ada"} if path == "/api/session" else {"name": "Ada", "password": "wrong password"}
                headers = {"X-Forwarded-For": address}
                answers = [await client.post(path, json=body, headers=headers) for _ in range(count)]
                assert {answer.status_code for answer in answers} <= {200, 401, 429}
                return sum(answer.status_code != 429 for answer in answers)

            assert await tries("198.51.100.1") in {6, 7}
            assert await tries("198.51.100.1", "/api/account/session", 3) <= 1
            # Another address has tries of its own; one network of IPv6 is one host.
            assert await tries("198.51.100.2", "/api/account/session") in {6, 7}
            assert await tries("2001:db8:1:2::1") in {6, 7}
            assert await tries("2001:db8:1:2:ffff::9", count=3) <= 1
            assert await tries("2001:db8:1:3::1", count=3) == 3
            # Whatever a proxy says, or somebody in its name.
            assert await tries("<script>" * 50, count=1) == 1

    asyncio.run(ask())
    assert network_of("::ffff:198.51.100.1") == "198.51.100.1"


# Slow readers.


class Stuck:
    """A client that asks and asks, and reads nothing."""

    def __init__(self, server: Server, person: Guest, table: str) -> None:
        self.line = socket.socket()
        # Little room in its own system, so that what is sent has to wait in the server.
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(30)
        self.line.connect(("127.0.0.1", server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        self.line.sendall(f"{head}Cookie: {person.cookies}\r\n\r\n".encode())
        assert b" 101 " in self.line.recv(64)

    def ask_for_all(self, times: int) -> None:
        body = b'{"type":"sync"}'
        frame = bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body
        # Cut off by now, perhaps.
        try:
            self.line.sendall(frame * times)
        except OSError:
            return

    async def is_gone(self) -> bool:
        """Has the server given up its end of the line, though it was never read to its end?"""
        ends = f"{self.line.getpeername()[1]:04X}", f"{self.line.getsockname()[1]:04X}"
        lines = [line.split()[:10] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return all(
            inode == "0"
            for _, local, remote, *_, inode in lines
            if (local.partition(":")[2], remote.partition(":")[2]) == ends
        )


def test_a_slow_reader_is_dropped_and_holds_nobody_up(server: Server) -> None:
    async def ask() -> None:
        async with guest(server.url, "Ada") as ada:
            # Long views, four at a time.
            wish = {"game": "axio", "seats": ["me", "me", "me", "me"], "options": {"start": 0}}
            table = (await ada.call("POST", "/api/tables", wish))["id"]
            async with ada.sit_at(table) as mine:
                stuck = Stuck(server, ada, table)
                try:
                    moves = 0
                    while "a slow reader was dropped" not in server.log.read_text():
                        stuck.ask_for_all(2)
                        offer = await mine.next("moves", "table", "refused")
                        assert offer["type"] == "moves", "the game is over, and nobody was dropped"
                        move = {"seat": offer["seat"], "number": offer["number"], "move": spelt(offer)[-1]}
                        await mine.send("move", id=f"m{moves}", **move)
                        moves += 1
                    assert (await mine.ask("ping", "pong"))["type"] == "pong"
                    assert sum(message["type"] == "accepted" for message in mine.heard) == moves > 1
                    await eventually(stuck.is_gone)
                    # Coming back, it sees the whole state.
                    async with ada.sit_at(table) as again:
                        assert (await again.next("state"))["number"] == moves + 1
                finally:
                    stuck.line.close()

    asyncio.run(ask())
