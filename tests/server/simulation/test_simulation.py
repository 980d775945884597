"""Two servers, their bus and database, bots, clocks and people under a seed, with whatever can go wrong going wrong.

`python -m tests.server.simulation --seed N` tells what happened under a seed; `make simulate SEEDS=10000` tries many.
"""

from __future__ import annotations

import pytest

from tests.server.simulation.world import fingerprint, simulate

SEEDS, PART = 200, 25


@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_nothing_is_lost_doubled_or_leaked_whatever_goes_wrong(first: int) -> None:
    failed = {seed: world.failures for seed in range(first, first + PART) if (world := simulate(seed)).failures}
    assert not failed


def test_a_seed_tells_the_same_story_again() -> None:
    one, other = simulate(7), simulate(7)
    assert one.trace == other.trace
    assert one.checks.count == other.checks.count
    assert fingerprint(one) != fingerprint(simulate(8))
