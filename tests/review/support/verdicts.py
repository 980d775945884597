"""Decisions judged by hand."""

from __future__ import annotations

from triax.review import Verdict
from triax.review.verdict import Expectation, Reviewed, Weighed


def reviewed(entry: int, loss: float, gain: float = 0.0) -> Reviewed:
    best = Weighed("1,1/0", 0.5, 0.01, (1.0,), "", None, 100)
    effect = (gain, -gain)
    chance, off = Expectation(0.5, 0.5 - loss), (0.01, 0.01)
    figures = (chance, loss, 0.01, "0,-1/0", effect, off, 0.1, 0.01, 0.1, 0.01)
    verdict = Verdict(0, "-1,0/0", True, 2, *figures, (best,), None, None)
    return Reviewed(entry, verdict, "mistake" if loss > 0.1 else "best", (0.0, 0.0))
