"""What each decision of a game gave or lost, luck and skill apart. It goes by what a player could know, and calls
nothing a mistake that lies within its error.

`plan` says how much to spend on a record, `review` judges its decisions one by one, `conclude` makes a whole of them.
`judge` judges one decision from a view. All that compiles is imported when first used.
"""

from triax.review.bands import BANDS, Band, Unit
from triax.review.report import Review, SeatReview, conclude
from triax.review.run import Plan, ReviewFailed, judge, plan, review
from triax.review.story import Moment
from triax.review.taken import Taken, decisions
from triax.review.verdict import Chances, Judged, Reviewed, Verdict, Weighed

__all__ = [
    "BANDS",
    "Band",
    "Chances",
    "Judged",
    "Moment",
    "Plan",
    "Review",
    "ReviewFailed",
    "Reviewed",
    "SeatReview",
    "Taken",
    "Unit",
    "Verdict",
    "Weighed",
    "conclude",
    "decisions",
    "judge",
    "plan",
    "review",
]
