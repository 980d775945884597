"""Running a server: it starts with a clear word, tells what a host needs and no more, and stops cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.crowd import LIMITS, Crowd, Kind
from tests.server.operating import Figures, children, is_gone, manage
from tests.server.postgres import Postgres
from tests.server.serving import Server, free_port, guest, serving, sqlite_url
from tests.server.whole_games import eventually, execute, gather, guests, play_out
from triax.games.errors import IllegalMove
from triax.server.logs import BURST, JsonLines, PlainLines, Sparing

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return sqlite_url(tmp_path_factory.mktemp("operations"))


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as running:
        yield running


async def until(look: Callable[[], bool]) -> None:
    async def there() -> bool:
        return await asyncio.to_thread(look)

    await eventually(there)


# What a host is told.


def test_the_metrics_of_a_game_are_those_of_the_game(server: Server, database: str) -> None:
    before = Figures(server.url)

    async def play() -> str:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann, ben], "rota", bots=["novice"])
            async with ann.sit_at(table) as one, ben.sit_at(table) as other:
                await one.next("welcome")
                await other.next("welcome")
                now = Figures(server.url)
                assert now.get("triax_sockets") == before.get("triax_sockets") + 2
                assert now.get("triax_tables", game="rota", status="playing") == 1
                assert (await one.ask("move", seat=1, number=1, move="0,1/0"))["code"] == "not_yours"
            await play_out([ann, ben], table)
            assert (await ann.ask("GET", "/api/tables/nothing-of-the-kind")).status_code == 404
            assert (await ann.ask("GET", "/api/nowhere/at/all")).status_code == 404
            # A method of one's own must not make a figure of its own.
            assert (await ann.http.request("BREW", "/api/tables")).status_code == 405
        return table

    table = asyncio.run(play())
    asyncio.run(until(lambda: Figures(server.url).get("triax_sockets") == before.get("triax_sockets")))
    after = Figures(server.url)

    def grown(name: str, **labels: str) -> float:
        return after.get(name, **labels) - before.get(name, **labels)

    moves = f"SELECT seat, count(*) FROM entries WHERE table_id = '{table}' AND kind = 'move' GROUP BY seat"
    by_seat = dict(asyncio.run(execute(database, moves)))
    assert grown("triax_moves_total") == sum(by_seat.values()) == 36
    assert (
        after.get("triax_tables", game="rota", status="over")
        == before.get("triax_tables", game="rota", status="over") + 1
    )
    assert grown("triax_bot_questions_total") == by_seat[2]
    assert grown("triax_bot_seconds_total") > 0
    assert grown("triax_bot_deaths_total") == 0
    assert grown("triax_commit_group_size_count") <= grown("triax_commit_group_size_sum")
    assert grown("triax_commit_group_size_sum") >= 36
    assert grown("triax_refusals_total", by="socket", code="not_yours") == 1
    assert grown("triax_refusals_total", by="http", code="not_found") == 2
    assert grown("triax_refusals_total", code="internal") == 0
    assert grown("triax_http_requests_total", method="POST", route="/api/tables", status="201") == 1
    assert grown("triax_http_requests_total", route="/api/tables/{table}", status="404") == 1
    assert grown("triax_http_requests_total", route="/api/tables/{table}/socket", status="101") == 4
    assert grown("triax_http_requests_total", method="other", status="405") == 1
    assert grown("triax_http_request_seconds_count", method="POST", route="/api/tables") == 1
    assert after.get("process_resident_memory_bytes") > 1e7
    assert after.get("process_cpu_seconds_total") > before.get("process_cpu_seconds_total")
    assert table not in after.text
    assert "Ann" not in after.text


def test_the_log_tells_what_happened_and_nothing_that_anybody_holds_plays_or_says(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def play(running: Server) -> list[str]:
        """A whole game of AXO with all that may go wrong in it; gives what must not be in the log."""
        async with guests(running.url, "Ann Onymous", "Ben Evolent") as (ann, ben):
            table = await gather([ann, ben], "axo", bots=["novice"])
            account = {"name": "Ann Onymous", "password": PASSWORD}
            await ann.call("POST", "/api/account", account)
            assert (await ben.ask("POST", "/api/account/session", {**account, "password": "guessed it"})).is_error
            token = (await ann.call("POST", "/api/tokens", {"label": "my little helper"}))["token"]
            async with ben.sit_at(table) as socket:
                await socket.next("welcome")
                for move in ("play 17 R", "mark 03@1,1", "not a move"):
                    assert (await socket.ask("move", seat=1, number=1, move=move))["type"] == "refused"
                    assert (await socket.ask("move", seat=0, number=1, move=move))["type"] == "refused"
                await socket.send("chat", id="said", text="a word among friends")
                await socket.next("chat")
                for worker in await bots_of(running):
                    os.kill(worker, signal.SIGKILL)
            await play_out([ann, ben], table)
            cookies = [part.partition("=")[2] for person in (ann, ben) for part in person.cookies.split("; ")]
            return [table, ann.id, ben.id, token, *cookies, "friends", "helper", "Onymous", "Evolent"]

    async def bots_of(running: Server) -> list[int]:
        """Those that think for the bot, once it has been asked for a move."""
        assert running.process is not None
        pid = running.process.pid
        await until(lambda: Figures(running.url).get("triax_bot_questions_total") > 0)
        return [child for child in children(pid) if "spawn_main" in _command(child)]

    with serving(url) as running:
        secret = asyncio.run(play(running))
        over = "SELECT count(*) FROM tables WHERE status = 'over'"
        asyncio.run(until(lambda: asyncio.run(execute(url, over)) == [(1,)]))
        assert running.stop() == 0
        text = running.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    told = [line["message"] for line in lines]
    for expected in ("the server is open", "a table is open", "a game is over", "the server is closed"):
        assert told.count(expected) == 1, expected
    assert any("a worker failed" in message or "worker has died" in message for message in told)
    [opened] = [line for line in lines if line["message"] == "a table is open"]
    assert opened["table"] == f"{secret[0][:6]}…"
    entries = asyncio.run(execute(url, "SELECT data FROM entries"))
    moves = {json.loads(data)["move"] for (data,) in entries if "move" in json.loads(data)}
    assert len(moves) > 50
    for word in (*secret, PASSWORD, "guessed it"):
        assert word not in text, word
    for move in {*moves, "play 17 R", "mark 03@1,1", "not a move"}:
        assert f'"{move}"' not in text
        assert f"'{move}'" not in text
        assert " " not in move or move not in text, move
    # Refusals are counted, not written down one by one.
    assert len(lines) < 20, text


def _command(pid: int) -> str:
    return subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout


def test_a_trace_says_where_and_of_what_kind_but_not_in_which_words() -> None:
    key = "AbCdEfGhIjKlMnOpQrSt"
    words = "'mark 17@1,1' is not legal: you hold 03 and 17"

    def fail() -> None:
        try:
            raise IllegalMove(words)
        except IllegalMove as error:
            raise KeyError(key) from error

    try:
        fail()
    except KeyError as error:
        record = logging.makeLogRecord(
            {"msg": "a table failed", "exc_info": (KeyError, error, error.__traceback__), "table": key, "name": "x"}
        )
    line = json.loads(JsonLines().format(record))
    assert line["table"] == "AbCdEf…"
    assert "in fail" in line["trace"]
    assert line["trace"].count("test_operations.py") == 3
    assert "builtins.KeyError\nbecause of\n" in line["trace"]
    assert line["trace"].endswith("triax.games.errors.IllegalMove")
    for shown in (json.dumps(line), PlainLines().format(record)):
        assert "mark 17" not in shown
        assert "you hold" not in shown
        assert key not in shown


def test_a_task_that_nobody_waited_for_is_logged_without_what_it_was_given() -> None:
    words = "Task exception was never retrieved\nfuture: <Task exception=IllegalMove('17 is not legal')>"
    line = json.loads(JsonLines().format(logging.makeLogRecord({"msg": words, "name": "asyncio"})))
    assert line["message"] == "Task exception was never retrieved"


def test_a_trouble_that_comes_again_and_again_is_told_a_few_times_and_counted() -> None:
    sparing = Sparing()

    def at(second: float, line: int, level: int = logging.WARNING) -> logging.LogRecord:
        return logging.makeLogRecord({"created": second, "pathname": "x.py", "lineno": line, "levelno": level})

    assert sum(sparing.filter(at(n / 10, 1)) for n in range(100)) == BURST
    assert sparing.filter(at(9, 2)), "another trouble has its own count"
    assert sum(sparing.filter(at(n / 10, 3, logging.INFO)) for n in range(100)) == 100
    later = at(61, 1)
    assert sparing.filter(later)
    assert later.__dict__["left_out"] == 100 - BURST


def test_without_metrics_there_are_none(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path), "--no-metrics") as running:
        answer = httpx.get(f"{running.url}/metrics")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert httpx.get(f"{running.url}/healthz").json() == {"status": "ok"}


def test_health_says_soon_when_the_database_is_away(postgres_server: Postgres, postgres_url: str) -> None:
    with serving(postgres_url) as running:
        postgres_server.stop("immediate")
        try:
            begun = time.monotonic()
            answer = httpx.get(f"{running.url}/healthz", timeout=30)
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert time.monotonic() - begun < 20
            assert Figures(running.url).get("triax_refusals_total", by="http", code="unavailable") == 1
        finally:
            postgres_server.start()
        asyncio.run(until(lambda: httpx.get(f"{running.url}/healthz", timeout=30).is_success))


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


def test_behind_a_proxy_that_speaks_tls_cookies_are_for_tls_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = "https://games.example.org"
    forwarded = {"Host": "games.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}

    def enter(running: Server, **headers: str) -> httpx.Response:
        return httpx.post(f"{running.url}/api/session", json={"name": "Ann"}, headers={**forwarded, **headers})

    with serving(sqlite_url(tmp_path), "--origin", site) as running:
        assert "secure" in enter(running, Origin=site).headers["set-cookie"].lower()
        assert enter(running, Origin="https://elsewhere.example.org").json()["code"] == "wrong_origin"
        assert enter(running, Host="elsewhere.example.org").json()["code"] == "wrong_host"
    # Only those named may speak for others; by default, this machine.
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    with serving(sqlite_url(tmp_path), "--origin", site) as running:
        assert "secure" not in enter(running, Origin=site).headers["set-cookie"].lower()


# Stopping.


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_lets_clients_come_back_and_leaves_no_process(told: signal.Signals, tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def listen(running: Server) -> None:
        assert running.process is not None
        async with guest(running.url, "Ann") as ann:
            table = await gather([ann], "rota", bots=["novice"])
            async with ann.sit_at(table) as reading, ann.sit_at(table) as not_reading:
                await until(lambda: Figures(running.url).get("triax_bot_questions_total") > 0)
                pids = children(running.process.pid)
                assert pids
                running.process.send_signal(told)
                with pytest.raises(ConnectionClosedError, match="1012"):
                    await reading.next("nothing of the kind")
                assert await asyncio.to_thread(running.process.wait, 30) == 0
                assert all(is_gone(pid) for pid in pids)
                await not_reading.raw.close()
            running.start()
            # The cookie and the table are as they were.
            assert (await ann.call("GET", f"/api/tables/{table}"))["table"]["status"] == "playing"

    with serving(url) as running:
        asyncio.run(listen(running))


def test_nothing_acknowledged_is_lost_by_stopping(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def stop_and_start(running: Server) -> None:
        for _ in range(3):
            await asyncio.sleep(0.5)
            assert await asyncio.to_thread(running.stop) == 0
            await asyncio.to_thread(running.start)

    async def play(running: Server) -> None:
        async with Crowd([running.url], seed=4) as crowd:
            await crowd.play([Kind("rota", ("me", "open")), Kind("axo", ("me", "open"))], stop_and_start(running))
            assert await crowd.check(url) > 100

    with serving(url, limits=LIMITS) as running:
        asyncio.run(play(running))


# Several processes.


async def processes(url: str) -> int:
    """How many say that they are alive."""
    said = await manage(url, "stats")
    return int(next(line.split()[-1] for line in said.splitlines() if line.startswith("server processes")))


def test_a_process_that_is_killed_is_replaced_and_the_service_goes_on(postgres_url: str) -> None:
    async def kill_one(running: Server) -> None:
        assert running.process is not None
        pid = running.process.pid
        for _ in range(2):
            victim = min(_workers(pid))
            os.kill(victim, signal.SIGKILL)
            await until(lambda gone=victim: is_gone(gone) and len(_workers(pid)) == 2)  # type: ignore[misc]
            await asyncio.sleep(0.5)

    async def play(running: Server) -> None:
        async with Crowd([running.url], seed=5) as crowd:
            kinds = [Kind("rota", ("me", "open")), Kind("axio", ("me", "open", "novice")), Kind("axo", ("me", "open"))]
            await crowd.play(kinds, kill_one(running))
            moves = await crowd.check(postgres_url)
            assert moves > 100
            # Whichever process is asked answers for all, those that died included.
            seen = {Figures(running.url).get("triax_moves_total") for _ in range(10)}
            assert max(seen) > 100
            assert sum(1 for _ in Figures(running.url).samples if _.name == "triax_sockets") == 1
        await until(lambda: Figures(running.url).get("triax_sockets") == 0)

    with serving(postgres_url, "--workers", "2", limits=LIMITS) as running:
        asyncio.run(play(running))
        assert running.process is not None
        pids = children(running.process.pid)
        assert asyncio.run(processes(postgres_url)) == 2
        assert running.stop() == 0
        assert all(is_gone(pid) for pid in pids)
        lines = [json.loads(line) for line in running.log.read_text().splitlines()]
    parted = [line for line in lines if line["message"] == "a process ended; another takes its place"]
    assert [line["exit"] for line in parted] == [-signal.SIGKILL] * 2
    assert not [line for line in lines if line["level"] == "error"], lines


def _workers(pid: int) -> list[int]:
    """Direct children that serve."""
    own = set(children(pid))
    deeper = {grandchild for child in own for grandchild in children(child)}
    return [child for child in own - deeper if "spawn_main" in _command(child)]


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
    command = [sys.executable, "-m", "triax", "serve", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=90, check=False, env={**os.environ, **environment}
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("triax: ")
    return done.stderr.removeprefix("triax: ").strip()


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


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with serving(url):
        pass
    asyncio.run(execute(url, "UPDATE alembic_version SET version_num = '9999'"))
    assert refused("--port", "0", "--database", url).endswith("triax.sqlite: it was made by a newer Triax")
