"""What speaks for a decision in AXO: whatever the own cards and those of others that lie open say."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from triax.bots.axo_rules import worth as rule_worth
from triax.bots.reasons import Adviser, Case, Harm, Reason, ReasonCode
from triax.games.axo import AXO, AxoMove, AxoState, AxoView
from triax.games.axo.events import Marked
from triax.games.axo.notation import Cards, Mark, MarkOne, Pass, PlayCard, Swap, Wipe
from triax.games.axo.pieces import COLOURS, FULL, Card, Deck, Polyomino, deck_of, shifts, turned
from triax.games.axo.player import Sheet, Sheets, bit
from triax.games.axo.view import read_area

COUNTED: tuple[ReasonCode, ...] = (
    "completes_more",
    "most_marks",
    "marks",
    "will_complete",
    "will_mark",
    "suits_hand",
)
FEW = 2
"""A card that lacks so few marks is nearly complete; so few marks for others are little."""


def why(case: Case[AxoView, AxoMove]) -> Iterator[Reason]:
    view = case.view
    deck, area = deck_of(view["options"]), read_area(view["seats"][case.seat])
    match case.move:
        case PlayCard(card=card, colour=colour):
            yield from _playing(case, deck, area, card, colour)
        case Mark() | MarkOne():
            yield from _marking(case, deck, area, case.move)
        case Cards(what="refresh", cards=cards):
            yield Reason("renews", {"count": len(cards)})
        case Cards(cards=cards):
            yield from _laying(case, deck, (*area, *map(Sheet, cards)), cards)
        case Swap(area=out, hand=into):
            left = tuple(sheet for sheet in area if sheet.card != out)
            yield from _laying(case, deck, (*left, Sheet(into)), (into,))
        case Wipe(seat=seat, card=card):
            (sheet,) = [one for one in read_area(view["seats"][seat]) if one.card == card]
            yield Reason("wipes", {"seat": seat, "card": card, "left": _lacks(sheet.marks)})
        case Pass() if view["phase"] == "mark" and view["seats"][case.seat]["extra"]:
            yield Reason("saves", {})


def _marking(case: Case[AxoView, AxoMove], deck: Deck, area: Sheets, move: Mark | MarkOne) -> Iterator[Reason]:
    marked = case.event(Marked)
    # A stamp is foreseen by nobody: it marks the one section that it names.
    sections = marked.sections if marked else ((move.x, move.y),)
    before = next(sheet.marks for sheet in area if sheet.card == move.card)
    after = before | sum(bit(x, y) for x, y in sections)
    if after == FULL:
        complete = sum(sheet.marks == FULL for sheet in area)
        effect = deck[move.card].effect if case.view["options"]["effects"] else None
        values: dict[str, int | str] = {"card": move.card, "effect": effect or ""}
        yield Reason("completes_more", {**values, "count": complete + 1}) if complete else Reason("completes", values)
    elif _lacks(after) <= FEW:
        yield Reason("nearly", {"card": move.card, "left": _lacks(after)})
    if isinstance(move, Mark) and len(sections) == max(map(len, case.gains)) > 1:
        yield Reason("most_marks", {"card": move.card, "count": len(sections)})
    yield Reason("marks", {"card": move.card, "count": len(sections), "left": _lacks(after)})


def _playing(case: Case[AxoView, AxoMove], deck: Deck, area: Sheets, card: str, colour: str) -> Iterator[Reason]:
    own = _reach(deck, area, deck[card].shape, colour)
    if done := [sheet.card for sheet, marks in zip(area, own, strict=True) if sheet.marks | marks == FULL]:
        yield Reason("will_complete", {"card": done[0], "count": len(done)})
    count = _count(own)
    hand = case.view["hand"] or []
    if count > 1 and count == _most(deck, area, hand):
        yield Reason("will_mark", {"count": count})
    if case.others:
        given = max(_given(case, deck, seat, deck[card], colour) for seat in case.others)
        if given <= FEW:
            yield Reason("gives_little", {"count": given})


def harms(case: Case[AxoView, AxoMove]) -> Iterator[Harm]:
    if isinstance(case.move, PlayCard) and case.others:
        deck = deck_of(case.view["options"])
        given = {seat: _given(case, deck, seat, deck[case.move.card], case.move.colour) for seat in case.others}
        seat = max(given, key=given.__getitem__)
        if given[seat] > FEW:
            yield Harm("gives_marks", {"seat": seat, "count": given[seat]})


def _given(case: Case[AxoView, AxoMove], deck: Deck, seat: int, card: Card, colour: str) -> int:
    """The most sections that another seat, from its side of the table, can mark with a card: on one of its own."""
    shape = turned(card.shape, case.seat - seat)
    reach = _reach(deck, read_area(case.view["seats"][seat]), shape, colour)
    return max((marks.bit_count() for marks in reach), default=0)


def _laying(case: Case[AxoView, AxoMove], deck: Deck, area: Sheets, cards: Sequence[str]) -> Iterator[Reason]:
    """Cards of the hand come to lie in the area: what the others of the hand could do there."""
    hand = [card for card in case.view["hand"] or [] if card not in cards]
    if hand and (count := _most(deck, area, hand)) > 1:
        yield Reason("suits_hand", {"count": count})


def _most(deck: Deck, area: Sheets, hand: Sequence[str]) -> int:
    """The most sections that one card of the hand, in the best colour, can mark on the whole area."""
    return max(_count(_reach(deck, area, deck[card].shape, colour)) for card in hand for colour in COLOURS)


def _reach(deck: Deck, area: Sheets, shape: Polyomino, colour: str) -> list[int]:
    """By card of an area: the new marks that a shape in a colour can make there at best."""
    return [
        max(
            (under & deck[sheet.card].sections(colour) & ~sheet.marks for _, _, under in shifts(shape)),
            key=int.bit_count,
        )
        for sheet in area
    ]


def _count(marks: Sequence[int]) -> int:
    return sum(one.bit_count() for one in marks)


def _lacks(marks: int) -> int:
    return 9 - marks.bit_count()


def worth(state: AxoState, seat: int, moves: Sequence[AxoMove]) -> Sequence[Any]:
    laying = [move for move in moves if isinstance(move, Cards) and move.what != "refresh"]
    return [_suiting(state, seat, move) for move in laying] or [rule_worth(state, seat, move) for move in moves]


def _suiting(state: AxoState, seat: int, move: Cards) -> int:
    """What the rest of the hand can do for cards that come to lie in the area."""
    player = state.seats[seat]
    hand = [card for card in player.hand if card not in move.cards]
    return _most(state.cards, (*player.area, *map(Sheet, move.cards)), hand) if hand else 0


def places(move: AxoMove) -> frozenset[Hashable]:
    """A shape covers much of a card; a single mark does not."""
    return frozenset([move.card if isinstance(move, Mark) else move])


ADVISER = Adviser(AXO, why, worth, places, harms, dict.fromkeys(COUNTED, "count"))
