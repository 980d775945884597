"""For those who run the server."""

from __future__ import annotations

import ipaddress

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from triax.server.api.access import ServicesDep
from triax.server.errors import Refused

router = APIRouter(tags=["operations"])


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@router.get("/healthz")
async def health(services: ServicesDep) -> dict[str, str]:
    """Answers when the server is ready: its database can be read and written, and nothing in it is damaged."""
    await services.health.check()
    return {"status": "ok"}


@router.get("/healthz/live")
async def alive() -> dict[str, str]:
    """Answers as long as the server runs, whatever its database does: a restart would not help."""
    return {"status": "ok"}


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request, services: ServicesDep) -> PlainTextResponse:
    """Counts and times for Prometheus, for this machine alone: even how many moves are made is nobody else's."""
    if not services.settings.metrics or request.client is None or not is_loopback(request.client.host):
        raise Refused("not_found", "this server shows no metrics")
    return PlainTextResponse(services.metrics.text(), media_type=CONTENT_TYPE_LATEST)
