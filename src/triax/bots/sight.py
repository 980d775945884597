"""What people overlook and misjudge, by the same idea in every game.

The eye rests where the last moves were and on what strikes it most: the greatest single gain on the table. Four things
may each hide a move from it: that it shows little, that it lies far from there, that its piece is to be turned first,
and that its gain is the sum of several parts. A level has one number, its oversight: 0 sees everything, 1 nothing but
what strikes the eye. The most striking move is always seen, so nobody misses the obvious, whatever their level.

What is seen may be misjudged: its worth is off by up to a level's slip, counted in what the best is worth above the
mean of what is seen. With a slip of at most ½, nothing below that mean is taken for the best, so nobody plays absurdly;
and a move that stands out alone is not missed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

REACH = 4
"""So many steps from where the eye rests, nothing draws it any more."""
TURNED = 0.5
"""How well a turn hides a move, beside what is far away altogether."""

Place = tuple[int, ...]


class Glimpse(NamedTuple):
    """How a move meets the eye."""

    glance: float
    """Its greatest single gain."""
    parts: int = 1
    """Of how many gains it is the sum: the more, the less the sum shows."""
    place: Place | None = None
    """Where it is; None: nowhere in particular."""
    turned: bool = False
    """Is the piece to be turned first?"""


Looks = Callable[[Any, Any, int, Sequence[Any]], tuple[Sequence[Glimpse], Sequence[Place]]]
"""A view, a state that fits it, a seat, its legal moves: how each meets the eye; and where the last moves were."""


def chances(looks: Sequence[Glimpse], last: Sequence[Place], oversight: float) -> list[float]:
    """How likely each move is seen. Nothing but sums, products and quotients: the same on every machine."""
    most = max(look.glance for look in looks)
    least_hidden = min((look for look in looks if look.glance == most), key=lambda look: (look.parts, look.turned))
    rests = [*last, *([] if least_hidden.place is None else [least_hidden.place])]
    far = {place: _distance(place, rests) / REACH for place in {look.place for look in looks} if place is not None}
    found = []
    for look in looks:
        seen = 1.0
        for hides in (
            1 - look.glance / most if most > 0 else 0.0,
            far[look.place] if look.place is not None else 0.0,
            TURNED * look.turned,
            1 - 1 / look.parts if look.parts else 0.0,
        ):
            seen *= 1 - oversight * hides
        found.append(1.0 if look is least_hidden else seen)
    return found


def seen(looks: Sequence[Glimpse], last: Sequence[Place], oversight: float, rng: Random) -> list[int]:
    """The numbers of the moves that are seen this time."""
    if not oversight:
        return list(range(len(looks)))
    return [at for at, chance in enumerate(chances(looks, last, oversight)) if rng.random() < chance]


def misjudged(values: Sequence[float], slip: float, rng: Random) -> list[float]:
    """What moves seem to be worth."""
    reach = slip * (max(values) - sum(values) / len(values))
    return [value + reach * (2 * rng.random() - 1) for value in values] if reach > 0 else list(values)


def _distance(place: Place, rests: Sequence[Place]) -> int:
    """To the nearest of them, as a king walks."""
    return min(REACH, *(max(abs(a - b) for a, b in zip(place, rest, strict=True)) for rest in rests), REACH)
