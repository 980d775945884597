"""What lies before one player of AXO: an area of cards with marks, a hand, points, extra marks and pivots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from triax.games.axo.notation import PASS, AxoMove, Mark, MarkOne
from triax.games.axo.pieces import EXTRA_MARKS, FULL, Deck, Polyomino, shifts, turned, turns
from triax.games.changing import changed


class Sheet(NamedTuple):
    """A card of an area and its marked sections."""

    card: str
    marks: int = 0

    @property
    def complete(self) -> bool:
        return self.marks == FULL


Sheets = tuple[Sheet, ...]


def marked(area: Sheets, card: str, sections: int) -> Sheets:
    return tuple(Sheet(sheet.card, sheet.marks | sections) if sheet.card == card else sheet for sheet in area)


def open_sections(area: Sheets) -> Iterator[tuple[str, int, int]]:
    """Card, x and y of every unmarked section, cards in ascending order."""
    for sheet in sorted(area):
        for section in range(9):
            if not sheet.marks >> section & 1:
                yield sheet.card, section % 3, section // 3


def bit(x: int, y: int) -> int:
    return 1 << (3 * y + x)


@dataclass(frozen=True)
class Player:
    hand: tuple[str, ...]
    area: Sheets = ()
    points: int = 0
    extra: int = 0
    """Extra marks at hand."""
    earned: int = 0
    """Extra marks won in the whole game, spent ones included."""
    pivots: int = 0

    def with_extra_mark(self) -> Player:
        return self if self.earned == EXTRA_MARKS else changed(self, extra=self.extra + 1, earned=self.earned + 1)


class Made(NamedTuple):
    """Sections marked by one decision of this turn."""

    what: str
    card: str
    sections: int
    turn: int = 0

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        return tuple((i % 3, i // 3) for i in range(9) if self.sections >> i & 1)


@dataclass(frozen=True)
class Marking:
    """A player's marking in progress. Nobody else sees it until all are done (X6)."""

    shape: Polyomino
    """As this player sees it."""
    colour: str
    active: bool
    step: str
    """apply, free, extra or done."""
    area: Sheets
    extra: int
    pivots: int
    made: tuple[Made, ...] = ()

    def moves(self, deck: Deck) -> list[AxoMove]:
        match self.step:
            case "apply":
                return [*self._applications(deck), PASS]
            case "free" | "extra":
                return [*(MarkOne(self.step, card, x, y) for card, x, y in open_sections(self.area)), PASS]
            case _:
                return []

    def _applications(self, deck: Deck) -> Iterator[Mark]:
        """Every application that marks something new (X5)."""
        if self.made and not self.active:
            return
        applied = {made.card for made in self.made}
        for sheet in sorted(self.area):
            target = 0 if sheet.card in applied else self._target(deck, sheet)
            if not target:
                continue
            for turn, shape in turns(self.shape) if self.pivots else ((0, self.shape),):
                for x, y, under in shifts(shape):
                    if under & target:
                        yield Mark(sheet.card, x, y, turn)

    def _target(self, deck: Deck, sheet: Sheet) -> int:
        """The sections of the declared colour that are still open."""
        return deck[sheet.card].sections(self.colour) & ~sheet.marks

    def marks_of(self, deck: Deck, move: AxoMove) -> Made | None:
        """What a legal move marks; None for a pass."""
        if isinstance(move, Mark):
            sheet = next(sheet for sheet in self.area if sheet.card == move.card)
            shape = turned(self.shape, move.turn)
            under = next(under for x, y, under in shifts(shape) if (x, y) == (move.x, move.y))
            return Made("mark", move.card, under & self._target(deck, sheet), move.turn)
        return Made(move.what, move.card, bit(move.x, move.y)) if isinstance(move, MarkOne) else None

    def after(self, deck: Deck, move: AxoMove) -> Marking:
        made = self.marks_of(deck, move)
        if made is None:
            return changed(self, step="done" if self.step == "extra" else "extra").settled(deck)
        done = changed(
            self,
            area=marked(self.area, made.card, made.sections),
            made=(*self.made, made),
            pivots=self.pivots - bool(made.turn),
            extra=self.extra - (made.what == "extra"),
            step="extra" if made.what == "free" else self.step,
        )
        return done.settled(deck)

    def settled(self, deck: Deck) -> Marking:
        """Pass over steps in which there is nothing to decide."""
        if self.step == "apply" and next(self._applications(deck), None) is None:
            return changed(self, step="extra").settled(deck)
        if self.step == "free" and next(open_sections(self.area), None) is None:
            return changed(self, step="extra").settled(deck)
        if self.step == "extra" and (not self.extra or next(open_sections(self.area), None) is None):
            return changed(self, step="done")
        return self


def begin_marking(player: Player, deck: Deck, shape: Polyomino, colour: str, *, active: bool) -> Marking:
    reachable = any(deck[sheet.card].sections(colour) & ~sheet.marks for sheet in player.area)
    step = "apply" if reachable else "free"
    return Marking(shape, colour, active, step, player.area, player.extra, player.pivots).settled(deck)
