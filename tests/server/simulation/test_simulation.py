"""Two servers, their bus and database, bots, clocks and people under a seed, with whatever can go wrong going wrong.

`python -m tests.server.simulation --seed N` tells what happened under a seed; `make simulate SEEDS=10000` tries many.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.server.simulation.world import simulate

SEEDS, PART = 200, 25


@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_nothing_is_lost_doubled_or_leaked_whatever_goes_wrong(first: int) -> None:
    failed = {seed: world.failures for seed in range(first, first + PART) if (world := simulate(seed)).failures}
    assert not failed


def test_a_seed_tells_the_same_story_in_another_process() -> None:
    """Wherever things lie in memory, and in whatever order sets have them."""
    words = [sys.executable, "-m", "tests.server.simulation", "--seed", "7"]
    told = subprocess.run(words, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True)
    world = simulate(7)
    assert told.stdout.startswith("\n".join(world.trace))
    assert str(dict(world.checks.count)) in told.stdout
    assert simulate(8).trace != world.trace
