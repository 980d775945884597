"""The examples run as their first lines say, on real files and at a real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.support.serving import Server, serving, sqlite_url
from triax import read_record

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(*words: str | Path, timeout: float = 120) -> str:
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_example_says_what_it_takes(name: str) -> None:
    assert run(EXAMPLES / name, "--help").startswith(f"usage: {name}")
    assert f"python examples/{name}" in (EXAMPLES / name).read_text("utf-8").partition('"""\n\nfrom')[0]


def test_the_bot_is_short() -> None:
    text = (EXAMPLES / "my_bot.py").read_text("utf-8")
    bot = text.partition("from __future__")[2].partition("def main")[0]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 30


def test_the_bot_plays_in_the_arena(tmp_path: Path) -> None:
    plan = ["rota", "--bots", "examples/my_bot.py:Mine,random", "--games", "8", "--workers", "1"]
    out = run("-m", "triax", "arena", *plan, "--json", tmp_path / "a.json", "--records", tmp_path / "a.jsonl")
    assert "my_bot:Mine" in out
    found = json.loads((tmp_path / "a.json").read_text())
    assert found["bots"]["my_bot:Mine"]["win_share"] >= 0.9
    for line in (tmp_path / "a.jsonl").read_text().splitlines():
        list(read_record(line).replay())


@pytest.mark.parametrize("game", ["rota", "axo"])
def test_the_bot_plays_by_itself(game: str) -> None:
    assert run(EXAMPLES / "my_bot.py", game, "--games", "2") == "Mine won 2 of 2 games against random moves\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("table"))) as server:
        yield server


@pytest.mark.parametrize(
    "arguments", [("rota",), ("rota", "--http"), pytest.param(("axo",), marks=pytest.mark.slow)], ids=" ".join
)
def test_the_bot_plays_at_a_table(server: Server, arguments: tuple[str, ...]) -> None:
    out = run(EXAMPLES / "at_table.py", *arguments, "--url", server.url)
    assert re.fullmatch(rf"playing at {server.url}/t/\S+\nover; seats, best first: \[\[\d.*\]\n", out), out


def test_two_bots_meet_at_one_table(server: Server) -> None:
    """One opens a table with a free seat, the other comes with its id and somebody's token."""
    with httpx.Client(base_url=server.url) as person:
        person.post("/api/session", json={"name": "Ada"})
        token = person.post("/api/tokens", json={"label": "hers"}).json()["token"]
    script = [sys.executable, str(EXAMPLES / "at_table.py")]
    opened = [*script, "rota", "--against", "open", "--http", "--url", server.url]
    with subprocess.Popen(opened, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        table = host.stdout.readline().strip().rpartition("/")[2]
        joined = run(EXAMPLES / "at_table.py", "--table", table, "--token", token, "--url", server.url)
        assert host.wait(timeout=60) == 0
        assert host.stdout.read() == joined.splitlines(keepends=True)[-1]
    seats = httpx.get(f"{server.url}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}).json()["table"]
    assert [seat["name"] for seat in seats["seats"]] == ["Mine", "Ada"]


def test_a_refusal_is_told_in_a_sentence(server: Server) -> None:
    words = [sys.executable, str(EXAMPLES / "at_table.py"), "--table", "none", "--url", server.url]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "/api/tables/none/join: " in done.stderr
    done = subprocess.run([*words[:-1], "http://127.0.0.1:9"], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == "no server answers at http://127.0.0.1:9: start one with triax serve\n"


def test_the_policy_learns() -> None:
    out = run(EXAMPLES / "learn.py", "--episodes", "300", "--games", "40", "--seed", "1")
    told = re.match(r"mean lowest track in 40 games: ([\d.]+) before, ([\d.]+) after 300 games\n", out)
    assert told, out
    before, after = map(float, told.groups())
    assert before < 1
    assert after > 3


@pytest.mark.parametrize(("game", "players"), [("rota", 3), pytest.param("axo", 2, marks=pytest.mark.slow), ("axo", 1)])
def test_records_are_read_and_plotted(game: str, players: int, tmp_path: Path) -> None:
    records, picture = tmp_path / "games.jsonl", tmp_path / "what_wins.png"
    run("-m", "triax", "simulate", game, "--players", str(players), "--games", "12", "-o", records)
    out = run(EXAMPLES / "what_wins.py", records, "-o", picture)
    assert out.endswith(f"drawn: {picture}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_learner_does_what_its_page_says() -> None:
    page = (ROOT / "docs" / "examples.md").read_text("utf-8")
    command = re.search(r"^python (examples/learn\.py .*)$", page, re.MULTILINE)
    printed = re.search(r"^```text\n(mean lowest.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert command
    assert printed
    assert run(*command[1].split()) == printed[1]
