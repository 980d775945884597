"""What a hostile or broken client may send: messages gone wrong, and frames that are none. Seeded."""

from __future__ import annotations

import json
import os
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from triax.games.core import Game
from triax.games.errors import TriaxError
from triax.server import protocol

Payload = str | bytes

ODD: list[object] = [
    None,
    True,
    -1,
    4,
    2**31 + 1,
    2**63,
    -(2**70),
    1.5,
    1e308,
    "",
    "0",
    "\x00",
    "\u202e",
    "é" * 40,
    [],
    [[]],
    {},
    {"a": 1},
]
RAW_NUMBERS = [
    "NaN",
    "Infinity",
    "1e400",
    "-0",
    "00",
    "1" * 5000,
    "0x10",
    "1_000",
    "1.0",
    "9" * 19,
    "-9223372036854775809",
]
DIGITS = {**{str(n): chr(0x660 + n) for n in range(10)}, "/": "⁄", "@": "＠", ",": "،", ">": "›", "-": "−"}
ALPHABET = "\x00\x07\n\t {}[]\":,\\/0123456789abcdefXYZ-+.eE'éß漢🂡\u200b\u202e\ufeff\uffff"


@dataclass
class Known:
    """What the fuzzer has learned of the table that it sits at."""

    game: Game
    seats: tuple[int, ...] = ()
    turn: int = 0
    number: int = 1
    legal: list[str] = field(default_factory=lambda: ["pass"])
    played: list[str] = field(default_factory=lambda: ["a"])
    """The ids of moves that were accepted."""
    harmless: bool = True
    """Only moves that cannot be accepted: someone else plays these seats in earnest."""


