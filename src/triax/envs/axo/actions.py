"""The flat actions of AXO. Cards go by their number; some cards of 54 are numbered among all sets of that many.

What the effects bring comes last: without them the first blocks are enough.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb

from triax.envs.encoding import Block, Encoding
from triax.games.axo.notation import PASS, Cards, Mark, MarkOne, Pass, PlayCard, Swap, Wipe
from triax.games.axo.pieces import AREA, CARDS, COLOURS, HAND
from triax.games.core import Move, Plain

SECTIONS = 9
CORNERS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2))
"""Where the bounding box of three to five connected cells can begin."""
SEATS = 4


def card_name(index: int) -> str:
    return f"{index + 1:02}"


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
        cards.append(card_name(highest))
    return tuple(reversed(cards))


def _cards(what: str, least: int, most: int) -> Block:
    """Sets of cards of several sizes, the small ones first."""
    sizes = [comb(CARDS, count) for count in range(least, most + 1)]
    starts = [0, *accumulate(sizes)]

    def rank(move: Cards) -> int:
        return starts[len(move.cards) - least] + set_rank(move.cards)

    def move(rank: int) -> Cards:
        at = max(number for number, start in enumerate(starts[:-1]) if start <= rank)
        return Cards(what, set_at(rank - starts[at], least + at))

    return Block(what, sum(sizes), rank, move)


def _sections(what: str) -> Block:
    def rank(move: MarkOne) -> int:
        return card_index(move.card) * SECTIONS + 3 * move.y + move.x

    def move(rank: int) -> MarkOne:
        card, at = divmod(rank, SECTIONS)
        return MarkOne(what, card_name(card), at % 3, at // 3)

    return Block(what, CARDS * SECTIONS, rank, move)


def _marks(name: str, turns: range) -> Block:
    def rank(move: Mark) -> int:
        at = CORNERS.index((move.x, move.y))
        return (card_index(move.card) * len(CORNERS) + at) * len(turns) + move.turn - turns.start

    def move(rank: int) -> Mark:
        rest, turn = divmod(rank, len(turns))
        card, at = divmod(rest, len(CORNERS))
        return Mark(card_name(card), *CORNERS[at], turns[turn])

    return Block(name, CARDS * len(CORNERS) * len(turns), rank, move)


def _play_rank(move: PlayCard) -> int:
    return card_index(move.card) * len(COLOURS) + COLOURS.index(move.colour)


def _play(rank: int) -> PlayCard:
    return PlayCard(card_name(rank // len(COLOURS)), COLOURS[rank % len(COLOURS)])


def _wipe_rank(move: Wipe) -> int:
    return (move.seat * CARDS + card_index(move.card)) * SECTIONS + 3 * move.y + move.x


def _wipe(rank: int) -> Wipe:
    rest, at = divmod(rank, SECTIONS)
    seat, card = divmod(rest, CARDS)
    return Wipe(seat, card_name(card), at % 3, at // 3)


def _swap_rank(move: Swap) -> int:
    area, hand = card_index(move.area), card_index(move.hand)
    return area * (CARDS - 1) + hand - (hand > area)


def _swap(rank: int) -> Swap:
    area, hand = divmod(rank, CARDS - 1)
    return Swap(card_name(area), card_name(hand + (hand >= area)))


class AxoEncoding(Encoding):
    blocks = (
        Block("pass", 1, lambda _: 0, lambda _: PASS),
        Block("play", CARDS * len(COLOURS), _play_rank, _play),
        _marks("mark", range(1)),
        _sections("free"),
        _sections("extra"),
        _cards("refill", 1, AREA),
        _cards("area", AREA, AREA),
        _marks("pivot", range(1, 4)),
        _sections("stamp"),
        Block("wipe", SEATS * CARDS * SECTIONS, _wipe_rank, _wipe),
        Block("swap", CARDS * (CARDS - 1), _swap_rank, _swap),
        _cards("refresh", 1, HAND),
    )

    def block_of(self, move: Move) -> str | None:
        match move:
            case Pass():
                return "pass"
            case PlayCard():
                return "play"
            case Mark(x=x, y=y, turn=turn) if (x, y) in CORNERS:
                return "pivot" if turn else "mark"
            case MarkOne(what=what) | Cards(what=what):
                return what
            case Wipe():
                return "wipe"
            case Swap():
                return "swap"
            case _:
                return None

    def _size_for(self, players: int, options: Plain) -> int:
        return self.size if options.get("effects", True) else self.starts["pivot"]
