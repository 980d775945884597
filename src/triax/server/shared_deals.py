"""Deals that several play: those of a day and those of a round of a tournament. One rule for both: until nobody can
play a deal any more, nobody learns from others how it goes."""

from __future__ import annotations

import sqlalchemy as sa

from triax.server import daily_deals, db_schema
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.table import Table, TableMeta

LATER = "games of a shared deal are shown when nobody plays it any more"


async def is_revealed(database: Database, meta: TableMeta) -> bool:
    """May anybody see what was still to be drawn, and how others have played? Whoever has played may play again under
    another name."""
    if meta.day is not None:
        return daily_deals.is_revealed(meta.day)
    if meta.round is None:
        return True
    columns = db_schema.pairings.c
    playing = sa.select(columns.board).where(
        columns.tournament == meta.tournament,
        columns.round == meta.round,
        columns.table_id.is_not(None),
        columns.ended.is_(None),
    )
    return not await database.rows(playing.limit(1))


async def check_watching(database: Database, table: Table, player: str) -> None:
    """While it is played, a shared deal is for those who sit there."""
    if table.meta.shared_deal is None or table.seats_of(player):
        return
    # An attempt at the deal of a day is its player's own, later too.
    if table.meta.day is not None or not await is_revealed(database, table.meta):
        raise Refused("not_found", "there is no such table")


async def check_replay(database: Database, table: Table, player: str) -> None:
    """Of a game that is over: may this player see all of it?"""
    if table.meta.shared_deal is None:
        return
    is_own = bool(table.seats_of(player))
    revealed = await is_revealed(database, table.meta)
    if not is_own and (table.status != "over" or (table.meta.round is not None and not revealed)):
        raise Refused("not_found", "there is no such table")
    # Whoever has played alone to the end has seen all that there was to be drawn; of others' hands nobody has.
    is_played = is_own and (table.state is None or table.state.outcome is not None or table.status != "over")
    if not (is_played and (table.meta.players == 1 or table.status != "over")) and not revealed:
        raise Refused("not_allowed", LATER)


async def check_record(database: Database, meta: TableMeta) -> None:
    """A record has what was still to be drawn."""
    if not await is_revealed(database, meta):
        raise Refused("not_allowed", f"the record tells what was still to be drawn: {LATER}")
