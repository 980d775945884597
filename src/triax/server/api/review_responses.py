"""What a review says."""

from __future__ import annotations

from typing import Literal

from triax.bots.reasons import Harm, Reason
from triax.review import Moment, SeatReview, Weighed
from triax.review.bands import Band, Unit
from triax.review.verdict import Expectation
from triax.server.api.responses import ResponseModel


class ReviewDecision(ResponseModel):
    """A decision, judged by what its seat could know."""

    at: int
    """The position of the replay in which it was taken."""
    seat: int
    move: str
    band: Band
    real: bool
    """Was there a choice?"""
    rank: int
    """The place of the move among those thought about; 1 is the best."""
    chance: Expectation
    loss: float
    """What the best would have brought more."""
    error: float
    """The standard error of the loss."""
    effect: list[float]
    """By seat: what the decision gave or took, against the move that a fast evaluation likes best."""
    luck: list[float]
    """By seat: what came with it that was in nobody's hand; empty until the review is done."""
    candidates: list[Weighed]
    """The best first, the move played among them."""
    reason: Reason | None
    """What the best does, and the move played does not; null: nothing is known, or it is the same move."""
    harm: Harm | None
    """What the move played leaves to others, and the best does not."""


class ReviewWhole(ResponseModel):
    version: int
    seed: int
    seats: list[SeatReview]
    moments: list[Moment]
    """The three decisions that mattered most, then the turns of the game; each in order."""


class ReviewShown(ResponseModel):
    state: Literal["none", "waiting", "working", "done", "failed"]
    """none: nobody has asked for it."""
    unit: Unit
    """What chances and losses are in: the share of wins, or, alone, what the game counts first at its end."""
    ahead: int
    """So many reviews are made before it."""
    of: int
    """So many decisions there are."""
    known: int
    """So many are judged."""
    decisions: list[ReviewDecision]
    """In the order of the game, after those that were known; all of them when it is done."""
    curve: list[list[float]]
    """By decision and seat, as for `decisions`: the chances before it with every hand open; when it is done, at last
    the end."""
    review: ReviewWhole | None
    """What all decisions come to, when it is done."""
