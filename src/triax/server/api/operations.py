"""For those who run the server."""

from __future__ import annotations

from fastapi import APIRouter

from triax.server.api.access import HouseHere

router = APIRouter(tags=["operations"])


@router.get("/healthz")
async def health(house: HouseHere) -> dict[str, str]:
    """Answers when the server and its database do."""
    await house.database.setting("generation")
    return {"status": "ok"}
