"""Messages as a hostile or broken client may send them. Seeded."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from triax.games.core import AnyGame
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

    game: AnyGame
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
        kinds = {
            "move": 60,
            "preview": 20,
            "hint": 3,
            "missed": 4,
            "chat": 2,
            "phrase": 1,
            "sync": 2,
            "look": 2,
            "ping": 9,
            "takeback": 9,
        }
        (kind,) = rng.choices(list(kinds), list(kinds.values()))
        message: dict[str, Any] = {"type": kind}
        if kind == "look":
            message["visible"] = rng.random() < 0.5
        elif kind != "sync":
            message["id"] = rng.choice(known.played) if rng.random() < 0.1 else f"f{self.sent}"
        if kind in {"move", "preview", "hint", "missed", "takeback"}:
            message["seat"] = known.turn if rng.random() < 0.7 else rng.choice([*known.seats, 0, 1, 2, 3])
        if kind in {"move", "preview"}:
            message["move"] = self.move(known)
        if kind == "takeback":
            message["what"] = rng.choice(["ask", "ask", "agree", "refuse", "withdraw", "done", "Ask"])
        if kind in {"move", "missed", "takeback"}:
            message["number"] = rng.choice([known.number, known.number, known.number - 1, known.number + 1, 0, 2**31])
        if kind == "missed" and rng.random() < 0.3:
            message["seat"] = None
        if kind == "phrase":
            message["phrase"] = rng.choice(["hello", "good_game", "", "Hello!", "zz"])
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


def could_be_played(game: AnyGame, payload: Payload) -> bool:
    try:
        message = protocol.decode(payload)
        if isinstance(message, protocol.MakeMove):
            game.parse(message.move)
            # No decision has opened before the first state.
            return message.number > 0
        if isinstance(message, protocol.TakeBack):
            return message.number > 0
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TriaxError):
        pass
    return False
