"""The record: one game, whole, as one JSON object. Read strictly, replay, write."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from triax.games import check, find_game
from triax.games.core import AnyGame, AnyState, Chance, Move, Plain
from triax.games.errors import BadData, BadRecord, TriaxError
from triax.games.events import Event
from triax.games.standings import Outcome

FORMAT = "triax-record/1"


@dataclass(frozen=True)
class Step:
    """A move of a record, the states before and after it and the events between."""

    number: int
    seat: int
    move: Move
    before: AnyState
    after: AnyState
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Record:
    """Well-formed, but not yet known to replay. A game that is not over has no result."""

    game: AnyGame
    players: int
    options: Plain
    setup: Plain
    log: tuple[Plain, ...]
    result: Plain | None

    def to_json(self) -> str:
        whole = {
            "format": FORMAT,
            "game": self.game.name,
            "players": self.players,
            "options": self.options,
            "setup": self.setup,
            "log": self.log,
        }
        return json.dumps(whole if self.result is None else {**whole, "result": self.result}, ensure_ascii=False)

    def start(self) -> AnyState:
        try:
            return self.game.start(self.players, self.options, self.setup)
        except BadData as error:
            raise BadRecord(str(error)) from error

    def replay(self) -> Iterator[Step]:
        """Play the log through; refuses what the rules, the trace or the result contradict, with the entry's number."""
        state = self.start()
        number = 0
        while number < len(self.log):
            entry = self.log[number]
            where = f"log[{number}]"
            if "shuffle" in entry:
                raise BadRecord(f"{where}: a shuffle that no move asks for")
            script = _Script(self.log, number)
            try:
                move = self.game.parse(entry["move"])
                legal = len(state.moves(entry["seat"])) if "legal" in entry else None
                after, events = state.play(entry["seat"], move, script)
            except TriaxError as error:
                raise BadRecord(f"{where}: {error}") from error
            if legal is not None and entry["legal"] != legal:
                raise BadRecord(f"{where}: {entry['legal']} legal moves; there are {legal}")
            if "scores" in entry and entry["scores"] != _plain(after.scores):
                raise BadRecord(f"{where}: scores {check.quote(entry['scores'])}; there are {_plain(after.scores)}")
            yield Step(number, entry["seat"], move, state, after, events)
            state = after
            number = script.number + 1
        self._check_result(state.outcome)

    def _check_result(self, outcome: Outcome | None) -> None:
        reached = None if outcome is None else result_of(outcome)
        if self.result is None and reached is not None:
            raise BadRecord("result: missing, though the game is over")
        if self.result is not None and reached is None:
            raise BadRecord(f"result: given after {len(self.log)} entries, but the game is not over")
        if self.result is not None and reached is not None:
            for name in ("standings", "scores"):
                if self.result[name] != reached[name]:
                    raise BadRecord(f"result.{name}: {check.quote(self.result[name])}; reached {reached[name]}")


class _Script:
    """Chance as the log has it: each shuffle behind the move that caused it."""

    def __init__(self, log: Sequence[Plain], number: int) -> None:
        self.log = log
        self.number = number

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        self.number += 1
        if self.number == len(self.log) or "shuffle" not in self.log[self.number]:
            raise BadRecord(f"the shuffle that belongs here is missing (log[{self.number}])")
        order = self.log[self.number]["shuffle"]
        check.same_pieces(order, pieces, f"log[{self.number}].shuffle")
        return tuple(order)


class Recorder:
    """A game being played, with its record so far."""

    def __init__(self, game: AnyGame, players: int, options: Plain, setup: Plain, *, trace: bool = False) -> None:
        self.game = game
        self.setup = setup
        self.trace = trace
        self.state = game.start(players, options, setup)
        self.log: list[dict[str, Any]] = []

    @classmethod
    def resume(cls, record: Record) -> Recorder:
        recorder = cls(record.game, record.players, record.options, record.setup)
        for step in record.replay():
            recorder.state = step.after
        recorder.log = [dict(entry) for entry in record.log]
        return recorder

    def play(self, seat: int, move: Move, chance: Chance) -> tuple[Event, ...]:
        recording = RecordingChance(chance)
        legal = len(self.state.moves(seat)) if self.trace else 0
        self.state, events = self.state.play(seat, move, recording)
        entry: dict[str, Any] = {"seat": seat, "move": str(move)}
        if self.trace:
            entry |= {"legal": legal, "scores": _plain(self.state.scores)}
        self.log += [entry, *({"shuffle": list(order)} for order in recording.shuffles)]
        return events

    def record(self) -> Record:
        state, outcome = self.state, self.state.outcome
        result = None if outcome is None else result_of(outcome)
        return Record(self.game, state.players, state.options, self.setup, tuple(self.log), result)


@dataclass(frozen=True)
class RecordingChance:
    """Chance whose shuffles are written down."""

    chance: Chance
    shuffles: list[tuple[str, ...]] = field(default_factory=list)

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        self.shuffles.append(self.chance.shuffle(pieces))
        return self.shuffles[-1]


def result_of(outcome: Outcome) -> dict[str, Any]:
    return {"standings": _plain(outcome.standings), "scores": _plain(outcome.scores)}


def _plain(nested: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(inner) for inner in nested]


def read_record(text: str) -> Record:
    """Read one line. Refuses anything that is not exactly a record; replaying it is the second half of the check."""
    try:
        data = check.load_json(text)
        whole = check.fields(data, "record", ["format", "game", "players", "options", "setup", "log"], ["result"])
        check.one_of(whole["format"], "format", [FORMAT])
        game = find_game(check.text(whole["game"], "game"))
        players = check.check_players(whole["players"], game.facts.players)
        log = check.items(whole["log"], "log")
        for number, entry in enumerate(log):
            _check_entry(entry, f"log[{number}]", players)
        return Record(
            game,
            players,
            check.mapping(whole["options"], "options"),
            check.mapping(whole["setup"], "setup"),
            tuple(log),
            _check_result(whole["result"]) if "result" in whole else None,
        )
    except BadData as error:
        raise BadRecord(str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not a JSON object: {error}") from error


def _check_entry(entry: object, where: str, players: int) -> None:
    if isinstance(entry, dict) and "shuffle" in entry:
        pieces = check.items(check.fields(entry, where, ["shuffle"])["shuffle"], f"{where}.shuffle")
        for piece in pieces:
            check.text(piece, f"{where}.shuffle")
        return
    given = check.fields(entry, where, ["seat", "move"], ["legal", "scores"])
    check.integer(given["seat"], f"{where}.seat", 0, players - 1)
    check.text(given["move"], f"{where}.move")
    if "legal" in given:
        check.integer(given["legal"], f"{where}.legal", 1, 1_000_000)
    if "scores" in given:
        _check_numbers(given["scores"], f"{where}.scores")


def _check_result(value: object) -> dict[str, Any]:
    given = check.fields(value, "result", ["standings", "scores"])
    _check_numbers(given["standings"], "result.standings")
    _check_numbers(given["scores"], "result.scores")
    return given


def _check_numbers(value: object, where: str) -> None:
    for inner in check.items(value, where):
        for number in check.items(inner, where):
            check.integer(number, where, 0, 1000)
