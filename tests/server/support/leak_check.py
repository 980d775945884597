"""Proves from a game's log that nobody was told more than they may know.

Twice over. What was said must be what the rules give this viewer at that position of the replayed game, word for
word. And, without the rules' own views: no piece may be named to anybody from whom it is hidden, as the replayed
hands, stacks, bags and piles have it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from tests.server.support.traffic import Person, RecordedTable, Sent, moves_in
from triax.games import find_game
from triax.games.axio import AxioState
from triax.games.axo import AxoState
from triax.games.core import AnyState
from triax.games.errors import BadNotation, BadRecord
from triax.games.events import plain_for
from triax.games.record import Record, Step
from triax.games.rota import RotaState

Viewer = int | None

PIECES = {
    "rota": r"(?<![\w-])[RGBOP-]{4}(?![\w-])",
    "axio": r"(?<![\w-])(?:RR|RG|RB|RO|RP|GG|GB|GO|GP|BB|BO|BP|OO|OP|PP)(?![\w-])",
    "axo": r"(?<![\w,.@/-])(?:0[1-9]|[1-4][0-9]|5[0-4])(?![\w,.-])",
}
FIELDS = {
    "welcome": {"player", "seats", "table", "chat", "time"},
    "table": {"seats", "table"},
    "state": {"seat", "number", "events", "view", "deadlines"},
    "moves": {"seat", "number", "groups"},
    "accepted": {"id", "seat", "number"},
    "refused": {"code", "message", "id"},
    "preview": {"id", "seat", "number", "events"},
    "hint": {"id", "seat", "number", "ideas"},
    "chat": {"line"},
}
OPTIONAL = {"state": {"takeback"}}
"""Told only where it is so."""


class ReplayedTable:
    """A game as its log has it, position by position."""

    def __init__(self, watched: RecordedTable) -> None:
        self.name = watched.game
        self.game = find_game(watched.game)
        start = next(entry for entry in watched.entries if entry["kind"] == "start")
        self.players = sum(entry["kind"] == "sit" for entry in watched.entries)
        log: list[dict[str, Any]] = []
        for entry in watched.entries:
            if entry["kind"] == "move":
                log.append({"seat": entry["seat"], "move": entry["move"]})
                log += [{"shuffle": order} for order in entry.get("shuffles", ())]
        first = self.game.start(self.players, start["options"], start["setup"])
        self.record = Record(self.game, self.players, start["options"], start["setup"], tuple(log), None)
        self.steps = list(_unchecked(self.record))
        self.states: list[AnyState] = [first, *(step.after for step in self.steps)]
        assert self.states[-1].outcome is not None, "the game is not over"
        self.viewers: list[Viewer] = [None, *range(self.players)]
        self.numbers = {viewer: self._numbers(viewer) for viewer in self.viewers}
        self.view_at = cache(lambda at, viewer: plain(self.states[at].view(viewer)))
        self.offers_at = cache(lambda at, seat: plain(self.states[at].offers(seat)))

    def _numbers(self, viewer: Viewer) -> list[int]:
        """The number of each position for a viewer: what this viewer cannot notice does not count."""
        numbers = [1]
        for before, step in zip(self.states, self.steps, strict=False):
            received = any(event.seen_by(viewer) for event in step.events)
            numbers.append(numbers[-1] + (received or step.after.to_act != before.to_act))
        return numbers

    def reached(self, viewer: Viewer, number: int) -> int:
        """The position at which a viewer's number became this."""
        return self.numbers[viewer].index(number)

    def span(self, viewer: Viewer, number: int) -> list[int]:
        return [at for at, known in enumerate(self.numbers[viewer]) if known == number]

    def pieces(self, value: object) -> Iterator[str]:
        """The names of pieces in anything that was said."""
        for text in texts(value):
            yield from re.findall(PIECES[self.name], text)

    def known(self, viewer: Viewer, first: int, last: int) -> Counter[str]:
        """All that a viewer may have seen from one position to another."""
        seen: Counter[str] = Counter()
        for at in range(first, last + 1):
            seen |= open_to(self.states[at], viewer)
            if at > first:
                seen |= Counter(turned_up(self.steps[at - 1]))
        return seen


def _unchecked(record: Record) -> Iterator[Step]:
    """A replay without a word on the result, which the log of a table does not have."""
    replay = record.replay()
    for _ in record.log:
        try:
            yield next(replay)
        except StopIteration:
            return
        except BadRecord as ended:
            if "result: missing" not in str(ended):
                raise
            return


def open_to(state: AnyState, viewer: Viewer) -> Counter[str]:
    """The pieces that a viewer sees, straight from the position."""
    match state:
        case RotaState():
            laid = [laid.tile for laid in state.display.values()]
            own = [] if viewer is None else [state.hands[viewer] or ""]
            return Counter(filter(None, [*laid, *own]))
        case AxioState():
            return Counter([*(laid.tile for laid in state.tiles), *(() if viewer is None else state.racks[viewer])])
        case AxoState():
            areas = [sheet.card for player in state.seats for sheet in player.area]
            own = [] if viewer is None else list(state.seats[viewer].hand)
            return Counter([*areas, *state.discard, *([state.card] if state.card else []), *own])
    raise AssertionError(state)


