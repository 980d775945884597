"""The hosts: PostgreSQL on one, `triax serve` on two. They can be killed at any moment, and are started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.hosts.network import BACK, FRONT, Network, processes_of, within
from tests.server.support.launcher import Launched
from tests.server.support.load import LIMITS
from tests.server.support.postgres import environment, programs, unprivileged

PORT = 8765
FOLDER = Path("/run/postgres")
SETTINGS = f"""
listen_addresses = '*'
unix_socket_directories = '{FOLDER}'
max_connections = 60
shared_buffers = 16MB
"""
START = 60.0
"""Seconds after which a host that was started is called dead."""


class DatabaseHost:
    """PostgreSQL, as it comes but for where it listens."""

    def __init__(self, network: Network) -> None:
        self.link = network.add_host("database", 9, "back")["back"]
        self.url = f"postgresql+asyncpg://triax@{BACK}.9:5432/triax"
        self.is_gone = False
        """Nobody can be let in: it was stopped, and not yet started again."""
        self.log = FOLDER / "log"
        self._process: subprocess.Popen[bytes] | None = None
        owner = unprivileged()
        FOLDER.mkdir()
        os.chown(FOLDER, owner["user"], owner["group"])
        self._as_owner = ["setpriv", f"--reuid={owner['user']}", f"--regid={owner['group']}", "--clear-groups"]
        words = ["-U", "triax", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        making = [*self._as_owner, str(programs() / "initdb"), "-D", str(FOLDER / "data"), *words]
        subprocess.run(making, cwd=FOLDER, env=environment(), check=True, stdout=subprocess.DEVNULL)
        with (FOLDER / "data/postgresql.conf").open("a") as settings:
            settings.write(SETTINGS)
        with (FOLDER / "data/pg_hba.conf").open("a") as doors:
            doors.write(f"host all all {BACK}.0/24 trust\n")

    async def start(self) -> None:
        """Until it lets people in; what it was holding when it was killed may be in its way for a moment."""
        self.is_gone = False
        deadline = time.monotonic() + START
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                command = [
                    *within("database"),
                    *self._as_owner,
                    str(programs() / "postgres"),
                    "-D",
                    str(FOLDER / "data"),
                ]
                with self.log.open("ab") as log:
                    self._process = subprocess.Popen(command, cwd=FOLDER, env=environment(), stdout=log, stderr=log)
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                await (await self.connect("postgres")).close()
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"PostgreSQL does not start:\n{self.log.read_text(errors='replace')[-3000:]}")

    async def connect(self, name: str = "triax") -> Any:  # noqa: ANN401
        """By its socket, whatever the network does."""
        return await asyncpg.connect(host=str(FOLDER), user="triax", database=name, timeout=5)

    async def create(self) -> None:
        line = await self.connect("postgres")
        await line.execute("CREATE DATABASE triax")
        await line.close()

    def kill(self) -> None:
        """All of it at once, as when the power fails."""
        self._signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()
        self.is_gone = True

    def _signal(self, sent: signal.Signals) -> None:
        for process in processes_of("database"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, sent)

    def freeze(self) -> None:
        """It stands still as it is, and goes on later without knowing."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        """As its host would: clients are sent away, the books are closed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.kill()
        self.is_gone = True


class ServerHost:
    """A server of Triax, which is started again whenever it ends."""

    def __init__(self, network: Network, name: str, number: int, database: str, folder: Path) -> None:
        self.name = name
        links = network.add_host(name, number, "front", "back")
        self.front, self.back = links["front"], links["back"]
        self.url = f"http://{FRONT}.{number}:{PORT}"
        self.log = folder / f"{name}.log"
        self.log.unlink(missing_ok=True)
        self.ended = 0
        """How often it ended by itself."""
        self.is_up = False
        self.starts = 0
        self._wanted = False
        self._words = ["serve", "--host", "0.0.0.0", "--port", str(PORT), "--database", database]
        self._words += ["--bot-budget", "0.05", *(word for limit in LIMITS for word in ("--limit", limit))]
        self._process: Launched | None = None

    def start(self) -> None:
        self._process = Launched(self.log, *self._words, launcher=tuple(within(self.name)))
        self._wanted = self.is_up = True
        self.starts += 1

    def kill(self) -> None:
        self._wanted = self.is_up = False
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)
        self.is_up = False

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)
        self.is_up = True

    def _signal(self, sent: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(sent)

    async def keep_up(self) -> None:
        """As systemd does: what has ended is started again."""
        while True:
            await asyncio.sleep(0.3)
            if self._wanted and self._process is not None and self._process.poll() is not None:
                self.ended += 1
                self.start()
