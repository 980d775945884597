"""A move of AXO as successive picks out of 94, for those who choose by numbers: a card, then where on it, and so on.

    pass                 nothing
    area, refill         the cards, ascending
    refresh              the cards, ascending, and nothing more
    play                 the card, the colour
    mark                 the card, where the bounding box begins with the turn
    free, extra, stamp   the card, the section
    wipe                 the seat, the card, the section
    swap                 the card of the area, the card of the hand

At any decision all moves but the pass are of one sort, so the picks alone say which is meant, and no move's picks begin
another's. A pick is legal where it goes on towards a legal move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from triax.games.axo.notation import AxoMove, Cards, Mark, MarkOne, PlayCard, Swap, Wipe
from triax.games.axo.pieces import CARDS, COLOURS

CORNERS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2))
"""Where the bounding box of three to five connected cells can begin."""
TURNS = 4
SECTIONS = 9
OTHERS = 3

# Where each sort of pick begins.
NOTHING = 0
"""A pass, or no more cards."""
CARD = 1
COLOUR = CARD + CARDS
PLACE = COLOUR + len(COLOURS)
"""Corner × 4 + quarter turns."""
SECTION = PLACE + len(CORNERS) * TURNS
SEAT = SECTION + SECTIONS
"""Another seat, the next one clockwise first."""
PICKS = SEAT + OTHERS

Picks = tuple[int, ...]


def picks_of(move: AxoMove, seat: int, players: int) -> Picks:
    """The picks by which a seat chooses a move."""
    match move:
        case Cards(what=what, cards=cards):
            return (*map(_card, cards), *((NOTHING,) if what == "refresh" else ()))
        case PlayCard(card=card, colour=colour):
            return _card(card), COLOUR + COLOURS.index(colour)
        case Mark(card=card, x=x, y=y, turn=turn):
            return _card(card), PLACE + CORNERS.index((x, y)) * TURNS + turn
        case MarkOne(card=card, x=x, y=y):
            return _card(card), SECTION + 3 * y + x
        case Wipe(seat=other, card=card, x=x, y=y):
            return SEAT + (other - seat) % players - 1, _card(card), SECTION + 3 * y + x
        case Swap(area=area, hand=hand):
            return _card(area), _card(hand)
        case _:
            return (NOTHING,)


def _card(card: str) -> int:
    return CARD + int(card) - 1


def picked(
    moves: Iterable[AxoMove], seat: int, players: int, before: Sequence[int] = ()
) -> Mapping[int, AxoMove | None]:
    """The legal picks after those before, each with the move that it completes, or None where more is to be picked."""
    begun, found = tuple(before), dict[int, AxoMove | None]()
    for move in moves:
        picks = picks_of(move, seat, players)
        if picks[: len(begun)] == begun and len(picks) > len(begun):
            found[picks[len(begun)]] = move if len(picks) == len(begun) + 1 else None
    return MappingProxyType(found)


def describe(pick: int) -> str:
    """A pick in words of the notation."""
    if pick < CARD:
        return "nothing"
    if pick < COLOUR:
        return f"card {pick - CARD + 1:02}"
    if pick < PLACE:
        return f"colour {COLOURS[pick - COLOUR]}"
    if pick < SECTION:
        corner, turn = divmod(pick - PLACE, TURNS)
        return f"at {CORNERS[corner][0]},{CORNERS[corner][1]}" + (f"~{turn}" if turn else "")
    if pick < SEAT:
        return f"section {(pick - SECTION) % 3},{(pick - SECTION) // 3}"
    return f"seat +{pick - SEAT + 1}"