def turned_up(step: Step) -> Iterable[str]:
    """What a move shows to all, though nobody can see it before or behind it."""
    match step.before, step.after:
        case AxioState() as before, _ if str(step.move) == "exchange":
            return before.racks[step.seat]
        case AxoState() as before, AxoState() as after:
            named = re.findall(PIECES["axo"], str(step.move)) if before.phase not in {"area", "mark"} else []
            return [*named, *(set(before.simona or ()) - set(after.simona or ()))]
    return ()


def plain(value: object) -> Any:  # noqa: ANN401
    """As it comes out of JSON."""
    return json.loads(json.dumps(value))


def texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield key
                yield from texts(item)
        case list():
            for item in value:
                yield from texts(item)


class LeakCheck:
    def __init__(self, watched: RecordedTable, public: dict[str, str]) -> None:
        self.watched = watched
        self.replayed = ReplayedTable(watched)
        self.public = public
        """What could be asked for before there was a table."""
        self.checked: Counter[str] = Counter()
        try:
            self.replayed.game.parse("?")
        except BadNotation as error:
            self.samples = str(error).partition("expected ")[2]

    def hold(self) -> Counter[str]:
        """Go through all that was said; gives how much of what kind there was."""
        for viewer in self.replayed.viewers:
            for at, (before, after) in enumerate(pairwise(self.replayed.numbers[viewer])):
                if before == after:
                    assert self.replayed.view_at(at, viewer) == self.replayed.view_at(at + 1, viewer)
        for person in self.watched.people:
            self._person(person)
        return self.checked

    def _person(self, person: Person) -> None:
        viewers: tuple[Viewer, ...] = person.seats or (None,)
        pushed: set[tuple[Viewer, int]] = set()
        over = started = False
        for received in person.received:
            if received.by != "socket":
                self._answer(person, viewers, received)
                continue
            message = received.message
            kind = message.pop("type")
            assert message.keys() - OPTIONAL.get(kind, set()) == FIELDS[kind], (kind, message.keys())
            self.checked[kind] += 1
            over = over or (kind == "table" and message["table"]["status"] == "over")
            started = started or kind == "state"
            match kind:
                case "state":
                    self._state(viewers, message)
                    pushed.add((message["seat"], message["number"])) if message["events"] else None
                case "moves":
                    self._moves(viewers, message["seat"], message["number"], message["groups"])
                case "preview":
                    self._preview(viewers, message, received)
                case "hint":
                    self._hint(viewers, message)
                case "chat" | "welcome" | "table":
                    assert not list(self.replayed.pieces(_without_ids(message))), message
                    self._chat(person, [message["line"]] if kind == "chat" else message.get("chat", []), over)
                case "refused":
                    self._refused(viewers, message["message"], received)
                case "accepted":
                    assert message["seat"] in viewers
        # Everything that they may know has come.
        for viewer in viewers:
            for step, (before, number) in zip(
                self.replayed.steps, pairwise(self.replayed.numbers[viewer]), strict=True
            ):
                if number > before and plain_for(step.events, viewer):
                    assert (viewer, number) in pushed, (person.name, viewer, number)

    def _state(self, viewers: tuple[Viewer, ...], message: dict[str, Any]) -> None:
        viewer, number, view, events = message["seat"], message["number"], message["view"], message.get("events", [])
        assert viewer in viewers
        at = self.replayed.reached(viewer, number)
        assert view == self.replayed.view_at(at, viewer)
        if events:
            assert events == plain(plain_for(self.replayed.steps[at - 1].events, viewer))
        # Without the rules' own word for it.
        named, seen = Counter(self.replayed.pieces(view)), open_to(self.replayed.states[at], viewer)
        assert named.keys() <= seen.keys(), (viewer, named - seen)
        assert self.replayed.name == "axo" or named <= seen, (viewer, named - seen)
        hearsay = set(self.replayed.pieces(events)) - self.replayed.known(viewer, max(0, at - 1), at).keys()
        assert not hearsay, (viewer, hearsay)
        self._marks(viewer, at, view, events)

    def _marks(self, viewer: Viewer, at: int, view: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """While all are marking, the others' areas show what was marked before."""
        state = self.replayed.states[at]
        if not isinstance(state, AxoState):
            return
        received = [event for event in events if event["kind"] in {"marked", "area"}]
        received += [
            event for event in events if event["kind"] == "passed" and event["what"] in {"apply", "free", "extra"}
        ]
        assert all(event["seat"] == viewer for event in received)
        if state.phase == "mark":
            for other, player in enumerate(state.seats):
                if other != viewer:
                    bits = ["".join("x" if sheet.marks >> i & 1 else "." for i in range(9)) for sheet in player.area]
                    assert [sheet["marks"] for sheet in view["seats"][other]["area"]] == bits
                    shown = view["seats"][other]
                    assert (shown["extra"], shown["pivots"]) == (player.extra, player.pivots)
                    self.checked["marks of others"] += 1

    def _moves(self, viewers: tuple[Viewer, ...], seat: int, number: int, groups: list[Any]) -> None:
        assert seat in viewers
        span = self.replayed.span(seat, number)
        for at in (span[0], span[-1]):
            assert groups == self.replayed.offers_at(at, seat)
        assert set(self.replayed.pieces(moves_in(groups))) <= open_to(self.replayed.states[span[0]], seat).keys()

    def _preview(self, viewers: tuple[Viewer, ...], message: dict[str, Any], received: Sent) -> None:
        seat, at = message["seat"], self.replayed.reached(message["seat"], message["number"])
        assert seat in viewers
        assert seat == received.asked["seat"]
        foreseen = self.replayed.states[at].preview(seat, self.replayed.game.parse(received.asked["move"]))
        assert message["events"] == plain(plain_for(foreseen, seat))
        assert set(self.replayed.pieces(message["events"])) <= open_to(self.replayed.states[at], seat).keys()

    def _hint(self, viewers: tuple[Viewer, ...], message: dict[str, Any]) -> None:
        assert message["seat"] in viewers
        at = self.replayed.reached(message["seat"], message["number"])
        legal = moves_in(self.replayed.offers_at(at, message["seat"]))
        assert message["ideas"]
        assert {idea["move"] for idea in message["ideas"]} <= set(legal)

    def _refused(self, viewers: tuple[Viewer, ...], words: str, received: Sent) -> None:
        mine = set(self.replayed.pieces(plain(received.asked)))
        said = words.replace(self.samples, "").replace("such as RG@-1,3>N", "")
        # Numbers of states and of legal moves are no cards.
        named = set(self.replayed.pieces(re.sub(r"\b(state|one of) \d+", "", said)))
        if stale := re.search(r"is at state (\d+)", said):
            assert int(stale[1]) in self._numbers(viewers, received)
        assert named <= mine | self._known(viewers, received), (viewers, words)

    def _numbers(self, viewers: tuple[Viewer, ...], received: Sent) -> set[int]:
        return {
            self.replayed.numbers[viewer][at] for viewer in viewers for at in range(received.first, received.last + 1)
        }

    def _known(self, viewers: tuple[Viewer, ...], received: Sent) -> set[str]:
        return {piece for viewer in viewers for piece in self.replayed.known(viewer, received.first, received.last)}

    def _chat(self, person: Person, lines: list[dict[str, Any]], over: bool) -> None:
        """Spectators talk among themselves until the game is over."""
        for line in lines:
            assert line["room"] == "table" or over or not person.seats or line["name"] == person.name
            self.checked[f"chat, {line['room']}"] += 1

    def _answer(self, person: Person, viewers: tuple[Viewer, ...], received: Sent) -> None:
        """What a request was answered with."""
        if received.last == len(self.replayed.steps) or not received.text.startswith(("{", "[")):
            assert received.last == len(self.replayed.steps) or self.watched.table not in received.text
            return
        answer = received.message
        self.checked[received.by.replace(person.table, "{table}").replace(person.browser.id, "{player}")] += 1
        if received.by == f"GET /api/tables/{self.watched.table}":
            for shown in answer.pop("states"):
                self._state(viewers, shown)
                if shown["moves"]:
                    self._moves(viewers, shown["seat"], shown["number"], shown["moves"])
        if received.by == "GET /api/home":
            for own in answer["mine"]:
                self._position(own.pop("view"), received) if own["table"]["id"] == self.watched.table else None
        if received.by.endswith("/hint") and isinstance(answer, list):
            assert {idea["move"] for idea in answer} <= self._legal(received)
            return
        if isinstance(answer, dict) and answer.keys() == {"code", "message"}:
            self._refused(viewers, answer["message"], received)
        else:
            said = set(self.replayed.pieces(_without_ids(answer)))
            assert said <= set(self.replayed.pieces([self.public.get(received.asked["path"], "")])), (received.by, said)

    def _position(self, view: dict[str, Any], received: Sent) -> None:
        """What a spectator sees at one of the positions that there were meanwhile."""
        span = range(received.first, received.last + 1)
        assert view in [self.replayed.view_at(at, None) for at in span]
        assert set(self.replayed.pieces(view)) <= self.replayed.known(None, received.first, received.last).keys()

    def _legal(self, received: Sent) -> set[str]:
        seat = received.asked["body"]["seat"]
        span = range(received.first, received.last + 1)
        return {move for at in span for move in moves_in(self.replayed.offers_at(at, seat))}


def _without_ids(value: object) -> object:
    """Ids are made at random: they may look like anything."""
    match value:
        case dict():
            names = {"id", "player", "host", "rematch", "table"}
            return {k: _without_ids(v) for k, v in value.items() if k not in names or not isinstance(v, str)}
        case list():
            return [_without_ids(item) for item in value]
    return value
