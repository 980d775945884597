"""Metrics for Prometheus: counts and times, nothing that anybody holds.

With several processes on one port prometheus_client sums them up through files in PROMETHEUS_MULTIPROC_DIR, which
`triax serve` sets before it starts them: whichever process is asked answers for all.
"""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
from starlette.types import ASGIApp, Message, Receive, Scope, Send

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
TABLES = Gauge("triax_tables", "Tables in memory.", ["game", "status"], registry=REGISTRY, multiprocess_mode="livesum")
SOCKETS = Gauge("triax_sockets", "Sockets that are open.", registry=REGISTRY, multiprocess_mode="livesum")
MOVES = Counter("triax_moves", "Moves committed, those of bots included.", registry=REGISTRY)
GROUPS = Histogram(
    "triax_commit_group_size",
    "What was committed together in one transaction; its count is that of the commits.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200),
    registry=REGISTRY,
)
BOT_SECONDS = Counter("triax_bot_seconds", "Seconds for which bots have thought.", registry=REGISTRY)
BOT_QUESTIONS = Counter("triax_bot_questions", "Moves and hints that bots were asked for.", registry=REGISTRY)
BOT_DEATHS = Counter("triax_bot_deaths", "Bots' processes that failed and were replaced.", registry=REGISTRY)
REFUSALS = Counter(
    "triax_refusals", "What was refused, by code; internal: an unexpected error.", ["by", "code"], registry=REGISTRY
)
REQUESTS = Counter("triax_http_requests", "Requests answered.", ["method", "route", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "triax_http_request_seconds",
    "Seconds from a request to the end of its answer.",
    ["method", "route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
CPU = Counter("process_cpu_seconds", "Processor time, without that of bots.", registry=REGISTRY)
MEMORY = Gauge(
    "process_resident_memory_bytes", "Memory, without that of bots.", registry=REGISTRY, multiprocess_mode="livesum"
)
FILES = Gauge("process_open_fds", "Files and sockets open.", registry=REGISTRY, multiprocess_mode="livesum")
BEGUN = Gauge(
    "process_start_time_seconds", "When the oldest process began.", registry=REGISTRY, multiprocess_mode="livemin"
)
METHODS = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}


def refused(code: str) -> None:
    """A request was refused."""
    REFUSALS.labels("http", code).inc()


class RequestMetrics:
    """Counts and times every request; of its address only what all of its kind share, for the rest is a key."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), "500"

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                status = str(message["status"])
            elif message["type"] == "websocket.accept":
                status = "101"
                self._count(scope, status)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            # A socket lives on: it is counted when it opens.
            if status != "101":
                self._count(scope, status)
                SECONDS.labels(_method(scope), _route(scope)).observe(time.perf_counter() - begun)

    def _count(self, scope: Scope, status: str) -> None:
        REQUESTS.labels(_method(scope), _route(scope), status).inc()


def _method(scope: Scope) -> str:
    method = scope.get("method", "GET")
    return method if method in METHODS else "other"


def _route(scope: Scope) -> str:
    path: str | None = getattr(scope.get("route"), "path", None)
    if path is None and scope["type"] == "websocket" and "endpoint" in scope:
        # FastAPI tells of its own routes only.
        path = scope["path"]
        for name, value in scope["path_params"].items():
            path = path.replace(value, f"{{{name}}}")
    return path or "other"
