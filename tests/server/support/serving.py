"""A real server in a process of its own, and clients that talk to it as players do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.support.launcher import LUCK, Launched

LOOSE = (
    "sign_ins_per_minute=100000",
    "messages_per_second=100000",
    "message_burst=100000",
    "pictures_per_minute=100000",
)


@cache
def _read_certificates(_file: str, _changed: float) -> ssl.SSLContext:
    return ssl.create_default_context()


def certificates() -> ssl.SSLContext:
    """One for all: a client reads all certificates of the machine into one of its own, which takes 50 ms."""
    file = os.environ.get("SSL_CERT_FILE", "")
    return _read_certificates(file, Path(file).stat().st_mtime if file else 0.0)


def free_port() -> int:
    """Below the ports that systems hand out to clients: one of those could be taken while a server is down."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Server:
    """`triax serve` on a port of its own; it can be killed and started again."""

    def __init__(
        self,
        database: str,
        *arguments: str,
        limits: Sequence[str] = LOOSE,
        port: int | None = None,
        environment: Mapping[str, str] | None = None,
        luck: str | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database
        self.environment = environment
        self.variables = {**(variables or {}), **({LUCK: luck} if luck else {})}
        """Of the environment, beside those that are there."""
        self.arguments = [*arguments, *(part for limit in limits for part in ("--limit", limit))]
        self.process: Launched | subprocess.Popen[bytes] | None = None
        self.log = Path(tempfile.mkstemp(prefix="triax-server-", suffix=".log")[1])

    def start(self) -> Self:
        words = ["serve", "--port", str(self.port), "--database", self.database, "--bot-budget", "0.05"]
        words += self.arguments
        if self.environment is None and (self.variables or "PYTEST_VERSION" in os.environ):
            self.process = Launched(self.log, *words, environment=self.variables)
        else:  # what is measured, or finds other packages, is started as by its host
            command = [sys.executable, "-m", "triax", *words]
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
        self.wait()
        return self

    def wait(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError(f"the server has ended:\n{self.log.read_text()}")
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.03)
        raise AssertionError(f"the server does not answer:\n{self.log.read_text()}")

    def kill(self) -> None:
        """As a power cut does it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.stop()
                return
            self.kill()


@contextmanager
def serving(
    database: str,
    *arguments: str,
    limits: Sequence[str] = LOOSE,
    environment: Mapping[str, str] | None = None,
    luck: str | None = None,
    variables: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    server = Server(database, *arguments, limits=limits, environment=environment, luck=luck, variables=variables)
    try:
        yield server.start()
    finally:
        server.end()
        server.log.unlink(missing_ok=True)


class Guest:
    """A person with a browser: a cookie, requests, and sockets to tables."""

    def __init__(self, url: str) -> None:
        self.url = url
        # The server closes a line that was idle for five seconds: let go of it before that.
        short = httpx.Limits(keepalive_expiry=2)
        self.http = httpx.AsyncClient(base_url=url, timeout=300, limits=short, verify=certificates())
        self.id = ""

    async def call(self, method: str, path: str, body: object | None = None) -> Any:  # noqa: ANN401
        """Ask, and expect to be served."""
        response = await self.ask(method, path, body)
        assert response.status_code < 300, (method, path, response.status_code, response.text)
        return response.json() if response.content else None

    async def ask(self, method: str, path: str, body: object | None = None) -> httpx.Response:
        return await self.http.request(method, path, json=body)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @asynccontextmanager
    async def sit_at(self, table: str, *, steps: bool = False) -> AsyncIterator[TableSocket]:
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket{'?steps' if steps else ''}"
        headers = {"Cookie": self.cookies, "Origin": self.url}
        async with connect(address, additional_headers=headers, max_size=None) as raw:
            yield TableSocket(raw)


class TableSocket:
    """A socket that remembers all it was told."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.heard: list[dict[str, Any]] = []
        # A seat's ids are its own, whichever tab or connection they come from.
        self._prefix, self._ids = secrets.token_hex(3), count(1)

    async def next(self, *kinds: str, timeout: float = 30) -> dict[str, Any]:
        """The next message of one of these kinds."""
        async with asyncio.timeout(timeout):
            while True:
                message: dict[str, Any] = json.loads(await self.raw.recv())
                self.heard.append(message)
                if not kinds or message["type"] in kinds:
                    return message

    async def send(self, kind: str, **fields: object) -> None:
        await self.raw.send(json.dumps({"type": kind, **fields}))

    async def ask(self, kind: str, *answers: str, **fields: object) -> dict[str, Any]:
        """Send with an id of its own, and wait for what answers it."""
        name = f"{self._prefix}-{next(self._ids)}"
        await self.send(kind, id=name, **fields)
        while True:
            message = await self.next(*answers, "refused")
            if message.get("id") == name:
                return message


@asynccontextmanager
async def guest(url: str, name: str) -> AsyncIterator[Guest]:
    person = Guest(url)
    try:
        person.id = (await person.call("POST", "/api/session", {"name": name}))["id"]
        yield person
    finally:
        await person.http.aclose()


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'triax.sqlite'}"


ELSEWHERE: list[Callable[[], str]] = []
"""What makes databases when the tests that ask for any run on PostgreSQL."""


def fresh_url(folder: Path) -> str:
    """A database of its own, of either kind."""
    return ELSEWHERE[-1]() if ELSEWHERE else sqlite_url(folder)
