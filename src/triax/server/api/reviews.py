"""What the bots think of a game that is over: asked for once, then there for whoever may see the replay."""

from __future__ import annotations

from collections import OrderedDict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from triax.games.record import Record
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, LockedPlayer, ServicesDep
from triax.server.api.replays import finished_table
from triax.server.api.responses import PathId
from triax.server.api.review_responses import ReviewShown
from triax.server.live_table import LiveTable
from triax.server.rate_limits import network_of
from triax.server.replay_cache import record_of
from triax.server.review_worker import VERSION
from triax.server.services import Services
from triax.server.visibility import open_review

router = APIRouter(prefix="/api/tables", tags=["after the game"])

KEPT = 64
"""So many whole reviews stay in memory as they are sent: they are long, and do not change."""
LOOKING = 5
"""What a look at one that is being made costs of the messages a player may send: all of it is read anew."""

Since = Annotated[
    int,
    Query(ge=0, le=2**31, description="So many decisions are known already; until it is done, only those after them."),
]


@router.post("/{table}/review", response_model=ReviewShown)
async def ask_for_review(table: PathId, me: LockedPlayer, services: ServicesDep, request: Request) -> Response:
    """Have a game reviewed that is over. It is done once and kept; who asks again is shown how far it is."""
    live = await finished_table(services, table, me)
    # Addresses are kept nowhere.
    lane = services.accounts.seed("lane", network_of(request.client.host if request.client else ""))[:16]
    await services.reviews.ask(live, me, lane)
    return await _shown(services, live, me, 0)


@router.get("/{table}/review", response_model=ReviewShown)
async def show_review(table: PathId, me: CurrentPlayer, services: ServicesDep, since: Since = 0) -> Response:
    """How far the review of a game is, and what is known by now."""
    return await _shown(services, await finished_table(services, table, me), me, since)


_whole: OrderedDict[tuple[str, int], bytes] = OrderedDict()


async def _shown(services: Services, live: LiveTable, me: User, since: int) -> Response:
    record = record_of(live.table)
    key = live.id, VERSION
    if key not in _whole:
        shown = await _made(services, live, me, record, since)
        body = shown.model_dump_json().encode()
        if shown.state != "done":
            return Response(body, media_type="application/json")
        _whole[key] = body
        while len(_whole) > KEPT:
            _whole.popitem(last=False)
    _whole.move_to_end(key)
    return Response(_whole[key], media_type="application/json")


async def _made(services: Services, live: LiveTable, me: User, record: Record, since: int) -> ReviewShown:
    services.message_rate.check(me.id, LOOKING)
    stored = await services.reviews.find(live.id)
    whole = open_review(record, stored.parts, stored.whole)
    known: list[dict[str, Any]] = whole["decisions"]
    since = 0 if stored.state == "done" else min(since, len(known))
    return ReviewShown.model_validate(
        {
            "state": stored.state,
            "unit": whole["unit"],
            "ahead": stored.ahead,
            "of": stored.decisions,
            "known": len(known),
            "decisions": known[since:],
            "curve": whole["curve"][since:],
            "review": whole if stored.state == "done" else None,
        }
    )
