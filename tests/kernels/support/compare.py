"""Small ways to compare; no pytest here, so that the differential runs without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from math import isclose
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def near(found: Iterable[float], expected: Iterable[float]) -> bool:
    return all(isclose(one, two, rel_tol=1e-9, abs_tol=1e-9) for one, two in zip(found, expected, strict=True))


def even(drawn: Counter[T], of: Collection[T]) -> bool:
    """Whether all of these were drawn, nothing else, and about as often: by chi-square, within 4.5 deviations."""
    mean = sum(drawn.values()) / len(of)
    statistic = sum((drawn[item] - mean) ** 2 / mean for item in of)
    freedom = len(of) - 1
    return set(drawn) == set(of) and abs(statistic - freedom) < 4.5 * (2 * freedom) ** 0.5
