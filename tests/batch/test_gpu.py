"""On the simulator of a GPU: every game is dealt, stepped and played out as on a processor, bit by bit. `make equality`
does the same for a million games on a GPU."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support import TESTS

WALK = """
from tests.batch.support.equality import outcomes, play, walk, worlds
walk("{name}", 2, 2, 1, 8)
worlds("{name}", 2, 3, 1)
assert (outcomes("{name}", 2, 2, 1) > 0) == ("{name}" != "rota")
assert play("{name}", {players}, 1, 3) > 10
"""


@pytest.mark.parametrize(("name", "players"), [("rota", 3), ("axio", 2), ("axo", 1)])
def test_the_simulator_plays_the_same(name: str, players: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WALK.format(name=name, players=players)],
        cwd=TESTS.parent,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_where_no_gpu_is_found_that_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "from triax import batch; batch.make('rota', 2, 1, 'cuda')"],
        env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "BadData" in done.stderr
    assert "cuda" in done.stderr.splitlines()[-1]
