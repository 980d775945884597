"""A position of AXO: what lies before whom, whose decision it is, who sees what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar, Self

from triax.games.axo.facts import FACTS
from triax.games.axo.notation import AxoMove, Cards, Mark, MarkOne, Pass, PlayCard, Swap, Wipe
from triax.games.axo.pieces import AREA, GOAL, Deck
from triax.games.axo.player import Marking, Player, open_sections
from triax.games.axo.view import AxoView, PlayerView, show_area, show_made
from triax.games.changing import changed, with_item
from triax.games.core import State
from triax.games.facts import Options
from triax.games.piles import Pile
from triax.games.standings import Outcome, plain_standings


@dataclass(frozen=True, repr=False)
class AxoPosition(State[AxoView, AxoMove]):
    game: ClassVar[str] = FACTS.name
    move_types = (Cards, PlayCard, Mark, MarkOne, Wipe, Swap, Pass)

    players: int
    options: Options = field(hash=False)
    cards: Deck = field(hash=False)
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

    def decides_unseen(self, seat: int) -> bool:
        return self.phase in {"area", "mark"} and self.players > 1

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
        lost = self.players == 1 and self.seats[0].points < GOAL
        return Outcome(() if lost else self.standings(), self.scores)

    def rank_key(self, seat: int) -> tuple[int, int]:
        player = self.seats[seat]
        return player.points, sum(sheet.marks.bit_count() for sheet in player.area)

    def show(self, seat: int | None) -> AxoView:
        own = self.marking[seat] if self.marking and seat is not None else None
        return {
            "game": "axo",
            "players": self.players,
            "options": dict(self.options),
            "seat": seat,
            "to_act": sorted(self.to_act),
            "phase": self.phase,
            "active": self.active,
            "card": self.card,
            "colour": self.colour,
            "seats": [_show_player(player, own if other == seat else None) for other, player in enumerate(self.seats)],
            "hand": None if seat is None else sorted(self.seats[seat].hand),
            "laid": list(laid) if self.laid and seat is not None and (laid := self.laid[seat]) is not None else None,
            "marking": None if own is None else {"step": own.step, "made": [show_made(made) for made in own.made]},
            "effects": list(self.effects),
            "pile": len(self.pile),
            "discard": sorted(self.discard),
            "simona": None if self.simona is None else len(self.simona),
            "standings": plain_standings(self.outcome),
        }

    @property
    def piles(self) -> tuple[Pile, ...]:
        deck = Pile(("deck",), self.pile, mixed=True)
        return (deck,) if self.simona is None else (deck, Pile(("simona",), self.simona))

    def with_piles(self, orders: Sequence[tuple[str, ...]]) -> Self:
        pile, *simona = orders
        return changed(self, pile=pile, simona=simona[0] if simona else None)

    def with_player(self, seat: int, player: Player, **changes: Any) -> Self:  # noqa: ANN401
        return changed(self, seats=with_item(self.seats, seat, player), **changes)

    def effect_choices(self) -> list[AxoMove]:
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


def _show_player(player: Player, own: Marking | None) -> PlayerView:
    """A player's own marking shows in their area before the others see it."""
    return {
        "area": show_area(player.area if own is None else own.area),
        "hand": len(player.hand),
        "points": player.points,
        "extra": player.extra if own is None else own.extra,
        "earned": player.earned,
        "pivots": player.pivots if own is None else own.pivots,
    }
