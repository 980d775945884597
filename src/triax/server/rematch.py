"""The same players once more: one new table for each that is over, whoever asks first."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from triax.server import db_schema
from triax.server.accounts import new_id
from triax.server.actions import ProposedEntry
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.table import Table, TableSeat
from triax.server.table_service import TableService


async def play_again(service: TableService, old: LiveTable, player: str) -> LiveTable:
    """The table at which the players of an old one meet again, with this player seated there."""
    table = old.table
    if not table.seats_of(player):
        raise Refused("not_yours", "those who sat at this table may ask for a rematch")
    if table.status != "over":
        raise Refused("not_over", f"a rematch follows a game that is over; this table is {table.status}")
    if table.meta.day is not None:
        raise Refused("not_allowed", "a deal of the day is played once")
    if table.meta.tournament is not None:
        raise Refused("not_allowed", "who plays whom in a tournament is drawn")
    live = await _find(service, old.id) or await _open(service, old, player)
    await service.sit_down(live, lambda seen: _come(seen, player))
    # Tells those who still look at the old table.
    await service.catch_up(old)
    return live


async def _find(service: TableService, old: str) -> LiveTable | None:
    tables = db_schema.tables.c
    query = sa.select(tables.id).where(tables.rematch_of == old, tables.status != "closed")
    rows = await service.database.rows(query)
    return await service.open(rows[0].id) if rows else None


async def _open(service: TableService, old: LiveTable, player: str) -> LiveTable:
    table, tables = old.table, db_schema.tables
    meta = replace(
        table.meta,
        id=new_id(),
        options=_options(table),
        host=player,
        created=time.time(),
        rematch_of=old.id,
    )
    seated = [
        ProposedEntry("sit", number, data)
        for number, seat in enumerate(table.seats)
        if (data := await _kept(service, seat, player))
    ]
    # One that was given up makes room for another.
    given_up = sa.update(tables).where(tables.c.rematch_of == old.id, tables.c.status == "closed")
    also: list[sa.Executable] = [given_up.values(rematch_of=None), *service.journal.notifications(old.id)]
    try:
        return await service.create(meta, seated, also)
    except IntegrityError:
        # Another player was quicker.
        live = await _find(service, old.id)
        if live is None:
            raise
        return live


def _options(table: Table) -> dict[str, Any]:
    """As they were; but the seat after the one that started starts, where it can be chosen."""
    assert table.state is not None
    players, options = table.meta.players, dict(table.meta.options)
    chosen = {one.name for one in table.game.facts.options if one.kind == "seat" and players in one.players}
    turned = {name: (table.state.options[name] + 1) % players for name in chosen & table.state.options.keys()}
    return options if players == 1 else options | turned


async def _kept(service: TableService, seat: TableSeat, player: str) -> dict[str, str]:
    if seat.bot is not None:
        return {"bot": seat.bot}
    if seat.player == player:
        return {"player": player}
    # Whoever is deleted does not come: their seat is free.
    there = seat.player is not None and await service.accounts.find(seat.player)
    return {"kept_for": there.id} if there else {}


def _come(table: Table, player: str) -> Sequence[ProposedEntry]:
    """Take the seats kept for this player, as long as seats are taken."""
    if table.status != "open":
        return []
    mine = [number for number, seat in enumerate(table.seats) if seat.is_open and seat.kept_for == player]
    return [ProposedEntry("sit", number, {"player": player}) for number in mine]
