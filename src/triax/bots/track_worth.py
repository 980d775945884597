"""What finished playouts of Axio Rota or Axio are worth: tracks compared from the lowest on."""

from __future__ import annotations

import numpy as np

from triax.bots.search import SCORES, SHARE, VALUE
from triax.kernels.arrays import Floats, Ints
from triax.kernels.jit import njit


@njit
def sort_tracks(own: Ints, tracks: Ints) -> None:
    """Five tracks in ascending order."""
    for colour in range(5):
        track = own[colour]
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
def add_outcomes(steps: Floats, players: int, seat: int, shares: Floats, scores: Ints, sums: Floats) -> None:
    """Adds what finished playouts are worth to a seat: its share of wins, and how far it is ahead."""
    tracks = np.empty(5, np.int32)
    for world in range(shares.shape[0]):
        for at in range(shares.shape[1]):
            others = 0.0
            for other in range(players):
                if other != seat:
                    sort_tracks(scores[world, at, other], tracks)
                    others = max(others, standing(tracks, steps))
            sort_tracks(scores[world, at, seat], tracks)
            own = standing(tracks, steps)
            if players == 1:
                sums[at, VALUE] += own
            else:
                sums[at, VALUE] += shares[world, at, seat] + own - others
                sums[at, SHARE] += shares[world, at, seat]
            for place in range(5):
                sums[at, SCORES + place] += tracks[place]
