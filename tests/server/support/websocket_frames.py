"""What a hostile or broken client may send below the messages: frames and handshakes that are none. Seeded."""

from __future__ import annotations

import os
import struct
import zlib
from base64 import b64encode
from dataclasses import dataclass
from random import Random

TEXT, BINARY, CLOSE, PING, PONG, MORE = 0x1, 0x2, 0x8, 0x9, 0xA, 0x0


def frame(payload: bytes, opcode: int = TEXT, *, last: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    first = (0x80 if last else 0) | reserved << 4 | opcode
    mask_bit = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, mask_bit | size)
    elif size < 65_536:
        head = struct.pack("!BBH", first, mask_bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask_bit | 127, size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))


def announced(size: int) -> bytes:
    """The head of a frame that never comes whole."""
    return struct.pack("!BBQ", 0x81, 0xFF, size) + b"\0\0\0\0" + b"["


def bomb() -> bytes:
    """Sixteen megabytes in as many kilobytes."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeeze.compress(b"[" * 16_000_000) + squeeze.flush(zlib.Z_SYNC_FLUSH)
    return packed[:-4]


PING_MESSAGE = b'{"type": "ping", "id": "p"}'


@dataclass(frozen=True)
class Attack:
    """Bytes for a connection, and the codes of which one may close it; none: it may go on or just end."""

    name: str
    data: bytes
    codes: tuple[int, ...] = ()


def attacks(rng: Random) -> list[Attack]:
    """One of each kind."""
    noise = rng.randbytes(rng.randint(1, 60))
    cut = rng.randrange(1, len(PING_MESSAGE))
    whole = frame(PING_MESSAGE)
    return [
        Attack("text that is not UTF-8", frame(b'{"type": "\xff\xfe"}'), (1007,)),
        Attack("half a character", frame(b'{"type": "\xf0\x9f'), (1007,)),
        Attack("an encoded surrogate", frame(b'"\xed\xa0\x80"'), (1007,)),
        Attack("not masked", frame(PING_MESSAGE, masked=False), (1002,)),
        Attack("a reserved bit", frame(PING_MESSAGE, reserved=rng.choice([1, 2, 3])), (1002,)),
        Attack("an unknown opcode", frame(noise, rng.choice([3, 4, 5, 6, 7, 11, 15])), (1002,)),
        Attack("going on with nothing", frame(PING_MESSAGE, MORE), (1002,)),
        Attack("two beginnings", frame(PING_MESSAGE[:cut], last=False) + whole, (1002,)),
        Attack("a long ping", frame(b"p" * 126, PING), (1002,)),
        Attack("a ping in pieces", frame(b"p", PING, last=False), (1002,)),
        Attack(
            "a strange close", frame(struct.pack("!H", rng.choice([0, 999, 1004, 1005, 1006, 5000])), CLOSE), (1002,)
        ),
        Attack("half a close", frame(b"\x03", CLOSE), (1002,)),
        Attack("an unreadable close", frame(struct.pack("!H", 1000) + b"\xff", CLOSE), (1007, 1002)),
        Attack("a hundred thousand brackets", frame(b"[" * 100_000), (1009,)),
        Attack("a great length", announced(rng.choice([2**16, 2**40, 2**62])), (1009,)),
        Attack("a negative length", announced(2**64 - 1), (1002, 1009)),
        Attack("a bomb", frame(bomb(), reserved=4), (1009,)),
        Attack("not deflated", frame(b"\x07" + noise, reserved=4), (1002,)),
        Attack("noise", noise),
        Attack("half a frame", whole[:cut]),
        Attack("an unfinished fragment", frame(PING_MESSAGE[:cut], last=False)),
        Attack("many unfinished fragments", frame(b"[", last=False) + frame(b"[", MORE, last=False) * 500),
        Attack("words after the end", frame(struct.pack("!H", 1000), CLOSE) + whole * 3),
        Attack("a message, then silence", whole),
    ]


def handshake(path: str, host: str, cookie: str, *changed: str) -> bytes:
    """An opening request; a line in `changed` stands for the one of its name."""
    lines = {
        "host": f"Host: {host}",
        "upgrade": "Upgrade: websocket",
        "connection": "Connection: Upgrade",
        "sec-websocket-key": f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
        "sec-websocket-version": "Sec-WebSocket-Version: 13",
        "sec-websocket-extensions": "Sec-WebSocket-Extensions: permessage-deflate",
        "cookie": f"Cookie: {cookie}",
    }
    lines |= {line.partition(":")[0].lower(): line for line in changed}
    return ("\r\n".join([f"GET {path} HTTP/1.1", *lines.values()]) + "\r\n\r\n").encode("latin-1")


def broken_handshakes(rng: Random, path: str, host: str, cookie: str) -> list[bytes]:
    whole = handshake(path, host, cookie)
    stem = path.rpartition("/")[0].rpartition("/")[0]
    return [
        whole[: rng.randrange(1, len(whole))],
        rng.randbytes(200),
        handshake(path, host, cookie, "Sec-WebSocket-Key: short"),
        handshake(path, host, cookie, "Sec-WebSocket-Version: 99"),
        handshake(path, host, cookie, "Upgrade: h3"),
        handshake(
            path, host, cookie, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99, x; y="'
        ),
        handshake(path, host, "triax=" + "x" * rng.choice([1, 5_000])),
        handshake(path, host, cookie, "Cookie: triax=\xff\xfe.\x80"),
        handshake(path, host, cookie, f"Authorization: Bearer {'t' * rng.choice([0, 43, 5_000])}"),
        handshake(path, host, cookie, "Origin: http://["),
        handshake(path, host, cookie, "Host: ["),
        *(
            handshake(f"{stem}/{odd}/socket", host, cookie)
            for odd in ("%00", "%ff%fe", "%F0%9F%82%A1", "..", "a" * 2_000)
        ),
    ]
