"""The trainer, small. It needs PyTorch, which `make learners` installs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

TRAINER = Path(__file__).parents[2] / "examples" / "ppo.py"
SMALL = "--games 24 --steps 8 --channels 8 --minibatch 64 --evaluate 2 --final 2 --looks 1 --device cpu --bot random"
pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not here: make learners installs it")


def train(out: Path, *more: str) -> dict[str, Any]:
    words = [sys.executable, str(TRAINER), *SMALL.split(), "--out", str(out), *more]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, timeout=600, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )
    assert done.returncode == 0, done.stderr
    assert "decisions" in done.stdout
    told: dict[str, Any] = json.loads((out / "curve.json").read_text("utf-8"))
    return told


def test_what_was_learned_plays_in_the_arena(tmp_path: Path) -> None:
    train(tmp_path / "run", "--iterations", "1")
    words = f"arena rota --bots {TRAINER}:Learned,random --games 2 --workers 1 --json found.json".split()
    subprocess.run([sys.executable, "-m", "triax", *words], cwd=tmp_path, check=True, capture_output=True, timeout=300)
    assert json.loads((tmp_path / "found.json").read_text("utf-8"))["games"] == 2


def timeless(told: dict[str, Any]) -> dict[str, Any]:
    points = [{key: value for key, value in point.items() if key != "seconds"} for point in told["curve"]]
    return {**told, "seconds": None, "curve": points}


def test_it_trains_goes_on_and_repeats_itself(tmp_path: Path) -> None:
    told = train(tmp_path / "one", "--iterations", "2")
    assert (told["iterations"], told["decisions"]) == (2, 2 * 24 * 8)
    assert [point["games"] for point in told["curve"]] == [2, 4]
    assert all(point["low"] <= point["share"] <= point["high"] for point in told["curve"])
    ElementTree.fromstring((tmp_path / "one" / "curve.svg").read_text("utf-8"))
    assert timeless(train(tmp_path / "two", "--iterations", "2")) == timeless(told)
    weights = [(tmp_path / name / "policy.pt").read_bytes() for name in ("one", "two")]
    assert weights[0] == weights[1], "the same seed learns the same"
    more = train(tmp_path / "one", "--iterations", "1", "--resume")
    assert (more["iterations"], more["curve"][:2]) == (3, told["curve"])
    assert (tmp_path / "one" / "policy.pt").read_bytes() != weights[0]
