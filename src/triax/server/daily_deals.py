"""The deal of the day: one solo deal for each game and UTC day, the same for everybody, one attempt each."""

from __future__ import annotations

import time
from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from triax.server import db_schema
from triax.server.accounts import new_id
from triax.server.actions import ProposedEntry
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.table import TableMeta
from triax.server.table_service import TableService

FIRST = "2000-01-01"
"""Before it there were no deals."""


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def day_before(day: str) -> str:
    return days_before(day, 1)


def days_before(day: str, count: int) -> str:
    return (date.fromisoformat(day) - timedelta(days=count)).isoformat()


def end_of(day: str) -> float:
    """When a day is over, in seconds since 1970."""
    return datetime.combine(date.fromisoformat(day) + timedelta(days=1), clock(), UTC).timestamp()


def known_day(text: str) -> str:
    """A day that has come, as it is written everywhere."""
    try:
        day = date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused("not_found", f"there is no such day; today is {today()}") from None
    if day > today():
        raise Refused("not_found", "that day has not come")
    if day < FIRST:
        raise Refused("not_found", f"the first deal was that of {FIRST}")
    return day


async def attempts_of(database: Database, player: str, day: str) -> dict[str, str]:
    """The tables of a player's attempts at the deals of a day, by game."""
    columns = db_schema.attempts.c
    query = sa.select(columns.game, columns.table_id).where(columns.player == player, columns.day == day)
    return {row.game: row.table_id for row in await database.rows(query)}


async def open_attempt(service: TableService, player: str, game: str, day: str) -> LiveTable:
    """This player's own table with the deal of a day: opened now, or the one opened before."""
    table = (await attempts_of(service.database, player, day)).get(game)
    if table is not None:
        return await service.open(table)
    meta = TableMeta(
        id=new_id(),
        game=game,
        players=1,
        options={},
        public=False,
        clock=None,
        hints=False,
        host=player,
        created=time.time(),
        day=day,
    )
    attempt = sa.insert(db_schema.attempts).values(player=player, game=game, day=day, table_id=meta.id)
    try:
        return await service.create(meta, [ProposedEntry("sit", 0, {"player": player})], [attempt])
    except IntegrityError:
        # The same player was quicker elsewhere.
        table = (await attempts_of(service.database, player, day)).get(game)
        if table is None:
            raise
        return await service.open(table)


async def streak_of(database: Database, player: str) -> int:
    """On how many days in a row a player has finished a deal, in any game; today's may still come."""
    columns = db_schema.results.c
    days = sa.select(columns.day).where(columns.player == player, columns.day.is_not(None), columns.standard)
    return streak({row.day for row in await database.rows(days.distinct())}, today())


def streak(days: Collection[str], last: str) -> int:
    """How many of these days follow each other, up to the last or the one before it."""
    day = date.fromisoformat(last)
    if last not in days:
        day -= timedelta(days=1)
    count = 0
    while (day - timedelta(days=count)).isoformat() in days:
        count += 1
    return count


def is_revealed(day: str) -> bool:
    """May others see how somebody has played the deal of a day, and anybody what was still to be drawn? Whoever has
    played it may play it again under another name."""
    return day < today()
