"""What the bots think of a game that is over: asked for once, then there for whoever may see the replay."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from triax.server.api.access import CurrentPlayer, LockedPlayer, ServicesDep
from triax.server.api.replays import finished_table
from triax.server.api.responses import PathId
from triax.server.api.review_responses import ReviewShown
from triax.server.live_table import LiveTable
from triax.server.replay_cache import record_of
from triax.server.services import Services
from triax.server.visibility import open_review

router = APIRouter(prefix="/api/tables", tags=["after the game"])

Since = Annotated[
    int,
    Query(ge=0, le=2**31, description="So many decisions are known already; until it is done, only those after them."),
]


@router.post("/{table}/review")
async def ask_for_review(table: PathId, me: LockedPlayer, services: ServicesDep) -> ReviewShown:
    """Have a game reviewed that is over. It is done once and kept; who asks again is shown how far it is."""
    live = await finished_table(services, table, me)
    await services.reviews.ask(live, me)
    return await _shown(services, live, 0)


@router.get("/{table}/review")
async def show_review(table: PathId, me: CurrentPlayer, services: ServicesDep, since: Since = 0) -> ReviewShown:
    """How far the review of a game is, and what is known by now."""
    return await _shown(services, await finished_table(services, table, me), since)


async def _shown(services: Services, live: LiveTable, since: int) -> ReviewShown:
    record = record_of(live.table)
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
