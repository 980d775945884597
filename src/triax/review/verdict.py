"""What is found out about a decision, as values that can be stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from triax.bots.reasons import Harm, Reason
from triax.review.bands import Band

Chances = tuple[float, ...]
"""A number a seat, in the unit of the review."""


@dataclass(frozen=True)
class Weighed:
    """A move that was thought about. Its figures come from worlds that did not help to choose it."""

    move: str
    chance: float
    """Of the seat to win, from 0 to 1; where there is no win, the expected result."""
    error: float
    """The standard error of the chance."""
    expected: tuple[float, ...]
    """Expected final scores of the own seat, the lowest first."""
    gain: str
    reason: Reason | None
    playouts: int


@dataclass(frozen=True)
class Expectation:
    best: float
    played: float


@dataclass(frozen=True)
class Verdict:
    """A decision, judged by what its seat could know."""

    seat: int
    move: str
    real: bool
    """Was there a choice?"""
    rank: int
    """The place of the move among those thought about."""
    chance: Expectation
    loss: float
    """What the best would have brought more, never less than nothing."""
    error: float
    """The standard error of the loss: both moves faced the same worlds."""
    plain: str
    """The move that a fast evaluation likes best, as `adept` would play it."""
    effect: Chances
    """What the decision gave or took, by seat, against the plain move."""
    effect_errors: Chances
    """Their standard errors."""
    stake: float
    """What the best is worth more than a legal move by lot: in what the search plays for, which is the chance to win
    and a little for the scores. Who has lost already can still play well or badly."""
    stake_error: float
    kept: float
    """The same of the move played."""
    kept_error: float
    """The standard error of what it is less than the stake."""
    candidates: tuple[Weighed, ...]
    """The best first, the move played among them."""
    reason: Reason | None
    """What the best does, and the move played does not; none where nothing is known, or it is the same move."""
    harm: Harm | None
    """What the move played leaves to others, and the best does not."""


@dataclass(frozen=True)
class Judged:
    """A decision of a record, with the chances that all had before it, every hand open."""

    entry: int
    """Its number in the log."""
    verdict: Verdict
    before: Chances
    before_errors: Chances

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @staticmethod
    def from_json(data: object) -> Judged:
        return msgspec.convert(data, Judged)


@dataclass(frozen=True)
class Reviewed:
    """A decision in its game."""

    entry: int
    verdict: Verdict
    band: Band
    luck: Chances
    """What came with it that was in nobody's hand: draws, and what the others had hidden."""

    def to_json(self) -> dict[str, Any]:
        own: dict[str, Any] = msgspec.to_builtins(self.verdict)
        return {"entry": self.entry, **own, "band": self.band, "luck": list(self.luck)}


def rounded(value: float) -> float:
    """So that what is stored and read again is the same, and short."""
    return round(float(value), 6) + 0.0
