"""Whoever sends half of a request does not keep its connection."""

from __future__ import annotations

import asyncio
import gc
import weakref
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from random import Random
from typing import ClassVar

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from tests.server.support.websocket_frames import CLOSE, MORE, PING, PONG, frame, handshake
from triax.server import http_protocol
from triax.server.config import Settings
from triax.server.http_protocol import LISTEN, WRITE_ALL, LightSocketProtocol, TimedProtocol, packer
from triax.server.security import Guard


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers after a while, when the whole request is there; says what a socket hears twice, and how long it is."""
    if scope["type"] == "websocket":
        await asyncio.sleep(0.5 if scope["path"] == "/slow" else 0)
        await send({"type": "websocket.accept"})

        def listen(text: str) -> bool:
            """Those that begin alike are answered by the short way."""
            return text.startswith("!") and bool(scope[WRITE_ALL]([text[1:].encode()]))

        scope[LISTEN](listen)
        while (message := await receive())["type"] != "websocket.disconnect":
            if "text" in message:
                heard = message["text"].encode()
                assert scope[WRITE_ALL]([heard, b"%d" % len(heard)])
                assert scope[WRITE_ALL]([heard])
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
async def served(what: ASGIApp = app) -> AsyncIterator[int]:
    config = uvicorn.Config(what, port=0, http=Impatient, ws=Remembered, lifespan="off", log_config=None)
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
                assert [await line.recv() for _ in range(3)] == ["here", "4", "here"]

    asyncio.run(ask())


@pytest.mark.parametrize(
    "asked",
    [
        None,
        ClientPerMessageDeflateFactory(),
        ClientPerMessageDeflateFactory(server_max_window_bits=10),
        ClientPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True),
    ],
)
def test_texts_of_every_size_go_out_whole_and_in_order(asked: ClientPerMessageDeflateFactory | None) -> None:
    async def ask() -> None:
        packing = [asked] if asked else None
        async with (
            asyncio.timeout(20),
            served() as port,
            connect(f"ws://127.0.0.1:{port}/", extensions=packing, compression=None) as line,
        ):
            for size in (1, 125, 126, 127, 128, 129, 5_000, 65_535, 65_536, 150_000):
                # As hard to pack as text can be, and some that is like what went before.
                text = Random(size).randbytes(size // 4).hex().ljust(size, "ü")
                await line.send(text)
                assert [await line.recv() for _ in range(3)] == [text, str(len(text.encode())), text]

    asyncio.run(ask())


def test_many_messages_at_once_come_in_order() -> None:
    async def ask() -> None:
        async with asyncio.timeout(20), served() as port, connect(f"ws://127.0.0.1:{port}/") as line:
            said = [str(number) for number in range(100)]
            for text in said:
                await line.send(text)
            assert [await line.recv() for _ in range(300)][::3] == said

    asyncio.run(ask())


@pytest.mark.parametrize("packing", ["deflate", None])
def test_texts_by_the_short_way_and_by_the_usual_one_come_in_order(packing: str | None) -> None:
    async def ask() -> None:
        async with (
            asyncio.timeout(20),
            served() as port,
            connect(f"ws://127.0.0.1:{port}/", compression=packing) as line,
        ):
            await line.send("!at once")
            assert await line.recv() == "at once"
            said = [f"{'!' if number % 3 else '?'}{number} {number % 70 * 'ä'}" for number in range(200)]
            for number, text in enumerate(said):
                # One after the other, several together, and in parts.
                await line.send([text[:3], text[3:]] if number % 7 == 0 else text)
                if number % 5 == 0:
                    await asyncio.sleep(0)
            heard = [str(await line.recv()) for _ in said]
            while len({told.lstrip("!?").split()[0] for told in heard if " " in told}) < len(said):
                heard.append(str(await line.recv()))
            numbers = [int(told.lstrip("!?").split()[0]) for told in heard if " " in told]
            assert numbers == sorted(numbers)
            assert set(said) == {said[number] for number in numbers}

    asyncio.run(ask())


@pytest.mark.parametrize(("payload", "reserved", "code"), [(b"!\xff\xfe", 0, 1007), (b"!not packed", 4, 1002)])
def test_what_is_no_text_ends_the_line(payload: bytes, reserved: int, code: int) -> None:
    async def ask() -> None:
        async with asyncio.timeout(20), served() as port, connect(f"ws://127.0.0.1:{port}/") as line:
            line.transport.write(frame(payload, reserved=reserved))
            with pytest.raises(ConnectionClosed) as closed:
                await line.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("first", "again"),
    [(b"", frame(b"p" * 125, PING)), (b"", frame(b"p", PONG)), (frame(b"{", last=False), frame(b"", MORE, last=False))],
    ids=["pings", "pongs", "parts"],
)
def test_what_is_no_message_is_counted_too(first: bytes, again: bytes) -> None:
    """Nobody has to read for it, and what answers pings would grow."""

    async def ask() -> None:
        async with asyncio.timeout(20), served() as port, connect(f"ws://127.0.0.1:{port}/", compression=None) as line:
            line.transport.write(first + again * 150)
            await asyncio.sleep(0.1)
            [kept] = Remembered.made
            assert not kept.close_sent
            line.transport.write(again * 2_000)
            with pytest.raises(ConnectionClosed) as closed:
                await line.recv()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "too_fast")

    asyncio.run(ask())


def test_whoever_speaks_before_being_let_in_is_cut_off_without_a_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with asyncio.timeout(20), served() as port:
            for early in (frame(b"hello"), frame(b"hello", masked=False), frame(b"", MORE), frame(b"p", PING)):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(handshake("/slow", f"127.0.0.1:{port}", ""))
                await asyncio.sleep(0.1)
                writer.write(early)
                with suppress(ConnectionError):
                    assert await reader.read() == b""
                writer.close()

    asyncio.run(ask())
    assert not [told for told in caplog.records if told.levelname == "ERROR"]


def test_a_handshake_that_is_refused_leaves_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        async with asyncio.timeout(20), served() as port:
            asked = handshake("/", f"127.0.0.1:{port}", "").replace(b"Version: 13", b"Version: 12")
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(asked)
            assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
            await reader.read()
            writer.close()

    asyncio.run(ask())
    assert not [told for told in caplog.records if told.levelname == "ERROR"]


@pytest.mark.parametrize(
    "end", [b"", frame(b"\x03\xe8", CLOSE), frame(b"?", reserved=2)], ids=["cut", "closed", "broken"]
)
def test_what_is_known_of_a_socket_goes_with_it(end: bytes) -> None:
    """By itself: the garbage collector knows nothing of what packs its messages, and does not hurry."""

    async def main() -> None:
        async with served(Guard(app, Settings())) as port, connect(f"ws://127.0.0.1:{port}/") as socket:
            await socket.send("hello")
            assert await socket.recv() == "hello"
            line = Remembered.made.pop()
            known: list[weakref.ref[object]] = [
                weakref.ref(line),
                weakref.ref(line.conn),
                weakref.ref(line.conn.extensions[0]),
            ]
            if end:
                socket.transport.write(end)
            else:
                socket.transport.abort()
            while not line.disconnected or asyncio.all_tasks() & line.tasks:
                await asyncio.sleep(0)
            del line
            await asyncio.sleep(0.1)
            assert [it() for it in known] == [None] * 3

    gc.disable()
    try:
        asyncio.run(main())
    finally:
        gc.enable()


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize("bits", range(9, 16))
def test_what_is_packed_unpacks_with_no_more_memory_than_was_agreed(
    is_known: bool, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_known:
        monkeypatch.setattr(http_protocol, "isal_zlib", None)
    pack, unpack, picks = packer(bits), zlib.decompressobj(wbits=-bits), Random(bits)
    assert type(pack).__module__.startswith("isal") == (is_known and find_spec("isal") is not None)
    words = [picks.randbytes(picks.randint(1, 9)).hex() for _ in range(200)]
    for size in (1, 40, 400, 4_000, 40_000, 3, 900):
        message = " ".join(picks.choices(words, k=size)).encode() + picks.randbytes(size)
        packed = pack.compress(message) + pack.flush(zlib.Z_SYNC_FLUSH)
        assert packed.endswith(b"\x00\x00\xff\xff")
        assert unpack.decompress(packed) == message
