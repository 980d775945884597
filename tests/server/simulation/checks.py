"""What must hold, whatever happens: what was acknowledged is there once, nobody was told more than their view, and
every game has one result."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tests.server.simulation.loop import EPOCH, Process
from tests.server.simulation.scene import Scene
from triax.games import find_game
from triax.games.events import Event, redact
from triax.server.table import ScriptedChance

Viewer = int | None
LATE = 10.0
"""Seconds behind its time in which a notice is sent."""
Entry = tuple[int, str, int | None, dict[str, Any], str]
"""Number, kind, seat, data and uid."""


@dataclass
class SentMove:
    """A move on its way: it is sent again, under its name, until there is an answer."""

    name: str
    table: str
    seat: int
    number: int
    move: str
    epoch: int


@dataclass
class ReplayedLog:
    """A table's log, played through by the rules alone: what each viewer may have been shown, by number."""

    players: int
    game: str
    entries: Sequence[Entry]
    views: dict[tuple[Viewer, int], Any] = field(default_factory=dict)
    reached: dict[tuple[int, str], int] = field(default_factory=dict)
    owners: dict[int, set[str | None]] = field(default_factory=dict)
    standing: list[tuple[int, dict[str, Any], tuple[Event, ...]]] = field(default_factory=list)
    """The moves that were not taken back: seat, data and what they told."""

    def __post_init__(self) -> None:
        game, state = find_game(self.game), None
        viewers: list[Viewer] = [None, *range(self.players)]
        numbers: dict[Viewer, int] = {}
        assert [entry[0] for entry in self.entries] == list(range(len(self.entries))), "the log has a gap"
        assert len({entry[4] for entry in self.entries}) == len(self.entries), "an entry is there twice"
        for _, kind, seat, data, _ in self.entries:
            if kind == "sit":
                assert seat is not None
                self.owners.setdefault(seat, set()).add(data.get("player"))
            if kind == "start":
                assert state is None, "a game has started twice"
                state = game.start(self.players, data["options"], data["setup"])
                numbers = dict.fromkeys(viewers, 1)
                self._show(state, numbers, viewers)
            if kind == "move":
                assert state is not None
                assert seat is not None
                chance = ScriptedChance(data.get("shuffles", ()))
                after, events = state.play(seat, game.parse(data["move"]), chance)
                seen = [one for one in viewers if after.to_act != state.to_act or redact(events, one)]
                for viewer in seen:
                    numbers[viewer] += 1
                state = after
                self.standing.append((seat, data, events))
                self._show(state, numbers, seen)
                if "id" in data:
                    assert (seat, data["id"]) not in self.reached, "a move was made twice"
                    self.reached[seat, data["id"]] = numbers[seat]
            if kind == "takeback":
                assert seat is not None
                if data["what"] == "done":
                    state = self._take_back(seat)
                    for viewer in viewers:
                        numbers[viewer] += 1
                    self._show(state, numbers, viewers)
                if "id" in data:
                    assert (seat, data["id"]) not in self.reached, "a takeback was made twice"
                    self.reached[seat, data["id"]] = numbers[seat]
        self.numbers = numbers

    def _take_back(self, seat: int) -> Any:  # noqa: ANN401
        """The position that the other moves lead to, from the first one on."""
        at = max(number for number, (of, _, _) in enumerate(self.standing) if of == seat)
        _, _, told = self.standing[at]
        assert not any(event.drawn_pieces for event in told), "taken back across a piece that was drawn"
        assert not any(event.kind in {"revealed", "laid"} and event.actor != seat for event in told), "across a reveal"
        for _, _, events in self.standing[at + 1 :]:
            assert not redact(events, seat), "taken back across somebody else's decision"
        del self.standing[at]
        game, begun = find_game(self.game), next(data for _, kind, _, data, _ in self.entries if kind == "start")
        state = game.start(self.players, begun["options"], begun["setup"])
        for of, data, _ in self.standing:
            state, _ = state.play(of, game.parse(data["move"]), ScriptedChance(data.get("shuffles", ())))
        return state

    def _show(self, state: Any, numbers: dict[Viewer, int], viewers: Sequence[Viewer]) -> None:  # noqa: ANN401
        for viewer in viewers:
            self.views[viewer, numbers[viewer]] = (state, viewer)

    def view(self, viewer: Viewer, number: int) -> Any:  # noqa: ANN401
        if (found := self.views.get((viewer, number))) is None:
            return None
        if isinstance(found, tuple):
            state, viewer = found
            found = self.views[viewer, number] = msgspec.json.decode(msgspec.json.encode(state.view(viewer)))
        return found


