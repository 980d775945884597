"""AXO in play: whose decision it is, which moves are legal, what each does. What follows of itself is in flow.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from triax.games.axo import flow
from triax.games.axo.notation import PASS, Cards, MarkOne, PlayCard, Swap, Wipe
from triax.games.axo.pieces import AREA, COLOURS, GOAL, Deck
from triax.games.axo.player import Made, Marking, Player, open_sections
from triax.games.axo.view import AxoView, view
from triax.games.changing import changed
from triax.games.core import Chance, Event, Move, Outcome, Plain, State, game_over, rank, with_item


@dataclass(frozen=True)
class AxoState(State):
    game: ClassVar[str] = "axo"

    players: int
    options: Plain
    cards: Deck
    phase: str
    """area, choose, mark, effects, refill or over."""
    seats: tuple[Player, ...]
    active: int | None
    """The seat whose turn it is; None is Simona."""
    pile: tuple[str, ...]
    discard: tuple[str, ...] = ()
    simona: tuple[str, ...] | None = None
    """Her pile, in solo play."""
    card: str | None = None
    """The card in the middle."""
    colour: str | None = None
    laid: tuple[tuple[str, ...] | None, ...] = ()
    """Set-up: the areas chosen so far, which nobody else sees until all have chosen."""
    marking: tuple[Marking, ...] = ()
    effects: tuple[tuple[int, str], ...] = ()
    """Seats and completed cards whose effects wait; the first is being decided."""

    @property
    def to_act(self) -> frozenset[int]:
        match self.phase:
            case "area":
                return frozenset(seat for seat, cards in enumerate(self.laid) if cards is None)
            case "choose":
                assert self.active is not None
                return frozenset((self.active,))
            case "mark":
                return frozenset(seat for seat, marking in enumerate(self.marking) if marking.step != "done")
            case "effects":
                return frozenset((self.effects[0][0],))
            case "refill":
                return frozenset((next(seat for seat in self.clockwise if self.lacks(seat)),))
            case _:
                return frozenset()

    @property
    def clockwise(self) -> list[int]:
        """The seats in turn order, the active one first (Simona's turn: the player)."""
        first = self.active or 0
        return [(first + n) % self.players for n in range(self.players)]

    def lacks(self, seat: int) -> int:
        """How many cards an area lacks that the hand can give."""
        player = self.seats[seat]
        return min(AREA - len(player.area), len(player.hand))

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        return tuple((player.points,) for player in self.seats)

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        if self.players == 1:
            return Outcome(((0,),) if self.seats[0].points >= GOAL else (), self.scores)
        marks = [sum(sheet.marks.bit_count() for sheet in player.area) for player in self.seats]
        return Outcome(rank([(p.points, m) for p, m in zip(self.seats, marks, strict=True)]), self.scores)

    def view(self, seat: int | None) -> AxoView:
        return view(self, seat)

    def with_player(self, seat: int, player: Player, **changes: Any) -> AxoState:  # noqa: ANN401
        return changed(self, seats=with_item(self.seats, seat, player), **changes)

    # Legal moves.

    def moves(self, seat: int) -> Sequence[Move]:
        if seat not in self.to_act:
            return ()
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

    def effect_choices(self) -> list[Move]:
        """What the effect now waiting can do; nothing for one that needs no decision or has no target."""
        seat, card = self.effects[0]
        hand = sorted(self.seats[seat].hand)
        match self.cards[card].effect:
            case "stamp":
                return [MarkOne("stamp", *section) for section in open_sections(self.seats[seat].area)]
            case "wipe":
                return [
                    Wipe(other, sheet.card, section % 3, section // 3)
                    for other, player in enumerate(self.seats)
                    for sheet in sorted(player.area)
                    for section in range(9)
                    if other != seat and not sheet.complete and sheet.marks >> section & 1
                ]
            case "refresh":
                return [Cards("refresh", some) for n in range(1, len(hand) + 1) for some in combinations(hand, n)]
            case "swap":
                unfinished = [sheet.card for sheet in sorted(self.seats[seat].area) if not sheet.complete]
                return [Swap(card, other) for card in unfinished for other in hand]
            case _:
                return []

    def refusal(self, seat: int, move: Move) -> str | None:
        legal = self.moves(seat)
        if move in legal:
            return None
        return f"expected one of {len(legal)} moves such as {legal[0]}" + (" or pass" if PASS in legal else "")

    # What a decision does. What follows of itself is in flow.py.

    def foresee(self, seat: int, move: Move) -> tuple[Event, ...]:
        made = self.marking[seat].marks_of(self.cards, move) if self.phase == "mark" else None
        return () if made is None else (marked_event(seat, made),)

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        """The sections marked, row by row from 0 to 8."""
        marked = [event.public["sections"] for event in events if event.kind == "marked"]
        return "".join(str(3 * y + x) for sections in marked for x, y in sections)

    def apply(self, seat: int, move: Move, chance: Chance) -> tuple[AxoState, tuple[Event, ...]]:
        after, events = self._decide(seat, move, chance)
        settled, more = flow.advance(after, chance)
        return settled, (*events, *more, *game_over(settled))

    def _decide(self, seat: int, move: Move, chance: Chance) -> tuple[AxoState, list[Event]]:
        player = self.seats[seat]
        match self.phase, move:
            case "area", Cards(cards=cards):
                chosen = Event("area", {"seat": seat, "cards": list(cards)}, owner=seat, secret=True)
                return changed(self, laid=with_item(self.laid, seat, cards)), [chosen]
            case "choose", PlayCard(card=card, colour=colour):
                hand = tuple(other for other in player.hand if other != card)
                after = self.with_player(seat, changed(player, hand=hand), card=card, colour=colour)
                return flow.open_marking(after), [Event("played", {"seat": seat, "card": card, "colour": colour})]
            case "mark", _:
                marking = changed(
                    self, marking=with_item(self.marking, seat, self.marking[seat].after(self.cards, move))
                )
                passed = Event("passed", {"seat": seat, "what": self.marking[seat].step}, owner=seat, secret=True)
                return marking, list(self.foresee(seat, move)) or [passed]
            case "effects", _:
                return flow.use_effect(self, move, chance)
            case "refill", Cards(cards=cards):
                return flow.fill(self, seat, cards)
        raise AssertionError(f"{move} in phase {self.phase}")


def marked_event(seat: int, made: Made) -> Event:
    """Told to the one who marks; the others learn it when all are done."""
    return Event("marked", {"seat": seat, **made.plain}, owner=seat, secret=True)
