"""`triax serve` and `triax admin` on the command line: help that helps, and one clear line for bad input."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.cli.support.commands import PROGRAM, triax
from triax.cli.main import main
from triax.server import db_schema
from triax.server.config import Limits, database_url
from triax.server.metrics import REGISTRY
from triax.server.open_database import opened


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--log-format", "xml"], "--log-format 'xml': expected auto, text, json"),
        (["--workers", "2", "--database", "x.sqlite"], "--workers 2: several processes need PostgreSQL"),
        (["--workers", "0"], "Invalid value for '--workers'"),
        (["--port", "70000"], "Invalid value for '--port'"),
        (["--origin", "games.example.org"], "--origin 'games.example.org': expected an address such as https://"),
        (["--origin", "https://games.example.org/triax"], "expected an address such as https://games.example.org"),
        (["--limit", "patience=3"], "--limit 'patience=3': expected NAME=NUMBER with one of message_bytes, "),
        (["--limit", "message_bytes=many"], "--limit 'message_bytes=many': 'many' is not a number"),
        (["--limit", "message_bytes=0"], "--limit 'message_bytes=0': expected a number above 0"),
        (["--database", "oracle://me:hunter2@host/x"], "the database 'oracle://…' is not known: expected sqlite://"),
    ],
)
def test_serve_refuses_bad_options_with_one_line(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["triax", "serve", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    output, errors = capsys.readouterr()
    assert (ended.value.code, output) == (2, "")
    assert len(errors.splitlines()) == 1
    assert errors.startswith("triax: ")
    assert said in errors


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--database", "sqlite://", "--port", "0"], "the database is kept in a file: name one"),
        (["--host", "300.1.2.3"], "cannot listen on 300.1.2.3:8765: "),
    ],
)
def test_serve_says_in_one_line_why_it_cannot_begin(words: list[str], said: str) -> None:
    done = triax("serve", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr


def test_help_tells_what_there_is() -> None:
    serve = triax("serve", "--help")
    assert serve.returncode == 0
    for word in ("--host", "--workers", "--log-format", "TRIAX_DATABASE_URL", "https://games.example.org", "Ctrl-C"):
        assert word in serve.stdout
    for words in (["admin"], ["admin", "--help"]):
        admin = triax(*words)
        assert (admin.returncode, admin.stderr) == (0, "")
        for word in ("list", "close", "backup", "restore", "delete-player", "stats"):
            assert f" {word} " in admin.stdout
    assert "--yes" in triax("admin", "restore", "-h").stdout


def test_the_page_for_hosts_names_every_limit_and_figure() -> None:
    page = Path("docs/hosting.md").read_text("utf-8")
    for name, value in asdict(Limits()).items():
        row = next(line for line in page.splitlines() if line.startswith("|") and f"`{name}`" in line)
        assert f"{value:.0f}" in row.split("|")[2], name
    families = [family for collector in REGISTRY._collector_to_names for family in collector.collect()]
    assert len(families) > 10
    for family in families:
        assert f"`{family.name}" in page, family.name


def test_at_a_terminal_deleting_asks_first(tmp_path: Path) -> None:
    file = tmp_path / "triax.sqlite"
    ann = {"id": "a1", "name": "Ann", "created": 1.0}

    async def make() -> None:
        async with opened(database_url(str(file)), create=True) as database, database.write() as connection:
            await connection.execute(sa.insert(db_schema.players).values(ann))

    asyncio.run(make())

    def ask(answer: bytes) -> int:
        ours, theirs = pty.openpty()
        words = [*PROGRAM, "admin", "delete-player", "Ann", "--database", str(file)]
        with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs) as process:
            os.write(ours, answer)
            status = process.wait(60)
        os.close(theirs)
        said = os.read(ours, 10_000).decode()
        os.close(ours)
        assert "Delete player a1 for good?" in said
        return status

    assert ask(b"n\n") == 2
    assert ask(b"y\n") == 0
    assert triax("admin", "delete-player", "Ann", "--yes", "--database", file).returncode == 2
