"""Axio Rota in play. Read it beside the rules page: place, score, AXIO, draw, end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from triax.games.changing import changed, with_item
from triax.games.core import Chance, Offers, State, game_over
from triax.games.events import Event
from triax.games.facts import Options
from triax.games.moves import LazyMoves
from triax.games.piles import Pile
from triax.games.remembered import remembered
from triax.games.rota import display as plane
from triax.games.rota.display import Cell, Circles, Display, Laid
from triax.games.rota.events import RotaDrew, RotaPlaced, RotaScored
from triax.games.rota.facts import FACTS
from triax.games.rota.notation import RotaPlace, placements
from triax.games.rota.offers import offer, offer_text
from triax.games.rota.pieces import EMPTY, TRACK
from triax.games.rota.view import LaidView, RotaOwn, RotaView, laid_view
from triax.games.standings import Outcome, plain_standings
from triax.games.tracks import COLOURS, AxioReached, ExtraLost, Tracks, gain, raised, reached, tally


@dataclass(frozen=True, repr=False)
class RotaState(State[RotaView, RotaPlace]):
    game: ClassVar[str] = FACTS.name
    move_types = (RotaPlace,)

    players: int
    options: Options = field(hash=False)
    display: Display = field(hash=False)
    hands: tuple[str | None, ...]
    stacks: tuple[tuple[str, ...], ...]
    supply: tuple[str, ...]
    tracks: tuple[Tracks, ...]
    turn: int
    owed: int = 0
    """Extra turns owed to the seat whose turn it is, after the tile now in hand."""
    extra: bool = False
    """Is the tile in hand one of an extra turn?"""

    @remembered
    def to_act(self) -> frozenset[int]:
        return frozenset() if self._over else frozenset((self.turn,))

    @remembered
    def _over(self) -> bool:
        return self.hands[self.turn] is None or TRACK in map(min, self.tracks)

    @property
    def scores(self) -> tuple[Tracks, ...]:
        return self.tracks

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(self.standings(), self.tracks) if self._over else None

    def rank_key(self, seat: int) -> Tracks:
        return tuple(sorted(self.tracks[seat]))

    def show(self, seat: int | None) -> RotaView:
        view = self._show([laid_view(cell, laid) for cell, laid in self.display.items()])
        return view if seat is None else {**view, **self.show_own(seat)}

    @remembered
    def _open_view(self) -> RotaView:
        return self._show(self._laid)

    @remembered
    def _laid(self) -> list[LaidView]:
        return [laid_view(cell, laid) for cell, laid in self.display.items()]

    def _show(self, display: list[LaidView]) -> RotaView:
        return {
            "game": "rota",
            "players": self.players,
            "options": dict(self.options),
            "seat": None,
            "to_act": sorted(self.to_act),
            "turn": self.turn,
            "extra": self.extra,
            "owed": self.owed,
            "display": display,
            "hand": None,
            "hands": [0 if hand is None else 1 for hand in self.hands],
            "stacks": [len(stack) for stack in self.stacks],
            "supply": len(self.supply),
            "tracks": [list(own) for own in self.tracks],
            "standings": plain_standings(self.outcome),
        }

    def show_own(self, seat: int) -> RotaOwn:
        return {"seat": seat, "hand": self.hands[seat]}

    @property
    def piles(self) -> tuple[Pile, ...]:
        stacks = (Pile(("stacks", seat), stack) for seat, stack in enumerate(self.stacks))
        return (*stacks, Pile(("supply",), self.supply))

    def with_piles(self, orders: Sequence[tuple[str, ...]]) -> RotaState:
        *stacks, supply = orders
        return changed(self, stacks=tuple(stacks), supply=supply)

    # Place.

    @remembered
    def _frontier(self) -> list[Cell]:
        return plane.frontier(self.display)

    @remembered
    def _circles(self) -> Circles:
        return plane.circles(self.display)

    def legal(self, seat: int) -> Sequence[RotaPlace]:
        tile = self._tile(seat)
        allows = partial(self._allows, seat)
        if EMPTY not in tile:
            return LazyMoves([(partial(_plain_placement, self._frontier), range(4 * len(self._frontier)))], allows)
        blocks = []
        for cell, named in self.choices(seat):
            here = placements(*cell, named)
            blocks.append((here.__getitem__, range(len(here))))
        return LazyMoves(blocks, allows)

    def choices(self, seat: int) -> list[tuple[Cell, tuple[bool, ...]]]:
        """The cells on which the tile in hand may be laid, each with whether a colour is named at each turn."""
        tile = self._tile(seat)
        return [(cell, self._named_turns(tile, cell)) for cell in self._frontier]

    def offer(self, seat: int) -> list[Offers]:
        return offer(self._tile(seat), self._frontier, self._circles)

    def offer_text(self, seat: int) -> str:
        return offer_text(self._tile(seat), self._frontier, self._circles)

    def _tile(self, seat: int) -> str:
        """In hand: whoever owes a placement holds one."""
        tile = self.hands[seat]
        assert tile is not None
        return tile

    def _allows(self, seat: int, move: object) -> bool:
        return isinstance(move, RotaPlace) and self.refusal(seat, move) is None

    def _named_turns(self, tile: str, cell: Cell) -> tuple[bool, ...]:
        if EMPTY not in tile:
            return plane.NO_NAMES
        return plane.named_turns(tile, tuple([point in self._circles for point in plane.corner_points(cell)]))

    def refusal(self, seat: int, move: RotaPlace) -> str | None:
        cell = (move.x, move.y)
        if cell in self.display:
            return f"a tile lies on {move.x},{move.y}; expected an empty cell"
        if not plane.is_beside(self.display, cell):
            return f"{move.x},{move.y} shares no side with a tile"
        if move.turn not in range(4):
            return "a tile is turned 0, 1, 2 or 3 quarter turns"
        if self._named_turns(self._tile(seat), cell)[move.turn]:
            if move.name is None or move.name not in COLOURS:
                return f"name a colour for the empty corner, such as {move.x},{move.y}/{move.turn}=B"
        elif move.name is not None:
            return f"no colour is named here; expected {move.x},{move.y}/{move.turn}"
        return None

    # Score, AXIO, draw.

    def _place(self, seat: int, move: RotaPlace) -> tuple[Laid, Tracks, tuple[str, ...], list[Event]]:
        """The tile as it lies, the tracks after scoring it, those that are full now, and the events of it all."""
        laid = Laid(self._tile(seat), move.turn)
        corners = tuple(plane.score(self.display, self._circles, (move.x, move.y), laid, move.name))
        points = tally([(corner.colour, len(corner.sources)) for corner in corners])
        before = self.tracks[seat]
        after = raised(before, points, TRACK)
        events: list[Event] = [
            RotaPlaced(seat, laid.tile, (move.x, move.y), move.turn, move.name),
            RotaScored(seat, points, after, corners),
        ]
        if full := reached(before, after, TRACK):
            events.append(AxioReached(seat, full))
        return laid, after, full, events

    def foresee(self, seat: int, move: RotaPlace) -> tuple[Event, ...]:
        return tuple(self._place(seat, move)[3])

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        return gain(events)

    def apply(self, seat: int, move: RotaPlace, chance: Chance) -> tuple[RotaState, tuple[Event, ...]]:
        laid, tracks, full, events = self._place(seat, move)
        scored = changed(
            self,
            display={**self.display, (move.x, move.y): laid},
            hands=with_item(self.hands, seat, None),
            tracks=with_item(self.tracks, seat, tracks),
            owed=self.owed + len(full),
        )
        after, more = (scored, []) if min(tracks) == TRACK else scored._next_tile(seat)
        # Working them out anew would take most of the time of a move.
        vars(after)["_circles"] = plane.circles_with(self._circles, (move.x, move.y), laid)
        vars(after)["_frontier"] = plane.frontier_with(self._frontier, after.display, (move.x, move.y))
        if known := vars(self).get("_laid"):
            vars(after)["_laid"] = [*known, laid_view((move.x, move.y), laid)]
        return after, (*events, *more, *game_over(after))

    def _next_tile(self, seat: int) -> tuple[RotaState, list[Event]]:
        events: list[Event] = []
        if self.owed and self.supply:  # R4: one at a time, each tile seen only now
            tile, *supply = self.supply
            events.append(RotaDrew(seat, "supply", tile))
            taken = with_item(self.hands, seat, tile)
            return changed(self, hands=taken, supply=tuple(supply), owed=self.owed - 1, extra=True), events
        if self.owed:
            events.append(ExtraLost(seat, self.owed))
        hands, stacks = self.hands, self.stacks
        if stacks[seat]:
            tile, *stack = stacks[seat]
            events.append(RotaDrew(seat, "stack", tile))
            hands, stacks = with_item(hands, seat, tile), with_item(stacks, seat, tuple(stack))
        following = (seat + 1) % self.players
        return changed(self, hands=hands, stacks=stacks, turn=following, owed=0, extra=False), events


def _plain_placement(cells: list[Cell], number: int) -> RotaPlace:
    return RotaPlace(*cells[number // 4], number % 4)
