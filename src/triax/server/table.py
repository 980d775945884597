"""A table as its entries make it. Nothing here asks the database or a socket: the same entries give the same table, in
every process that serves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from triax.games import find_game
from triax.games.core import AnyGame, AnyState
from triax.games.events import Event
from triax.games.record import Record, result_of
from triax.server.bot_levels import substitute_for
from triax.server.visibility import Viewer, is_seen

STATUSES = ("open", "playing", "over", "closed")


@dataclass(frozen=True)
class TableMeta:
    """What is settled when a table is opened."""

    id: str
    game: str
    players: int
    options: Mapping[str, Any]
    public: bool
    clock: int | None
    """Seconds that a decision may take; what nobody else hears of before the last of it is one."""
    hints: bool
    host: str
    created: float
    day: str | None = None
    rematch_of: str | None = None


@dataclass(frozen=True)
class LogEntry:
    """Something that happened at a table: one row of its log."""

    number: int
    kind: str
    """sit, start, move, hint, away, back, resign or close."""
    seat: int | None
    data: Mapping[str, Any]
    at: float
    uid: str


@dataclass
class TableSeat:
    player: str | None = None
    bot: str | None = None
    """The level, if the seat is a bot's."""
    kept_for: str | None = None
    """Before a rematch: the player whose seat it is once they come."""
    away: bool = False
    resigned: bool = False

    @property
    def is_open(self) -> bool:
        return self.player is None and self.bot is None


@dataclass(frozen=True)
class OpenDecision:
    """A decision that a seat owes: since which number of its own, and since when."""

    number: int
    since: float
    renewed: bool = False
    """Has its clock begun anew for someone who came back? Once is enough: more would hold the others up for ever."""


@dataclass(frozen=True)
class AppliedMove:
    """A move worked out: where it leads, what it tells, and how the pieces fell."""

    after: AnyState
    events: tuple[Event, ...]
    shuffles: tuple[Sequence[str], ...]


@dataclass(frozen=True)
class Change:
    """What an entry has changed, for those who watch."""

    entry: LogEntry
    events: tuple[Event, ...] = ()
    viewers: frozenset[Viewer] = frozenset()
    """Whose state has a new number."""


class ScriptedChance:
    """Chance as an entry has it."""

    def __init__(self, shuffles: Sequence[Sequence[str]]) -> None:
        self._left = list(shuffles)

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._left.pop(0))


