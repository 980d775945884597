"""The flat actions of AXO. Cards go by their number; some cards of 54 are numbered among all sets of that many.

What the effects bring comes last: without them the first blocks are enough.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import comb

from triax.envs.encoding import Block, Encoding
from triax.games.axo.notation import PASS, Cards, Mark, MarkOne, PlayCard, Swap, Wipe
from triax.games.axo.picks import CORNERS, SECTIONS
from triax.games.axo.pieces import AREA, CARDS, COLOURS, HAND
from triax.games.core import Move, Plain

SEATS = 4
NAMES = tuple(f"{number:02}" for number in range(1, CARDS + 1))
SIZES = {"refill": range(1, AREA + 1), "area": range(AREA, AREA + 1), "refresh": range(1, HAND + 1)}
"""How many cards some decisions name."""


def card_index(card: str) -> int:
    return int(card) - 1


def set_rank(cards: tuple[str, ...]) -> int:
    """A set of cards among all of its size: by the highest card, then the next highest, and so on."""
    return sum(comb(card_index(card), place) for place, card in enumerate(cards, 1))


def set_at(rank: int, count: int) -> tuple[str, ...]:
    cards: list[str] = []
    for place in range(count, 0, -1):
        highest = max(card for card in range(CARDS) if comb(card, place) <= rank)
        rank -= comb(highest, place)
        cards.append(NAMES[highest])
    return tuple(reversed(cards))


@cache
def _starts(what: str) -> list[int]:
    """Where the sets of each size begin, the small ones first; and the end."""
    return [0, *accumulate(comb(CARDS, count) for count in SIZES[what])]


def _sets(what: str) -> Block:
    starts = _starts(what)

    def move(rank: int) -> Cards:
        at = max(number for number, start in enumerate(starts[:-1]) if start <= rank)
        return Cards(what, set_at(rank - starts[at], SIZES[what][at]))

    return Block(what, starts[-1], move)


def _sections(what: str) -> Block:
    return Block.of(what, [MarkOne(what, card, at % 3, at // 3) for card in NAMES for at in range(SECTIONS)])


def _marks(name: str, turns: range) -> Block:
    return Block.of(name, [Mark(card, x, y, turn) for card in NAMES for x, y in CORNERS for turn in turns])


_WIPES = [Wipe(seat, card, at % 3, at // 3) for seat in range(SEATS) for card in NAMES for at in range(SECTIONS)]


class AxoEncoding(Encoding):
    blocks = (
        Block.of("pass", [PASS]),
        Block.of("play", [PlayCard(card, colour) for card in NAMES for colour in COLOURS]),
        _marks("mark", range(1)),
        _sections("free"),
        _sections("extra"),
        _sets("refill"),
        _sets("area"),
        _marks("pivot", range(1, 4)),
        _sections("stamp"),
        Block.of("wipe", _WIPES),
        Block.of("swap", [Swap(area, hand) for area in NAMES for hand in NAMES if area != hand]),
        _sets("refresh"),
    )

    def _rank(self, move: Move) -> int:
        if not isinstance(move, Cards):
            raise KeyError(move)
        start = _starts(move.what)[SIZES[move.what].index(len(move.cards))]
        return self.starts[move.what] + start + set_rank(move.cards)

    def _size_for(self, players: int, options: Plain) -> int:
        return self.size if options.get("effects", True) else self.starts["pivot"]
