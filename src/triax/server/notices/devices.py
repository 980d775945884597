"""The browsers to which a player has words pushed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from triax.server.accounts import User, new_id
from triax.server.config import Limits
from triax.server.db_schema import devices, notices
from triax.server.errors import Refused
from triax.server.journal import Journal

_columns = devices.c


async def add_device(journal: Journal, limits: Limits, player: User, **given: str) -> str:
    """One that is known already is this player's from now on: the browser is."""
    name, now = new_id(), time.time()

    def job(connection: sa.Connection) -> str:
        known = connection.execute(sa.select(devices).where(_columns.endpoint == given["endpoint"])).first()
        if known is None:
            connection.execute(sa.insert(devices).values(id=name, player=player.id, created=now, **given))
        else:
            since = known.created if known.player == player.id else now
            change = sa.update(devices).where(_columns.id == known.id)
            connection.execute(change.values(player=player.id, created=since, **given))
            connection.execute(sa.delete(notices).where(notices.c.channel == known.id, notices.c.player != player.id))
        order = (_columns.created.desc(), _columns.id)
        mine = sa.select(_columns.id).where(_columns.player == player.id).order_by(*order)
        _forget(connection, connection.scalars(mine).all()[limits.devices_per_player :])
        return name if known is None else str(known.id)

    return await journal.run(job)


async def devices_of(journal: Journal, player: User) -> Sequence[sa.Row[Any]]:
    query = sa.select(devices).where(_columns.player == player.id).order_by(_columns.created)
    return await journal.database.rows(query)


async def remove_device(journal: Journal, player: User, device: str) -> None:
    def job(connection: sa.Connection) -> bool:
        found = connection.scalar(sa.select(_columns.id).where(_columns.id == device, _columns.player == player.id))
        _forget(connection, [device] if found else [])
        return found is not None

    if not await journal.run(job):
        raise Refused("not_found", "there is no such device")


def _forget(connection: sa.Connection, ids: Sequence[str]) -> None:
    connection.execute(sa.delete(devices).where(_columns.id.in_(ids)))
    connection.execute(sa.delete(notices).where(notices.c.channel.in_(ids)))
