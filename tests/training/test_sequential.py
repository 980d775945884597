"""A match ends when its answer is clear, and the answer is seldom wrong."""

from __future__ import annotations

import numpy as np
import pytest
from training.sequential import FAULT, FEWEST, answer, evidence


def ended(share: float, seed: int) -> tuple[str, int]:
    """What a match of pairs of games says, and after how many deals."""
    rng, deals = np.random.default_rng(seed), list[float]()
    while len(deals) < 5000:
        deals.append(float(rng.binomial(2, share)) / 2)
        if (said := answer(evidence(deals, 0.5, 0.6))) != "not clear":
            return said, len(deals)
    return "not clear", len(deals)


@pytest.mark.parametrize(("share", "right"), [(0.6, "yes"), (0.5, "no"), (0.7, "yes"), (0.4, "no")])
def test_the_answer_is_seldom_wrong(share: float, right: str) -> None:
    found = [ended(share, seed) for seed in range(200)]
    assert sum(said != right for said, _ in found) <= 200 * 2 * FAULT
    assert np.mean([deals for _, deals in found]) < 300


def test_few_deals_and_equal_ones_say_nothing() -> None:
    assert evidence([1.0] * (FEWEST - 1), 0.5, 0.6) == 0
    assert evidence([1.0] * 1000, 0.5, 0.6) == 0
    assert evidence([0.0, 1.0] * 500, 0.4, 0.6) == pytest.approx(0)
