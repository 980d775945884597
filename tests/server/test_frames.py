"""What a socket hears by the short way is what it would hear by the usual one, whatever comes in and in whatever
pieces: the same messages in the same order, the same bytes in answer, the same end."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from tests.server.support.websocket_frames import BINARY, CLOSE, MORE, PING, PONG, TEXT, announced, frame, handshake
from triax.server.http_protocol import LISTEN, LightSocketProtocol

STREAMS = 600
TAKEN = "!"
"""A text that begins so is taken by whoever listens."""
ENOUGH = "?"
"""After it the application says good-bye."""
LARGEST = 2_000


class Pipe(asyncio.Transport):
    """What is behind a socket: keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closed or not data
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ANN401
        return ("127.0.0.1", 1) if name in {"peername", "sockname"} else default


@dataclass
class End:
    """The server's end of a line."""

    listens: bool
    heard: list[str | bytes] = field(default_factory=list)
    taken: int = 0
    pipe: Pipe = field(default_factory=Pipe)

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        if self.listens:
            scope[LISTEN](self._listen)
        while (message := await receive())["type"] != "websocket.disconnect":
            heard = message["text"] if "text" in message else message["bytes"]
            self.heard.append(heard)
            if heard == ENOUGH:
                # It waits for the other end to agree, and hears nothing more.
                await send({"type": "websocket.close", "code": 1008})
                return

    def _listen(self, text: str) -> bool:
        if not text.startswith(TAKEN):
            return False
        self.taken += 1
        self.heard.append(text)
        return True

    def open(self) -> LightSocketProtocol:
        config = uvicorn.Config(
            self.app, interface="asgi3", lifespan="off", log_config=None, proxy_headers=False, ws_max_size=LARGEST
        )
        config.load()
        line = LightSocketProtocol(config, ServerState(), {})
        line.connection_made(self.pipe)
        return line

    @property
    def answers(self) -> bytes:
        """What was said behind the handshake, which has the time of day in it."""
        return self.pipe.written.partition(b"\r\n\r\n")[2]


class Client:
    """Says well-formed messages, and now and then something else, which may be the last that is understood."""

    def __init__(self, rng: Random, offered: str) -> None:
        self.rng = rng
        self.packs, self.packs_afresh = "deflate" in offered, "client_no_context" in offered
        self.pack = zlib.compressobj(wbits=-12)
        self.kinds = Counter[str]()

    def says(self) -> Iterator[bytes]:
        """Frame by frame."""
        for _ in range(self.rng.randint(1, 12)):
            if self.rng.random() < 0.06:
                yield self._nonsense()
            else:
                yield from self._message()

    def _message(self) -> Iterator[bytes]:
        rng = self.rng
        size = rng.choice((0, 1, 3, 40, 119, 120, 300))
        text = rng.choice((TAKEN, TAKEN, "", "?")) + rng.choice(("", "a", "ä", "🂡")) * size
        payload, opcode = text.encode(), BINARY if rng.random() < 0.1 else TEXT
        packed = self.packs and rng.random() < 0.7
        if packed:
            payload = self._packed(payload)
        parts = 1 if rng.random() < 0.8 else rng.randint(2, 4)
        cuts = sorted(rng.randrange(len(payload) + 1) for _ in range(parts - 1))
        for nth, (first, last) in enumerate(zip([0, *cuts], [*cuts, len(payload)], strict=True)):
            kind, reserved = (MORE, 0) if nth else (opcode, 4 if packed else 0)
            yield frame(payload[first:last], kind, last=nth == parts - 1, reserved=reserved)
            if rng.random() < 0.15:
                yield frame(rng.randbytes(rng.choice((0, 5, 125))), rng.choice((PING, PONG)))

    def _packed(self, payload: bytes) -> bytes:
        if self.packs_afresh:
            self.pack = zlib.compressobj(wbits=-12)
        return (self.pack.compress(payload) + self.pack.flush(zlib.Z_SYNC_FLUSH))[:-4]

    def _nonsense(self) -> bytes:
        rng = self.rng
        bomb = zlib.compress(b"[" * 60_000, 9, -15)
        kinds = {
            "not UTF-8": frame(b"!\xff"),
            "half a character": frame(b"!\xf0\x9f", last=rng.random() < 0.5),
            "a surrogate": frame(b"!\xed\xa0\x80"),
            "not masked": frame(b"!!", masked=False),
            "reserved": frame(b"!!", reserved=rng.randint(1, 7)),
            "packed or not": frame(rng.randbytes(rng.randint(1, 40)), reserved=4),
            "a bomb": frame(bomb, reserved=4),
            "unknown": frame(b"!!", rng.choice((3, 7, 11, 15))),
            "more of nothing": frame(b"!!", MORE),
            "a beginning": frame(b"!!", last=False),
            "too large": frame(b"!" * (LARGEST + 1)),
            "announced": announced(rng.choice((2_001, 2**40, 2**64 - 1))),
            "longer than need be": struct.pack("!BBH", 0x81, 0xFE, 2) + b"\0\0\0\0!!",
            "an end": frame(struct.pack("!H", rng.choice((1000, 1001, 3000, 1005, 99))) + b"bye", CLOSE),
            "an end without a word": frame(b"", CLOSE),
            "half an end": frame(b"\x03", CLOSE),
            "a long ping": frame(b"p" * 126, PING),
            "noise": rng.randbytes(rng.randint(1, 30)),
            "half a frame": frame(b"!!!!!!")[: rng.randint(1, 11)],
        }
        kind = rng.choice(sorted(kinds))
        self.kinds[kind] += 1
        return kinds[kind]