class Messages:
    """Text and bytes to be sent as whole messages."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.sent = 0

    def next(self, known: Known) -> Payload:
        while True:
            payload = self.anything(known)
            if not known.harmless or not could_be_played(known.game, payload):
                return payload

    def anything(self, known: Known) -> Payload:
        self.sent += 1
        makers: Sequence[Callable[[Known], Payload]] = (
            *[self.sound] * 12,
            self.wrong_type,
            self.wrong_type,
            self.fields,
            self.raw_number,
            self.cut,
            self.noise,
            self.deep,
            self.bytes,
            self.long,
            self.escapes,
            self.not_an_object,
        )
        return self.rng.choice(makers)(known)

    # Well-formed, perhaps even wise.

    def message(self, known: Known) -> dict[str, Any]:
        rng = self.rng
        kind = rng.choices(["move", "preview", "hint", "chat", "sync", "ping"], [60, 20, 3, 2, 2, 13])[0]
        message: dict[str, Any] = {"type": kind}
        if kind != "sync":
            message["id"] = rng.choice(known.played) if rng.random() < 0.1 else f"f{self.sent}"
        if kind in {"move", "preview", "hint"}:
            message["seat"] = known.turn if rng.random() < 0.7 else rng.choice([*known.seats, 0, 1, 2, 3])
        if kind in {"move", "preview"}:
            message["move"] = self.move(known)
        if kind == "move":
            message["number"] = rng.choice([known.number, known.number, known.number - 1, known.number + 1, 0, 2**31])
        if kind == "chat":
            message["text"] = rng.choice(
                ["<b>hi</b>", "\u202eevil\u202c", "a\u0301" * 30, " \n ", "x" * 399, "\x1b[2J!"]
            )
        return message

    def move(self, known: Known) -> str:
        """A legal move, as it is or hurt."""
        rng = self.rng
        move = rng.choice(known.legal)
        at = rng.randrange(len(move) + 1)
        match rng.randrange(10):
            case 0:
                return "".join(DIGITS.get(letter, letter) if rng.random() < 0.5 else letter for letter in move)
            case 1:
                return move[:at] + str(rng.choice([10, 999, 1000, 10**9, 10**60])) + move[at:]
            case 2:
                return move[:at] + rng.choice(ALPHABET) + move[at:]
            case 3:
                return move[:at] + move[at + 1 :]
            case 4:
                return rng.choice([f" {move}", f"{move}\n", f"{move}\x00", move.swapcase(), move[::-1], move * 8])
            case 5:
                other = rng.choice(known.legal)
                return move[:at] + other[at:]
            case 6:
                return rng.choice(
                    ["", "exchange", "keep", "pass", "0,0/0", "RR@0,0>E", "area 01 02 03", "area" + " 01" * 50]
                )
            case _:
                return move

    # Messages gone wrong.

    def sound(self, known: Known) -> str:
        return json.dumps(self.message(known), ensure_ascii=self.rng.random() < 0.5)

    def wrong_type(self, known: Known) -> str:
        message = self.message(known)
        message[self.rng.choice(list(message))] = self.rng.choice(ODD)
        return json.dumps(message)

    def fields(self, known: Known) -> str:
        """One too few, one too many, or one twice."""
        message = self.message(known)
        name = self.rng.choice(list(message))
        match self.rng.randrange(3):
            case 0:
                del message[name]
                return json.dumps(message)
            case 1:
                extra = self.rng.choice(["player", "number", "__class__", "", "type ", "t\u0000", "x" * 300])
                return json.dumps({**message, extra: self.rng.choice(ODD)})
            case _:
                return json.dumps(message)[:-1] + f", {json.dumps(name)}: {json.dumps(self.rng.choice(ODD))}}}"

    def raw_number(self, known: Known) -> str:
        message = {**self.message(known), "number": "?", "seat": 0}
        return json.dumps(message).replace('"?"', self.rng.choice(RAW_NUMBERS))

    def cut(self, known: Known) -> str:
        text = json.dumps(self.message(known))
        return text[: self.rng.randrange(len(text))]

    def noise(self, known: Known) -> str:
        text = list(json.dumps(self.message(known)))
        for _ in range(self.rng.randint(1, 4)):
            text[self.rng.randrange(len(text))] = self.rng.choice(ALPHABET)
        return "".join(text)

    def deep(self, known: Known) -> str:
        depth = self.rng.choice([100, 1_000, 2_000, 4_000])
        opening = self.rng.choice(["[", '{"a":', '{"type":"move","id":'])
        closing = "]" if opening == "[" else "}"
        depth = min(depth, 8_000 // (len(opening) + 1))
        inner = self.rng.choice(["", "1", '"x"'])
        return opening * depth + inner + (closing * depth if self.rng.random() < 0.5 else "")

    def bytes(self, known: Known) -> bytes:
        if self.rng.random() < 0.3:
            return json.dumps(self.message(known)).encode("utf-16" if self.rng.random() < 0.5 else "utf-8")
        return self.rng.randbytes(self.rng.randrange(200))

    def long(self, known: Known) -> str:
        size = self.rng.choice([65, 201, 2_001, 8_100, 8_192, 8_193, 30_000])
        message = self.message(known)
        message[self.rng.choice(["id", "move", "text", "type"])] = self.rng.choice("aé漢0[") * (size // 3)
        return json.dumps(message, ensure_ascii=False)

    def escapes(self, known: Known) -> str:
        """Escapes that stand for no character, or for odd ones, inside a message that is sound otherwise."""
        escape = self.rng.choice(
            ["\\ud800", "\\udfff", "\\ud83c", "\\u0000", "\\u", "\\x41", "\\uD83C\\uDCA1", "\\ud800\\ud800"]
        )
        message = self.message(known)
        return json.dumps({**message, "id": "?"}).replace('"?"', f'"{escape}"')

    def not_an_object(self, known: Known) -> str:
        return self.rng.choice(["", " ", "null", "[]", '"move"', "0", "{}", "\ufeff{}", '{"type":[]}', "move 1", "/*"])


def could_be_played(game: Game, payload: Payload) -> bool:
    try:
        message = protocol.decode(payload)
        if isinstance(message, protocol.Move):
            game.parse(message.move)
            # No decision has opened before the first state.
            return message.number > 0
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TriaxError):
        pass
    return False


# Below the messages: frames and handshakes.

TEXT, BINARY, CLOSE, PING, MORE = 0x1, 0x2, 0x8, 0x9, 0x0


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
