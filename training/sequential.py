"""When a match has gone on for long enough: the sequential probability ratio test on the means of deals, whose spread
is taken as it is found."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

FAULT = 0.05
"""About so often is either answer wrong."""
LIMIT = log((1 - FAULT) / FAULT)
FEWEST = 16
"""Deals whose spread says something."""


def evidence(deals: Sequence[float], low: float, high: float) -> float:
    """How much likelier the deals are with a share of `high` than with one of `low`, as a logarithm."""
    count = len(deals)
    if count < FEWEST:
        return 0.0
    mean, spread = float(np.mean(deals)), float(np.var(deals))
    if spread == 0:
        return 0.0
    return count * (high - low) * (2 * mean - low - high) / (2 * spread)


def answer(found: float) -> str:
    """What evidence says: the share is the higher or the lower one, or nothing is clear yet."""
    if found >= LIMIT:
        return "yes"
    return "no" if found <= -LIMIT else "not clear"
