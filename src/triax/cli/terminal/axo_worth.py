"""How promising a decision of AXO is, judged by what its player sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triax.cli.terminal.face import Worth
from triax.cli.words.text import counted
from triax.games.axo.events import Marked
from triax.games.axo.notation import AxoMove, Cards, MarkOne, PlayCard, Swap, Wipe
from triax.games.axo.pieces import COLOURS, FULL, Deck, deck_of, shifts
from triax.games.axo.player import Sheet, Sheets
from triax.games.axo.view import AxoView, read_area
from triax.games.events import Event


def weigh(view: AxoView, seat: int, move: AxoMove, foreseen: Sequence[Event]) -> Worth:
    deck, area = deck_of(view["options"]), read_area(view["seats"][seat])
    hand = view["hand"] or []
    for event in foreseen:
        if isinstance(event, Marked):
            return _marking(area, event.card, event.sections)
    match move:
        case MarkOne(card=card, x=x, y=y):
            return _marking(area, card, [(x, y)])
        case PlayCard(card=card, colour=colour):
            reach = _reach(deck, area, card, colour)
            return Worth((reach,), f"could mark {_sections(reach)} of yours")
        case Cards(what="refresh", cards=chosen):
            return Worth((0,), f"discards {len(chosen)} and draws {len(chosen)}")
        case Cards(cards=chosen):
            filled = (*area, *map(Sheet, chosen))
            reach = _best(deck, filled, (card for card in hand if card not in chosen))
            return Worth((reach,), f"the rest of your hand could mark {_sections(reach)}")
        case Swap(area=out, hand=into):
            lost = _marks(area, out)
            return Worth((-lost,), f"card {into} comes in, {counted(lost, 'mark')} of card {out} lost")
        case Wipe(seat=other, card=card):
            left = _marks(read_area(view["seats"][other]), card) - 1
            return Worth((left,), f"leaves {counted(left, 'mark')} on that card")
        case _:
            return Worth((-100,), "nothing more")


def _marking(area: Sheets, card: str, sections: Sequence[tuple[int, int]]) -> Worth:
    new, total = len(sections), _marks(area, card) + len(sections)
    where = " ".join(f"{x},{y}" for x, y in sections)
    complete = total == FULL.bit_count()
    state = "completes the card" if complete else f"card {card} then has {total} of {FULL.bit_count()}"
    return Worth((new, int(complete), total), f"marks {_sections(new)} ({where}); {state}")


def _best(deck: Deck, area: Sheets, hand: Iterable[str]) -> int:
    """What cards could mark, each with its best colour."""
    return sum(max(_reach(deck, area, card, colour) for colour in COLOURS) for card in hand)


def _reach(deck: Deck, area: Sheets, card: str, colour: str) -> int:
    """How many sections the active player could mark with a card, on all cards of the area."""
    spots = [under for _, _, under in shifts(deck[card].shape)]
    still_open = [deck[sheet.card].sections(colour) & ~sheet.marks for sheet in area]
    return sum(max((under & sections).bit_count() for under in spots) for sections in still_open)


def _marks(area: Sheets, card: str) -> int:
    return next(sheet.marks.bit_count() for sheet in area if sheet.card == card)


def _sections(count: int) -> str:
    return counted(count, "section")