@dataclass
class Table:
    meta: TableMeta
    status: str = "open"
    """open, playing, over or closed."""
    count: int = 0
    """How many entries there are."""
    last_uid: str = ""
    ended: float | None = None
    state: AnyState | None = None
    setup: Mapping[str, Any] = field(default_factory=dict)
    prefix: int | None = None
    """Played on from an analysis: so many moves had been made there. It counts for nothing."""
    log: list[dict[str, Any]] = field(default_factory=list)
    numbers: dict[Viewer, int] = field(default_factory=dict)
    """How many states each viewer has seen. What a viewer hears nothing of does not count for them: even a number
    could tell how far the others are with their marks."""
    decisions: dict[int, OpenDecision] = field(default_factory=dict)
    answers: dict[tuple[int, str], tuple[str, int]] = field(default_factory=dict)
    """By seat and the client's id: the move that was accepted, and the seat's number behind it."""
    resigned: list[int] = field(default_factory=list)
    helped: set[int] = field(default_factory=set)
    """The seats of people for which a bot has played at some time."""
    hinted: set[int] = field(default_factory=set)
    """The seats that took a hint."""
    seats: list[TableSeat] = field(init=False)

    def __post_init__(self) -> None:
        self.seats = [TableSeat() for _ in range(self.meta.players)]

    @cached_property
    def game(self) -> AnyGame:
        return find_game(self.meta.game)

    # Who is who.

    def seats_of(self, player: str) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.seats) if seat.player == player)

    def bot_for(self, seat: int, substitute: str) -> str | None:
        """The level that plays for a seat now, if it is not a person."""
        held = self.seats[seat]
        return held.bot or (substitute_for(self.meta.game, substitute) if held.away or held.resigned else None)

    @property
    def to_act(self) -> frozenset[int]:
        return frozenset() if self.state is None or self.status != "playing" else self.state.to_act

    def deadline(self, seat: int) -> float | None:
        """When the clock of a person who owes a decision runs out."""
        held = self.seats[seat]
        if self.meta.clock is None or seat not in self.to_act or held.bot or held.away or held.resigned:
            return None
        return self.decisions[seat].since + self.meta.clock

    # The outcome, resignations included.

    @property
    def standings(self) -> list[list[int]] | None:
        """Seats, best first; whoever resigned is behind all others, the last to do so first."""
        if self.status != "over" or self.state is None:
            return None
        outcome = self.state.outcome
        places = [list(place) for place in outcome.standings] if outcome else [list(range(self.meta.players))]
        if self.meta.players == 1:
            return [] if self.resigned else places
        stayed = [[seat for seat in place if seat not in self.resigned] for place in places]
        return [place for place in stayed if place] + [[seat] for seat in reversed(self.resigned)]

    def record(self) -> Record:
        assert self.state is not None
        outcome = self.state.outcome
        return Record(
            self.game,
            self.meta.players,
            self.state.options,
            self.setup,
            tuple(self.log),
            None if outcome is None else result_of(outcome),
        )

    # The entries, one by one.

    def apply(self, entry: LogEntry, turn: AppliedMove | None = None) -> Change:
        """Take an entry in; `turn` spares working out a move again."""
        assert entry.number == self.count, "entries come in order"
        change = self._take(entry, turn)
        self.count += 1
        self.last_uid = entry.uid
        return change

    def _take(self, entry: LogEntry, turn: AppliedMove | None) -> Change:
        match entry.kind:
            case "sit":
                data = entry.data
                sat = TableSeat(data.get("player"), data.get("bot"), data.get("kept_for"))
                # In play a bot may take the seat of someone whose data was deleted: they have resigned all the same.
                sat.resigned = self.seats[_seat(entry)].resigned
                self.seats[_seat(entry)] = sat
            case "start":
                return self._start(entry)
            case "move":
                return self._move(entry, turn or self.replay_move(_seat(entry), entry.data))
            case "hint":
                self.hinted.add(_seat(entry))
            case "away":
                self.seats[_seat(entry)].away = True
                self.helped.add(_seat(entry))
            case "back":
                seat = _seat(entry)
                self.seats[seat].away = False
                if (owed := self.decisions.get(seat)) and not owed.renewed:
                    self.decisions[seat] = OpenDecision(owed.number, entry.at, renewed=True)
            case "resign":
                self._resign(entry)
            case "close":
                self._end("closed", entry.at)
        return Change(entry)

    def replay_move(self, seat: int, data: Mapping[str, Any]) -> AppliedMove:
        assert self.state is not None
        shuffles = data.get("shuffles", ())
        after, events = self.state.play(seat, self.game.parse(data["move"]), ScriptedChance(shuffles))
        return AppliedMove(after, events, shuffles)

    def _start(self, entry: LogEntry) -> Change:
        self.setup = entry.data["setup"]
        self.state = self.game.start(self.meta.players, entry.data["options"], self.setup)
        if (before := entry.data.get("moves")) is not None:
            self.prefix = len(before)
            for data in before:
                self._follow(data["seat"], data, self.replay_move(data["seat"], data))
        self.status = "playing"
        viewers: list[Viewer] = [None, *range(self.meta.players)]
        self.numbers = dict.fromkeys(viewers, 1)
        self._open_decisions(entry.at)
        return Change(entry, viewers=frozenset(viewers))

    def _move(self, entry: LogEntry, turn: AppliedMove) -> Change:
        assert self.state is not None
        seat, before = _seat(entry), self.state.to_act
        self._follow(seat, entry.data, turn)
        shown = self.state.to_act != before
        viewers = frozenset(viewer for viewer in self.numbers if shown or is_seen(turn.events, viewer))
        for viewer in viewers:
            self.numbers[viewer] += 1
        if "id" in entry.data:
            self.answers[seat, entry.data["id"]] = (entry.data["move"], self.numbers[seat])
        settled = self.decisions.pop(seat)
        # Where moves are hidden, a clock that starts again would tell the others of one that they cannot see.
        counted = self.game.facts.clock == "move" or None in viewers
        self._open_decisions(entry.at if counted else settled.since)
        if not self.state.to_act:
            self._end("over", entry.at)
        return Change(entry, turn.events, viewers)

    def _follow(self, seat: int, data: Mapping[str, Any], turn: AppliedMove) -> None:
        self.state = turn.after
        self.log.append({"seat": seat, "move": data["move"]})
        self.log += [{"shuffle": list(order)} for order in turn.shuffles]

    def _open_decisions(self, since: float) -> None:
        """A decision that stays open through others' moves stays the same one."""
        assert self.state is not None
        self.decisions = {
            seat: self.decisions.get(seat) or OpenDecision(self.numbers[seat], since) for seat in self.state.to_act
        }

    def _resign(self, entry: LogEntry) -> None:
        """The game goes on between those who stay, as long as there is a person among them."""
        seat = _seat(entry)
        self.seats[seat].resigned = True
        self.helped.add(seat)
        self.resigned.append(seat)
        stayed = [held for held in self.seats if not held.resigned]
        if len(stayed) == 1 or all(held.bot for held in stayed):
            self._end("over", entry.at)

    def _end(self, status: str, at: float) -> None:
        self.status = status
        self.ended = at
        self.decisions = {}


def _seat(entry: LogEntry) -> int:
    assert entry.seat is not None
    return entry.seat
