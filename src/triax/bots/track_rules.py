"""Axio Rota and Axio by simple rules, for the gentler bots: the own tracks after each move, and no further."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from triax.games.core import M, State, V
from triax.games.tracks import Tracks, TracksScored


def most_points(state: State[V, M], seat: int, moves: Sequence[M], rng: Random) -> M:
    """A beginner's choice: looks at half of the moves and takes the most points, of whatever colour."""
    points = [sum(tracks) for tracks in tracks_after(state, seat, moves)]
    seen = [at for at in range(len(points)) if rng.random() < 0.5] or list(range(len(points)))
    most = max(points[at] for at in seen)
    return moves[rng.choice([at for at in seen if points[at] == most])]


def best_tracks(state: State[V, M], seat: int, moves: Sequence[M], rng: Random) -> M:
    """The best tracks compared from the lowest on; equal ones by lot."""
    after = tracks_after(state, seat, moves)
    best = max(after)
    return moves[rng.choice([at for at, tracks in enumerate(after) if tracks == best])]


def tracks_after(state: State[V, M], seat: int, moves: Sequence[M]) -> list[Tracks]:
    """The own tracks after each move, in ascending order. Moves that gain the same are looked at once."""
    known: dict[str, Tracks] = {}
    gains = [gain for offers in state.offers(seat) for gain in offers.gains]
    for at, gain in enumerate(gains):
        if gain not in known:
            scored = [event.tracks for event in state.foresee(seat, moves[at]) if isinstance(event, TracksScored)]
            known[gain] = tuple(sorted(scored[0] if scored else state.scores[seat]))
    return [known[gain] for gain in gains]
