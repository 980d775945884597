"""Whoever sends half of a request does not keep its connection."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect

from triax.server.http_protocol import LightSocketProtocol, TimedProtocol


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers after a while, when the whole request is there; says back what a socket hears."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            if "text" in message:
                await send({"type": "websocket.send", "text": message["text"]})
        return
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(0.6)
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Impatient(TimedProtocol):
    patience = 0.3


class Remembered(LightSocketProtocol):
    made: ClassVar[list[LightSocketProtocol]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.made[:] = [self]


@asynccontextmanager
async def served() -> AsyncIterator[int]:
    config = uvicorn.Config(app, port=0, http=Impatient, ws=Remembered, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: loc",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345",
    ],
)
def test_half_a_request_is_not_waited_for(half: bytes) -> None:
    async def ask() -> None:
        async with asyncio.timeout(20), served() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(half)
            # Closed, with or without a word.
            assert b" 204 " not in await reader.read()
            writer.close()

    asyncio.run(ask())


def test_an_answer_may_take_longer_and_the_line_goes_on() -> None:
    async def ask() -> None:
        async with asyncio.timeout(20), served() as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for _ in range(2):
                writer.write(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12345")
                assert b" 204 " in await reader.readuntil(b"\r\n\r\n")
            writer.close()

    asyncio.run(ask())


def test_a_socket_stays_open() -> None:
    async def ask() -> None:
        async with asyncio.timeout(20), served() as port, connect(f"ws://127.0.0.1:{port}/") as line:
            for _ in range(3):
                await asyncio.sleep(0.4)
                await line.send("here")
                assert await line.recv() == "here"

    asyncio.run(ask())


def test_what_packs_a_sockets_messages_goes_with_it() -> None:
    """By itself: the garbage collector knows nothing of its memory, and does not hurry."""

    async def main() -> None:
        async with served() as port, connect(f"ws://127.0.0.1:{port}/") as socket:
            await socket.send("hello")
            assert await socket.recv() == "hello"
            [line] = Remembered.made
            packing = weakref.ref(line.conn.extensions[0])
            await socket.close()
            while not line.disconnected:
                await asyncio.sleep(0)
            assert packing() is None

    asyncio.run(main())
