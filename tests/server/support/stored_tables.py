"""What the database itself says of a table, read past the server, and played through by the rules."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from triax.games import find_game
from triax.games.core import AnyState
from triax.games.record import Record
from triax.server.config import database_url


@dataclass(frozen=True)
class StoredEntry:
    number: int
    kind: str
    seat: int | None
    data: dict[str, Any]
    uid: str


@dataclass(frozen=True)
class StoredTable:
    """One table."""

    id: str
    game: str
    players: int
    status: str
    entries: tuple[StoredEntry, ...]

    def moves_of(self, seat: int) -> list[tuple[str | None, str]]:
        """The client's ids and the notation, in order; a bot's move has no id."""
        moves = [entry.data for entry in self.entries if entry.kind == "move" and entry.seat == seat]
        return [(data.get("id"), data["move"]) for data in moves]

    @cached_property
    def record(self) -> Record:
        start = next(entry.data for entry in self.entries if entry.kind == "start")
        log: list[dict[str, Any]] = []
        for entry in self.entries:
            if entry.kind == "move":
                log.append({"seat": entry.seat, "move": entry.data["move"]})
                log += [{"shuffle": order} for order in entry.data.get("shuffles", [])]
        return Record(find_game(self.game), self.players, start["options"], start["setup"], tuple(log), None)

    @cached_property
    def final(self) -> AnyState:
        """The last state that the rules lead to; every move on the way was legal."""
        moves = sum(entry.kind == "move" for entry in self.entries)
        state = self.record.start()
        for step in islice(self.record.replay(), moves):
            state = step.after
        return state

    def check(self) -> None:
        """Nothing is missing, nothing is there twice, and the rules allow all of it."""
        assert [entry.number for entry in self.entries] == list(range(len(self.entries))), self.id
        assert len({entry.uid for entry in self.entries}) == len(self.entries), self.id
        ids = [(entry.seat, entry.data["id"]) for entry in self.entries if "id" in entry.data]
        assert len(set(ids)) == len(ids), self.id
        if any(entry.kind == "start" for entry in self.entries):
            assert self.final.players == self.players

    def check_shown(self, shown: dict[str, Any]) -> None:
        """What the server shows of a game that was played to its end is what its moves lead to."""
        outcome = self.final.outcome
        assert outcome is not None
        assert self.status == shown["table"]["status"] == "over", self.id
        assert shown["table"]["standings"] == [list(place) for place in outcome.standings], self.id
        for state in shown["states"]:
            assert state["view"] == json.loads(json.dumps(self.final.view(state["seat"]))), self.id


async def read_tables(database: str) -> dict[str, StoredTable]:
    """All tables by their ids."""
    engine = create_async_engine(database_url(database), poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            tables = (await connection.execute(text("SELECT id, game, players, status FROM tables"))).all()
            query = "SELECT table_id, number, kind, seat, data, uid FROM entries ORDER BY table_id, number"
            rows = (await connection.execute(text(query))).all()
    finally:
        await engine.dispose()
    entries: defaultdict[str, list[StoredEntry]] = defaultdict(list)
    for row in rows:
        entries[row.table_id].append(StoredEntry(row.number, row.kind, row.seat, json.loads(row.data), row.uid))
    return {row.id: StoredTable(row.id, row.game, row.players, row.status, tuple(entries[row.id])) for row in tables}
