"""How promising a decision of AXO is, judged by what its player sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triax.cli.terminal.face import Told, Worth
from triax.cli.terminal.lines import counted
from triax.games.axo.notation import Cards, MarkOne, PlayCard, Swap, Wipe
from triax.games.axo.pieces import COLOURS, Deck, deck_of, shifts
from triax.games.axo.view import AxoView, SheetView
from triax.games.core import Move


def weigh(view: AxoView, seat: int, move: Move, told: Sequence[Told]) -> Worth:
    deck, area = deck_of(view["options"]), view["seats"][seat]["area"]
    hand = view["hand"] or []
    for event in told:
        if event["kind"] == "marked":
            return _marking(area, event["card"], len(event["sections"]), event["sections"])
    match move:
        case MarkOne(card=card, x=x, y=y):
            return _marking(area, card, 1, [[x, y]])
        case PlayCard(card=card, colour=colour):
            reach = _reach(deck, area, card, colour)
            return Worth((reach,), f"could mark {_sections(reach)} of yours")
        case Cards(what="refresh", cards=chosen):
            return Worth((0,), f"discards {len(chosen)} and draws {len(chosen)}")
        case Cards(cards=chosen):
            filled = [*area, *(_blank(card) for card in chosen)]
            reach = _best(deck, filled, (card for card in hand if card not in chosen))
            return Worth((reach,), f"the rest of your hand could mark {_sections(reach)}")
        case Swap(area=out, hand=into):
            lost = _marks(area, out)
            return Worth((-lost,), f"card {into} comes in, {counted(lost, 'mark')} of card {out} lost")
        case Wipe(seat=other, card=card):
            left = _marks(view["seats"][other]["area"], card) - 1
            return Worth((left,), f"leaves {counted(left, 'mark')} on that card")
        case _:
            return Worth((-100,), "nothing more")


def _marking(area: Sequence[SheetView], card: str, new: int, sections: Sequence[Sequence[int]]) -> Worth:
    total = _marks(area, card) + new
    where = " ".join(f"{x},{y}" for x, y in sections)
    state = "completes the card" if total == 9 else f"card {card} then has {total} of 9"
    return Worth((new, int(total == 9), total), f"marks {_sections(new)} ({where}); {state}")


def _best(deck: Deck, area: Sequence[SheetView], hand: Iterable[str]) -> int:
    """What cards could mark, each with its best colour."""
    return sum(max(_reach(deck, area, card, colour) for colour in COLOURS) for card in hand)


def _reach(deck: Deck, area: Sequence[SheetView], card: str, colour: str) -> int:
    """How many sections the active player could mark with a card, on all cards of the area."""
    return sum(
        max((under & _open(deck, sheet, colour)).bit_count() for _, _, under in shifts(deck[card].shape))
        for sheet in area
    )


def _open(deck: Deck, sheet: SheetView, colour: str) -> int:
    marks = sum(1 << i for i, mark in enumerate(sheet["marks"]) if mark == "x")
    return deck[sheet["card"]].sections(colour) & ~marks


def _marks(area: Sequence[SheetView], card: str) -> int:
    return next(sheet["marks"].count("x") for sheet in area if sheet["card"] == card)


def _blank(card: str) -> SheetView:
    return {"card": card, "marks": "." * 9}


def _sections(count: int) -> str:
    return counted(count, "section")
