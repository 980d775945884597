"""For those who run the server."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from triax.server.api.access import HouseHere
from triax.server.errors import Refused

router = APIRouter(tags=["operations"])

PATIENCE = 2.0
"""Seconds until a database that does not answer is called away: whoever asks wants to know soon."""


@router.get("/healthz")
async def health(house: HouseHere) -> dict[str, str]:
    """Answers when the server and its database do."""
    try:
        async with asyncio.timeout(PATIENCE):
            await house.database.setting("generation")
    except TimeoutError:
        raise Refused("unavailable", "the database is away") from None
    return {"status": "ok"}


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(house: HouseHere) -> PlainTextResponse:
    """Counts and times for Prometheus."""
    if not house.settings.metrics:
        raise Refused("not_found", "this server shows no metrics")
    return PlainTextResponse(house.figures.text(), media_type=CONTENT_TYPE_LATEST)
