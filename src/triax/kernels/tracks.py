"""What the kernels of Axio Rota and Axio have in common: five tracks a seat, compared from the lowest on."""

from __future__ import annotations

from triax.kernels.arrays import Ints
from triax.kernels.jit import njit


@njit
def copy_tracks(vec: Ints, first: int, out: Ints) -> None:
    """The tracks that begin at `first` into out[seat, colour]; seats that nobody sits on get 0."""
    for seat in range(4):
        for colour in range(5):
            out[seat, colour] = vec[first + 5 * seat + colour]


@njit
def lowest(vec: Ints, first: int) -> int:
    least = vec[first]
    for colour in range(1, 5):
        least = min(least, vec[first + colour])
    return int(least)


@njit
def total(vec: Ints, first: int) -> int:
    points = 0
    for colour in range(5):
        points += vec[first + colour]
    return points


@njit
def rank_key(vec: Ints, first: int, top: int) -> int:
    """Five tracks from the lowest up as the digits of one number: the larger, the better."""
    key = 0
    for level in range(top + 1):
        for colour in range(5):
            if vec[first + colour] == level:
                key = key * (top + 1) + level
    return key
