"""What a finished playout of Axio Rota or Axio is worth: tracks compared from the lowest on."""

from __future__ import annotations

import numpy as np

from triax.bots.search import SCORES, SHARE, VALUE
from triax.kernels.arrays import Floats, Ints
from triax.kernels.jit import njit


@njit
def sorted_tracks(vec: Ints, first: int, tracks: Ints) -> None:
    """The five tracks that begin at `first`, in ascending order."""
    for colour in range(5):
        track = vec[first + colour]
        place = colour
        while place and tracks[place - 1] > track:
            tracks[place] = tracks[place - 1]
            place -= 1
        tracks[place] = track


@njit
def standing(tracks: Ints, steps: Floats) -> float:
    """Sorted tracks as one number, the lowest counting most."""
    worth = 0.0
    for place in range(5):
        worth += steps[place] * tracks[place]
    return worth


@njit
def add_outcome(vec: Ints, first: int, players: int, seat: int, share: float, steps: Floats, sums: Floats) -> None:
    """Adds what a finished playout is worth to a seat: its share of wins, and how far it is ahead."""
    tracks = np.empty(5, np.int32)
    others = 0.0
    for other in range(players):
        if other != seat:
            sorted_tracks(vec, first + 5 * other, tracks)
            others = max(others, standing(tracks, steps))
    sorted_tracks(vec, first + 5 * seat, tracks)
    own = standing(tracks, steps)
    if players == 1:
        sums[VALUE] += own
    else:
        sums[VALUE] += share + own - others
        sums[SHARE] += share
    for place in range(5):
        sums[SCORES + place] += tracks[place]
