"""AXO by simple rules, for the gentler bots: fill the fullest cards and spare little thought for others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from triax.bots.rules import RuleBot
from triax.games.axo import AXO, AxoMove, AxoState
from triax.games.axo.notation import Mark, MarkOne, PlayCard, Wipe
from triax.games.axo.pieces import FULL, shifts
from triax.games.axo.player import Sheets

COMPLETED = 100


def half_attentive(state: AxoState, seat: int, moves: Sequence[AxoMove], rng: Random) -> AxoMove:
    """A beginner's choice: looks at half of the moves."""
    return fullest_cards(state, seat, [move for move in moves if rng.random() < 0.5] or moves, rng)


def fullest_cards(state: AxoState, seat: int, moves: Sequence[AxoMove], rng: Random) -> AxoMove:
    values = [worth(state, seat, move) for move in moves]
    most = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == most])


def worth(state: AxoState, seat: int, move: AxoMove) -> float:
    """What a move adds to the fullness of the own cards; a pass is worth nothing."""
    match move:
        case PlayCard(card=card, colour=colour):
            return sum(_best_application(state, seat, card, colour))
        case Mark():
            made = state.marking[seat].marks_of(state.cards, move)
            assert made is not None
            # A tie goes to the move that keeps the pivot.
            return filled(state.marking[seat].area, made.card, made.sections) - 0.5 * bool(move.turn)
        case MarkOne(what="extra", card=card):
            area, left = state.marking[seat].area, state.marking[seat].extra
            missing = next(9 - sheet.marks.bit_count() for sheet in area if sheet.card == card)
            return COMPLETED - missing if missing <= left else -1
        case MarkOne(card=card, x=x, y=y):
            area = state.marking[seat].area if state.phase == "mark" else state.seats[seat].area
            return filled(area, card, 1 << (3 * y + x))
        case Wipe(seat=other, card=card):
            return next(sheet.marks.bit_count() for sheet in state.seats[other].area if sheet.card == card)
        case _:
            return 0


def filled(area: Sheets, card: str, sections: int) -> float:
    """The fuller a card, the more a mark on it is worth; most of all the last one."""
    before = next(sheet.marks for sheet in area if sheet.card == card)
    after = before | sections
    return after.bit_count() ** 2 - before.bit_count() ** 2 + COMPLETED * (after == FULL)


def _best_application(state: AxoState, seat: int, card: str, colour: str) -> list[float]:
    """For each card of the area, the most that this polyomino and colour can do for it."""
    area = state.seats[seat].area
    return [
        max(
            filled(area, sheet.card, under & state.cards[sheet.card].sections(colour))
            for _, _, under in shifts(state.cards[card].shape)
        )
        for sheet in area
    ]


NOVICE = RuleBot(AXO, half_attentive)
APPRENTICE = RuleBot(AXO, fullest_cards)
