"""What speaks for one move and not for another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triax.bots.core import asked_seat
from triax.bots.hints import ADVISERS
from triax.bots.reasons import Aspect, Harm, Reason, ReasonCode, case_of
from triax.games.core import AnyState, Move


def contrast(
    state: AnyState,
    view: Any,  # noqa: ANN401, of whichever game
    better: Move,
    worse: Move,
    *,
    learned: bool = False,
) -> tuple[Reason | None, Harm | None]:
    """What one move does and another does not, and what only the other leaves to opponents: by what can be seen, and
    where it is asked what was learned, only what that bears out. The same for every state that fits the view."""
    adviser = ADVISERS.get(state.game)
    if adviser is None:
        return None, None
    good, bad = (case_of(state, view, asked_seat(view), move) for move in (better, worse))
    parts = _between(view, better, worse) if learned else None
    known, more = [*adviser.why(bad), *(() if parts is None else adviser.ahead(bad))], adviser.more
    found = adviser.heard(good, parts)
    reason = next((one for one in found if not any(_matches(other, one, more) for other in known)), None)
    if parts is not None and parts.get("denied", 0.0) <= 0:
        return reason, None
    own = list(adviser.harms(good))
    harm = next((one for one in adviser.harms(bad) if not any(_as_bad(other, one) for other in own)), None)
    return reason, harm


def _between(view: Any, better: Move, worse: Move) -> Mapping[Aspect, float] | None:  # noqa: ANN401, as above
    # Imported here: it brings the compiler along.
    from triax.bots.explain import moved  # noqa: PLC0415

    return moved(view, [better], [worse])[0]


def _matches(other: Reason, one: Reason, more: Mapping[ReasonCode, str]) -> bool:
    """Is there as good a reason for the other move?"""
    key = more.get(one.code)
    return other.code == one.code and (key is None or int(other.values[key]) >= int(one.values[key]))


def _as_bad(other: Harm, one: Harm) -> bool:
    return other.code == one.code and int(other.values.get("count", 0)) >= int(one.values.get("count", 0))
