"""What a running server tells its host, and nobody else: logs, metrics, health; and what it hears from a proxy."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.support.operations import Figures, children, command_of, until
from tests.server.support.postgres import Postgres
from tests.server.support.serving import Server, serving, sqlite_url
from tests.server.support.whole_games import execute, gather, guests, play_out
from tests.support.watching import asked_by_board, asked_by_rules, figures_in
from triax.games.errors import IllegalMove
from triax.server.logs import BURST, JsonFormatter, RepeatFilter, TextFormatter

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return sqlite_url(tmp_path_factory.mktemp("operations"))


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database) as running:
        yield running


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
    assert grown("triax_moves_total") == sum(by_seat.values()) >= 36
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
    for expression in (*asked_by_board(), *asked_by_rules()):
        for name in figures_in(expression):
            assert re.search(rf"^{name}[ {{]", after.text, re.MULTILINE), f"{expression}: there is no {name}"


def test_the_log_tells_what_happened_and_nothing_that_anybody_holds_plays_or_says(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def play(running: Server) -> list[str]:
        """A whole game of AXO with all that may go wrong in it; gives what must not be in the log."""
        async with guests(running.url, "Ann Onymous", "Ben Evolent") as (ann, ben):
            table = await gather([ann, ben], "axo", bots=["novice"], options={"start": 2})
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
        return [child for child in children(pid) if "spawn_main" in command_of(child)]

    with serving(url) as running:
        secret = asyncio.run(play(running))
        over = "SELECT count(*) FROM tables WHERE status = 'over'"
        asyncio.run(until(lambda: asyncio.run(execute(url, over)) == [(1,)]))
        assert running.stop() == 0
        text = running.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    received = [line["message"] for line in lines]
    for expected in ("the server is open", "a table is open", "a game is over", "the server is closed"):
        assert received.count(expected) == 1, expected
    assert any("a worker failed" in message or "worker has died" in message for message in received)
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
    line = json.loads(JsonFormatter().format(record))
    assert line["table"] == "AbCdEf…"
    # An error's name is as long as a key.
    broken = logging.makeLogRecord({"msg": "away", "error": "ConnectionResetError", "name": "x"})
    assert json.loads(JsonFormatter().format(broken))["error"] == "ConnectionResetError"
    assert "in fail" in line["trace"]
    assert line["trace"].count("test_operations.py") == 3
    assert "builtins.KeyError\nbecause of\n" in line["trace"]
    assert line["trace"].endswith("triax.games.errors.IllegalMove")
    for shown in (json.dumps(line), TextFormatter().format(record)):
        assert "mark 17" not in shown
        assert "you hold" not in shown
        assert key not in shown


def test_a_task_that_nobody_waited_for_is_logged_without_what_it_was_given() -> None:
    words = "Task exception was never retrieved\nfuture: <Task exception=IllegalMove('17 is not legal')>"
    line = json.loads(JsonFormatter().format(logging.makeLogRecord({"msg": words, "name": "asyncio"})))
    assert line["message"] == "Task exception was never retrieved"


def test_a_trouble_that_comes_again_and_again_is_told_a_few_times_and_counted() -> None:
    sparing = RepeatFilter()

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
