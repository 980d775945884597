"""Starting and stopping a server, of one process or several; and what keeps one from starting."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from configparser import ConfigParser
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NoReturn

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.support.launcher import Launched
from tests.server.support.load import LIMITS, Kind, Load
from tests.server.support.operations import Figures, children, command_of, is_gone, manage, until
from tests.server.support.postgres import Postgres
from tests.server.support.serving import Server, free_port, guest, serving, sqlite_url
from tests.server.support.whole_games import eventually, execute, gather
from triax.server.config import Settings
from triax.server.http_protocol import TimedProtocol
from triax.server.supervisor import WorkerProcesses, _serve


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return sqlite_url(tmp_path_factory.mktemp("operations"))


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as running:
        yield running


# Starting.


def test_at_a_terminal_the_server_says_where_it_is_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "triax", "serve", "--port", "0", "--database", sqlite_url(tmp_path)]
    with os.fdopen(ours, "rb", buffering=0) as screen, subprocess.Popen(command, stderr=theirs) as process:
        os.close(theirs)
        shown = ""
        try:
            while "the server is open" not in shown:
                shown += screen.read(4096).decode()
            address = shown.split("Triax is at ")[1].split(" (Ctrl-C stops it)")[0]
            assert httpx.get(f"{address}/healthz").is_success
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(OSError):
                while more := screen.read(4096).decode():
                    shown += more
            assert process.wait(30) == 0
        finally:
            process.kill()
    assert "the server is closed" in shown
    assert "Traceback" not in shown
    assert "{" not in shown


# Stopping.


@pytest.mark.parametrize("stop", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_a_stop_lets_clients_come_back_and_leaves_no_process(stop: signal.Signals, tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def listen(running: Server) -> None:
        assert running.process is not None
        async with guest(running.url, "Ann") as ann:
            table = await gather([ann], "rota", bots=["novice"], options={"start": 1})
            async with ann.sit_at(table) as reading, ann.sit_at(table) as not_reading:
                await until(lambda: Figures(running.url).get("triax_bot_questions_total") > 0)
                pids = children(running.process.pid)
                assert pids
                running.process.send_signal(stop)
                with pytest.raises(ConnectionClosedError, match="1012"):
                    await reading.next("nothing of the kind")
                assert await asyncio.to_thread(running.process.wait, 30) == 0
                # Python's own helper hears of it a moment later.
                await until(lambda: all(is_gone(pid) for pid in pids))
                await not_reading.raw.close()

    with serving(url) as running:
        asyncio.run(listen(running))


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_stopping(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def stop_and_start(running: Server) -> None:
        for _ in range(2):
            await asyncio.sleep(0.5)
            assert await asyncio.to_thread(running.stop) == 0
            await asyncio.to_thread(running.start)

    async def play(running: Server) -> None:
        async with Load([running.url], seed=4) as crowd:
            await crowd.play([Kind("rota", ("me", "open")), Kind("axo", ("me", "open"))], stop_and_start(running))
            assert await crowd.check(url) > 100

    with serving(url, limits=LIMITS) as running:
        asyncio.run(play(running))


# Several processes.


async def processes(url: str) -> int:
    """How many say that they are alive."""
    said = await manage(url, "stats")
    return int(next(line.split()[-1] for line in said.splitlines() if line.startswith("server processes")))


def test_a_process_that_is_killed_and_all_that_are_renewed_are_replaced_while_the_service_goes_on(
    postgres_url: str,
) -> None:
    async def kill_one_and_renew_all(running: Server) -> None:
        assert running.process is not None
        pid = running.process.pid

        def opened() -> int:
            return running.log.read_text().count("the server is open")

        # One that is reached may be there before the other is open.
        await until(lambda: opened() == 2)
        victim = min(_workers(pid))
        os.kill(victim, signal.SIGKILL)
        await until(lambda: is_gone(victim) and len(_workers(pid)) == 2)
        await until(lambda: opened() == 3)
        await asyncio.sleep(0.5)
        old = _workers(pid)
        running.process.send_signal(signal.SIGHUP)
        await until(lambda: all(is_gone(one) for one in old) and len(_workers(pid)) == 2, 120)
        await asyncio.sleep(0.5)

    async def play(running: Server) -> None:
        async with Load([running.url], seed=5) as crowd:
            kinds = [Kind("rota", ("me", "open")), Kind("axio", ("me", "open", "novice"))]
            await crowd.play(kinds, kill_one_and_renew_all(running))
            moves = await crowd.check(postgres_url)
            assert moves > 40
            # Whichever process is asked answers for all, those that died included.
            seen = {Figures(running.url).get("triax_moves_total") for _ in range(10)}
            assert max(seen) > 40
            assert sum(1 for _ in Figures(running.url).samples if _.name == "triax_sockets") == 1
        await until(lambda: Figures(running.url).get("triax_sockets") == 0)

    with serving(postgres_url, "--workers", "2", limits=LIMITS) as running:
        asyncio.run(play(running))
        assert running.process is not None
        pids = children(running.process.pid)

        async def are_two() -> bool:
            return await processes(postgres_url) == 2

        # Those that were killed are missed after a while.
        asyncio.run(eventually(are_two))
        assert running.stop() == 0
        asyncio.run(until(lambda: all(is_gone(pid) for pid in pids)))
        lines = [json.loads(line) for line in running.log.read_text().splitlines()]
    parted = [line for line in lines if line["message"] == "a process ended; another takes its place"]
    assert [line["exit"] for line in parted] == [-signal.SIGKILL]
    assert [str(line) for line in lines if line["level"] == "error"] == []
    # No process goes before the one in its place can be reached: there is always somebody to come back to.
    said = [line["message"] for line in lines]
    renewing = said[said.index("processes are replaced") : said.index("processes are replaced: done")]
    turns = [word for word in renewing if word in {"the server is open", "the server is closed"}]
    assert turns == ["the server is open", "the server is closed"] * 2


@pytest.mark.slow
def test_players_wait_two_seconds_at_most_while_all_processes_are_renewed(postgres_url: str) -> None:
    """The longest time between two moves of somebody that are acknowledged. In the best of three rounds, for others may
    use the machine as well."""
    pauses: list[float] = []

    async def renew(running: Server) -> None:
        assert running.process is not None
        old = _workers(running.process.pid)
        running.process.send_signal(signal.SIGHUP)
        await until(lambda: all(is_gone(one) for one in old), 120)
        await asyncio.sleep(1)

    async def play(running: Server) -> None:
        async with Load([running.url], seed=6) as crowd:
            await crowd.play([Kind("rota", ("me", "open")), Kind("axio", ("me", "open"))], renew(running))
            assert await crowd.check(postgres_url) > 40
            # Whoever was in the middle of a game had to come back.
            assert any(person.breaks for person in crowd.people)
            pauses.append(max(sitting.longest_pause for person in crowd.people for sitting in person.sittings))

    with serving(postgres_url, "--workers", "2", limits=LIMITS) as running:
        for _ in range(3):
            asyncio.run(play(running))
    print(f"the longest pauses: {pauses}")
    assert min(pauses) <= 2, pauses


class Failing(WorkerProcesses):
    """What is started next ends at once, as new code may that was installed badly."""

    def _start_worker(self) -> tuple[BaseProcess, Connection]:
        ready, say = self._context.Pipe(duplex=False)
        worker = self._context.Process(target=int)
        worker.start()
        say.close()
        self._workers[worker] = 0.0
        return worker, ready


def test_what_does_not_start_replaces_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as listener:
        processes = Failing(1, listener)
        old = processes._context.Process(target=time.sleep, args=(60,))
        old.start()
        processes._workers[old] = 0.0
        processes._replace_all(str(tmp_path))
        assert list(processes._workers) == [old]
        assert old.is_alive()
        processes._end([old], str(tmp_path))
    assert "a new process does not start: the others go on as they are" in caplog.text


def _workers(pid: int) -> list[int]:
    """Direct children that serve."""
    own = set(children(pid))
    deeper = {grandchild for child in own for grandchild in children(child)}
    return [child for child in own - deeper if "spawn_main" in command_of(child)]


def test_processes_do_not_outlive_the_first(postgres_url: str) -> None:
    running = Server(postgres_url, "--workers", "2")
    try:
        running.start()
        assert running.process is not None
        pids = children(running.process.pid)
        assert len(pids) >= 2
        running.kill()
        asyncio.run(until(lambda: all(is_gone(pid) for pid in pids)))
        # The port is free again.
        running.start()
        assert running.stop() == 0
    finally:
        running.end()
        running.log.unlink()


# What keeps a server from starting: one line, exit status 2.


def refused(*words: str, **environment: str) -> str:
    with tempfile.NamedTemporaryFile("r") as log:
        status = Launched(Path(log.name), "serve", *words, environment=environment).wait()
        said = log.read()
    assert (status, said.count("\n")) == (2, 1), said
    assert said.startswith("triax: ")
    return said.removeprefix("triax: ").strip()


def test_a_port_in_use_is_refused(server: Server, tmp_path: Path) -> None:
    said = refused("--port", str(server.port), "--database", sqlite_url(tmp_path))
    assert said == f"cannot listen on 127.0.0.1:{server.port}: address already in use"


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("missing/triax.sqlite", "the folder {folder}/missing does not exist"),
        ("", "this is a folder; name a file in it"),
        ("text.sqlite", "the file is something else, not a database of Triax"),
    ],
)
def test_a_file_that_cannot_be_a_database_is_refused(file: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("Once upon a time there was no database.\n" * 100)
    path = tmp_path / file
    expected = f"the database {path}: {said.format(folder=tmp_path)}"
    assert refused("--port", "0", "--database", f"sqlite:///{path}") == expected


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody may write to")
def test_a_folder_that_cannot_be_written_to_is_refused() -> None:
    said = refused("--port", "0", "--database", "sqlite:////proc/triax.sqlite")
    assert said == "the database /proc/triax.sqlite: it cannot be opened: may you write to its folder?"


def test_a_database_that_does_not_answer_or_does_not_let_us_in_is_refused(
    postgres_server: Postgres, postgres_url: str
) -> None:
    def ask(url: str) -> str:
        said = refused("--port", "0", TRIAX_DATABASE_URL=url)
        assert "hunter2" not in said
        return said

    port = free_port()
    assert (
        ask(f"postgresql://me:hunter2@127.0.0.1:{port}/x")
        == f"the database 'x' at 127.0.0.1:{port}: nothing listens there"
    )
    assert "cannot be reached" in ask("postgresql://me:hunter2@nowhere.invalid/x")
    assert "not well formed" in ask("postgresql://me:hunter2@127.0.0.1:port/x")
    assert "not well formed" in ask("postgresql://me@127.0.0.1:hunter2/x")
    assert ask("mysql://me:hunter2@127.0.0.1/x").startswith("the database 'mysql://…' is not known")
    where = postgres_url.partition("@")[2].rpartition("/")[0]
    assert "there is no such database" in ask(f"postgresql://triax:hunter2@{where}/no_such")
    with locked(postgres_server, postgres_url):
        name = postgres_url.rpartition("/")[2]
        assert ask(f"postgresql://locked:hunter2@{where}/{name}").endswith("it refuses this user and password")


def test_the_unit_of_the_guide_waits_for_a_database_that_comes_late() -> None:
    """It is refused, as above: the service must be started again, however often, and not at once."""
    guide = (Path(__file__).parents[2] / "docs" / "hosting-debian.md").read_text("utf-8")
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read_string(guide.partition("```ini /etc/systemd/system/triax.service\n")[2].partition("```")[0])
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert unit["Service"]["Restart"] in {"always", "on-failure"}
    assert float(unit["Service"]["RestartSec"]) >= 1


def test_a_process_that_ends_before_it_begins_complains_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one does whose parent is killed while it starts."""

    def end(*_: object, **_more: object) -> NoReturn:
        raise SystemExit(0)

    monkeypatch.setattr(asyncio, "Runner", end)
    monkeypatch.setattr(TimedProtocol, "patience", 30.0)
    with socket.socket() as listener, warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with contextlib.suppress(SystemExit):
            _serve(Settings(), listener)
        gc.collect()
    assert not [one for one in said if "never awaited" in str(one.message)]


@contextlib.contextmanager
def locked(postgres_server: Postgres, url: str) -> Iterator[None]:
    """A user who must give a password, which is another one."""
    rules = postgres_server.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    asyncio.run(execute(url, "CREATE ROLE locked LOGIN PASSWORD 'hunter3'"))
    rules.write_text(f"host all locked 127.0.0.1/32 scram-sha-256\n{before}")
    try:
        asyncio.run(execute(url, "SELECT pg_reload_conf()"))
        yield
    finally:
        rules.write_text(before)
        asyncio.run(execute(url, "SELECT pg_reload_conf()", "DROP ROLE locked"))


@pytest.mark.slow
def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with serving(url):
        pass
    asyncio.run(execute(url, "UPDATE alembic_version SET version_num = '9999'"))
    assert refused("--port", "0", "--database", url).endswith("triax.sqlite: it was made by a newer Triax")
