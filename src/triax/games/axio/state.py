"""Axio in play. Read it beside the rules page: place, score, pyramids, AXIO, exchange or keep, draw, end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import compress
from typing import Any, ClassVar

from triax.games.axio import board as plane
from triax.games.axio.board import BARE, Area, Board, FirstTile, Spot, area
from triax.games.axio.events import AxioDrew, AxioPlaced, AxioScored, Exchanged
from triax.games.axio.facts import FACTS, track_top
from triax.games.axio.notation import DIRECTIONS, EXCHANGE, KEEP, AxioMove, AxioPlace, Decide, is_double
from triax.games.axio.offers import Prospects, offer, offer_text
from triax.games.axio.pieces import KINDS, PYRAMIDS, RACK, TRACK, Pieces
from triax.games.axio.view import AxioOwn, AxioView, PlacedView, placed_view
from triax.games.changing import changed, with_item, without_item
from triax.games.core import Chance, Offers, State, game_over
from triax.games.events import Event
from triax.games.facts import Options
from triax.games.moves import LazyMoves
from triax.games.piles import Pile
from triax.games.remembered import remembered
from triax.games.standings import Outcome, plain_standings
from triax.games.tracks import AxioReached, ExtraLost, Tracks, gain, lowest, raised, raised_alone, reached, tally

Racks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, repr=False)
class AxioState(State[AxioView, AxioMove]):
    game: ClassVar[str] = FACTS.name
    move_types = (AxioPlace, Decide)

    players: int
    options: Options = field(hash=False)
    pieces: Pieces = field(hash=False)
    board: Board
    tiles: tuple[AxioPlace, ...]
    """In the order in which they were laid."""
    pyramids: tuple[int, ...]
    """Their spaces; the one that has been longest in its place first."""
    racks: Racks
    bag: tuple[str, ...]
    tracks: tuple[Tracks, ...]
    turn: int
    opened: tuple[bool, ...]
    """Which seats have laid their first tile."""
    owed: int = 0
    """Extra turns owed to the seat whose turn it is, the one now being played included."""
    deciding: bool = False
    """Is the seat to choose between exchange and keep?"""
    ended: bool = False

    @remembered
    def area(self) -> Area:
        return area(self.players)

    @remembered
    def to_act(self) -> frozenset[int]:
        return frozenset() if self.ended else frozenset((self.turn,))

    @property
    def scores(self) -> tuple[Tracks, ...]:
        return self.tracks

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(self.standings(), self.tracks) if self.ended else None

    def rank_key(self, seat: int) -> Tracks:
        return tuple(sorted(self.tracks[seat]))

    def show(self, seat: int | None) -> AxioView:
        view = self._show([placed_view(laid) for laid in self.tiles])
        return view if seat is None else {**view, **self.show_own(seat)}

    @remembered
    def _open_view(self) -> AxioView:
        return self._show(self._placed)

    @remembered
    def _placed(self) -> list[PlacedView]:
        return [placed_view(laid) for laid in self.tiles]

    def _show(self, tiles: list[PlacedView]) -> AxioView:
        spaces = self.area.spaces
        return {
            "game": "axio",
            "players": self.players,
            "options": dict(self.options),
            "seat": None,
            "to_act": sorted(self.to_act),
            "turn": self.turn,
            "phase": "over" if self.ended else "exchange" if self.deciding else "place",
            "owed": self.owed,
            "side": self.area.side,
            "printed": [(x, y, colour) for (x, y), colour in self.pieces.printed.items()],
            "tiles": tiles,
            "pyramids": [list(spaces[i]) for i in self.pyramids],
            "bare": [list(spaces[i]) for i in self._bare],
            "opened": list(self.opened),
            "rack": None,
            "racks": [len(rack) for rack in self.racks],
            "bag": len(self.bag),
            "tracks": [list(own) for own in self.tracks],
            "standings": plain_standings(self.outcome),
        }

    @property
    def _bare(self) -> list[int]:
        # Before all pyramids are on the board none is taken away.
        return [i for i, content in enumerate(self.board) if content == BARE] if len(self.pyramids) == PYRAMIDS else []

    def show_own(self, seat: int) -> AxioOwn:
        return {"seat": seat, "rack": list(self.racks[seat])}

    @property
    def piles(self) -> tuple[Pile, ...]:
        return (Pile(("bag",), self.bag, mixed=True),)

    def with_piles(self, orders: Sequence[tuple[str, ...]]) -> AxioState:
        return changed(self, bag=orders[0])

    # Place.

    def legal(self, seat: int) -> Sequence[AxioMove]:
        if self.deciding:
            return (EXCHANGE, KEEP)
        makers: list[tuple[Callable[[Spot], AxioPlace], Sequence[Spot]]] = [
            (partial(_placement, kind), list(compress(self.area.steps, steps))) for kind, steps in self.choices(seat)
        ]
        return LazyMoves(makers, partial(self._allows, seat))

    def _allows(self, seat: int, move: object) -> bool:
        return isinstance(move, AxioPlace) and self.refusal(seat, move) is None

    def offer(self, seat: int) -> list[Offers]:
        return super().offer(seat) if self.deciding else offer(self.area, self._prospects, self.choices(seat))

    def offer_text(self, seat: int) -> str:
        return super().offer_text(seat) if self.deciding else offer_text(self.area, self._prospects, self.choices(seat))

    @remembered
    def _prospects(self) -> Prospects:
        return Prospects.of(self.area, self.board)

    def choices(self, seat: int) -> list[tuple[str, bytes]]:
        """The kinds of tile on the rack, each with whether it may take the steps of the area."""
        kinds = [kind for kind in KINDS if kind in self.racks[seat]]
        doubles = self.area.eastward(self._steps) if any(map(is_double, kinds)) else b""
        return [(kind, doubles if is_double(kind) else self._steps) for kind in kinds]

    @remembered
    def _steps(self) -> bytes:
        """For each step: may the seat whose turn it is lay a tile there?"""
        if self.opened[self.turn]:
            return self._open_steps
        return self._first_tile.steps(self.area, self._open_steps)

    @remembered
    def _open_steps(self) -> bytes:
        return self.area.open_steps(self.board)

    @remembered
    def _first_tile(self) -> FirstTile:
        return FirstTile.of(self.area, self.board, self.pieces.printed)

    def refusal(self, seat: int, move: AxioMove) -> str | None:
        if self.deciding:
            return None if isinstance(move, Decide) else "expected exchange or keep"
        if not isinstance(move, AxioPlace):
            return "expected a placement such as RG@-1,3>N"
        if move.tile not in self.racks[seat]:
            return f"there is no {move.tile} on the rack"
        if is_double(move.tile) and move.to not in "ES":
            return "a double is written with E or S"
        start, end = self._halves(move)
        if start is None or end is None:
            return "the tile would leave the play area"
        if self.board[start] or self.board[end]:
            x, y = self.area.spaces[start if self.board[start] else end]
            return f"the space {x},{y} is not empty"
        if not self.opened[seat] and not self._first_tile.may_lie(self.area, start, end):
            return "a first tile lies beside a printed space that no other tile touches"
        return None

    def _halves(self, move: AxioPlace) -> tuple[int | None, int | None]:
        dx, dy = DIRECTIONS[move.to]
        return self.area.index(move.x, move.y), self.area.index(move.x + dx, move.y + dy)

    # Score, pyramids, AXIO.

    def _place(self, seat: int, move: AxioPlace) -> tuple[AxioState, list[Event]]:
        """The tile on the board, with its pyramids and points."""
        start, end = self._halves(move)
        assert start is not None
        assert end is not None
        runs = tuple(plane.runs(self.area, self.board, start, end, move.tile))
        board = plane.with_tile(self.board, start, end, move.tile)
        board, pyramids, here = plane.raise_pyramids(self.area, board, self.pyramids, start, end)
        around = [colour for one in here for colour in plane.symbols_beside(self.area, board, one.space)]
        points = tally([*((run.colour, len(run.sources)) for run in runs), *((colour, 1) for colour in around)])
        before = self.tracks[seat]
        after = (raised if self.players > 1 else raised_alone)(before, points, TRACK)  # A4: all points at once
        full = () if self.players == 1 else reached(before, after, TRACK)
        placed = changed(
            self,
            board=board,
            tiles=(*self.tiles, move),
            pyramids=pyramids,
            racks=with_item(self.racks, seat, without_item(self.racks[seat], move.tile)),
            tracks=with_item(self.tracks, seat, after),
            opened=with_item(self.opened, seat, True),
            owed=max(0, self.owed - 1) + len(full),
        )
        # Looking at the whole board anew would take longer than all the rest.
        vars(placed)["_open_steps"] = self.area.without(self._open_steps, [start, end, *(one.space for one in here)])
        events = [
            AxioPlaced(seat, move.tile, (move.x, move.y), move.to),
            *(plane.pyramid_raised(self.area, seat, pyramid) for pyramid in here),
            AxioScored(seat, points, after, runs),
            *([AxioReached(seat, full)] if full else []),
        ]
        return placed, events

    def foresee(self, seat: int, move: AxioMove) -> tuple[Event, ...]:
        return tuple(self._place(seat, move)[1]) if isinstance(move, AxioPlace) else ()

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        return gain(events)

    def apply(self, seat: int, move: AxioMove, chance: Chance) -> tuple[AxioState, tuple[Event, ...]]:
        after, events = self._apply(seat, move, chance)
        if known := vars(self).get("_prospects"):
            laid = self._halves(move) if isinstance(move, AxioPlace) else ()
            vars(after)["_prospects"] = known.after(self.area, after.board, *laid)
        if (placed := vars(self).get("_placed")) is not None:
            vars(after)["_placed"] = [*placed, placed_view(move)] if isinstance(move, AxioPlace) else placed
        return after, events

    def _apply(self, seat: int, move: AxioMove, chance: Chance) -> tuple[AxioState, tuple[Event, ...]]:
        if isinstance(move, AxioPlace):
            after, events = self._place(seat, move)
            if min(after.tracks[seat]) == track_top(self.players):  # an immediate win; solo: A8
                after = changed(after, owed=0, ended=True)
                return after, (*events, *game_over(after))
            after, more = after._after_placing(seat)
        else:
            events = [] if move == KEEP else [Exchanged(seat, self.racks[seat])]
            after, more = self._exchange(seat, chance) if move == EXCHANGE else self._draw(seat)
        return after, (*events, *more, *game_over(after))

    def _after_placing(self, seat: int) -> tuple[AxioState, list[Event]]:
        if self.owed:
            if self.racks[seat] and any(self._steps):
                return self, []
            after, more = self._going_on(owed=0)._after_placing(seat)  # A5
            return after, [ExtraLost(seat, self.owed), *more]
        if self._exchange_offered(seat):
            return self._going_on(deciding=True), []
        return self._draw(seat)

    # Exchange or keep, draw, the next turn.

    def _exchange_offered(self, seat: int) -> bool:
        if self.players == 1 or len(self.bag) < RACK or not self.racks[seat]:  # A6
            return False
        low = lowest(self.tracks[seat])
        return not any(colour in tile for tile in self.racks[seat] for colour in low)

    def _exchange(self, seat: int, chance: Chance) -> tuple[AxioState, list[Event]]:
        drawn, rest = self.bag[:RACK], self.bag[RACK:]
        # Mixed from a sorted bag, so that the outcome hangs on chance alone and not on an order that nobody knows.
        bag = chance.shuffle(sorted(rest + self.racks[seat]))
        return self._pass_on(with_item(self.racks, seat, drawn), bag, [AxioDrew(seat, len(drawn), drawn)])

    def _draw(self, seat: int) -> tuple[AxioState, list[Event]]:
        size = 1 if self.players == 1 else RACK
        count = min(size - len(self.racks[seat]), len(self.bag))  # A7
        drawn = self.bag[:count]
        racks = with_item(self.racks, seat, self.racks[seat] + drawn)
        return self._pass_on(racks, self.bag[count:], [AxioDrew(seat, len(drawn), drawn)] if drawn else [])

    def _pass_on(self, racks: Racks, bag: tuple[str, ...], events: list[Event]) -> tuple[AxioState, list[Event]]:
        after = self._going_on(racks=racks, bag=bag, turn=(self.turn + 1) % self.players, deciding=False)
        return (after if racks[after.turn] and any(after._steps) else changed(after, ended=True)), events

    def _going_on(self, **changes: Any) -> AxioState:  # noqa: ANN401
        """Something else than the board is changed."""
        after = changed(self, **changes)
        vars(after)["_open_steps"] = self._open_steps
        return after


def _placement(kind: str, step: Spot) -> AxioPlace:
    return AxioPlace(kind, step.x, step.y, step.to)
