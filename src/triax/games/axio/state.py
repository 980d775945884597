"""Axio in play. Read it beside the rules page: place, score, pyramids, AXIO, exchange or keep, draw, end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, ClassVar

from triax.games.axio import board as plane
from triax.games.axio.board import EMPTY, Area, Board, Raised, Run, Step, area
from triax.games.axio.notation import DIRECTIONS, EXCHANGE, KEEP, Decide, Place, is_double
from triax.games.axio.offers import offer
from triax.games.axio.pieces import KINDS, RACK, TRACK, Pieces
from triax.games.axio.view import AxioView, view
from triax.games.changing import changed
from triax.games.core import Chance, Event, LazyMoves, Move, Offers, Outcome, Plain, State, game_over, with_item
from triax.games.tracks import Tracks, gain, lowest, raised, reached, standings


@dataclass(frozen=True)
class AxioState(State):
    game: ClassVar[str] = "axio"

    players: int
    options: Plain
    pieces: Pieces
    board: Board
    tiles: tuple[Place, ...]
    """In the order in which they were laid."""
    pyramids: tuple[int, ...]
    """Their spaces; the one that has been longest in its place first."""
    racks: tuple[tuple[str, ...], ...]
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

    @property
    def area(self) -> Area:
        return area(self.players)

    @property
    def top(self) -> int:
        """Where a track ends: solo play has two scoreboards."""
        return 2 * TRACK if self.players == 1 else TRACK

    @property
    def to_act(self) -> frozenset[int]:
        return frozenset() if self.ended else frozenset((self.turn,))

    @property
    def scores(self) -> tuple[Tracks, ...]:
        return self.tracks

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(standings(self.tracks), self.tracks) if self.ended else None

    def view(self, seat: int | None) -> AxioView:
        return view(self, seat)

    # Place.

    def moves(self, seat: int) -> Sequence[Move]:
        if seat not in self.to_act:
            return ()
        if self.deciding:
            return (EXCHANGE, KEEP)
        makers: list[tuple[Callable[[Step], Place], Sequence[Step]]] = [
            (partial(_placement, kind), steps) for kind, steps in self._choices(seat)
        ]
        return LazyMoves(makers, lambda move: isinstance(move, Place) and self.refusal(seat, move) is None)

    def offers(self, seat: int) -> list[Offers]:
        if seat not in self.to_act or self.deciding:
            return super().offers(seat)
        return offer(self.area, self.board, self._choices(seat))

    def _choices(self, seat: int) -> list[tuple[str, list[Step]]]:
        """The kinds of tile on the rack, each with the steps that it may take."""
        kinds = [kind for kind in KINDS if kind in self.racks[seat]]
        return [(kind, self._double_steps if is_double(kind) else self._steps) for kind in kinds]

    @cached_property
    def _steps(self) -> list[Step]:
        """Where the seat whose turn it is may lay a tile."""
        board = self.board
        open_steps = [step for step in self.area.steps if not board[step.start] and not board[step.end]]
        if self.opened[self.turn]:
            return open_steps
        return [step for step in open_steps if self._opens(step.start, step.end)]

    @cached_property
    def _double_steps(self) -> list[Step]:
        return [step for step in self._steps if step.to in "ES"]

    def _opens(self, start: int, end: int) -> bool:
        """The first-tile rule: beside a printed space, and beside none that another tile already touches."""
        touched = [i for half in (start, end) for i in self.area.neighbours[half] if i in self._printed]
        return bool(touched) and not any(i in self._taken for i in touched)

    @cached_property
    def _printed(self) -> frozenset[int]:
        return frozenset(i for x, y in self.pieces.printed if (i := self.area.index(x, y)) is not None)

    @cached_property
    def _taken(self) -> frozenset[int]:
        """The printed spaces that a tile touches."""
        beside = {i: self.area.neighbours[i] for i in self._printed}
        return frozenset(i for i, near in beside.items() if any(self.board[n] and n not in self._printed for n in near))

    def refusal(self, seat: int, move: Move) -> str | None:
        if self.deciding:
            return None if isinstance(move, Decide) else "expected exchange or keep"
        if not isinstance(move, Place):
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
        if not self.opened[seat] and not self._opens(start, end):
            return "a first tile lies beside a printed space that no other tile touches"
        return None

    def _halves(self, move: Place) -> tuple[int | None, int | None]:
        dx, dy = DIRECTIONS[move.to]
        return self.area.index(move.x, move.y), self.area.index(move.x + dx, move.y + dy)

    # Score, pyramids, AXIO.

    def _place(self, seat: int, move: Place) -> tuple[AxioState, list[Event]]:
        """The tile on the board, with its pyramids and points."""
        start, end = self._halves(move)
        assert start is not None
        assert end is not None
        runs = list(plane.runs(self.area, self.board, start, end, move.tile))
        points: Counter[str] = Counter()
        for run in runs:
            points[run.colour] += len(run.spaces)
        board = plane.with_tile(self.board, start, end, move.tile)
        board, pyramids, here = plane.raise_pyramids(self.area, board, self.pyramids, start, end)
        for pyramid in here:
            points.update(plane.symbols_beside(self.area, board, pyramid.space))
        before = self.tracks[seat]
        after = self._raised(before, points)
        full = [] if self.players == 1 else reached(before, after, TRACK)
        placed = changed(
            self,
            board=board,
            tiles=(*self.tiles, move),
            pyramids=pyramids,
            racks=with_item(self.racks, seat, _without(self.racks[seat], move.tile)),
            tracks=with_item(self.tracks, seat, after),
            opened=with_item(self.opened, seat, True),
            owed=max(0, self.owed - 1) + len(full),
        )
        events = [
            Event("placed", {"seat": seat, "tile": move.tile, "at": [move.x, move.y], "to": move.to}),
            *(Event("pyramid", {"seat": seat, **self._plain_pyramid(pyramid)}) for pyramid in here),
            Event("scored", {"seat": seat, "points": dict(points), "tracks": list(after), "runs": _plain_runs(runs)}),
            *([Event("axio", {"seat": seat, "colours": full})] if full else []),
        ]
        return placed, events

    def _plain_pyramid(self, pyramid: Raised) -> dict[str, Any]:
        spaces = self.area.spaces
        return {
            "at": list(spaces[pyramid.space]),
            "from": None if pyramid.taken_from is None else list(spaces[pyramid.taken_from]),
            "sources": [list(spaces[n]) for n in self.area.neighbours[pyramid.space]],
        }

    def _raised(self, before: Tracks, points: Counter[str]) -> Tracks:
        """A4: all points of a placement at once. Solo: a track that is full goes on, from the next placement."""
        if self.players > 1:
            return raised(before, points, TRACK)
        first, second = raised(before, points, TRACK), raised(before, points, 2 * TRACK)
        return tuple(one if old < TRACK else two for old, one, two in zip(before, first, second, strict=True))

    def foresee(self, seat: int, move: Move) -> tuple[Event, ...]:
        return tuple(self._place(seat, move)[1]) if isinstance(move, Place) else ()

    @staticmethod
    def gain(events: Sequence[Event]) -> str:
        return gain(events)

    def apply(self, seat: int, move: Move, chance: Chance) -> tuple[AxioState, tuple[Event, ...]]:
        if isinstance(move, Place):
            after, events = self._place(seat, move)
            if min(after.tracks[seat]) == self.top:  # an immediate win; solo: A8
                after = changed(after, owed=0, ended=True)
                return after, (*events, *game_over(after))
            after, more = after._after_placing(seat)
        else:
            events = [] if move == KEEP else [Event("exchanged", {"seat": seat, "shown": list(self.racks[seat])})]
            after, more = self._exchange(seat, chance) if move == EXCHANGE else self._draw(seat)
        return after, (*events, *more, *game_over(after))

    def _after_placing(self, seat: int) -> tuple[AxioState, list[Event]]:
        if self.owed:
            if self._can_place:
                return self, []
            after, more = changed(self, owed=0)._after_placing(seat)  # A5
            return after, [Event("extra_lost", {"seat": seat, "count": self.owed}), *more]
        if self._exchange_offered(seat):
            return changed(self, deciding=True), []
        return self._draw(seat)

    @property
    def _can_place(self) -> bool:
        return bool(self.racks[self.turn]) and bool(self._steps)

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
        after = changed(self, racks=with_item(self.racks, seat, drawn), bag=bag)
        return after._pass_on([_drew(seat, drawn)])

    def _draw(self, seat: int) -> tuple[AxioState, list[Event]]:
        size = 1 if self.players == 1 else RACK
        count = min(size - len(self.racks[seat]), len(self.bag))  # A7
        drawn = self.bag[:count]
        after = changed(self, racks=with_item(self.racks, seat, self.racks[seat] + drawn), bag=self.bag[count:])
        return after._pass_on([_drew(seat, drawn)] if drawn else [])

    def _pass_on(self, events: list[Event]) -> tuple[AxioState, list[Event]]:
        after = changed(self, turn=(self.turn + 1) % self.players, deciding=False)
        return (after if after._can_place else changed(after, ended=True)), events


def _placement(kind: str, step: Step) -> Place:
    return Place(kind, step.x, step.y, step.to)


def _without(rack: tuple[str, ...], tile: str) -> tuple[str, ...]:
    at = rack.index(tile)
    return rack[:at] + rack[at + 1 :]


def _plain_runs(runs: list[Run]) -> list[dict[str, Any]]:
    return [
        {"half": list(run.half), "to": run.to, "colour": run.colour, "sources": [list(s) for s in run.spaces]}
        for run in runs
    ]


def _drew(seat: int, tiles: tuple[str, ...]) -> Event:
    return Event("drew", {"seat": seat, "count": len(tiles)}, {"tiles": list(tiles)}, owner=seat)


def empty_board(players: int, pieces: Pieces) -> Board:
    return tuple(pieces.printed.get(space, EMPTY) for space in area(players).spaces)
