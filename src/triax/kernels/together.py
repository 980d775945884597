"""Rows of a network (see `network`) for what says more together than one by one, in the games of tracks: two tracks of
one's own and how near the end is; where one stands first apart from each rival, by how much, and how near the end is;
and a track beside the strongest rival's of the same rank. Tracks are counted from the lowest up."""

from __future__ import annotations

from triax.kernels.arrays import Longs
from triax.kernels.jit import njit

FAR = 6
"""Tracks further apart than this count as so far."""
_PLACES = 5 * (2 * FAR + 1) + 1  # where one stands apart; or nowhere


def rows_together(levels: int, phases: int) -> int:
    """How many rows there are for so many levels of a track and phases of a game."""
    return (4 * phases + 5) * levels**2 + 3 * phases * _PLACES


@njit
def fill_together(
    own: Longs,
    rivals: Longs,
    players: int,
    highest: int,
    phase: int,
    phases: int,
    begin: int,
    rows: Longs,
    count: int,
) -> int:
    """The rows of these from `begin` on, after so many that are there already; counts all. `rivals` has five levels of
    each, the strongest first; a level above the highest counts as the highest."""
    levels = highest + 1
    row = begin
    for at in range(4):
        pair = min(own[at], highest) * levels + min(own[at + 1], highest)
        rows[count] = row + pair * phases + phase
        row += phases * levels * levels
        count += 1
    if players == 1:
        return count
    for at in range(5):
        rows[count] = row + min(own[at], highest) * levels + min(rivals[at], highest)
        row += levels * levels
        count += 1
    for rank in range(players - 1):
        place = _PLACES - 1
        for at in range(4, -1, -1):
            ahead = own[at] - rivals[5 * rank + at]
            if ahead:
                place = at * (2 * FAR + 1) + min(FAR, max(-FAR, ahead)) + FAR
        rows[count] = row + (rank * _PLACES + place) * phases + phase
        count += 1
    return count
