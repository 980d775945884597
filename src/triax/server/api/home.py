"""The first page, in one answer: for everybody, players or not."""

from __future__ import annotations

import math
from typing import Any

from fastapi import APIRouter

from triax.server.accounts import User
from triax.server.api.access import ServicesDep, Visitor
from triax.server.api.daily import todays_deals
from triax.server.api.puzzles import todays_puzzles
from triax.server.api.responses import HomeShown, OwnTable
from triax.server.api.session import player_info
from triax.server.api.tables import public_tables, tables_of
from triax.server.live_table import LiveTable
from triax.server.messages import table_info
from triax.server.services import Services
from triax.server.table import Table
from triax.server.visibility import view_for

router = APIRouter(prefix="/api/home", tags=["home"])

VIEWS = 8
"""So many of one's own games are shown with their position."""


@router.get("")
async def home(me: Visitor, services: ServicesDep) -> HomeShown:
    """Today's deals, one's own games, public tables, and how many people are here."""
    lobby = await public_tables(services)
    return HomeShown(
        me=player_info(me) if me else None,
        people=services.cluster.people_here(),
        open=lobby.open,
        playing=lobby.playing,
        mine=await _own(services, me) if me else [],
        today=await todays_deals(services, me),
        puzzles=await todays_puzzles(services, me),
    )


async def _own(services: Services, me: User) -> list[OwnTable]:
    lives = [await services.tables.open(table) for table in await tables_of(services, me)]
    lives.sort(key=lambda live: _urgency(live.table, me))
    return [
        OwnTable(
            table=table_info(live),
            yours=list(live.table.seats_of(me.id)),
            view=_position(live) if number < VIEWS else None,
        )
        for number, live in enumerate(lives)
    ]


def _urgency(table: Table, me: User) -> tuple[bool, float]:
    """Where one is waited for comes first, and of each kind what has the least time left; then the newest."""
    owed = [seat for seat in table.seats_of(me.id) if seat in table.to_act]
    times = [table.deadline(seat) for seat in owed or table.to_act]
    return not owed, min((time for time in times if time is not None), default=math.inf)


def _position(live: LiveTable) -> dict[str, Any] | None:
    return None if live.table.state is None else view_for(live.table.state, None)
