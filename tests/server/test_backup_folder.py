"""Backups by the clock: dated, the oldest let go, and a drill that would notice one that is of no use."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.support.operations import Administer
from triax.server.backup_folder import backups_in

OLD = "triax-2020-01-01T000000Z.jsonl.gz"
OLDER = "triax-2019-12-31T235959Z.jsonl.gz"


def test_a_folder_keeps_the_newest_and_whatever_is_not_ours(
    administer: Administer, small_backup: tuple[str, Path], tmp_path: Path
) -> None:
    url, _ = small_backup
    for name in (OLD, OLDER, "triax-mine.jsonl.gz", f"{OLD}.part"):
        (tmp_path / name).touch()
    status, said, errors = administer("backup", str(tmp_path), "--keep", "2", "--database", url)
    assert (status, errors) == (0, "")
    new = backups_in(tmp_path)[-1]
    assert {path.name for path in tmp_path.iterdir()} == {new.name, OLD, "triax-mine.jsonl.gz", f"{OLD}.part"}
    assert re.fullmatch(rf"\d+ rows written to {new}\n{tmp_path / OLDER} is let go\n", said)
    assert administer("drill", str(tmp_path))[0] == 0


def test_a_backup_that_fails_lets_nothing_go(administer: Administer, tmp_path: Path) -> None:
    (tmp_path / OLD).touch()
    (tmp_path / OLDER).touch()
    status, _, errors = administer("backup", str(tmp_path), "--keep", "1", "--database", f"{tmp_path}/none.sqlite")
    assert (status, len(errors.splitlines())) == (2, 1)
    assert [path.name for path in backups_in(tmp_path)] == [OLDER, OLD]


def test_a_drill_takes_up_the_games_and_touches_nothing(administer: Administer, small_backup: tuple[str, Path]) -> None:
    file = small_backup[1]
    before = {path: path.read_bytes() for path in file.parent.iterdir() if path.is_file()}
    status, said, errors = administer("drill", str(file))
    assert (status, errors) == (0, "")
    assert re.fullmatch(rf"{file} is whole: \d+ rows, [1-9]\d* tables read, [1-9]\d* games would go on\n", said)
    assert {path: path.read_bytes() for path in file.parent.iterdir() if path.is_file()} == before


def without_moves(entry: list[Any], columns: list[str]) -> list[Any]:
    """The same log with a move that nobody can have made."""
    if entry[columns.index("kind")] == "move":
        entry[columns.index("data")] = json.dumps({"move": "nonsense"})
    return entry


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("", "there is no backup in this folder"),
        ("none.jsonl.gz", "No such file"),
        ("tampered.jsonl", "cannot be read"),
    ],
)
def test_a_drill_says_what_is_of_no_use(
    place: str, said: str, administer: Administer, small_backup: tuple[str, Path], tmp_path: Path
) -> None:
    tamper(small_backup[1], tmp_path / "tampered.jsonl", without_moves)
    status, output, errors = administer("drill", str(tmp_path / place))
    assert (status, output, len(errors.splitlines())) == (2, "", 1)
    assert said in errors


def tamper(file: Path, other: Path, change: Callable[[list[Any], list[str]], list[Any]]) -> None:
    """A file that is whole by its digest, with other entries in it."""
    columns: list[str] | None = None
    lines: list[bytes] = []
    for line in map(json.loads, file.read_text("utf-8").splitlines()[:-1]):
        if isinstance(line, dict) and "table" in line:
            columns = line["columns"] if line["table"] == "entries" else None
        value = change(line, columns) if columns and isinstance(line, list) else line
        lines.append(json.dumps(value, separators=(",", ":")).encode() + b"\n")
    rows = sum(line.startswith(b"[") for line in lines)
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    other.write_bytes(b"".join([*lines, json.dumps({"end": rows, "sha256": digest}).encode() + b"\n"]))
