"""What a game turned on: the decisions that mattered most, with a reason where one is known, and its turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from triax.bots.reasons import Harm, Reason
from triax.games import find_game
from triax.review.bands import SURE, Unit, inaccuracy
from triax.review.contrast import contrast
from triax.review.taken import Taken
from triax.review.verdict import Chances, Reviewed, Verdict, rounded

MOST = 3
LEAD = 0.1
"""Who is so much more likely to win than the leader is the new one."""


@dataclass(frozen=True)
class Moment:
    """A decision that mattered: a mistake, a strong move, or one after which somebody else leads (`turn`)."""

    at: int
    """Which of the decisions, from 0."""
    seat: int
    kind: Literal["mistake", "strong", "turn"]
    played: str
    better: str | None
    """Of a mistake: the best move."""
    by: float
    """What was lost, or gained against the plain move; for a turn, by how much the new leader's chance rose."""
    leader: int | None
    """Of a turn: who leads now."""
    plain: str | None
    """Of a strong move: what a plainer player would have done."""
    reason: Reason | None
    """What the better move does, and the other does not. None where nothing is known."""
    harm: Harm | None
    """What the worse move leaves to others, and the better one does not."""


def choices(unit: Unit, taken: Sequence[Taken], reviewed: Sequence[Reviewed]) -> list[Moment]:
    """The greatest sure losses; where there are few, the moves that gained most against the plain ones."""
    numbered = list(enumerate(reviewed))
    bad = [one for one in numbered if one[1].band in ("inaccuracy", "mistake", "blunder")]
    bad.sort(key=lambda one: SURE * one[1].verdict.error - one[1].verdict.loss)
    found = [_mistake(at, one.verdict) for at, one in bad[:MOST]]
    strong = [one for one in numbered if one[1].band == "best" and _sure_gain(one[1]) > inaccuracy(unit)]
    strong.sort(key=lambda one: -_sure_gain(one[1]))
    found += [_strong(at, one.verdict, taken[at]) for at, one in strong[: MOST - len(found)]]
    return sorted(found, key=lambda moment: moment.at)


def _sure_gain(one: Reviewed) -> float:
    seat = one.verdict.seat
    return one.verdict.effect[seat] - SURE * one.verdict.effect_errors[seat]


def _mistake(at: int, one: Verdict) -> Moment:
    better = one.candidates[0].move
    return Moment(at, one.seat, "mistake", one.move, better, one.loss, None, None, one.reason, one.harm)


def _strong(at: int, one: Verdict, taken: Taken) -> Moment:
    plain = find_game(taken.state.game).parse(one.plain)
    reason, harm = contrast(taken.state, taken.view, taken.move, plain, learned=True)
    return Moment(at, one.seat, "strong", one.move, None, one.effect[one.seat], None, one.plain, reason, harm)


def turns(reviewed: Sequence[Reviewed], curve: Sequence[Chances]) -> list[Moment]:
    """The decisions after which another seat leads, at most three: those with the greatest step."""
    found: list[Moment] = []
    leader: int | None = None
    for at, point in enumerate(curve):
        first = max(range(len(point)), key=point.__getitem__)
        others = [chance for seat, chance in enumerate(point) if seat != first]
        if not others or first == leader or point[first] - (max(others) if leader is None else point[leader]) < LEAD:
            continue
        if leader is not None:
            one = reviewed[at - 1].verdict
            rise = rounded(point[first] - curve[at - 1][first])
            found.append(Moment(at - 1, one.seat, "turn", one.move, None, rise, first, None, None, None))
        leader = first
    return sorted(sorted(found, key=lambda moment: -moment.by)[:MOST], key=lambda moment: moment.at)