class Checks:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.acknowledged: list[tuple[SentMove, int]] = []
        self.resigned: list[tuple[str, int]] = []
        self.shown: list[tuple[str, str, Viewer, int, Any]] = []
        self.pasts: list[dict[str, ReplayedLog]] = []
        self.count: Counter[str] = Counter()
        self.tellers: dict[tuple[int | str, ...], tuple[str, Process]] = {}
        """By past and notice: which server has told it."""

    # As it happens.

    def sent(self, table: str, player: str, message: dict[str, Any]) -> None:
        self.count[message["type"]] += 1
        if message["type"] == "state":
            self.shown.append((table, player, message["seat"], message["number"], message["view"]))

    def accepted(self, sent: SentMove, number: int) -> None:
        """At this very moment it is in the database, once, as it was asked for."""
        if sent.epoch != self.scene.epoch:
            return
        self.count["acknowledged"] += 1
        self.acknowledged.append((sent, number))
        if self._made(sent) != [sent.move]:
            self.scene.fail(f"{sent.name} was accepted, and the database has {self._made(sent)}")

    def took_back(self, sent: SentMove, number: int) -> None:
        if sent.epoch == self.scene.epoch:
            self.count["taken back"] += 1
            self.acknowledged.append((sent, number))

    def refused(self, sent: SentMove, code: str) -> None:
        if sent.epoch == self.scene.epoch and self._made(sent):
            self.scene.fail(f"{sent.name} was made, and then refused: {code}")

    def told(self, notice: tuple[int | str, ...], server: str, process: Process, alive: Sequence[str]) -> None:
        """Nobody is told twice, unless whoever told them first is gone, or silent for so long that it seems."""
        self.count["told"] += 1
        before = self.tellers.get(notice)
        self.tellers[notice] = server, process
        if before is not None and not before[1].is_dead and (before[0] == server or before[0] in alive):
            self.scene.fail(f"told twice: {notice}")

    def gave_up(self, table: str, seat: int) -> None:
        self.resigned.append((table, seat))

    def _made(self, sent: SentMove) -> list[str]:
        query = "SELECT data FROM entries WHERE table_id = ? AND seat = ? AND kind = 'move' AND data LIKE ?"
        rows = [json.loads(data) for (data,) in self.scene.disk.rows(query, sent.table, sent.seat, f'%"{sent.name}"%')]
        return [row["move"] for row in rows if row.get("id") == sent.name]

    # When the past is replaced, and in the end.

    def settle(self) -> None:
        """All that was told and acknowledged until now, against the logs."""
        logs = self.logs()
        self.pasts.append(logs)
        for table, player, viewer, number, view in self.shown:
            pasts = [past[table] for past in self.pasts if table in past]
            if not any(past.view(viewer, number) == view for past in pasts):
                self.scene.fail(f"{player} was shown something else than state {number} of seat {viewer}")
            if viewer is not None and not any(player in past.owners.get(viewer, ()) for past in pasts):
                self.scene.fail(f"{player} was shown the hand of seat {viewer}, which is somebody else's")
        self.shown.clear()
        for sent, number in self.acknowledged:
            if logs[sent.table].reached.get((sent.seat, sent.name)) != number:
                self.scene.fail(f"{sent.name} was accepted as state {number}, and is not there any more")
        for table, seat in self.resigned:
            if not any(kind == "resign" and of == seat for _, kind, of, _, _ in logs[table].entries):
                self.scene.fail(f"seat {seat} has resigned, and has not any more")
        self._results(logs)

    def logs(self) -> dict[str, ReplayedLog]:
        disk = self.scene.disk
        entries: dict[str, list[Entry]] = {}
        query = "SELECT table_id, number, kind, seat, data, uid FROM entries ORDER BY table_id, number"
        for table, number, kind, seat, data, uid in disk.rows(query):
            entries.setdefault(table, []).append((number, kind, seat, json.loads(data), uid))
        rows = disk.rows("SELECT id, game, players FROM tables")
        return {table: ReplayedLog(players, game, entries.get(table, [])) for table, game, players in rows}

    def _results(self, logs: dict[str, ReplayedLog]) -> None:
        disk = self.scene.disk
        over = {table for (table,) in disk.rows("SELECT id FROM tables WHERE status = 'over'")}
        results = Counter(table for (table,) in disk.rows("SELECT table_id FROM results"))
        people = {
            table: sum(
                bool([e for e in log.entries if e[1] == "sit" and e[2] == seat][-1][3].get("player"))
                for seat in range(log.players)
            )
            for table, log in logs.items()
            if table in over
        }
        if dict(results) != {table: count for table, count in people.items() if count}:
            self.scene.fail(f"results are {dict(results)}; expected {people}")
        rated = dict(disk.rows("SELECT player, count(*) FROM results WHERE rated GROUP BY player"))
        rating = dict(disk.rows("SELECT player, games FROM ratings"))
        if rated != rating:
            self.scene.fail(f"ratings count {rating} games, results {rated}")

    def up_to_date(self, before: dict[str, ReplayedLog], shown: Iterable[tuple[str, str, Viewer, int]]) -> None:
        """When all has been well for a while, whoever listens has seen what there is."""
        now = self.logs()
        for table, player, viewer, number in shown:
            if table not in now:
                self.scene.fail(f"{player} is still at a table that is not there any more")
            elif table in before and not before[table].numbers[viewer] <= number <= now[table].numbers[viewer]:
                self.scene.fail(f"{player} was left behind, at state {number} of seat {viewer}")

    def finished(self) -> None:
        # By a clock that is wrong, it is not time yet.
        query = "SELECT player, key FROM notices WHERE sent IS NULL AND due < ?"
        clocks_differ = self.scene.chaos.happened["turn_clock"]
        if not clocks_differ and (
            untold := self.scene.disk.rows(query, EPOCH + asyncio.get_running_loop().time() - LATE)
        ):
            self.scene.fail(f"nobody was told: {untold}")
        left = self.scene.disk.rows("SELECT id, status FROM tables WHERE status NOT IN ('over', 'closed', 'open')")
        if left:
            self.scene.fail(f"games are not over: {left}")
