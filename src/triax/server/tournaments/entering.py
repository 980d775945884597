"""Making a tournament, joining and leaving it."""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.server import db_schema
from triax.server.accounts import User
from triax.server.errors import Refused
from triax.server.journal import Journal
from triax.server.rows import one_at_a_time
from triax.server.tournaments.organiser import fewest

HOSTED, ENTERED = 5, 20
"""So many tournaments that are not over one player may make, and take part in."""
MADE = 30
"""So many may one player make in a day, though they call them off."""

_tournaments, _entrants = db_schema.tournaments, db_schema.entrants
_GOING = _tournaments.c.status.in_(["open", "running"])
_ENTRANTS = sa.select(sa.func.count()).select_from(_entrants)


async def make(journal: Journal, host: User, tournament: str, values: dict[str, Any]) -> None:
    row = {"id": tournament, "host": host.id, "status": "open", "round": 0, "created": time.time(), **values}
    mine = sa.select(sa.func.count()).select_from(_tournaments).where(_tournaments.c.host == host.id)

    def job(connection: sa.Connection) -> None:
        one_at_a_time(connection, host.id)
        if connection.scalar(sa.select(_tournaments.c.id).where(_tournaments.c.id == tournament)):
            return  # the line broke in the middle of the commit
        if (connection.scalar(mine.where(_GOING)) or 0) >= HOSTED:
            raise Refused("too_many", f"at most {HOSTED} tournaments at a time; wait until one is over")
        if (connection.scalar(mine.where(_tournaments.c.created > row["created"] - 24 * 3600)) or 0) >= MADE:
            raise Refused("too_many", f"at most {MADE} tournaments a day")
        connection.execute(sa.insert(_tournaments).values(**row))

    await journal.run(job)


async def join(journal: Journal, tournament: str, player: User) -> bool:
    """Take part, or come back. Is it full now, and to begin by itself?"""

    def job(connection: sa.Connection) -> bool:
        one_at_a_time(connection, player.id)
        row = _locked(connection, tournament)
        own = (_entrants.c.tournament == tournament, _entrants.c.player == player.id)
        known = connection.execute(sa.select(_entrants).where(*own)).first()
        check_joining(row, player, is_known=known is not None)
        if known is not None:
            connection.execute(sa.update(_entrants).where(*own).values(here=True))
        else:
            count = connection.scalar(_ENTRANTS.where(_entrants.c.tournament == tournament)) or 0
            if count >= row.most:
                raise Refused("too_many", f"this tournament is full: {row.most} take part")
            entered = _ENTRANTS.join(_tournaments, _tournaments.c.id == _entrants.c.tournament)
            if (connection.scalar(entered.where(_entrants.c.player == player.id, _GOING)) or 0) >= ENTERED:
                raise Refused("too_many", f"at most {ENTERED} tournaments at a time; leave one first")
            dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
            fresh = {"tournament": tournament, "player": player.id, "joined": time.time(), "here": True}
            rating = _rating(connection, row.game, player.id)
            connection.execute(dialect.insert(_entrants).values(**fresh, rating=rating).on_conflict_do_nothing())
        count = connection.scalar(_ENTRANTS.where(_entrants.c.tournament == tournament, _entrants.c.here)) or 0
        return bool(row.status == "open" and row.when_full and count >= row.most)

    return await journal.run(job)


def check_joining(row: Any, player: User, *, is_known: bool) -> None:  # noqa: ANN401
    if row.status not in {"open", "running"}:
        raise Refused("not_allowed", "this tournament is over")
    if player.is_guest and not row.guests:
        raise Refused("not_allowed", "this tournament is for accounts: give yours a name and a password first")
    if row.status == "open" or is_known:
        return
    if row.form == "round_robin":
        raise Refused("not_allowed", "everyone meets everyone: nobody can join once it has begun")
    if row.form in {"swiss", "solo"} and row.round >= row.rounds:
        raise Refused("not_allowed", "the last round has begun")
    if row.form in {"arena", "ladder"} and time.time() > row.started + row.lasts:
        raise Refused("not_allowed", "its time is over")


async def leave(journal: Journal, tournament: str, player: User) -> None:
    """Before it begins one is gone; afterwards one is not paired any more, and a game that is on goes on."""

    def job(connection: sa.Connection) -> None:
        row = _locked(connection, tournament)
        own = (_entrants.c.tournament == tournament, _entrants.c.player == player.id)
        if row.status == "open":
            connection.execute(sa.delete(_entrants).where(*own))
        else:
            connection.execute(sa.update(_entrants).where(*own).values(here=False))

    await journal.run(job)


async def cancel(journal: Journal, tournament: str, player: User) -> None:
    """The host calls off what has not begun."""

    def job(connection: sa.Connection) -> None:
        row = _hosted(connection, tournament, player)
        if row.status == "cancelled":
            return
        if row.status != "open":
            raise Refused("not_allowed", "it has begun; it goes on to its end")
        called_off = sa.update(_tournaments).where(_tournaments.c.id == tournament)
        connection.execute(called_off.values(status="cancelled", ended=time.time()))

    await journal.run(job)


async def check_beginning(journal: Journal, tournament: str, player: User) -> None:
    """The host begins it, if enough are there."""

    def job(connection: sa.Connection) -> None:
        row = _hosted(connection, tournament, player)
        if row.status != "open":
            raise Refused("not_allowed", f"it cannot begin: it is {row.status}")
        count = connection.scalar(_ENTRANTS.where(_entrants.c.tournament == tournament, _entrants.c.here)) or 0
        if count < fewest(row):
            raise Refused("not_allowed", f"at least {fewest(row)} must take part; {count} have come")

    await journal.run(job)


def _hosted(connection: sa.Connection, tournament: str, player: User) -> Any:  # noqa: ANN401
    row = _locked(connection, tournament)
    if row.host != player.id:
        raise Refused("not_allowed", "whoever has made the tournament does this")
    return row


def _locked(connection: sa.Connection, tournament: str) -> Any:  # noqa: ANN401
    row = connection.execute(sa.select(_tournaments).where(_tournaments.c.id == tournament).with_for_update()).first()
    if row is None:
        raise Refused("not_found", "there is no such tournament")
    return row


def _rating(connection: sa.Connection, game: str, player: str) -> float:
    columns = db_schema.ratings.c
    worth = sa.select(columns.mu - 3 * columns.sigma).where(columns.player == player, columns.game == game)
    return float(connection.scalar(worth) or 0.0)
