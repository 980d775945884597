"""Axio Rota in play. Read it beside the rules page: place, score, AXIO, draw, end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar

from triax.games.changing import changed
from triax.games.core import Chance, Event, LazyMoves, Move, Offers, Outcome, Plain, State, game_over, with_item
from triax.games.rota import display as plane
from triax.games.rota.display import Cell, CornerScore, Display, Laid
from triax.games.rota.notation import Place, placements
from triax.games.rota.offers import offer
from triax.games.rota.pieces import EMPTY, TRACK
from triax.games.rota.view import RotaView, view
from triax.games.tracks import COLOURS, Tracks, gain, raised, reached, standings


@dataclass(frozen=True)
class RotaState(State):
    game: ClassVar[str] = "rota"

    players: int
    options: Plain
    display: Display
    hands: tuple[str | None, ...]
    stacks: tuple[tuple[str, ...], ...]
    supply: tuple[str, ...]
    tracks: tuple[Tracks, ...]
    turn: int
    owed: int = 0
    """Extra turns owed to the seat whose turn it is, after the tile now in hand."""
    extra: bool = False
    """Is the tile in hand one of an extra turn?"""

    @property
    def to_act(self) -> frozenset[int]:
        return frozenset() if self._over else frozenset((self.turn,))

    @cached_property
    def _over(self) -> bool:
        return self.hands[self.turn] is None or any(min(own) == TRACK for own in self.tracks)

    @property
    def scores(self) -> tuple[Tracks, ...]:
        return self.tracks

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(standings(self.tracks), self.tracks) if self._over else None

    def view(self, seat: int | None) -> RotaView:
        return view(self, seat)

    # Place.

    @cached_property
    def _frontier(self) -> list[Cell]:
        return plane.frontier(self.display)

    @cached_property
    def _circles(self) -> dict[Cell, str]:
        return plane.circles(self.display)

    def moves(self, seat: int) -> Sequence[Place]:
        tile = self.hands[seat]
        if seat not in self.to_act or tile is None:
            return ()
        allows = partial(self._allows, seat)
        if EMPTY not in tile:
            return LazyMoves([(partial(_plain_placement, self._frontier), range(4 * len(self._frontier)))], allows)
        blocks = []
        for cell in self._frontier:
            here = placements(*cell, self._named_turns(tile, cell))
            blocks.append((here.__getitem__, range(len(here))))
        return LazyMoves(blocks, allows)

    def offers(self, seat: int) -> list[Offers]:
        tile = self.hands[seat]
        if seat not in self.to_act or tile is None:
            return []
        return [offer(tile, self._frontier, self._circles)]

    def _allows(self, seat: int, move: object) -> bool:
        return isinstance(move, Place) and self.refusal(seat, move) is None

    def _named_turns(self, tile: str, cell: Cell) -> tuple[bool, ...]:
        return plane.named_turns(tile, tuple(point in self._circles for point in plane.corner_points(cell)))

    def refusal(self, seat: int, move: Move) -> str | None:
        tile = self.hands[seat]
        if not isinstance(move, Place) or tile is None:
            return "expected a placement such as 2,-1/3"
        cell = (move.x, move.y)
        if cell in self.display:
            return f"a tile lies on {move.x},{move.y}; expected an empty cell"
        if not plane.is_beside(self.display, cell):
            return f"{move.x},{move.y} shares no side with a tile"
        if move.turn not in range(4):
            return "a tile is turned 0, 1, 2 or 3 quarter turns"
        if self._named_turns(tile, cell)[move.turn]:
            if move.name is None or move.name not in COLOURS:
                return f"name a colour for the empty corner, such as {move.x},{move.y}/{move.turn}=B"
        elif move.name is not None:
            return f"no colour is named here; expected {move.x},{move.y}/{move.turn}"
        return None

    # Score, AXIO, draw.

    def _place(self, seat: int, move: Place) -> tuple[Laid, Tracks, list[Event]]:
        """The tile as it lies, the tracks after scoring it, and the events of both."""
        tile = self.hands[seat]
        assert tile is not None
        laid = Laid(tile, move.turn)
        corners = list(plane.score(self.display, (move.x, move.y), laid, move.name))
        points: Counter[str] = Counter()
        for corner in corners:
            points[corner.colour] += len(corner.sources)
        before = self.tracks[seat]
        after = raised(before, points, TRACK)
        events = [
            Event("placed", {"seat": seat, "tile": tile, "at": [move.x, move.y], "turn": move.turn, "name": move.name}),
            Event("scored", {"seat": seat, "points": dict(points), "tracks": list(after), "corners": _plain(corners)}),
        ]
        if full := reached(before, after, TRACK):
            events.append(Event("axio", {"seat": seat, "colours": full}))
        return laid, after, events

    def foresee(self, seat: int, move: Move) -> tuple[Event, ...]:
        assert isinstance(move, Place)
        return tuple(self._place(seat, move)[2])

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        return gain(events)

    def apply(self, seat: int, move: Move, chance: Chance) -> tuple[RotaState, tuple[Event, ...]]:
        assert isinstance(move, Place)
        laid, tracks, events = self._place(seat, move)
        scored = changed(
            self,
            display={**self.display, (move.x, move.y): laid},
            hands=with_item(self.hands, seat, None),
            tracks=with_item(self.tracks, seat, tracks),
            owed=self.owed + len(reached(self.tracks[seat], tracks, TRACK)),
        )
        after, more = (scored, []) if min(tracks) == TRACK else scored._next_tile(seat)
        # Working them out anew would take most of the time of a move.
        vars(after)["_circles"] = plane.circles_with(self._circles, (move.x, move.y), laid)
        vars(after)["_frontier"] = plane.frontier_with(self._frontier, after.display, (move.x, move.y))
        return after, (*events, *more, *game_over(after))

    def _next_tile(self, seat: int) -> tuple[RotaState, list[Event]]:
        events: list[Event] = []
        if self.owed and self.supply:  # R4: one at a time, each tile seen only now
            tile, *supply = self.supply
            events.append(_drew(seat, "supply", tile))
            taken = with_item(self.hands, seat, tile)
            return changed(self, hands=taken, supply=tuple(supply), owed=self.owed - 1, extra=True), events
        if self.owed:
            events.append(Event("extra_lost", {"seat": seat, "count": self.owed}))
        hands, stacks = self.hands, self.stacks
        if stacks[seat]:
            tile, *stack = stacks[seat]
            events.append(_drew(seat, "stack", tile))
            hands, stacks = with_item(hands, seat, tile), with_item(stacks, seat, tuple(stack))
        following = (seat + 1) % self.players
        return changed(self, hands=hands, stacks=stacks, turn=following, owed=0, extra=False), events


def _plain_placement(cells: list[Cell], number: int) -> Place:
    return Place(*cells[number // 4], number % 4)


def _drew(seat: int, source: str, tile: str) -> Event:
    return Event("drew", {"seat": seat, "from": source}, {"tile": tile}, owner=seat)


def _plain(corners: list[CornerScore]) -> list[dict[str, object]]:
    return [{"corner": c.corner, "colour": c.colour, "sources": [list(s) for s in c.sources]} for c in corners]
