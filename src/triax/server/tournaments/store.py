"""Tournaments as rows of the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.server import db_people, db_schema
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.tournaments import ladder
from triax.server.tournaments.shape import Entrant, Format, PairedBoard, Round, Sat
from triax.server.tournaments.standings import EntrantStanding, standings

_tournaments, _entrants, _pairings = db_schema.tournaments, db_schema.entrants, db_schema.pairings


@dataclass(frozen=True)
class SeatRow:
    """A seat of a board, with what is kept of it beside the result."""

    sat: Sat
    bot: str | None
    scores: str | None


@dataclass(frozen=True)
class BoardRow:
    round: int
    board: int
    table: str | None
    """None: a bye."""
    ended: float | None
    seats: tuple[SeatRow, ...]

    @property
    def paired(self) -> PairedBoard:
        return PairedBoard(tuple(row.sat for row in self.seats), bye=self.table is None)


@dataclass(frozen=True)
class Tournament:
    """All of a tournament at one moment."""

    row: Any
    entrants: tuple[Entrant, ...]
    """In the order in which they came."""
    boards: tuple[BoardRow, ...]

    @property
    def form(self) -> Format:
        form: Format = self.row.form
        return form

    @property
    def rounds(self) -> list[Round]:
        found: defaultdict[int, list[PairedBoard]] = defaultdict(list)
        for board in self.boards:
            found[board.round].append(board.paired)
        return [tuple(found[number]) for number in sorted(found)]

    @property
    def standings(self) -> list[EntrantStanding]:
        stood = standings(self.form, self.row.size, self.entrants, self.rounds)
        if self.form != "ladder":
            return stood
        by_player = {one.player: one for one in stood}
        return [
            EntrantStanding(**{**vars(by_player[player]), "place": place})
            for place, player in enumerate(self.ladder, start=1)
        ]

    @property
    def ladder(self) -> list[str]:
        """The rungs, the top first. At a challenge the challenger sits at seat 0."""
        over = sorted((board for board in self.boards if board.ended is not None), key=lambda one: one.ended or 0.0)
        pairs = [(board.seats[0].sat, board.seats[1].sat) for board in over]
        played = [(one.player, other.player, (one.place or 9) < (other.place or 9)) for one, other in pairs]
        known = {one.player for one in self.entrants}
        results = [(one, other, won) for one, other, won in played if one in known and other in known]
        return ladder.climb([one.player for one in self.entrants], results)

    @property
    def busy(self) -> set[str]:
        """Those who sit at a table that is not over."""
        waiting = [board for board in self.boards if board.ended is None and board.table is not None]
        return {player for board in waiting for player in board.paired.people}


async def read_tournament(database: Database, tournament: str) -> Tournament:
    async def ask(connection: AsyncConnection) -> tuple[Any, Sequence[Any], Sequence[Any], Sequence[Any]]:
        row = (await connection.execute(sa.select(_tournaments).where(_tournaments.c.id == tournament))).first()
        here = sa.select(_entrants).where(_entrants.c.tournament == tournament)
        paired = sa.select(_pairings).where(_pairings.c.tournament == tournament)
        entrants = (await connection.execute(here.order_by(_entrants.c.joined, _entrants.c.player))).all()
        order = (_pairings.c.round, _pairings.c.board, _pairings.c.seat)
        pairings = (await connection.execute(paired.order_by(*order))).all()
        return row, entrants, pairings, (await connection.execute(_blocked(tournament))).all()

    row, entrants, pairings, blocked = await database.read(ask)
    if row is None:
        raise Refused("not_found", "there is no such tournament")
    shuns: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in blocked:
        shuns[one].add(other)
        shuns[other].add(one)
    there = tuple(Entrant(one.player, one.rating, one.here, frozenset(shuns[one.player])) for one in entrants)
    return Tournament(row, there, _boards(pairings))


def _blocked(tournament: str) -> sa.Select[Any]:
    """Those of the players who have blocked each other."""
    blocks, both = db_people.blocks.c, sa.select(_entrants.c.player).where(_entrants.c.tournament == tournament)
    return sa.select(blocks.player, blocks.blocked).where(blocks.player.in_(both), blocks.blocked.in_(both))


def _boards(rows: Sequence[Any]) -> tuple[BoardRow, ...]:
    found: dict[tuple[int, int], list[Any]] = {}
    for row in rows:
        found.setdefault((row.round, row.board), []).append(row)
    return tuple(
        BoardRow(
            *key,
            seats[0].table_id,
            seats[0].ended,
            tuple(SeatRow(Sat(one.player, one.place, one.worth), one.bot, one.scores) for one in seats),
        )
        for key, seats in found.items()
    )


async def names_of(database: Database, tournament: str) -> dict[str, str]:
    """Of all who take part."""
    players = db_schema.players.c
    named = (
        sa.select(players.id, players.name)
        .join_from(db_schema.players, _entrants, players.id == _entrants.c.player)
        .where(_entrants.c.tournament == tournament)
    )
    return {row.id: row.name for row in await database.rows(named)}


def rounds_of(player: str) -> sa.Select[Any]:
    """The games of tournaments that a player is to play now, the newest first."""
    return (
        sa.select(_pairings.c.tournament, _tournaments.c.name, _pairings.c.round, _pairings.c.table_id.label("table"))
        .join_from(_pairings, _tournaments, _pairings.c.tournament == _tournaments.c.id)
        .where(_pairings.c.player == player, _pairings.c.ended.is_(None), _pairings.c.table_id.is_not(None))
        .where(_tournaments.c.status == "running")
        .order_by(_tournaments.c.started.desc(), _pairings.c.round.desc())
    )


def is_over_elsewhere() -> sa.Select[Any]:
    """Boards whose table was closed, or whose result is known to the table alone."""
    tables = db_schema.tables.c
    return (
        sa.select(_pairings.c.table_id)
        .join_from(_pairings, db_schema.tables, _pairings.c.table_id == tables.id)
        .where(_pairings.c.ended.is_(None), tables.status == "closed")
        .distinct()
    )
