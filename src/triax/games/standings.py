"""How games end: who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """How a game ended: seats from best to worst, a shared place holding several, and the final scores."""

    standings: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]


def plain_standings(outcome: Outcome | None) -> list[list[int]] | None:
    return None if outcome is None else [list(place) for place in outcome.standings]


def rank(keys: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Seats by descending key; equal keys share a place."""
    places = sorted(set(keys), reverse=True)
    return tuple(tuple(seat for seat, key in enumerate(keys) if key == place) for place in places)


def places(standings: Sequence[Sequence[int]]) -> Iterator[tuple[int, Sequence[int]]]:
    """The number of each place with its seats: after a shared first comes the third."""
    place = 1
    for seats in standings:
        yield place, seats
        place += len(seats)
