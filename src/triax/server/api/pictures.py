"""Pictures of a table: a poster and a film of a game that is over, and the one that goes with a link."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from triax.server import link_previews
from triax.server.accounts import User
from triax.server.api.access import ServicesDep, find_player, services_of
from triax.server.api.replays import finished_table
from triax.server.api.requests import TableId
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.painting import Order
from triax.server.rate_limits import network_of
from triax.server.services import Services

router = APIRouter(prefix="/api/tables", tags=["after the game"])

KEPT = {"cache-control": "private, max-age=3600"}


def _made(kind: str, words: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"description": words, "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}}


PictureTheme = Annotated[Literal["light", "dark"], Query(description="Of the picture.")]
Language = Annotated[Literal["en", "de", "it"], Query(description="Of its words.")]
PosterSeat = Annotated[int | None, Query(ge=0, le=3, description="Whose poster it is, if not the winner's.")]


async def _anybody(request: Request) -> User | None:
    """Whoever asks, with a session or without: those who show links have none."""
    player = await find_player(request)
    address = network_of(request.client.host if request.client else "")
    services_of(request).picture_rate.check(player.id if player else address)
    return player


Anybody = Annotated[User | None, Depends(_anybody)]


async def _shown(services: Services, table: str, me: User | None) -> LiveTable:
    """A table whose end may be seen: by whoever has its address, a deal of the day by those who have played it."""
    if me is not None:
        return await finished_table(services, table, me)
    live = await services.tables.open(table)
    if not link_previews.is_open_to_all(live):
        raise Refused("no_session", "say who you are first: POST /api/session")
    return live


async def _painted(services: Services, order: Order, kind: str) -> Response:
    return Response(await services.painter.of(order), media_type=kind, headers=KEPT)


@router.get("/{table}/poster.png", response_class=Response, responses=_made("image/png", "1080 × 1350 pixels."))
async def poster(
    table: TableId,
    me: Anybody,
    services: ServicesDep,
    *,
    seat: PosterSeat = None,
    theme: PictureTheme = "dark",
    lang: Language = "en",
) -> Response:
    """A game that is over as a poster: its last position, the result, the names."""
    live = await _shown(services, table, me)
    return await _painted(services, link_previews.poster_order(live, seat, theme, lang), "image/png")


@router.get("/{table}/timelapse.webp", response_class=Response, responses=_made("image/webp", "It moves."))
async def timelapse(
    table: TableId, me: Anybody, services: ServicesDep, theme: PictureTheme = "dark", lang: Language = "en"
) -> Response:
    """A game that is over as a film of a few seconds, as a spectator saw it."""
    live = await _shown(services, table, me)
    return await _painted(services, link_previews.film_order(live, theme, lang), "image/webp")


@router.get("/{table}/preview.png", response_class=Response, responses=_made("image/png", "1200 × 630 pixels."))
async def preview(table: TableId, _me: Anybody, services: ServicesDep) -> Response:
    """What goes with a link to this table: an invitation, who plays, or how it ended."""
    live = await services.tables.open(table)
    if not link_previews.is_open_to_all(live):
        raise Refused("not_found", "there is no such table")
    return await _painted(services, link_previews.preview_order(live), "image/png")
