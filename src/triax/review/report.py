"""A review as a whole: the curve, luck and skill apart, each seat's accuracy, the moments that mattered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any

import msgspec

from triax.games.errors import BadData
from triax.games.facts import TrackScore
from triax.games.record import Record
from triax.review.bands import BANDS, Band, Unit, accuracy, band_of, unit_of
from triax.review.story import Moment, choices, turns
from triax.review.taken import decisions
from triax.review.verdict import Chances, Judged, Reviewed, Verdict, rounded

VERSION = 4


@dataclass(frozen=True)
class SeatReview:
    """start + decisions + others + luck = result."""

    accuracy: float | None
    """From 0 to 100, the part that was kept of all that was at stake; null: there never was anything to lose."""
    accuracy_error: float
    """Its standard error."""
    lost: float
    """All that the own decisions lost against the best."""
    decisions: float
    """What the own decisions gave or took against the plain moves."""
    decisions_error: float
    """Its standard error."""
    others: float
    """The same of the others' decisions."""
    others_error: float
    luck: float
    luck_error: float
    """That of all decisions together, and of the start."""
    start: float
    result: float
    bands: dict[Band, int]


@dataclass(frozen=True)
class Review:
    game: str
    players: int
    seed: int
    unit: Unit
    decisions: tuple[Reviewed, ...]
    curve: tuple[Chances, ...]
    """Before each decision, and at the end."""
    seats: tuple[SeatReview, ...]
    moments: tuple[Moment, ...]
    """The three decisions that mattered most, then the turns of the game; each in order."""

    def to_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "game": self.game,
            "players": self.players,
            "seed": self.seed,
            "unit": self.unit,
            "decisions": [one.to_json() for one in self.decisions],
            "curve": [list(point) for point in self.curve],
            "seats": msgspec.to_builtins(self.seats),
            "moments": msgspec.to_builtins(self.moments),
        }


def conclude(record: Record, parts: Iterable[Judged], seed: int = 0) -> Review:
    """The whole review, from every decision of the record, judged, in any order."""
    judged = {one.entry: one for one in parts}
    taken = decisions(record)
    missing = [one.entry for one in taken if one.entry not in judged]
    if missing:
        raise BadData(f"{len(missing)} decisions are not judged, the first of them log[{missing[0]}]")
    unit = unit_of(record.game, record.players)
    ordered = [judged[one.entry] for one in taken]
    curve = (*(one.before for one in ordered), _result(record, unit))
    steps = [_minus(after, before) for before, after in pairwise(curve)]
    reviewed = tuple(
        named(one, unit, _minus(step, one.verdict.effect)) for one, step in zip(ordered, steps, strict=True)
    )
    seats = tuple(_seat(seat, ordered, reviewed, curve) for seat in range(record.players))
    moments = (*choices(unit, taken, reviewed), *turns(reviewed, curve))
    return Review(record.game.name, record.players, seed, unit, reviewed, curve, seats, moments)


def named(one: Judged, unit: Unit, luck: Chances = ()) -> Reviewed:
    """With what its loss is called."""
    verdict = one.verdict
    return Reviewed(one.entry, verdict, band_of(unit, verdict.loss, verdict.error, real=verdict.real), luck)


def _result(record: Record, unit: Unit) -> Chances:
    assert record.result is not None
    if unit == "result":
        tracks = isinstance(record.game.facts.scores[record.players], TrackScore)
        return tuple(float(min(score) if tracks else score[0]) for score in record.result["scores"])
    first = next(iter(record.result["standings"]), ())
    return tuple(1 / len(first) if seat in first else 0.0 for seat in range(record.players))


def _seat(seat: int, judged: Sequence[Judged], reviewed: Sequence[Reviewed], curve: Sequence[Chances]) -> SeatReview:
    own = [one.verdict for one in reviewed if one.verdict.seat == seat]
    rest = [one.verdict for one in reviewed if one.verdict.seat != seat]
    (given, given_error), (others, others_error) = (_together(seat, verdicts) for verdicts in (own, rest))
    counts = Counter(one.band for one in reviewed if one.verdict.seat == seat)
    exact = accuracy([one for one in own if one.real])
    return SeatReview(
        None if exact is None else round(exact[0], 1),
        0.0 if exact is None else round(exact[1], 1),
        lost=rounded(sum(one.loss for one in own)),
        decisions=rounded(given),
        decisions_error=rounded(given_error),
        others=rounded(others),
        others_error=rounded(others_error),
        luck=rounded(curve[-1][seat] - curve[0][seat] - given - others),
        # What the curve is off by between its ends is in the luck of two decisions, and goes out in their sum.
        luck_error=rounded(hypot(judged[0].before_errors[seat], given_error, others_error)),
        start=curve[0][seat],
        result=rounded(curve[-1][seat]),
        bands={band: counts[band] for band in BANDS},
    )


def _together(seat: int, verdicts: Sequence[Verdict]) -> tuple[float, float]:
    """What decisions gave or took a seat, with the standard error."""
    return sum(one.effect[seat] for one in verdicts), hypot(*(one.effect_errors[seat] for one in verdicts))


def _minus(one: Chances, other: Chances) -> Chances:
    return tuple(rounded(a - b) for a, b in zip(one, other, strict=True))
