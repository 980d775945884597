"""Scree in play. Read it beside the rules: build, topple or swap; draw; score; end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

from triax.games.changing import with_item
from triax.games.core import Chance, State, game_over
from triax.games.events import Event
from triax.games.facts import Options
from triax.games.standings import Outcome, plain_standings
from triax_scree.events import ScreeDrew, ScreePlayed, ScreeRefilled, ScreeScored
from triax_scree.facts import FACTS, GOALS, HAND, SITES
from triax_scree.notation import ScreeMove
from triax_scree.view import ScreeView


class Cairn(NamedTuple):
    stones: tuple[str, ...] = ()
    owner: int | None = None


@dataclass(frozen=True, repr=False)
class ScreeState(State[ScreeView, ScreeMove]):
    game: ClassVar[str] = FACTS.name
    move_types = (ScreeMove,)

    players: int
    options: Options = field(hash=False)
    turn: int
    hands: tuple[tuple[str, ...], ...]
    bag: tuple[str, ...]
    points: tuple[int, ...]
    cairns: tuple[Cairn, ...] = (Cairn(),) * len(SITES)
    discarded: tuple[str, ...] = ()
    refilled: bool = False

    @property
    def _over(self) -> bool:
        return max(self.points) >= GOALS[self.players] or any(len(hand) < HAND for hand in self.hands)

    @property
    def to_act(self) -> frozenset[int]:
        return frozenset() if self._over else frozenset((self.turn,))

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        return tuple((points,) for points in self.points)

    def rank_key(self, seat: int) -> tuple[int, ...]:
        return self.scores[seat]

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(self.standings(), self.scores) if self._over else None

    def show(self, seat: int | None) -> ScreeView:
        return {
            "game": "scree",
            "players": self.players,
            "options": dict(self.options),
            "seat": seat,
            "to_act": sorted(self.to_act),
            "scores": list(self.points),
            "cairns": [{"stones": list(one.stones), "owner": one.owner} for one in self.cairns],
            "hand": None if seat is None else sorted(self.hands[seat]),
            "hands": [len(hand) for hand in self.hands],
            "bag": len(self.bag),
            "discarded": sorted(self.discarded),
            "refilled": self.refilled,
            "standings": plain_standings(self.outcome),
        }

    # Build, topple or swap.

    def _top(self, site: int | None) -> str | None:
        stones = () if site is None else self.cairns[site - 1].stones
        return stones[-1] if stones else None

    def legal(self, seat: int) -> Sequence[ScreeMove]:
        tried = [ScreeMove(stone, site) for stone in sorted(set(self.hands[seat])) for site in (*SITES, None)]
        return [move for move in tried if self.refusal(seat, move) is None]

    def refusal(self, seat: int, move: ScreeMove) -> str | None:
        if move.stone not in self.hands[seat]:
            return f"you hold {', '.join(sorted(self.hands[seat]))}"
        if move.site not in (*SITES, None):
            return f"the sites are {', '.join(map(str, SITES))}"
        top = self._top(move.site)
        return None if top is None or move.stone <= top else f"a {top} lies on top: expected {top} or lower"

    def foresee(self, seat: int, move: ScreeMove) -> tuple[Event, ...]:
        played = ScreePlayed(seat, move.stone, move.site)
        if move.site is not None and move.stone == self._top(move.site):
            return (played, ScreeScored(seat, move.site, 1))
        return (played,)

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        return "".join(str(event.points) for event in events if isinstance(event, ScreeScored))

    def apply(self, seat: int, move: ScreeMove, chance: Chance) -> tuple[ScreeState, tuple[Event, ...]]:
        hand = list(self.hands[seat])
        hand.remove(move.stone)
        after = replace(self, hands=with_item(self.hands, seat, tuple(hand)))
        if move.site is None:
            after = replace(after, discarded=(*self.discarded, move.stone))
        else:
            cairn = Cairn((*self.cairns[move.site - 1].stones, move.stone), seat)
            after = replace(after, cairns=with_item(self.cairns, move.site - 1, cairn))
        events = list(self.foresee(seat, move))
        for event in events:
            after = after._scored(event) if isinstance(event, ScreeScored) else after
        after = after._draw(seat, chance, events)
        if not after._over:
            after = after._pass_turn(events)
        return after, (*events, *game_over(after))

    # Score, draw.

    def _scored(self, event: ScreeScored) -> ScreeState:
        at = event.site - 1
        return replace(
            self,
            cairns=with_item(self.cairns, at, Cairn()),
            discarded=(*self.discarded, *self.cairns[at].stones),
            points=with_item(self.points, event.seat, self.points[event.seat] + event.points),
        )

    def _draw(self, seat: int, chance: Chance, events: list[Event]) -> ScreeState:
        after = self
        if not self.bag and self.discarded and not self.refilled:
            after = replace(self, bag=chance.shuffle(sorted(self.discarded)), discarded=(), refilled=True)
            events.append(ScreeRefilled(len(after.bag)))
        if not after.bag:
            return after
        stone, *bag = after.bag
        events.append(ScreeDrew(seat, stone))
        return replace(after, hands=with_item(after.hands, seat, (*after.hands[seat], stone)), bag=tuple(bag))

    def _pass_turn(self, events: list[Event]) -> ScreeState:
        """To the next seat, whose cairn has lasted."""
        seat = (self.turn + 1) % self.players
        after = replace(self, turn=seat)
        for site, cairn in zip(SITES, self.cairns, strict=True):
            if cairn.owner == seat:
                events.append(lasted := ScreeScored(seat, site, len(cairn.stones)))
                after = after._scored(lasted)
        return after
