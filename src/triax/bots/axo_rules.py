"""AXO by simple rules, for the gentler bots, and how its moves meet the eye: fill the fullest cards and spare little
thought for others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from triax.bots.rules import PlainRules
from triax.bots.sight import Glimpse, Place
from triax.games.axo import AXO, AxoMove, AxoState, AxoView
from triax.games.axo.notation import Mark, MarkOne, PlayCard, Wipe
from triax.games.axo.pieces import FULL, shifts
from triax.games.axo.player import Sheets

COMPLETED = 100
Measure = Callable[[Sheets, str, int], float]
"""What marks on these sections of a card are worth."""


def looks(view: AxoView, state: AxoState, seat: int, moves: Sequence[AxoMove]) -> tuple[list[Glimpse], list[Place]]:
    """The cards of the area lie side by side, two steps apart. A card that is played is seen by what it does for one
    of them; what it does for the others comes on top."""
    area = state.marking[seat].area if state.phase == "mark" else state.seats[seat].area
    places: dict[str, Place] = {sheet.card: (2 * at,) for at, sheet in enumerate(area)}
    return [_look(state, seat, move, places) for move in moves], []


def _look(state: AxoState, seat: int, move: AxoMove, places: dict[str, Place]) -> Glimpse:
    match move:
        case PlayCard(card=card, colour=colour):
            gains = [gain for gain in _best_application(state, seat, card, colour, marked) if gain > 0]
            return Glimpse(max(gains, default=0.0), len(gains))
        case Mark(card=card) | MarkOne(card=card):
            gain = max(0.0, worth(state, seat, move, marked))
            return Glimpse(gain, 1, places.get(card), isinstance(move, Mark) and bool(move.turn))
        case _:
            return Glimpse(max(0.0, worth(state, seat, move, marked)))


def marks(state: AxoState, seat: int, moves: Sequence[AxoMove]) -> list[float]:
    return [worth(state, seat, move, marked) for move in moves]


def fullness(state: AxoState, seat: int, moves: Sequence[AxoMove]) -> list[float]:
    return [worth(state, seat, move) for move in moves]


def filled(area: Sheets, card: str, sections: int) -> float:
    """The fuller a card, the more a mark on it is worth; most of all the last one."""
    before = next(sheet.marks for sheet in area if sheet.card == card)
    after = before | sections
    return after.bit_count() ** 2 - before.bit_count() ** 2 + COMPLETED * (after == FULL)


def marked(area: Sheets, card: str, sections: int) -> float:
    """What a beginner counts: the marks, on whatever card, and that a card is complete."""
    before = next(sheet.marks for sheet in area if sheet.card == card)
    after = before | sections
    return after.bit_count() - before.bit_count() + 9 * (after == FULL)


def worth(state: AxoState, seat: int, move: AxoMove, measure: Measure = filled) -> float:
    """What a move adds to the own cards; a pass is worth nothing."""
    match move:
        case PlayCard(card=card, colour=colour):
            return sum(_best_application(state, seat, card, colour, measure))
        case Mark():
            made = state.marking[seat].marks_of(state.cards, move)
            assert made is not None
            # A tie goes to the move that keeps the pivot.
            return measure(state.marking[seat].area, made.card, made.sections) - 0.5 * bool(move.turn)
        case MarkOne(what="extra", card=card):
            area, left = state.marking[seat].area, state.marking[seat].extra
            missing = next(9 - sheet.marks.bit_count() for sheet in area if sheet.card == card)
            return COMPLETED - missing if missing <= left else -1
        case MarkOne(card=card, x=x, y=y):
            area = state.marking[seat].area if state.phase == "mark" else state.seats[seat].area
            return measure(area, card, 1 << (3 * y + x))
        case Wipe(seat=other, card=card):
            return next(sheet.marks.bit_count() for sheet in state.seats[other].area if sheet.card == card)
        case _:
            return 0


def _best_application(state: AxoState, seat: int, card: str, colour: str, measure: Measure) -> list[float]:
    """For each card of the area, the most that this polyomino and colour can do for it."""
    area = state.seats[seat].area
    return [
        max(
            measure(area, sheet.card, under & state.cards[sheet.card].sections(colour))
            for _, _, under in shifts(state.cards[card].shape)
        )
        for sheet in area
    ]


RULES = PlainRules(AXO, looks, marks, fullness)
