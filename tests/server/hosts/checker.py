"""Was a table a list that is appended to? From what people say, and what the database holds in the end.

It knows nothing of the server, nor of the games: it compares what was sent, answered and shown with the lists.

History, an event each: `opened`, `joined` (table, who), `sent` (table, seat, id, move), `accepted` (id, number),
`refused` (id, code), `saw` (line, viewer, number, view), `over` (table, standings).
Lists: by table `players`, `status`, `entries` ([kind, seat, data] with their numbers), `results` ([seat, place]).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Event = Mapping[str, Any]
Name = tuple[str, int, str]
"""Table, seat and the id that a person gave to a move."""

IN_DOUBT = frozenset({"unavailable"})
"""Refusals behind which a move may stand all the same; whoever got one asks again."""
OWN = frozenset({"start"})
"""What the server writes by itself."""


@dataclass(frozen=True)
class Stored:
    number: int
    kind: str
    seat: int | None
    data: Mapping[str, Any]
    uid: str


@dataclass(frozen=True)
class StoredList:
    players: int
    status: str
    entries: Sequence[Stored]
    results: Sequence[tuple[int, int]]
    """Seat and place."""

    def moves(self) -> Iterator[Stored]:
        return (entry for entry in self.entries if entry.kind == "move")


@dataclass
class Asked:
    """A move that somebody asked for, with all that was answered."""

    move: str
    first: float
    accepted: tuple[float, int] | None = None
    """When it was first heard to be accepted, and as which number."""
    refused: str | None = None


class Checker:
    def __init__(self, history: Sequence[Event], lists: Mapping[str, StoredList]) -> None:
        self.history = history
        self.lists = lists
        self.faults: list[str] = []
        self.asked: dict[Name, Asked] = {}
        self.people: defaultdict[str, set[str]] = defaultdict(set)
        """By table: who asked for a seat."""

    def check(self) -> list[str]:
        """All that is wrong, in words."""
        self._gather()
        for table, found in self.lists.items():
            self._whole(table, found)
            self._nothing_invented(table, found)
            self._results(table, found)
        self._nothing_lost()
        self._in_order()
        self._one_truth()
        return self.faults

    def _say(self, fault: str) -> None:
        self.faults.append(fault)

    def _gather(self) -> None:
        for event in self.history:
            table = event.get("table", "")
            match event["kind"]:
                case "opened" | "joined":
                    self.people[table].add(event["who"])
                case "sent":
                    name = (table, event["seat"], event["id"])
                    known = self.asked.setdefault(name, Asked(event["move"], event["t"]))
                    if known.move != event["move"]:
                        self._say(f"{name}: sent as two different moves")
                case "accepted":
                    self._heard_accepted((table, event["seat"], event["id"]), event)
                case "refused" if event["code"] not in IN_DOUBT:
                    asked = self.asked[table, event["seat"], event["id"]]
                    asked.refused = event["code"]

    def _heard_accepted(self, name: Name, event: Event) -> None:
        asked = self.asked.get(name)
        if asked is None:
            self._say(f"{name}: accepted, and nobody sent it")
        elif asked.accepted is None:
            asked.accepted = (event["t"], event["number"])
        elif asked.accepted[1] != event["number"]:
            self._say(f"{name}: accepted as {asked.accepted[1]} and as {event['number']}")

    def _whole(self, table: str, found: StoredList) -> None:
        if [entry.number for entry in found.entries] != list(range(len(found.entries))):
            self._say(f"{table}: the list has a gap, or a number twice")
        if len({entry.uid for entry in found.entries}) < len(found.entries):
            self._say(f"{table}: an entry stands there twice")
        if sum(entry.kind == "start" for entry in found.entries) > 1:
            self._say(f"{table}: started twice")

    def _nothing_invented(self, table: str, found: StoredList) -> None:
        sitting: dict[int, Mapping[str, Any]] = {}
        seen: set[Name] = set()
        for entry in found.entries:
            where = f"{table}/{entry.number}"
            if entry.kind == "sit":
                assert entry.seat is not None
                sitting[entry.seat] = entry.data
                who = entry.data.get("player")
                if who is not None and self.people[table] and who not in self.people[table]:
                    self._say(f"{where}: {who} sits there and never asked to")
            elif entry.kind == "move":
                assert entry.seat is not None
                if "id" not in entry.data:
                    if not sitting.get(entry.seat, {}).get("bot"):
                        self._say(f"{where}: a move that nobody sent, at the seat of a person")
                    continue
                name = (table, entry.seat, entry.data["id"])
                if name in seen:
                    self._say(f"{where}: {name} is played twice")
                seen.add(name)
                asked = self.asked.get(name)
                if asked is None or asked.move != entry.data["move"]:
                    self._say(f"{where}: a move that nobody sent: {name}")
                elif asked.refused:
                    self._say(f"{where}: {name} was refused ({asked.refused}), and is played")
            elif entry.kind not in OWN:
                self._say(f"{where}: nobody asked for '{entry.kind}'")

    def _places(self) -> dict[Name, int]:
        return {
            (table, entry.seat, entry.data["id"]): entry.number
            for table, found in self.lists.items()
            for entry in found.moves()
            if entry.seat is not None and "id" in entry.data
        }

    def _nothing_lost(self) -> None:
        places = self._places()
        for name, asked in self.asked.items():
            if asked.accepted and name not in places:
                self._say(f"{name}: accepted as {asked.accepted[1]}, and lost")
        for table in self.people.keys() - self.lists.keys():
            self._say(f"{table}: opened, and lost")

    def _in_order(self) -> None:
        """By what each seat was told, and by the clock: what was answered before another was sent comes first."""
        places = self._places()
        by_table: defaultdict[str, list[tuple[int, Name, Asked]]] = defaultdict(list)
        for name, asked in self.asked.items():
            if name in places:
                by_table[name[0]].append((places[name], name, asked))
        for table, moves in by_table.items():
            moves.sort(key=lambda one: one[0])
            told: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
            earliest = float("inf")
            for place, name, asked in reversed(moves):
                # Somebody behind it in the list had an answer before this one was ever sent.
                if earliest < asked.first:
                    self._say(f"{name}: stands before what was answered before it was sent")
                if asked.accepted:
                    earliest = min(earliest, asked.accepted[0])
                    told[name[1]].append((place, asked.accepted[1]))
            played = [entry.number for entry in self.lists[table].moves()]
            for seat, numbers in told.items():
                self._numbers(f"{table}, seat {seat}", sorted(numbers), played)

    def _numbers(self, where: str, told: Sequence[tuple[int, int]], played: Sequence[int]) -> None:
        """A seat's number grows with every move of its own, and never faster than the list."""
        counted = {place: count for count, place in enumerate(played, 1)}
        for (place, number), (later, higher) in pairwise([(-1, 1), *told]):
            if not number < higher <= number + counted[later] - counted.get(place, 0):
                self._say(f"{where}: the move at {later} was told to be {higher}, behind {number} at {place}")

    def _one_truth(self) -> None:
        """All that anyone was shown under a number is the same, and no line ever goes back."""
        shown: dict[tuple[str, object, int], str] = {}
        last: dict[tuple[str, object, object], int] = {}
        standings: dict[str, object] = {}
        for event in self.history:
            if event["kind"] == "saw":
                table, viewer, number = event["table"], event["viewer"], event["number"]
                if shown.setdefault((table, viewer, number), event["view"]) != event["view"]:
                    self._say(f"{table}, seat {viewer}: two different states were shown as {number}")
                line = (table, event["line"], viewer)
                if number < last.get(line, 0):
                    self._say(f"{table}, seat {viewer}: {number} was shown behind {last[line]}")
                last[line] = number
            elif (
                event["kind"] == "over"
                and standings.setdefault(event["table"], event["standings"]) != event["standings"]
            ):
                self._say(f"{event['table']}: two different standings were shown")

    def _results(self, table: str, found: StoredList) -> None:
        """One result a game that is over, and none for others."""
        held = {entry.seat: "player" in entry.data for entry in found.entries if entry.kind == "sit"}
        people = sorted(seat for seat, is_person in held.items() if is_person and seat is not None)
        seats = sorted(seat for seat, _ in found.results)
        if seats != (people if found.status == "over" else []):
            self._say(f"{table} ({found.status}): results for seats {seats}, people at {people}")
        ended = [event["standings"] for event in self.history if event["kind"] == "over" and event["table"] == table]
        if ended and found.status != "over":
            self._say(f"{table}: was over, and is {found.status}")
        best = [seat for seat, place in found.results if place == 1]
        if ended and ended[0] and sorted(set(ended[0][0]) & set(people)) != sorted(best):
            self._say(f"{table}: {ended[0][0]} were shown to be first, and {best} are")


def wrong_ratings(rated: Mapping[tuple[str, ...], int], kept: Mapping[tuple[str, ...], int]) -> list[str]:
    """A rating has changed once a rated game: by player and game, how many there are and how many were counted."""
    return [
        f"{one}: {rated.get(one, 0)} rated games, {kept.get(one, 0)} counted"
        for one in sorted(rated.keys() | kept.keys())
        if rated.get(one, 0) != kept.get(one, 0)
    ]
