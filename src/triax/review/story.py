"""What a game turned on: the decisions that mattered most, with a reason where one is known, and its turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from triax.bots.hints import ADVISERS
from triax.bots.reasons import Code, Harm, Reason, case_of
from triax.games import find_game
from triax.games.core import Move
from triax.review.bands import SURE, Unit, inaccuracy
from triax.review.taken import Taken
from triax.review.verdict import Chances, Reviewed, rounded

MOST = 3
LEAD = 0.1
"""Who is so much more likely to win than the leader is the new one."""
MORE: dict[Code, str] = {
    "lowest": "to",
    "behind": "by",
    "most_points": "points",
    "pyramid": "count",
    "line": "count",
    "completes_more": "count",
    "most_marks": "count",
    "marks": "count",
    "will_complete": "count",
    "will_mark": "count",
    "suits_hand": "count",
}
"""By which value a reason for one move outdoes the same reason for another."""


@dataclass(frozen=True)
class Moment:
    """A decision that mattered: a mistake, a strong move, or one after which somebody else leads (`turn`)."""

    entry: int
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
    pairs = list(zip(taken, reviewed, strict=True))
    bad = [pair for pair in pairs if pair[1].band in ("inaccuracy", "mistake", "blunder")]
    bad.sort(key=lambda pair: SURE * pair[1].verdict.error - pair[1].verdict.loss)
    found = [_mistake(*pair) for pair in bad[:MOST]]
    strong = [pair for pair in pairs if pair[1].band == "best" and _sure_gain(pair[1]) > inaccuracy(unit)]
    strong.sort(key=lambda pair: -_sure_gain(pair[1]))
    found += [_strong(*pair) for pair in strong[: MOST - len(found)]]
    return sorted(found, key=lambda moment: moment.entry)


def _sure_gain(one: Reviewed) -> float:
    seat = one.verdict.seat
    return one.verdict.effect[seat] - SURE * one.verdict.effect_errors[seat]


def _mistake(taken: Taken, one: Reviewed) -> Moment:
    verdict = one.verdict
    better = verdict.candidates[0].move
    reason, harm = contrast(taken, find_game(taken.state.game).parse(better), taken.move)
    return Moment(one.entry, verdict.seat, "mistake", verdict.move, better, verdict.loss, None, None, reason, harm)


def _strong(taken: Taken, one: Reviewed) -> Moment:
    verdict = one.verdict
    reason, harm = contrast(taken, taken.move, find_game(taken.state.game).parse(verdict.plain))
    gain, move = verdict.effect[verdict.seat], verdict.move
    return Moment(one.entry, verdict.seat, "strong", move, None, gain, None, verdict.plain, reason, harm)


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
            one = reviewed[at - 1]
            rise = rounded(point[first] - curve[at - 1][first])
            move, seat = one.verdict.move, one.verdict.seat
            found.append(Moment(one.entry, seat, "turn", move, None, rise, first, None, None, None))
        leader = first
    return sorted(sorted(found, key=lambda moment: -moment.by)[:MOST], key=lambda moment: moment.entry)


def contrast(taken: Taken, better: Move, worse: Move) -> tuple[Reason | None, Harm | None]:
    """What one move does and another does not, and what only the other leaves to opponents: by what can be seen."""
    adviser = ADVISERS.get(taken.state.game)
    if adviser is None:
        return None, None
    good, bad = (case_of(taken.state, taken.view, taken.seat, move) for move in (better, worse))
    known = list(adviser.why(bad))
    reason = next((one for one in adviser.why(good) if not any(_matches(other, one) for other in known)), None)
    own = list(adviser.harms(good))
    harm = next((one for one in adviser.harms(bad) if not any(_as_bad(other, one) for other in own)), None)
    return reason, harm


def _matches(other: Reason, one: Reason) -> bool:
    """Is there as good a reason for the other move?"""
    key = MORE.get(one.code)
    return other.code == one.code and (key is None or int(other.values[key]) >= int(one.values[key]))


def _as_bad(other: Harm, one: Harm) -> bool:
    return other.code == one.code and int(other.values.get("count", 0)) >= int(one.values.get("count", 0))
