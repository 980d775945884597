"""What every answer carries and every request is held to, before anything else looks at it."""

from __future__ import annotations

import ipaddress
import json
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triax.server.config import Settings
from triax.server.errors import Refused

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # The address of a table is its key: it goes to nobody else.
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SAFE = {"GET", "HEAD", "OPTIONS"}


class Guard:
    """Host, origin, size and kind of a request."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.limit = settings.limits.body_bytes
        self.origins = {origin.rstrip("/").lower() for origin in settings.origins}
        self.hosts = {urlsplit(origin).hostname for origin in self.origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check_host(headers)
            if scope["type"] == "websocket" or scope["method"] not in SAFE:
                self._check_origin(headers)
            if scope["type"] == "http" and scope["method"] not in SAFE:
                self._check_body(headers)
        except Refused as refused:
            await refuse(refused, scope, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, self._bounded(receive), _with_headers(scope, send))

    def _check_host(self, headers: Headers) -> None:
        """A name that is not ours may be somebody's who has pointed it here; an address cannot be pointed."""
        host = _hostname(headers.get("host", ""))
        if host != "localhost" and host not in self.hosts and not _is_address(host):
            raise Refused("wrong_host", "the server does not know itself by this name; its owner can add it: --origin")

    def _check_origin(self, headers: Headers) -> None:
        origin = headers.get("origin")
        if origin is None:
            # Browsers name the origin of whatever may change something; programs need not.
            if headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}:
                raise Refused("wrong_origin", "requests from another site are refused")
            return
        same = urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
        if not same and origin.lower() not in self.origins:
            raise Refused("wrong_origin", "requests from another site are refused")

    def _check_body(self, headers: Headers) -> None:
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.limit:
            raise Refused("too_large", f"a request has at most {self.limit} bytes")
        has_body = length != "0" or "transfer-encoding" in headers
        # No form of another site can send this.
        if has_body and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("not_json", "the body of a request is application/json")

    def _bounded(self, receive: Receive) -> Receive:
        taken = 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.limit:
                raise Refused("too_large", f"a request has at most {self.limit} bytes")
            return message

        return bounded


async def refuse(refused: Refused, scope: Scope, send: Send) -> None:
    body = json.dumps({"code": refused.code, "message": refused.message}).encode()
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": refused.code})
            return
        kind = "websocket.http.response"
    heads = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    raw = [(name.encode(), value.encode()) for name, value in heads.items()]
    await send({"type": f"{kind}.start", "status": refused.status, "headers": raw})
    await send({"type": f"{kind}.body", "body": body})


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if scope["path"].startswith("/api"):
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_address(host: str | None) -> bool:
    try:
        ipaddress.ip_address(host or "")
    except ValueError:
        return False
    return True


class Bucket:
    """So much a second, and so much at once."""

    __slots__ = ("burst", "left", "rate", "seen")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.seen = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Doorman:
    """Holds each address to a number of tries a minute."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def admit(self, address: str) -> None:
        bucket = self._buckets.setdefault(address, Bucket(self.per_minute / 60, self.per_minute))
        self._buckets.move_to_end(address)
        if len(self._buckets) > 10_000:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise Refused("too_fast", "too many tries; wait a minute")
