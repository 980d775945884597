"""A table as its entries make it. Nothing here asks the database or a socket: the same entries give the same table, in
every process that serves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from triax.games import find_game
from triax.games.core import AnyGame, AnyState
from triax.games.events import Event
from triax.games.record import Record, result_of
from triax.games.takeback import MadeDecision, is_heard
from triax.server.bot_levels import substitute_for
from triax.server.takeback import RecentDecisions, TakebackRequest
from triax.server.visibility import Viewer, is_seen

RETURNING = 10.0
"""Seconds that somebody who comes back has at least, of a clock for the whole game."""
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
    club: str | None = None
    """For whose members alone it is."""
    takeback: bool = False
    """May decisions be taken back, by consent, though the game is rated?"""
    increment: int | None = None
    """Given: the clock is for a seat's whole game, and so many seconds are added behind each of its decisions."""
    tournament: str | None = None
    round: int | None = None
    """Of a tournament whose tables of a round share a deal."""
    rated: bool = True

    @property
    def shared_deal(self) -> str | None:
        """The name of a deal that others play, too; none: a deal of its own."""
        if self.day is not None:
            return f"{self.game}/{self.day}"
        return None if self.round is None else f"{self.tournament}/{self.round}"


class LogEntry(Struct, frozen=True):
    """Something that happened at a table: one row of its log."""

    number: int
    kind: str
    """sit, start, move, takeback, hint, away, back, resign or close."""
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
    resting: float | None = None
    """Since when the player is on vacation: their clock stands still."""

    @property
    def is_open(self) -> bool:
        return self.player is None and self.bot is None


class OpenDecision(Struct, frozen=True):
    """A decision that a seat owes: since which number of its own, and since when."""

    number: int
    since: float
    renewed: bool = False
    """Has its clock begun anew for someone who came back? Once is enough: more would hold the others up for ever."""
    by: int | None = None
    """The seat whose move has opened it."""


class AppliedMove(Struct, frozen=True):
    """A move worked out: where it leads, what it tells, and how the pieces fell."""

    after: AnyState
    events: tuple[Event, ...]
    shuffles: tuple[Sequence[str], ...]


