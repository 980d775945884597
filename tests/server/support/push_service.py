"""A push service on this machine, and browsers subscribed there: they read what they get with their own keys."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey

ENVIRONMENT = {"TRIAX_PUSH_ANYWHERE": "1"}


def packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A subscription: an endpoint, and keys that nobody else has."""

    def __init__(self, service: PushService, name: str, language: str = "en") -> None:
        self.service = service
        self.name = name
        self.language = language
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, str]:
        point = serialization.PublicFormat.UncompressedPoint
        raw = self.key.public_key().public_bytes(serialization.Encoding.X962, point)
        return {
            "endpoint": f"http://127.0.0.1:{self.service.port}/{self.name}",
            "p256dh": packed(raw),
            "auth": packed(self.secret),
            "language": self.language,
        }

    @property
    def received(self) -> list[dict[str, Any]]:
        """What it would show."""
        return [self._read(post) for post in self.service.posts if post.path == f"/{self.name}"]

    def _read(self, post: Post) -> dict[str, Any]:
        assert post.headers["content-encoding"] == "aes128gcm"
        raw = http_ece.decrypt(post.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        message: dict[str, Any] = json.loads(raw)
        assert message["web_push"] == 8030
        shown: dict[str, Any] = message["notification"]
        return shown

    async def wait(self, count: int, seconds: float = 20) -> list[dict[str, Any]]:
        deadline = time.monotonic() + seconds
        while len(self.received) < count:
            assert time.monotonic() < deadline, f"{len(self.received)} of {count} have come"
            await asyncio.sleep(0.02)
        return self.received


@dataclass
class Post:
    path: str
    headers: dict[str, str]
    body: bytes
    at: float


@dataclass
class PushService:
    """Checks who sends, and keeps what is sent."""

    port: int = 0
    posts: list[Post] = field(default_factory=list)
    statuses: dict[str, list[int]] = field(default_factory=dict)
    """By path: what is answered, one after the other; then 201."""
    asked: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            method, path, _ = first.split(" ")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            assert method == "POST"
            self.asked += 1
            status = self.statuses[path].pop(0) if self.statuses.get(path) else 201
            if status == 201:
                check_sender(headers, f"http://127.0.0.1:{self.port}")
                self.posts.append(Post(path, headers, body, time.time()))
            # Where it would lead whoever follows.
            there = f"Location: http://127.0.0.1:{self.port}/elsewhere\r\n" if 300 <= status < 400 else ""
            writer.write(f"HTTP/1.1 {status} Done\r\n{there}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
            await writer.drain()
        finally:
            writer.close()


def check_sender(headers: dict[str, str], audience: str) -> None:
    kind, _, rest = headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    raw = unpacked(parts["k"])
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    claims = jwt.decode(parts["t"], ECKey.import_key(pem), algorithms=["ES256"]).claims
    assert kind == "vapid"
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] < time.time() + 86400
    assert claims["sub"].startswith(("https://", "mailto:"))
    assert int(headers["ttl"]) > 0
    assert headers["urgency"] in {"high", "normal"}
    assert len(headers["topic"]) <= 32


@asynccontextmanager
async def pushing() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.port = server.sockets[0].getsockname()[1]
    async with server:
        yield service
