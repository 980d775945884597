"""`triax serve` and `triax admin` on the command line: help that helps, and one clear line for bad input."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import PROGRAM, triax


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
        (["--database", "sqlite://", "--port", "0"], "the database is kept in a file: name one"),
        (["--database", "oracle://me:hunter2@host/x"], "the database 'oracle://…' is not known: expected sqlite://"),
        (["--host", "300.1.2.3"], "cannot listen on 300.1.2.3:8765: "),
    ],
)
def test_serve_refuses_bad_options_with_one_line(words: list[str], said: str) -> None:
    done = triax("serve", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("triax: ")
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


def test_at_a_terminal_deleting_asks_first(tmp_path: Path) -> None:
    file = tmp_path / "triax.sqlite"
    make = "import asyncio; from triax.server.running import _check; "
    make += f"asyncio.run(_check('sqlite+aiosqlite:///{file}')); import sqlite3; "
    make += (
        f"c = sqlite3.connect('{file}'); c.execute(\"INSERT INTO players VALUES ('a1', 'Ann', null, null, 1, 0)\"); "
    )
    make += "c.commit()"
    subprocess.run([sys.executable, "-c", make], check=True, timeout=60)

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
