"""A round as it is written: the tables with their deal and seats, and who sits where, all in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from triax.games import find_game
from triax.server import db_schema
from triax.server.actions import ProposedEntry
from triax.server.journal import NEWS, new_uid
from triax.server.rows import row_of_meta
from triax.server.table import Table, TableMeta
from triax.server.tournaments.pairing import DrawnBoard, Pairing
from triax.server.tournaments.shape import DUPLICATE

BYES = 100_000
"""Boards from this number on are byes."""
TOLD = 100
"""So many tables or players are named in one notification: PostgreSQL takes 8,000 bytes."""


@dataclass
class RoundRows:
    """All that opening a round writes."""

    tables: list[dict[str, Any]] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    seats: list[dict[str, Any]] = field(default_factory=list)
    pairings: list[dict[str, Any]] = field(default_factory=list)

    def write(self, connection: sa.Connection, notifications: Callable[..., Sequence[sa.Executable]]) -> None:
        inserted = (
            (db_schema.tables, self.tables),
            (db_schema.entries, self.entries),
            (db_schema.seats, self.seats),
            (db_schema.pairings, self.pairings),
        )
        for table, rows in inserted:
            if rows:
                connection.execute(sa.insert(table), rows)
        ids, players = [row["id"] for row in self.tables], [row["player"] for row in self.seats]
        for words, named in (((), ids), ((NEWS,), players)):
            for at in range(0, len(named), TOLD):
                for statement in notifications(*words, *named[at : at + TOLD]):
                    connection.execute(statement)


def round_rows(
    row: Any,  # noqa: ANN401
    number: int,
    pairing: Pairing,
    name_table: Callable[[int, int], str],
    deal: Callable[[Table], ProposedEntry],
) -> RoundRows:
    """Where the deal is shared it is dealt once, and is the same at every table."""
    made, now = RoundRows(), time.time()
    shared = row.form in DUPLICATE
    dealt: str | None = None
    for board, players in enumerate(pairing.boards):
        meta = table_meta(row, number if shared else None, name_table(number, board), players, now)
        if dealt is None or not shared:
            dealt = msgspec.json.encode(deal(Table(meta)).data).decode()
        made.tables.append({**row_of_meta(meta), "status": "playing"})
        sits = [_sit(player, row.fill) for player in players]
        logged = [("sit", seat, msgspec.json.encode(data).decode()) for seat, data in enumerate(sits)]
        for count, (kind, seat, data) in enumerate([*logged, ("start", None, dealt)]):
            entry = {"number": count, "kind": kind, "seat": seat, "data": data}
            made.entries.append({"table_id": meta.id, **entry, "at": now, "uid": new_uid()})
        for seat, player in enumerate(players):
            if player is not None:
                made.seats.append({"table_id": meta.id, "seat": seat, "player": player})
            bot = row.fill if player is None else None
            made.pairings.append(_pairing(row.id, number, board, seat, player=player, bot=bot, table_id=meta.id))
    for board, player in enumerate(pairing.byes, start=BYES):
        made.pairings.append(
            _pairing(row.id, number, board, 0, player=player, bot=None, table_id=None) | {"ended": now}
        )
    return made


def _sit(player: str | None, level: str) -> Mapping[str, str]:
    return {"bot": level} if player is None else {"player": player}


def _pairing(tournament: str, number: int, board: int, seat: int, **who: str | None) -> dict[str, Any]:
    where = {"tournament": tournament, "round": number, "board": board, "seat": seat}
    return {**where, **who, "place": None, "scores": None, "worth": "", "ended": None}


def table_meta(row: Any, shared: int | None, table: str, players: DrawnBoard, now: float) -> TableMeta:  # noqa: ANN401
    size = len(players)
    # Seats are shared out: the first of them starts, where that can be chosen.
    chosen = [one.name for one in find_game(row.game).facts.options if one.kind == "seat" and size in one.players]
    return TableMeta(
        id=table,
        game=row.game,
        players=size,
        options=dict.fromkeys(chosen, 0) if size > 1 else {},
        # What is not secret may be watched; a club's by its members, and nobody else hears of it.
        public=shared is None and row.public and row.club is None,
        clock=row.clock,
        hints=False,
        host=next(player for player in players if player is not None),
        created=now,
        tournament=row.id,
        round=shared,
        rated=row.rated,
        club=row.club,
    )
