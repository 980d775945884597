"""What a player wishes to be told; by itself everything."""

from __future__ import annotations

import sqlalchemy as sa

from triax.server.accounts import User
from triax.server.db_schema import wishes
from triax.server.journal import Journal

NAMES = ("turns", "reminders", "news")


async def wishes_of(journal: Journal, player: User) -> dict[str, bool]:
    rows = await journal.database.rows(sa.select(wishes).where(wishes.c.player == player.id))
    return {name: getattr(rows[0], name) if rows else True for name in NAMES}


async def write_wishes(journal: Journal, player: User, chosen: dict[str, bool]) -> None:
    def job(connection: sa.Connection) -> None:
        connection.execute(sa.delete(wishes).where(wishes.c.player == player.id))
        connection.execute(sa.insert(wishes).values(player=player.id, **chosen))

    await journal.run(job)
