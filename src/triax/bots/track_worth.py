"""What finished playouts of Axio Rota or Axio are worth: tracks compared from the lowest on."""

from __future__ import annotations

import numpy as np

from triax.bots.search import SAID, SCORES, SHARE, VALUE
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
def add_outcomes(
    steps: Floats, unit: float, players: int, seat: int, shares: Floats, scores: Ints, words: Floats, sums: Floats
) -> None:
    """Adds what finished playouts are worth to a seat: its share of wins, and how far it is ahead. `unit` is what a
    unit of the words is worth."""
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
            worth = own
            if players > 1:
                worth += shares[world, at, seat] - others
                sums[at, SHARE] += shares[world, at, seat]
            sums[at, VALUE] += worth
            if words.size:
                sums[at, SAID] += unit * words[world, at, 0] + words[world, at, 1] * worth
            for place in range(5):
                sums[at, SCORES + place] += tracks[place]
