"""Play now: find somebody who wants to play the same; and who is here."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter

from triax.games import find_game
from triax.server import db_schema
from triax.server.api.access import LockedPlayer, PlayerInPerson, ServicesDep, Visitor
from triax.server.api.people_responses import HereShown, PersonInfo, SeekShown, SoughtShown
from triax.server.api.requests import Seek
from triax.server.api.tables import check_table_limit
from triax.server.errors import Refused
from triax.server.social.pairing import Wish
from triax.server.social.profile import may_see

router = APIRouter(prefix="/api", tags=["people"])

SHOWN = 40


@router.put("/seek")
async def seek(asked: Seek, me: LockedPlayer, _person: PlayerInPerson, services: ServicesDep) -> SeekShown:
    """Wait for others who want the same, and hear whether they were found. To be asked again every two seconds or so;
    who has not asked for ten seconds waits no more."""
    if asked.players not in find_game(asked.game).facts.players:
        raise Refused("bad_options", f"players: {asked.players}; {find_game(asked.game).title} is not played so")
    await check_table_limit(services, me)
    found = await services.pairing.seek(me, Wish(asked.game, asked.players, asked.pace))
    return SeekShown(table=found.table, waiting=found.waiting, since=found.since)


@router.delete("/seek")
async def stop_seeking(me: LockedPlayer, services: ServicesDep) -> SeekShown:
    """Wait no more. If others were found at that moment, this tells where."""
    return SeekShown(table=await services.pairing.stop(me), waiting=0, since=0)


@router.get("/here")
async def who_is_here(me: Visitor, services: ServicesDep) -> HereShown:
    """Who is here, as far as they show themselves, and what others look for somebody to play."""
    people = await services.here.everybody()
    unwanted = await services.friends.blocked_by(me.id) if me else frozenset()
    columns = db_schema.players.c
    named = sa.select(columns.id, columns.name).where(columns.id.in_(people - unwanted), columns.account.is_not(None))
    shown = named.where(may_see(me.id if me else None)).order_by(columns.account).limit(SHOWN)
    return HereShown(
        count=services.cluster.people_here(),
        people=[PersonInfo(id=row.id, name=row.name) for row in await services.database.rows(shown)],
        sought=[
            SoughtShown(game=wish.game, players=wish.players, pace=wish.pace, count=count)
            for wish, count in await services.pairing.sought()
        ],
    )
