"""What every answer carries and every request is held to, before anything else looks at it."""

from __future__ import annotations

import ipaddress
import json
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triax.server import metrics
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
ONE_CLICK = "/api/mail/stop"
"""Asked by mail programs for whoever wants no more letters (RFC 8058); what they send along is not read."""
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
SAFE = {"GET", "HEAD", "OPTIONS"}
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?")


class Guard:
    """Host, origin, size and kind of a request."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.limit = settings.limits.body_bytes
        self.origins = {origin.rstrip("/").lower() for origin in settings.origins}
        self.hosts = {urlsplit(origin).hostname for origin in self.origins} - {None}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        send = _with_headers(scope, send)
        try:
            self._check(scope, Headers(scope=scope))
        except Refused as refused:
            await refuse(refused, scope, send)
            return
        await self.app(scope, self._bounded(receive) if scope["type"] == "http" else receive, send)

    def _check(self, scope: Scope, headers: Headers) -> None:
        if not scope["path"].isprintable():
            # A route would take a line's end behind its address for the end of it.
            raise Refused("not_found", "there is nothing at this address")
        host = self._check_host(headers)
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            self._check_origin(headers, scope["scheme"].replace("ws", "http"), host)
        if scope["type"] == "http":
            self._check_body(headers, scope["method"], scope["path"])

    def _check_host(self, headers: Headers) -> str:
        """A name that is not ours may be somebody's who has pointed it here; an address cannot be pointed."""
        given = ",".join(headers.getlist("host")).lower()
        found = HOST.fullmatch(given)
        host = (found[1] or found[2]) if found else ""
        if host != "localhost" and host not in self.hosts and not is_address(host):
            raise Refused("wrong_host", "the server does not know itself by this name; its owner can add it: --origin")
        return given

    def _check_origin(self, headers: Headers, scheme: str, host: str) -> None:
        origin = ",".join(headers.getlist("origin")).lower()
        if not origin:
            # Browsers name the origin of whatever may change something; programs need not.
            if headers.get("sec-fetch-site", "none") in {"same-origin", "none"}:
                return
        # A proxy that ends TLS may not say so; but what came by https was not sent by a page that came without.
        elif origin in {f"{scheme}://{host}", f"https://{host}"} | self.origins:
            return
        raise Refused("wrong_origin", "requests from another site are refused")

    def _check_body(self, headers: Headers, method: str, path: str) -> None:
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,12}", length) or int(length) > self.limit:
            raise Refused("too_large", f"a request has at most {self.limit} bytes")
        has_body = int(length) > 0 or "transfer-encoding" in headers
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        # No form of another site can send this.
        if method not in SAFE and has_body and kind != "application/json" and not (path == ONE_CLICK and kind in FORMS):
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
    """Answer a request that goes no further; a socket's before it is accepted."""
    metrics.refused(refused.code)
    body = json.dumps({"code": refused.code, "message": refused.message}).encode()
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    heads = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    raw = [(name.encode(), value.encode()) for name, value in heads.items()]
    await send({"type": f"{kind}.start", "status": refused.status, "headers": raw})
    await send({"type": f"{kind}.body", "body": body})


def _with_headers(scope: Scope, send: Send) -> Send:
    accepted = False

    async def answering(message: Message) -> None:
        nonlocal accepted
        if message["type"] in {"http.response.start", "websocket.http.response.start", "websocket.accept"}:
            accepted = True
            headers = MutableHeaders(raw=list(message.get("headers", [])))
            add_security_headers(headers, scope["path"])
            message = {**message, "headers": headers.raw}
        await send(message)

    # It does not name itself: in a circle, all that is known of a line would be kept for long.
    async def sending(message: Message) -> None:
        if message["type"] == "websocket.close" and not accepted:
            # No route was found.
            await refuse(Refused("not_found", "there is nothing at this address"), scope, answering)
        else:
            await answering(message)

    return sending


def add_security_headers(headers: MutableHeaders, path: str) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if path.startswith("/api"):
        headers.setdefault("cache-control", "no-store")


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