def in_pieces(rng: Random, frames: list[bytes]) -> Iterator[bytes]:
    """As they come over a line: mostly one by one, some together, some in parts."""
    waiting = b""
    for one in frames:
        waiting += one
        while waiting and rng.random() < 0.85:
            size = len(waiting) if rng.random() < 0.8 else rng.randint(1, len(waiting))
            yield waiting[:size]
            waiting = waiting[size:]
    if waiting:
        yield waiting


async def heard_by(end: End, offered: str, pieces: list[tuple[bytes, int]]) -> End:
    line = end.open()
    wish = f"Sec-WebSocket-Extensions: {offered}"
    line.data_received(handshake("/", "localhost", "", wish))
    for _ in range(5):
        await asyncio.sleep(0)
    for piece, turns in pieces:
        if end.pipe.is_closed:
            break
        line.data_received(piece)
        for _ in range(turns):
            await asyncio.sleep(0)
    for _ in range(5):
        await asyncio.sleep(0)
    line.connection_lost(None)
    while line.tasks:
        await asyncio.sleep(0)
    return end


@pytest.mark.parametrize(
    "offered",
    [
        "x",
        "permessage-deflate; client_max_window_bits",
        "permessage-deflate; client_no_context_takeover; server_no_context_takeover; client_max_window_bits",
    ],
    ids=["plain", "packed", "packed afresh"],
)
def test_by_either_way_the_same_is_heard_and_answered(offered: str) -> None:
    async def main() -> None:
        taken, tried, texts = 0, Counter[str](), 0
        for seed in range(STREAMS):
            rng = Random(f"{seed} {offered}")
            client = Client(rng, offered)
            frames = list(client.says())
            # The application keeps up, or does not.
            pieces = [(piece, rng.choice((0, 0, 3, 3, 3))) for piece in in_pieces(rng, frames)]
            short, usual = [await heard_by(End(listens), offered, pieces) for listens in (True, False)]
            assert short.heard == usual.heard, (seed, client.kinds)
            assert short.answers == usual.answers, (seed, client.kinds)
            assert short.pipe.is_closed == usual.pipe.is_closed, (seed, client.kinds)
            taken += short.taken
            texts += len(short.heard)
            tried += client.kinds
        # It was tried.
        assert texts > 3 * STREAMS
        assert taken > STREAMS // 3
        assert len(tried) == 19

    with patch("triax.server.http_protocol.BESIDES", (0.0, 1e9)):
        asyncio.run(main())
