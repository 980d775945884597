"""Games that are over: their record, their positions, and playing again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from triax.server import shared_deals
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, LockedPlayer, ServicesDep
from triax.server.api.responses import MoveMade, PathId, PositionShown, ReplayInfo
from triax.server.api.tables import check_club, check_table_limit, visible_table
from triax.server.errors import Refused
from triax.server.json_schema import SHARED
from triax.server.live_table import LiveTable
from triax.server.messages import table_info
from triax.server.protocol import TableInfo
from triax.server.rematch import play_again
from triax.server.replay_cache import record_of
from triax.server.services import Services
from triax.server.visibility import open_events, open_record, view_for

router = APIRouter(prefix="/api/tables", tags=["after the game"])

A_RECORD: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The record, on one line.",
        "content": {"application/json": {"schema": {SHARED: "GameRecord"}}},
    }
}


async def finished_table(services: Services, table: str, me: User) -> LiveTable:
    """A table whose game is over, for those who may see it: others' games of a shared deal when nobody plays it."""
    live = await services.tables.open(table)
    await check_club(services, live, me)
    await shared_deals.check_replay(services.database, live.table, me.id)
    return live


@router.get("/{table}/record", response_class=Response, responses=A_RECORD)
async def download_record(table: PathId, me: CurrentPlayer, services: ServicesDep) -> Response:
    """The record of a game that is over, as a file; without a result if it was given up."""
    live = await finished_table(services, table, me)
    record = record_of(live.table)
    await shared_deals.check_record(services.database, live.table.meta)
    when = datetime.fromtimestamp(live.table.ended or 0.0, UTC).strftime("%Y-%m-%d-%H%M%S")
    # Not named after the table: its address is a key, and files are passed on.
    headers = {"content-disposition": f'attachment; filename="triax-{live.table.meta.game}-{when}.jsonl"'}
    return Response(open_record(record), media_type="application/json", headers=headers)


@router.get("/{table}/replay")
async def show_replay(table: PathId, me: CurrentPlayer, services: ServicesDep) -> ReplayInfo:
    """A game that is over: who played, and the moves."""
    live = await finished_table(services, table, me)
    positions = await services.replays.of(live.table)
    seats = live.table.seats
    return ReplayInfo(
        table=table_info(live),
        names=[seat.bot or live.names.get(seat.player or "", "") for seat in seats],
        positions=len(positions),
        moves=[MoveMade(seat=one.seat, move=one.move) for one in positions if one.seat is not None and one.move],
        scores=[[list(own) for own in one.state.scores] for one in positions],
    )


@router.get("/{table}/replay/{at}")
async def show_position(
    table: PathId,
    at: Annotated[int, Path(ge=0, le=2**31, description="From 0, before the first move.")],
    me: CurrentPlayer,
    services: ServicesDep,
) -> PositionShown:
    """One position, as every seat saw it, and what led there."""
    live = await finished_table(services, table, me)
    positions = await services.replays.of(live.table)
    if at >= len(positions):
        raise Refused("not_found", f"there is no position {at}: the last is {len(positions) - 1}")
    shown = positions[at]
    return PositionShown(
        at=at,
        seat=shown.seat,
        move=shown.move,
        events=open_events(shown.events),
        views=[dict(view_for(shown.state, seat)) for seat in range(live.table.meta.players)],
        scores=[list(own) for own in shown.state.scores],
    )


@router.post("/{table}/rematch")
async def rematch(table: PathId, me: LockedPlayer, services: ServicesDep) -> TableInfo:
    """Play again: one new table for all who sat here; the game starts when everyone has come."""
    old = await visible_table(services, table, me)
    await check_table_limit(services, me)
    return table_info(await play_again(services.tables, old, me.id))
