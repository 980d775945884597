"""AXO in play: which moves are legal and what each does. What follows of itself is in flow.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from triax.games.axo import flow
from triax.games.axo.events import AreaChosen, CardPlayed, Marked, Passed
from triax.games.axo.notation import PASS, AxoMove, Cards, PlayCard
from triax.games.axo.pieces import AREA, COLOURS
from triax.games.axo.position import AxoPosition
from triax.games.changing import changed, with_item
from triax.games.core import Chance, game_over
from triax.games.events import Event


@dataclass(frozen=True, repr=False)
class AxoState(AxoPosition):
    def legal(self, seat: int) -> Sequence[AxoMove]:
        hand = self.seats[seat].hand
        match self.phase:
            case "area":
                return [Cards("area", cards) for cards in combinations(sorted(hand), AREA)]
            case "choose":
                return [PlayCard(card, colour) for card in sorted(hand) for colour in COLOURS]
            case "mark":
                return self.marking[seat].moves(self.cards)
            case "effects":
                return [*self.effect_choices(), PASS]
            case _:
                return [Cards("refill", cards) for cards in combinations(sorted(hand), self.lacks(seat))]

    def refusal(self, seat: int, move: AxoMove) -> str | None:
        legal = self.legal(seat)
        if move in legal:
            return None
        return f"expected one of {len(legal)} moves such as {legal[0]}" + (" or pass" if PASS in legal else "")

    # What a decision does. What follows of itself is in flow.py.

    def foresee(self, seat: int, move: AxoMove) -> tuple[Event, ...]:
        made = self.marking[seat].marks_of(self.cards, move) if self.phase == "mark" else None
        return () if made is None else (Marked(seat, made.what, made.card, made.cells, made.turn),)

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        """The sections marked, row by row from 0 to 8."""
        return "".join(str(3 * y + x) for event in events if isinstance(event, Marked) for x, y in event.sections)

    def apply(self, seat: int, move: AxoMove, chance: Chance) -> tuple[AxoState, tuple[Event, ...]]:
        after, events = self._decide(seat, move, chance)
        settled, more = flow.advance(after, chance)
        return settled, (*events, *more, *game_over(settled))

    def _decide(self, seat: int, move: AxoMove, chance: Chance) -> tuple[AxoState, list[Event]]:
        player = self.seats[seat]
        match self.phase, move:
            case "area", Cards(cards=cards):
                return changed(self, laid=with_item(self.laid, seat, cards)), [AreaChosen(seat, cards)]
            case "choose", PlayCard(card=card, colour=colour):
                hand = tuple(other for other in player.hand if other != card)
                after = self.with_player(seat, changed(player, hand=hand), card=card, colour=colour)
                return flow.open_marking(after), [CardPlayed(seat, card, colour)]
            case "mark", _:
                marking = changed(
                    self, marking=with_item(self.marking, seat, self.marking[seat].after(self.cards, move))
                )
                return marking, list(self.foresee(seat, move)) or [Passed(seat, self.marking[seat].step)]
            case "effects", _:
                return flow.use_effect(self, move, chance)
            case "refill", Cards(cards=cards):
                return flow.fill(self, seat, cards)
        raise AssertionError(f"{move} in phase {self.phase}")
