"""The small decisions of AXO, one a move."""

from __future__ import annotations

import re
from dataclasses import dataclass

from triax.games import check
from triax.games.core import Move
from triax.games.errors import BadNotation


@dataclass(frozen=True, slots=True)
class Cards(Move):
    """Name cards of the hand, ascending: `area` at set-up, `refresh` for the effect, `refill` after a completion."""

    what: str
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.what} {' '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class PlayCard(Move):
    """Lay a card in the middle and declare a colour."""

    card: str
    colour: str

    def __str__(self) -> str:
        return f"play {self.card} {self.colour}"


@dataclass(frozen=True, slots=True)
class Mark(Move):
    """Apply the polyomino, its bounding box beginning at section x,y; a pivot turns it first."""

    card: str
    x: int
    y: int
    turn: int = 0

    def __str__(self) -> str:
        return f"mark {self.card}@{self.x},{self.y}" + (f"~{self.turn}" if self.turn else "")


@dataclass(frozen=True, slots=True)
class MarkOne(Move):
    """Mark one section: `free` where no section of the colour is left, an `extra` mark, or the effect `stamp`."""

    what: str
    card: str
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.what} {self.card}@{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Wipe(Move):
    """Remove a mark of another seat."""

    seat: int
    card: str
    x: int
    y: int

    def __str__(self) -> str:
        return f"wipe {self.seat}:{self.card}@{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Exchange a card of the area with one of the hand."""

    area: str
    hand: str

    def __str__(self) -> str:
        return f"swap {self.area}>{self.hand}"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    def __str__(self) -> str:
        return "pass"


PASS = Pass()

AxoMove = Cards | PlayCard | Mark | MarkOne | Wipe | Swap | Pass

_CARD = "(0[1-9]|[1-4][0-9]|5[0-4])"
_AT = f"{_CARD}@([0-2]),([0-2])"
_CARDS = re.compile(f"(area|refresh|refill)((?: {_CARD})+)")
_PLAY = re.compile(f"play {_CARD} ([RYB])")
_MARK = re.compile(f"mark {_AT}(?:~([1-3]))?")
_ONE = re.compile(f"(free|extra|stamp) {_AT}")
_WIPE = re.compile(f"wipe ([0-3]):{_AT}")
_SWAP = re.compile(f"swap {_CARD}>{_CARD}")

_EXPECTED = (
    "expected area 03 17 22, play 07 R, mark 03@0,1 (~k with a pivot), free, extra or stamp 03@0,1, "
    "wipe 1:03@0,1, refresh 09 11, swap 03>09, refill 44 51, or pass"
)


def parse(text: str) -> AxoMove:
    if text == "pass":
        return PASS
    said = str(text)
    if match := _CARDS.fullmatch(said):
        cards = tuple(match[2].split())
        if list(cards) != sorted(set(cards)):
            raise BadNotation(
                f"{check.quote_text(text)} is not a move of AXO: expected each card once, in ascending order"
            )
        return Cards(match[1], cards)
    if match := _PLAY.fullmatch(said):
        return PlayCard(match[1], match[2])
    if match := _MARK.fullmatch(said):
        return Mark(match[1], int(match[2]), int(match[3]), int(match[4] or 0))
    if match := _ONE.fullmatch(said):
        return MarkOne(match[1], match[2], int(match[3]), int(match[4]))
    if match := _WIPE.fullmatch(said):
        return Wipe(int(match[1]), match[2], int(match[3]), int(match[4]))
    if match := _SWAP.fullmatch(said):
        return Swap(match[1], match[2])
    raise BadNotation(f"{check.quote_text(text)} is not a move of AXO: {_EXPECTED}")
