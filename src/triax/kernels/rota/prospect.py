"""A placement in Axio Rota valued with an eye to the next ones: what it scores, and what it prepares or spoils.

A circle that is not yet finished promises points to whoever adds a corner of a colour that it holds already. A
placement raises that promise where its own corners join, and ends it where it finishes a circle. Slower than the greedy
choice of `policy`, and better where nobody else can take what was prepared: in solo play.
"""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.chance import below
from triax.kernels.jit import njit
from triax.kernels.rota import layout as lay
from triax.kernels.rota import rules

# Found by random search over 4,000 solo games a try: mean lowest track 6.5, where the greedy choice reaches 6.2.
SOLO_TABLE: Floats = np.array([0.0, *np.cumsum([0.755**step for step in range(lay.FULL)]), 0.327])
PROMISE: Floats = np.array([0.0, 0.15, 0.556, 0.631])
"""What an unfinished circle with so many corners of a colour promises, in points of that colour."""
FEW_LEFT, LATE = 2, 0.4
"""With so few tiles left on the stack, a promise counts for less; with none, for nothing."""
TIE = 1e-9


@njit
def _count(circle: int, colour: int) -> int:
    return (circle >> (3 * colour)) & 7


@njit
def _corners(circle: int) -> int:
    corners = 0
    for colour in range(6):
        corners += _count(circle, colour)
    return corners


@njit
def _rise(table: Floats, before: int, points: int, bonus: float) -> float:
    after = min(lay.FULL, before + points)
    rise: float = table[after] - table[before] + (bonus if before < after == lay.FULL else 0.0)
    return rise


@njit
def _prepared(circle: int, colour: int, need: Floats, promise: Floats) -> float:
    """What a corner of this colour does to the promise of its circle: finishes it, or adds to it."""
    worth = 0.0
    if _corners(circle) == 3:
        for other in range(5):
            worth -= need[other] * promise[_count(circle, other)]
    elif colour != lay.EMPTY:
        same = _count(circle, colour)
        worth += need[colour] * (promise[same + 1] - promise[same])
    return worth


@njit
def _best_name(circle: int, tracks: Ints, points: Longs, table: Floats, bonus: float) -> int:
    """The colour worth most for an empty corner in this circle, after the points of the other corners."""
    most, name = -1.0, 0
    for colour in range(5):
        gain = _rise(table, min(lay.FULL, tracks[colour] + points[colour]), _count(circle, colour), bonus)
        if gain > most + TIE:
            most, name = gain, colour
    return name


@njit
def _value(
    vec: Ints,
    cell: int,
    tile: int,
    turn: int,
    tracks: Ints,
    points: Longs,
    need: Floats,
    table: Floats,
    promise: Floats,
    bonus: float,
) -> tuple[float, int]:
    """What a placement is worth, and its name + 1 (0: none)."""
    points[:] = 0
    worth, met = 0.0, 0
    for corner in range(4):
        colour = (tile >> (3 * ((corner - turn) & 3))) & 7
        circle = rules.circle_at(vec, cell, corner)
        worth += _prepared(circle, colour, need, promise)
        if colour == lay.EMPTY:
            met = circle
        else:
            points[colour] += _count(circle, colour)
    name = 0
    if met:
        named = _best_name(met, tracks, points, table, bonus)
        points[named] += _count(met, named)
        name = named + 1
    for colour in range(5):
        if points[colour]:
            worth += _rise(table, tracks[colour], points[colour], bonus)
    return worth, name


@njit
def prospect_move(vec: Ints, tables: Ints, seat: int, rng: Words, table: Floats, promise: Floats) -> int:
    """The placement worth most with what it prepares; equal ones are equally likely."""
    return prospect_with(vec, seat, rng, table, promise, np.empty(5), np.empty(5, np.int64))


@njit
def prospect_with(vec: Ints, seat: int, rng: Words, table: Floats, promise: Floats, need: Floats, points: Longs) -> int:
    """`prospect_move` with the room that it needs."""
    tile, left = vec[lay.HANDS + seat], vec[lay.STACK_LEFT + seat]
    bonus = table[13] if vec[lay.SUPPLY_LEFT] > vec[lay.OWED] else 0.0
    weight = 0.0 if left == 0 else LATE if left <= FEW_LEFT else 1.0
    tracks = vec[lay.TRACKS + 5 * seat : lay.TRACKS + 5 * seat + 5]
    for colour in range(5):
        need[colour] = weight * 0.5 * (table[min(lay.FULL, tracks[colour] + 2)] - table[tracks[colour]])
    best, choice, ties = -1e18, -1, 0
    for slot in range(vec[lay.FRONTIER_SIZE]):
        place = vec[lay.FRONTIER + slot]
        cell = rules.ring_of(place)
        for turn in range(4):
            worth, name = _value(vec, cell, tile, turn, tracks, points, need, table, promise, bonus)
            if worth > best + TIE:
                best, ties = worth, 1
            elif worth > best - TIE:
                ties += 1
                if below(rng, ties):
                    continue
            else:
                continue
            choice = (place << 5) | (turn << 3) | name
    return choice


@njit
def prospect_playout(vec: Ints, tables: Ints, rng: Words, table: Floats, promise: Floats) -> int:
    """Plays to the end in place by `prospect_move`; counts the moves."""
    return play_far_sighted(vec, tables, rng, table, promise, np.empty(5), np.empty(5, np.int64))


@njit
def play_far_sighted(
    vec: Ints, tables: Ints, rng: Words, table: Floats, promise: Floats, need: Floats, points: Longs
) -> int:
    """`prospect_playout` with the room that it needs."""
    count = 0
    while not vec[lay.OVER]:
        seat = int(vec[lay.TURN])
        rules.play(vec, tables, seat, prospect_with(vec, seat, rng, table, promise, need, points), rng)
        count += 1
    return count
