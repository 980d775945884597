"""Axio Rota and Axio by simple rules, for the gentler bots: the own tracks after each move, and no further."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from triax.games.core import M, State, V
from triax.games.tracks import Tracks, TracksScored


def points_after(state: State[V, M], seat: int, moves: Sequence[M]) -> list[int]:
    """The points that count after each move, of whatever colour."""
    return [sum(tracks) for tracks in tracks_after(state, seat, moves)]


def tracks_after(state: State[V, M], seat: int, moves: Sequence[M]) -> list[Tracks]:
    """The own tracks after each move, in ascending order. Moves that gain the same are looked at once."""
    known: dict[str, Tracks] = {}
    gains = gains_of(state, seat)
    for at, gain in enumerate(gains):
        if gain not in known:
            scored = [event.tracks for event in state.foresee(seat, moves[at]) if isinstance(event, TracksScored)]
            known[gain] = tuple(sorted(scored[0] if scored else state.scores[seat]))
    return [known[gain] for gain in gains]


def gains_of(state: State[V, M], seat: int) -> list[str]:
    """What each legal move gains, such as R2B1."""
    return [gain for offers in state.offers(seat) for gain in offers.gains]


@lru_cache(1 << 12)
def glance(gain: str) -> tuple[int, int]:
    """The most points of one colour in a gain, and how many colours it has."""
    points = [int(number) for number in "".join(one if one.isdigit() else " " for one in gain).split()]
    return max(points, default=0), len(points)