class Change(Struct, frozen=True):
    """What an entry has changed, for those who watch."""

    entry: LogEntry
    events: tuple[Event, ...] = ()
    viewers: frozenset[Viewer] = frozenset()
    """Whose state has a new number."""
    taken_back: int | None = None
    """The seat that has taken a decision back."""


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
    late: set[int] = field(default_factory=set)
    """In a tournament: the seats that have lost by their clock."""
    left: dict[int, float] = field(default_factory=dict)
    """With a clock for the whole game, by seat: the seconds left when the decision it owes, or the next, begins."""
    recent: RecentDecisions = field(default_factory=RecentDecisions)
    """What may still be taken back."""
    request: TakebackRequest | None = None
    asked: int = 0
    """How many times it was asked for a takeback."""
    asked_by: dict[int, int] = field(default_factory=dict)
    """The same by seat, since its last decision."""
    taken_by: dict[int, int] = field(default_factory=dict)
    """By seat: how many decisions it has taken back."""
    returns: dict[int, int] = field(default_factory=dict)
    """By seat: how often its player has come back."""
    told_from: tuple[int, dict[Viewer, int]] = (0, {})
    """So many moves stood, and the numbers were these, when a decision was last taken back."""
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
        is_kept = held.bot or held.away or held.resigned or held.resting is not None
        if self.meta.clock is None or seat not in self.to_act or is_kept:
            return None
        return self.decisions[seat].since + self.left.get(seat, self.meta.clock)

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
        if entry.kind in {"sit", "away", "resign", "close"} and self._concerns_request(entry):
            self.request = None
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
            case "takeback":
                return self._takeback(entry)
            case "hint":
                self.hinted.add(_seat(entry))
            case "away":
                self._charge(_seat(entry), entry.at)
                self.seats[_seat(entry)].away = True
                self.helped.add(_seat(entry))
            case "back":
                self._come_back(_seat(entry), entry.at)
            case "rest" | "resume":
                self._rest(entry)
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
        if self.meta.increment is not None and self.meta.clock is not None:
            self.left = dict.fromkeys(range(self.meta.players), float(self.meta.clock))
        self._open_decisions(entry.at)
        return Change(entry, viewers=frozenset(viewers))

    def _move(self, entry: LogEntry, turn: AppliedMove) -> Change:
        assert self.state is not None
        seat, before, at = _seat(entry), self.state, len(self.log)
        self._follow(seat, entry.data, turn)
        self.recent.add(MadeDecision(before, seat, turn.events, turn.after), entry.data, at)
        viewers = frozenset(self.numbers)
        if self.state.to_act == before.to_act:
            viewers = frozenset(viewer for viewer in viewers if is_seen(turn.events, viewer))
        for viewer in viewers:
            self.numbers[viewer] += 1
        self.recent.since[seat] = self.numbers[seat]
        self.asked_by.pop(seat, None)
        if self.request and (self.request.seat == seat or not self.recent.can_take_back(self.request.seat)):
            self.request = None
        if "id" in entry.data:
            self.answers[seat, entry.data["id"]] = (entry.data["move"], self.numbers[seat])
        # Where moves are hidden, a clock that starts again would tell the others of one that they cannot see.
        counted = self.game.facts.clock == "move" or None in viewers
        if self.meta.increment is not None and (counted or seat not in self.state.to_act):
            self._charge(seat, entry.at)
            self.left[seat] += self.meta.increment
            self.recent.earn(seat, self.meta.increment)
        settled = self.decisions.pop(seat)
        self._open_decisions(entry.at if counted else settled.since, seat)
        if not self.state.to_act:
            self._end("over", entry.at)
        return Change(entry, turn.events, viewers)

    def _follow(self, seat: int, data: Mapping[str, Any], turn: AppliedMove) -> None:
        self.state = turn.after
        self.log.append({"seat": seat, "move": data["move"]})
        self.log += [{"shuffle": list(order)} for order in turn.shuffles]

    def _charge(self, seat: int, at: float) -> None:
        """The time that a decision has taken, of a clock for the whole game. What a bot takes is nobody's."""
        held, owed = self.seats[seat], self.decisions.get(seat)
        if self.meta.increment is not None and owed and not (held.bot or held.away or held.resigned):
            self.left[seat] = max(0.0, self.left[seat] - max(0.0, at - owed.since))

    # Taking a decision back.

    def _takeback(self, entry: LogEntry) -> Change:
        seat, change = _seat(entry), Change(entry)
        match entry.data["what"]:
            case "ask":
                self.asked += 1
                self.asked_by[seat] = self.asked_by.get(seat, 0) + 1
                self.request = TakebackRequest(self.asked, seat)
            case "agree":
                assert self.request is not None
                self.request = TakebackRequest(self.request.number, self.request.seat, self.request.agreed | {seat})
            case "done":
                change = self._take_back(entry)
            case _:
                self.request = None
        if "id" in entry.data:
            self.answers[seat, entry.data["id"]] = (entry.data["words"], self.numbers[seat])
        return change

    def _take_back(self, entry: LogEntry) -> Change:
        """The log without the decision; what others have decided since, not knowing of it, stands."""
        seat = _seat(entry)
        # Time that was used stays used; what the decision has earned is gone.
        self._charge(seat, entry.at)
        taken, later = self.recent.take(seat)
        if taken.earned:
            self.left[seat] = max(1.0, self.left[seat] - taken.earned)
        self.state = taken.made.before
        del self.log[taken.at :]
        for one in later:
            before, at, other = self.state, len(self.log), one.made.seat
            turn = self.replay_move(other, one.data)
            self._follow(other, one.data, turn)
            self.recent.put_back(one, MadeDecision(before, other, turn.events, turn.after), at)
        for viewer in self.numbers:
            self.numbers[viewer] += 1
        self.recent.since[seat] = self.numbers[seat]
        self.taken_by[seat] = self.taken_by.get(seat, 0) + 1
        self.asked_by.pop(seat, None)
        self.request = None
        self.told_from = (sum("move" in one for one in self.log), dict(self.numbers))
        # Who had heard of it, and the seat itself, decide anew.
        kept = self.decisions.items()
        self.decisions = {one: owed for one, owed in kept if one != seat and not is_heard(taken.made, one)}
        self._open_decisions(entry.at, seat)
        return Change(entry, viewers=frozenset(self.numbers), taken_back=seat)

    def _concerns_request(self, entry: LogEntry) -> bool:
        return self.request is not None and entry.seat in {None, self.request.seat}

    def _open_decisions(self, since: float, by: int | None = None) -> None:
        """A decision that stays open through others' moves stays the same one."""
        assert self.state is not None
        self.decisions = {
            seat: self.decisions.get(seat) or OpenDecision(self.numbers[seat], since, by=by)
            for seat in self.state.to_act
        }

    def _resign(self, entry: LogEntry) -> None:
        """The game goes on between those who stay, as long as there is a person among them."""
        seat = _seat(entry)
        self.seats[seat].resigned = True
        self.helped.add(seat)
        self.resigned.append(seat)
        if entry.data.get("late"):
            self.late.add(seat)
        stayed = [held for held in self.seats if not held.resigned]
        if len(stayed) == 1 or all(held.bot for held in stayed):
            self._end("over", entry.at)

    def _come_back(self, seat: int, at: float) -> None:
        self.seats[seat].away = False
        self.returns[seat] = self.returns.get(seat, 0) + 1
        if self.meta.increment is not None:
            self.left[seat] = max(self.left[seat], self.meta.increment, RETURNING)
        if (owed := self.decisions.get(seat)) and not owed.renewed:
            self.decisions[seat] = replace(owed, since=at, renewed=True)

    def _rest(self, entry: LogEntry) -> None:
        """A clock stands still, and later goes on where it stood."""
        seat = _seat(entry)
        begun, self.seats[seat].resting = self.seats[seat].resting, entry.at if entry.kind == "rest" else None
        if begun is not None and (owed := self.decisions.get(seat)):
            self.decisions[seat] = replace(owed, since=owed.since + entry.at - max(begun, owed.since))

    def _end(self, status: str, at: float) -> None:
        self.status = status
        self.ended = at
        self.request = None
        self.decisions = {}


def _seat(entry: LogEntry) -> int:
    assert entry.seat is not None
    return entry.seat
