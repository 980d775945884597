"""A PostgreSQL server of our own: the installed binaries, an ordinary user, a free port, a temporary folder.

It flushes to disk as in earnest, so that a test may stop it hard and look for what was committed.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypedDict

import pytest

from tests.server.support.serving import free_port

StopMode = Literal["fast", "immediate"]

SETTINGS = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
max_connections = 100
shared_buffers = 16MB
"""


class Identity(TypedDict, total=False):
    """Who runs a program, in subprocess' words; empty: whoever runs the tests."""

    user: int
    group: int
    extra_groups: list[int]


class Postgres:
    """A running server; `url` names a database of it, `folder` holds its data and its log."""

    def __init__(self, folder: Path, identity: Identity) -> None:
        self._programs = programs()
        self.folder = folder
        self._data = folder / "data"
        self._identity = identity
        self._port = free_port()
        self.url = self._url("triax")
        self._run("initdb", "-D", self._data, "-U", "triax", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync")
        with (self._data / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS.format(port=self._port, folder=folder))
        self.start()
        self._client("createdb", "triax")

    def start(self) -> None:
        """Start, or start again on the same port and data; a server that runs is left alone."""
        if not self.running:
            self._run("pg_ctl", "start", "--wait", "-D", self._data, "-l", self._log)

    def stop(self, mode: StopMode = "fast") -> None:
        """Fast: sends its clients away and closes its books; immediate: like a crash, the next start recovers."""
        self._run("pg_ctl", "stop", "--wait", "-D", self._data, "-m", mode)

    def restart(self, mode: StopMode = "fast") -> None:
        self.stop(mode)
        self.start()

    @property
    def running(self) -> bool:
        return self._call("pg_ctl", "status", "-D", self._data).returncode == 0

    def fresh_database(self) -> str:
        """The url of a new, empty database."""
        name = f"triax_{secrets.token_hex(6)}"
        self._client("createdb", name)
        return self._url(name)

    def drop_database(self, url: str) -> None:
        """Away with it, whoever is still connected."""
        self._client("dropdb", "--force", url.rpartition("/")[2])

    def _url(self, database: str) -> str:
        return f"postgresql+asyncpg://triax@127.0.0.1:{self._port}/{database}"

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _client(self, program: str, *arguments: str) -> None:
        self._run(program, "-h", "127.0.0.1", "-p", str(self._port), "-U", "triax", *arguments)

    def _run(self, program: str, *arguments: str | Path) -> None:
        done = self._call(program, *arguments)
        if done.returncode:
            log = self._log.read_text(errors="replace")[-2000:] if self._log.exists() else ""
            raise RuntimeError(f"{program} failed: {done.stdout}{done.stderr}{log}")

    def _call(self, program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self._programs / program, *arguments],
            cwd=self.folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            **self._identity,
        )


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server that is gone afterwards with all its data."""
    identity = unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="triax-postgres-"))
    if identity:
        os.chown(folder, identity["user"], identity["group"])
    with _swept(folder, identity):
        yield Postgres(folder, identity)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One server for all tests of a process."""
    with postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """A database for this test alone."""
    postgres_server.start()  # an earlier test may have left it stopped
    url = postgres_server.fresh_database()
    yield url
    if postgres_server.running:
        postgres_server.drop_database(url)


@contextmanager
def _swept(folder: Path, identity: Identity) -> Iterator[None]:
    """Stop the server and remove its folder in the end.

    A process of its own does it when our end of the pipe closes, which happens even if the tests are killed.
    """
    sweep = 'read -r _; "$0" stop -D "$1/data" -m immediate; rm -rf "$1"'
    with subprocess.Popen(
        ["/bin/sh", "-c", sweep, programs() / "pg_ctl", folder],
        cwd="/",
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the tests
        **identity,
    ):
        yield


def programs() -> Path:
    """The folder of the server's programs; tools/system_packages.sh looks in the same places."""
    if named := os.environ.get("TRIAX_PG_BIN"):
        return Path(named)
    # Debian keeps them out of PATH, a folder a version.
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return max(found, key=lambda initdb: float(initdb.parts[-3])).parent
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    raise FileNotFoundError("PostgreSQL's initdb is not installed: tools/system_packages.sh installs it")


def unprivileged() -> Identity:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        account = pwd.getpwnam("nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def environment() -> dict[str, str]:
    """Ours without what would steer PostgreSQL; with a time zone named, initdb need not look for one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**kept, "LC_ALL": "C", "TZ": "UTC"}
