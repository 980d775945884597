"""Two moves in the same worlds: what one brings more."""

from __future__ import annotations

from math import sqrt
from typing import Literal

import numpy as np

from triax.bots.reasons import Harm, Reason
from triax.games.core import AnyGame
from triax.games.facts import TrackScore
from triax.kernels.arrays import Floats, Ints
from triax.review.bands import SURE

LEAST = 0.3
"""Steps of the lowest track, or points: less is not worth a word."""
MOSTLY = 0.5
"""A colour is named if it makes up so much of it."""


def mean_error(values: Floats) -> tuple[float, float]:
    return float(values.mean()), float(values.std() / sqrt(max(1, len(values) - 1)))


def colours_of(game: AnyGame, players: int) -> str:
    """Those of the tracks; none where points are counted."""
    shape = game.facts.scores[players]
    return "".join(shape.colours) if isinstance(shape, TrackScore) else ""


def further(seat: int, better: Ints, worse: Ints, colours: str) -> tuple[Reason | None, Harm | None]:
    """How much further the better move brings a seat by the end, and the worse one somebody else, where that is sure.
    Final scores are [world, seat, number]: tracks of these colours, of which the lowest counts, or points."""
    code: Literal["further", "more_points"] = "further" if colours else "more_points"
    own = _rise(better[:, seat], worse[:, seat], colours)
    found = {at: _rise(worse[:, at], better[:, at], colours) for at in range(better.shape[1]) if at != seat}
    others = {at: rise for at, rise in found.items() if rise is not None}
    helped = max(others, key=lambda at: others[at]["tenths"], default=None)
    return (
        None if own is None else Reason(code, own),
        None if helped is None else Harm(code, {**others[helped], "seat": helped}),
    )


def _rise(more: Ints, less: Ints, colours: str) -> dict[str, int | str] | None:
    """How much more is the lowest number in [world, number], and the colour that makes up most of it."""
    mean, error = mean_error((more.min(1) - less.min(1)).astype(float))
    if mean < max(LEAST, SURE * error):
        return None
    # By how much each colour is higher in those worlds in which it would be the lowest.
    parts = np.maximum(0, np.where(less == less.min(1, keepdims=True), more - less, 0).mean(0))
    first = int(parts.argmax())
    named = colours[first] if colours and parts[first] >= MOSTLY * parts.sum() else ""
    return {"colours": named, "tenths": round(10 * mean)}
