"""A table as its rules read, in lists and dicts: what the real one, its log and its database are held against.

Every method says what must be answered: the code of a refusal, or nothing where it is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from triax.games import find_game
from triax.games.core import AnyState
from triax.games.errors import BadNotation
from triax.games.events import redact
from triax.server.actions import MoveRequest
from triax.server.table import ScriptedChance

CLOCK = 30


@dataclass
class ModelSeat:
    player: str | None = None
    bot: str | None = None
    away: bool = False
    resigned: bool = False

    @property
    def is_free(self) -> bool:
        return self.player is None and self.bot is None

    @property
    def is_played_by_a_bot(self) -> bool:
        return self.bot is not None or self.away or self.resigned


@dataclass
class Owed:
    """A decision: the seat's number and the time at which it came up."""

    number: int
    since: float
    renewed: bool = False


@dataclass
class TableModel:
    game: str
    seats: list[ModelSeat]
    host: str
    has_clock: bool
    now: float
    status: str = "open"
    state: AnyState | None = None
    entries: list[tuple[str, int | None]] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    accepted: dict[tuple[int, str], tuple[str, int]] = field(default_factory=dict)
    numbers: dict[int | None, int] = field(default_factory=dict)
    owed: dict[int, Owed] = field(default_factory=dict)
    resigned: list[int] = field(default_factory=list)

    # Before the game.

    @property
    def free(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_free]

    def seats_of(self, player: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.player == player]

    def sit(self, player: str, seat: int | None) -> str:
        if self.status != "open":
            return "not_open"
        if seat is None:
            if not self.free:
                return "seat_taken"
            if self.seats_of(player):
                return "not_allowed"
            seat = self.free[0]
        if seat >= len(self.seats):
            return "not_found"
        if seat not in self.free:
            return "seat_taken"
        self._write("sit", seat)
        self.seats[seat].player = player
        self.start_if_full()
        return ""

    def start(self, player: str, fill: str | None) -> str:
        if self.status != "open":
            return "not_open"
        if player != self.host or (self.free and fill is None):
            return "not_allowed"
        for seat in self.free:
            self._write("sit", seat)
            self.seats[seat].bot = fill
        self.start_if_full()
        return ""

    def start_if_full(self) -> None:
        if not self.free:
            self._write("start", None)
            self.status = "playing"

    def deal(self, options: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
        """The game has started, and this is how the pieces lie."""
        self.state = find_game(self.game).start(len(self.seats), options, setup)
        self.numbers = dict.fromkeys([None, *range(len(self.seats))], 1)
        self.owed = {seat: Owed(1, self.now) for seat in self.state.to_act}

    # In play.

    def leave(self, player: str) -> str:
        mine = self.seats_of(player)
        if self.status == "open":
            if not mine:
                return "not_yours"
            for seat in mine:
                self._write("sit", seat)
                self.seats[seat] = ModelSeat()
            if player == self.host and not any(seat.player for seat in self.seats):
                self._write("close", None)
                self._end("closed")
            return ""
        return self._refuse_absence(mine) or self._take_over([seat for seat in mine if not self.seats[seat].resigned])

    def come_back(self, player: str) -> str:
        mine = self.seats_of(player)
        if code := self._refuse_absence(mine):
            return code
        for seat in mine:
            held = self.seats[seat]
            if held.away and not held.resigned:
                self._write("back", seat)
                held.away = False
                if seat in self.owed and not self.owed[seat].renewed:
                    self.owed[seat] = Owed(self.owed[seat].number, self.now, renewed=True)
        return ""

    def _refuse_absence(self, mine: Sequence[int]) -> str:
        if self.status != "playing":
            return "not_playing"
        if not mine:
            return "not_yours"
        return "not_allowed" if all(self.seats[seat].resigned for seat in mine) else ""

    def _take_over(self, seats: Sequence[int]) -> str:
        for seat in seats:
            if not self.seats[seat].away:
                self._write("away", seat)
                self.seats[seat].away = True
        return ""

    def resign(self, player: str, seat: int) -> str:
        if code := self._refuse_owner(player, seat):
            return code
        if self.status != "playing":
            return "not_playing"
        if self.seats[seat].resigned:
            return "not_allowed"
        self._write("resign", seat)
        self.seats[seat].resigned = True
        self.resigned.append(seat)
        stayed = [held for held in self.seats if not held.resigned]
        if len(stayed) == 1 or all(held.bot for held in stayed):
            self._end("over")
        return ""

    def _refuse_owner(self, player: str, seat: int) -> str:
        if seat >= len(self.seats):
            return "not_found"
        return "" if self.seats[seat].player == player else "not_yours"

    def clock(self) -> str:
        return self._take_over(
            [seat for seat in sorted(self.owed) if (self.deadline(seat) or self.now + 1) <= self.now]
        )

    def deadline(self, seat: int) -> float | None:
        timed = self.has_clock and seat in self.owed and not self.seats[seat].is_played_by_a_bot
        return self.owed[seat].since + CLOCK if timed else None

    def close(self, player: str | None) -> str:
        if player is not None:
            among_bots = self.status == "playing" and not any(seat.player for seat in self.seats)
            if self.status != "open" and not among_bots:
                return "not_open"
            if player != self.host:
                return "not_allowed"
        elif self.status in {"over", "closed"}:
            return "not_playing"
        self._write("close", None)
        self._end("closed")
        return ""

    # Moves.

    def refuse(self, player: str | None, request: MoveRequest) -> str:
        """The code with which a move is refused that was not accepted before."""
        if player is None and not self.seats[request.seat].is_played_by_a_bot:
            return "not_allowed"
        if player is not None and (code := self._refuse_owner(player, request.seat)):
            return code
        if player is not None and (request.seat, request.id) in self.accepted:
            return "id_reused"
        if self.status != "playing" or self.state is None:
            return "not_playing"
        if player is not None and self.seats[request.seat].is_played_by_a_bot:
            return "not_allowed"
        reached = self.numbers[request.seat]
        since = self.owed[request.seat].number if request.seat in self.owed else reached
        if request.number is not None and not since <= request.number <= reached:
            return "stale"
        try:
            move = find_game(self.game).parse(request.move)
        except BadNotation:
            return "bad_notation"
        if request.seat not in self.state.to_act:
            return "wrong_seat"
        return "" if move in self.state.moves(request.seat) else "illegal_move"

    def move(self, request: MoveRequest, shuffles: Sequence[Sequence[str]]) -> int:
        """A move that is not refused, with the shuffles behind it; gives the seat's number then."""
        assert self.state is not None
        seat, before = request.seat, self.state
        self._write("move", seat)
        self.moves.append((seat, request.move))
        self.state, events = before.play(seat, find_game(self.game).parse(request.move), ScriptedChance(shuffles))
        received = [viewer for viewer in self.numbers if self.state.to_act != before.to_act or redact(events, viewer)]
        for viewer in received:
            self.numbers[viewer] += 1
        settled = self.owed.pop(seat)
        since = self.now if None in received else settled.since
        self.owed = {at: self.owed.get(at, Owed(self.numbers[at], since)) for at in self.state.to_act}
        if request.id is not None:
            self.accepted[seat, request.id] = (request.move, self.numbers[seat])
        if not self.state.to_act:
            self._end("over")
        return self.numbers[seat]

    @property
    def standings(self) -> list[list[int]] | None:
        """By the rules, and whoever resigned behind all others, the first to do so last."""
        if self.status != "over" or self.state is None:
            return None
        outcome = self.state.outcome
        places = outcome.standings if outcome else [range(len(self.seats))]
        if len(self.seats) == 1:
            return [] if self.resigned else [list(place) for place in places]
        stayed = [[seat for seat in place if seat not in self.resigned] for place in places]
        return [*filter(None, stayed), *([seat] for seat in self.resigned[::-1])]

    def _write(self, kind: str, seat: int | None) -> None:
        self.entries.append((kind, seat))

    def _end(self, status: str) -> None:
        self.status = status
        self.owed = {}
