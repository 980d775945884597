"""A table without a server, and what must hold whatever is done at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import fields
from random import Random
from typing import Any

import msgspec

from triax.games.core import Dice
from triax.server import actions
from triax.server.actions import AlreadyAccepted, MoveRequest, ProposedEntry
from triax.server.errors import Refused
from triax.server.table import Change, LogEntry, Table, TableMeta

PEOPLE = ("host", "ben", "cleo", "dora")
SUBSTITUTE = "adept"
Proposal = Callable[[Table], Sequence[ProposedEntry] | ProposedEntry | AlreadyAccepted]


def portrait(table: Table) -> dict[str, Any]:
    """All that anybody can find out about a table."""
    return {
        "status": table.status,
        "ended": table.ended,
        "seats": [copy(seat) for seat in table.seats],
        "numbers": dict(table.numbers),
        "views": views(table),
        "state": table.state,
        "to_act": table.to_act,
        "decisions": dict(table.decisions),
        "deadlines": deadlines(table),
        "bots": [table.bot_for(seat, SUBSTITUTE) for seat in range(table.meta.players)],
        "standings": table.standings,
        "answers": dict(table.answers),
        "record": None if table.state is None else table.record().to_json(),
        "count": table.count,
        "last": table.last_uid,
    }


def contents(table: Table) -> dict[str, Any]:
    """What a table holds, as it is now; positions never change in themselves."""
    held = {field.name: getattr(table, field.name) for field in fields(table)}
    copies = {name: copy(value) for name, value in held.items() if isinstance(value, (list, dict))}
    return held | copies | {"seats": [copy(seat) for seat in table.seats]}


def views(table: Table) -> dict[int | None, Any]:
    state = table.state
    return {} if state is None else {viewer: state.view(viewer) for viewer in (None, *range(table.meta.players))}


def deadlines(table: Table) -> list[float | None]:
    return [table.deadline(seat) for seat in range(table.meta.players)]


def folded(meta: TableMeta, entries: Sequence[LogEntry]) -> Table:
    """The table as another process makes it of what the database has."""
    table = Table(meta)
    for entry in entries:
        table.apply(msgspec.structs.replace(entry, data=msgspec.json.decode(msgspec.json.encode(entry.data))))
    return table


class BareTable:
    """A table in use; everything done at it is checked against what must always hold."""

    def __init__(self, game: str, players: int, *, clock: int | None = None, **options: object) -> None:
        self.meta = TableMeta("t", game, players, options, True, clock, False, "host", 0.0)
        self.table = Table(self.meta)
        self.entries: list[LogEntry] = []
        self.now = 1000.0
        self.dice = Dice(Random(f"{game} {players} {options}"))

    def seated(self, *seats: str) -> BareTable:
        """Everyone in their places, people by name, bots by level; the game begins."""
        held = [{"player": who} if who in PEOPLE else {"bot": who} for who in seats]
        self.do(lambda _: [ProposedEntry("sit", number, data) for number, data in enumerate(held)])
        self.do(lambda table: actions.deal(table, self.dice.rng))
        return self

    def do(self, decide: Proposal) -> str:
        """The code of the refusal; nothing, if it was done."""
        before = contents(self.table)
        code, decided = "", None
        try:
            decided = decide(self.table)
        except Refused as refused:
            code = refused.code
        assert contents(self.table) == before
        if decided is None or isinstance(decided, AlreadyAccepted):
            return code
        for one in [decided] if isinstance(decided, ProposedEntry) else decided:
            entry = LogEntry(self.table.count, one.kind, one.seat, one.data, self.now, f"u{self.table.count}")
            self.entries.append(entry)
            self._apply(entry, one)
        return ""

    def _apply(self, entry: LogEntry, one: ProposedEntry) -> None:
        numbers, seen, clocks = dict(self.table.numbers), views(self.table), deadlines(self.table)
        change = self.table.apply(entry, one.turn)
        if numbers:
            self._check_numbers(change, numbers, seen, clocks)
        table = self.table
        assert table.decisions.keys() == table.to_act
        assert all(decision.number <= table.numbers[seat] for seat, decision in table.decisions.items())
        clocked = {seat for seat in table.to_act if table.meta.clock and not table.bot_for(seat, SUBSTITUTE)}
        assert {seat for seat, deadline in enumerate(deadlines(table)) if deadline is not None} == clocked
        assert (table.standings is not None) == (table.status == "over")
        if table.standings is not None:
            self._check_standings(table.standings)

    def _check_numbers(
        self, change: Change, numbers: dict[int | None, int], seen: dict[int | None, Any], clocks: list[float | None]
    ) -> None:
        """A number counts what its viewer is told, and nothing else tells of what a viewer is not told."""
        table, now = self.table, views(self.table)
        assert table.numbers == {viewer: number + (viewer in change.viewers) for viewer, number in numbers.items()}
        unmoved = [viewer for viewer in numbers if viewer not in change.viewers]
        assert [now[viewer] for viewer in unmoved] == [seen[viewer] for viewer in unmoved]
        if change.entry.kind == "move" and unmoved:
            assert change.viewers == {change.entry.seat}
            assert deadlines(table) == clocks

    def _check_standings(self, standings: list[list[int]]) -> None:
        players, resigned = self.meta.players, self.table.resigned
        ranked = [seat for place in standings for seat in place]
        if players == 1:
            assert ranked in ([0], [])
        else:
            assert sorted(ranked) == list(range(players))
            assert ranked[players - len(resigned) :] == resigned[::-1]

    def check_folds(self) -> None:
        assert portrait(folded(self.meta, self.entries)) == portrait(self.table)

    # What is done, for short.

    def play(self, seat: int, choose: Callable[[Sequence[Any]], Any] | None = None) -> str:
        """A legal move of whoever holds the seat, the first unless it is chosen."""
        table = self.table
        assert table.state is not None
        moves = table.state.moves(seat)
        player = None if table.bot_for(seat, SUBSTITUTE) else table.seats[seat].player
        return self.move(player, seat, str(choose(moves) if choose else moves[0]))

    def move(self, player: str | None, seat: int, text: str, number: int | None = None, name: str | None = None) -> str:
        return self.do(lambda table: actions.move(table, player, MoveRequest(seat, text, number, name), self.dice))

    def play_out(self) -> None:
        while self.table.to_act:
            assert not self.play(min(self.table.to_act), self.dice.rng.choice)

    def resign(self, seat: int) -> str:
        player = self.table.seats[seat].player
        assert player is not None
        return self.do(lambda table: actions.resign(table, player, seat))
