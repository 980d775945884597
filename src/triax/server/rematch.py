"""The same players once more: one new table for each that is over, whoever asks first."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from triax.server import schema
from triax.server.actions import Proposed
from triax.server.desk import Desk, Live
from triax.server.errors import Refused
from triax.server.people import new_id
from triax.server.table import Seat, Table


async def play_again(desk: Desk, old: Live, player: str) -> Live:
    """The table at which the players of an old one meet again, with this player seated there."""
    table = old.table
    if not table.seats_of(player):
        raise Refused("not_yours", "those who sat at this table may ask for a rematch")
    if table.status != "over":
        raise Refused("not_over", f"a rematch follows a game that is over; this table is {table.status}")
    if table.meta.day is not None:
        raise Refused("not_allowed", "a deal of the day is played once")
    live = await _find(desk, old.id) or await _open(desk, old, player)
    await desk.seat_taken(live, lambda seen: _come(seen, player))
    # Tells those who still look at the old table.
    await desk.catch_up(old)
    return live


async def _find(desk: Desk, old: str) -> Live | None:
    tables = schema.tables.c
    query = sa.select(tables.id).where(tables.rematch_of == old, tables.status != "closed")
    rows = await desk.database.rows(query)
    return await desk.open(rows[0].id) if rows else None


async def _open(desk: Desk, old: Live, player: str) -> Live:
    table, tables = old.table, schema.tables
    meta = replace(
        table.meta,
        id=new_id(),
        options=_options(table),
        host=player,
        created=time.time(),
        rematch_of=old.id,
    )
    seated = [
        Proposed("sit", number, data)
        for number, seat in enumerate(table.seats)
        if (data := await _kept(desk, seat, player))
    ]
    # One that was given up makes room for another.
    given_up = sa.update(tables).where(tables.c.rematch_of == old.id, tables.c.status == "closed")
    also: list[sa.Executable] = [given_up.values(rematch_of=None), *desk.journal.word_of(old.id)]
    try:
        return await desk.create(meta, seated, also)
    except IntegrityError:
        # Another player was quicker.
        live = await _find(desk, old.id)
        if live is None:
            raise
        return live


def _options(table: Table) -> dict[str, Any]:
    """As they were; but another seat starts."""
    assert table.state is not None
    players = table.meta.players
    options = dict(table.meta.options)
    return options if players == 1 else {**options, "start": (table.state.options["start"] + 1) % players}


async def _kept(desk: Desk, seat: Seat, player: str) -> dict[str, str]:
    if seat.bot is not None:
        return {"bot": seat.bot}
    if seat.player == player:
        return {"player": player}
    # Whoever is deleted does not come: their seat is free.
    there = seat.player is not None and await desk.people.find(seat.player)
    return {"kept_for": there.id} if there else {}


def _come(table: Table, player: str) -> Sequence[Proposed]:
    """Take the seats kept for this player, as long as seats are taken."""
    if table.status != "open":
        return []
    mine = [number for number, seat in enumerate(table.seats) if seat.is_open and seat.kept_for == player]
    return [Proposed("sit", number, {"player": player}) for number in mine]
