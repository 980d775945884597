"""`triax dataset` as a person runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.support.commands import triax
from tests.support import TESTS


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    assert triax("simulate", "axo", "--players", "1", "--games", "2", "--seed", "3", "-o", file).returncode == 0
    return file


def test_records_become_arrays(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.npz"
    done = triax("dataset", games, "-o", out, "--actions", "picks")
    assert (done.returncode, done.stderr) == (0, "")
    with np.load(out) as arrays:
        rows = len(arrays["action"])
        assert arrays["observation"].shape[0] == rows > 40
        assert (
            done.stdout
            == f"{rows} decisions of 2 games: {out}, {arrays['observation'].shape[1]} numbers an observation\n"
        )
        assert sorted(set(arrays["game"])) == [0, 1]
    first = out.read_bytes()
    assert triax("dataset", games, "-o", out, "--actions", "picks").returncode == 0
    assert out.read_bytes() == first
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_what_cannot_be_made_is_refused_in_a_line(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "kept.npz"
    out.write_bytes(b"as it was")
    mixed = tmp_path / "mixed.jsonl"
    other = (TESTS / "conformance" / "rota.jsonl").read_text("utf-8").splitlines()[0]
    mixed.write_text(games.read_text() + other + "\n")
    broken = json.loads(games.read_text().splitlines()[1])
    broken["log"][3]["move"] = "play 01 R"
    (tmp_path / "broken.jsonl").write_text(games.read_text().splitlines()[0] + "\n" + json.dumps(broken) + "\n")
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "latin.jsonl").write_bytes(b"\xe9\n")
    refused: list[tuple[tuple[str | Path, ...], str]] = [
        ((games, "-o", tmp_path / "games.csv"), "expected a name that ends in .npz or .parquet"),
        (("-", "-o", out), "standard input will not do"),
        ((tmp_path / "nowhere.jsonl", "-o", out), "No such file"),
        ((tmp_path / "empty.jsonl", "-o", out), "no record in it"),
        ((tmp_path / "latin.jsonl", "-o", out), "game 1: not a text in UTF-8"),
        ((mixed, "-o", out), "game 3: a game of rota for"),
        ((tmp_path / "broken.jsonl", "-o", out), "game 2: log[3]: "),
        ((games, "-o", out, "--reach", "8"), "reach: 8; AXO has none"),
        ((games, "-o", out, "--actions", "cards"), "actions: 'cards'; expected moves, picks"),
    ]
    for arguments, words in refused:
        done = triax("dataset", *arguments)
        assert done.returncode == 2
        assert words in done.stderr
        assert done.stderr.count("\n") == 1
    assert out.read_bytes() == b"as it was"
    assert list(tmp_path.glob("*.part")) == []


def test_without_pyarrow_a_line_says_what_to_install(games: Path, tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None; from triax.cli.main import main; "
        f"sys.argv = ['triax', 'dataset', {str(games)!r}, '-o', {str(tmp_path / 'games.parquet')!r}]; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "triax: a file of Parquet needs pyarrow: pip install 'triax[data]'\n")


def test_whoever_stops_it_keeps_what_was_there(games: Path, tmp_path: Path) -> None:
    """In the middle of the second game."""
    out = tmp_path / "kept.npz"
    out.write_bytes(b"as it was")
    code = (
        "import os, signal, sys; from triax.cli.main import main; from triax.envs import dataset\n"
        "rows_of = dataset.rows_of\n"
        "def stopped(frame, record, game):\n"
        "    if game == 1: os.kill(os.getpid(), signal.SIGTERM)\n"
        "    return rows_of(frame, record, game)\n"
        f"dataset.rows_of = stopped; sys.argv = ['triax', 'dataset', {str(games)!r}, '-o', {str(out)!r}]; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (143, "")
    assert done.stderr == f"triax: stopped; {out} is not written\n"
    assert out.read_bytes() == b"as it was"
    assert list(tmp_path.glob("*.part")) == []
