"""What the kernels of Axio Rota and Axio have in common: five tracks a seat, compared from the lowest on."""

from __future__ import annotations

from triax.kernels.arrays import Ints, Longs
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


@njit
def sort_levels(vec: Ints, first: int, levels: Longs, order: Longs) -> None:
    """Five tracks in ascending order, and the colours that they are of."""
    for colour in range(5):
        level, at = vec[first + colour], colour
        while at and levels[at - 1] > level:
            levels[at], order[at] = levels[at - 1], order[at - 1]
            at -= 1
        levels[at], order[at] = level, colour


@njit
def rival(vec: Ints, first: int, top: int, players: int, seat: int, number: int) -> int:
    """The strongest of the others (0), the next one …; of equal ones, the first."""
    if players == 2:
        return 1 - seat
    for other in range(players):
        if other != seat:
            before, here = 0, rank_key(vec, first + 5 * other, top)
            for third in range(players):
                if third != seat and third != other:  # noqa: PLR1714, what Numba can compile
                    there = rank_key(vec, first + 5 * third, top)
                    before += there > here or (there == here and third < other)
            if before == number:
                return other
    return seat
