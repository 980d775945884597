"""Who may look at a player's page: everybody, friends, or nobody else. One rule, for every door that shows it."""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa

from triax.server.db_people import friends
from triax.server.db_schema import players

Shown = Literal["public", "friends", "private"]


def may_see(viewer: str | None) -> sa.ColumnElement[bool]:
    """Of a row of players: may this viewer look at the player's page? None: somebody without a session."""
    columns = players.c
    if viewer is None:
        return columns.shown == "public"
    friendly = sa.exists().where(friends.c.player == columns.id, friends.c.friend == viewer)
    return sa.or_(columns.shown == "public", columns.id == viewer, sa.and_(columns.shown == "friends", friendly))
