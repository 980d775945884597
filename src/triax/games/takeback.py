"""When a decision may be taken back: the one rule, for every game.

A seat's last decision may be taken back as long as nothing would be known, by it, that was hidden when it decided, and
nothing that others have decided since would be undone:

- The decision itself brought nothing to light: no piece was drawn or turned up, by whomever, and nothing that others
  had decided unseen was shown (`Event.is_news_to`).
- The seat has heard of no decision of anybody else since. Seen is seen: this holds though the other took it back.
- Nobody who has heard of the decision may have decided since without the seat's hearing of it: where others decide
  unseen at the same time (`State.decides_unseen`), it is not asked whether they have.

What others decide unseen, not knowing of the decision, stands. All of this is asked of what the seat itself has been
shown, so that the answer tells it nothing of what it cannot see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from triax.games.core import AnyState
from triax.games.events import Event, redact

Obstacle = Literal["uncovered", "decided", "unseen"]


class MadeDecision(NamedTuple):
    """A decision of a seat, the states before and after it and the events between."""

    before: AnyState
    seat: int
    events: Sequence[Event]
    after: AnyState


def is_heard(decision: MadeDecision, seat: int) -> bool:
    """Does this seat hear of another's decision?"""
    return not decision.before.decides_unseen(decision.seat) or bool(redact(decision.events, seat))


def first_obstacle(made: MadeDecision) -> Obstacle | None:
    """Why its seat may not take a decision back, even if nobody has decided anything since."""
    seat = made.seat
    for event in made.events:
        if (shown := event.seen_by(seat)) is not None and shown.is_news_to(seat):
            return "uncovered"
    others = made.after.to_act - {seat}
    if any(made.after.decides_unseen(other) and is_heard(made, other) for other in others):
        return "unseen"
    return None


def obstacle(made: MadeDecision, since: Sequence[MadeDecision]) -> Obstacle | None:
    """Why its seat may not take a decision back, with what others have decided since; None if it may."""
    if any(one.seat != made.seat and is_heard(one, made.seat) for one in since):
        return "decided"
    return first_obstacle(made)
