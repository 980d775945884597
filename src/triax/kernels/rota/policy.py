"""What a placement in Axio Rota is worth at a glance: the greedy move, and the best few for a search to look at.

Worth is a sum over the five tracks, so that the corners of a tile can be valued one by one. A table has the worth of a
track at 0 … 12 and, optionally, as its 14th number the worth of an extra turn, which counts while the supply has a tile
for it. The numbers of a network may follow (see `judgement`), which then has the last word on the candidates. Inside,
worth is counted in whole 2⁻³², so that equal moves compare equal. Where a colour is to be named, only the one worth
most is looked at (of equal ones, the first).
"""

from __future__ import annotations

from math import floor

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.chance import below
from triax.kernels.jit import njit
from triax.kernels.network import Judging, judge_rows, new_judging
from triax.kernels.rota import layout as lay
from triax.kernels.rota import rules
from triax.kernels.rota.judgement import SEEN, fill_rows

STEPS = 48
TABLE = 14
JUDGED = 48
"""So many of the best at a glance are looked at by a network."""
SCALE = 2.0**32
LEAST = -(2**62)
# Found by playing tables against each other, two and four at a table; each step is worth less than the one before.
_RISES = (0.13, 0.12, 0.105, 0.103, 0.098, 0.093, 0.092, 0.08, 0.062, 0.055, 0.04, 0.022)
DEFAULT_TABLE: Floats = np.array([0.0, *np.cumsum(_RISES), 0.175])
# Found by random search over 4,000 solo games a try.
SOLO_TABLE: Floats = np.array([0.0, *np.cumsum([0.755**step for step in range(lay.FULL)]), 0.327])


@njit
def fill_steps(vec: Ints, seat: int, table: Floats, steps: Longs) -> int:
    """steps[8 · colour + points]: what so many points are worth now. Gives the most that naming a colour can add."""
    bonus = table[13] if table.size > 13 and vec[lay.SUPPLY_LEFT] > vec[lay.OWED] else 0.0
    hollow = vec[lay.HANDS + seat] >> 12
    most = 0
    for colour in range(5):
        before = vec[lay.TRACKS + 5 * seat + colour]
        row = 8 * colour
        for points in range(7 if hollow else 4):
            after = min(lay.FULL, before + points)
            worth = table[after] - table[before] + (bonus if before < after == lay.FULL else 0.0)
            steps[row + points] = floor(worth * SCALE + 0.5)
            if hollow:
                for printed in range(max(0, points - 3), points):
                    most = max(most, steps[row + points] - steps[row + printed])
    return most


@njit
def _best_name(steps: Longs, circle: int, scored: int) -> tuple[int, int]:
    """The colour to name for a corner in this circle, and what it adds to what the other corners scored."""
    best, name = LEAST, 0
    for colour in range(5):
        at = 8 * colour + ((scored >> (3 * colour)) & 7)
        worth = steps[at + ((circle >> (3 * colour)) & 7)] - steps[at]
        if worth > best:
            best, name = worth, colour
    return name, best


@njit
def best_placements(vec: Ints, seat: int, rng: Words, steps: Longs, most: int, keys: Longs, codes: Ints) -> int:
    """The best placements, best first, as many as `codes` has room for; if for one only, ties are broken by lot."""
    tile = vec[lay.HANDS + seat]
    hollow = tile >> 12
    colour_0, colour_1, colour_2, colour_3 = tile & 7, (tile >> 3) & 7, (tile >> 6) & 7, (tile >> 9) & 7
    shift_0, shift_1, shift_2, shift_3 = 3 * colour_0, 3 * colour_1, 3 * colour_2, 3 * colour_3
    row_0, row_1, row_2, row_3 = 8 * colour_0, 8 * colour_1, 8 * colour_2, 8 * colour_3
    room = codes.size
    found, ties = 0, 1
    least = LEAST
    for slot in range(vec[lay.FRONTIER_SIZE]):
        place = vec[lay.FRONTIER + slot]
        cell = rules.ring_of(place)
        word_0, word_1 = rules.circle_at(vec, cell, 0), rules.circle_at(vec, cell, 1)
        word_2, word_3 = rules.circle_at(vec, cell, 2), rules.circle_at(vec, cell, 3)
        for turn in range(4):
            key = (
                steps[row_0 + ((word_0 >> shift_0) & 7)]
                + steps[row_1 + ((word_1 >> shift_1) & 7)]
                + steps[row_2 + ((word_2 >> shift_2) & 7)]
                + steps[row_3 + ((word_3 >> shift_3) & 7)]
            )
            name = 0
            if hollow and key + most >= least:
                circle = rules.circle_at(vec, cell, (hollow + 3 + turn) & 3)
                if circle:
                    scored = (
                        (word_0 & (7 << shift_0))
                        + (word_1 & (7 << shift_1))
                        + (word_2 & (7 << shift_2))
                        + (word_3 & (7 << shift_3))
                    )
                    named, worth = _best_name(steps, circle, scored)
                    name = named + 1
                    key += worth
            word_0, word_1, word_2, word_3 = word_1, word_2, word_3, word_0
            if key < least:
                continue
            code = (place << 5) | (turn << 3) | name
            if room == 1:
                if key == least:
                    ties += 1
                    if below(rng, ties):
                        continue
                else:
                    ties = 1
                codes[0] = code
                keys[0] = least = key
                found = 1
            elif found < room or key > least:
                at = min(found, room - 1)
                while at and keys[at - 1] < key:
                    keys[at], codes[at] = keys[at - 1], codes[at - 1]
                    at -= 1
                keys[at], codes[at] = key, code
                found = min(found + 1, room)
                if found == room:
                    least = keys[room - 1]
    return found


@njit
def greedy_move(vec: Ints, tables: Ints, seat: int, rng: Words, weights: Floats) -> int:
    """The placement worth most; equal ones are equally likely."""
    steps = np.zeros(STEPS, np.int64)
    keys, codes = np.empty(1, np.int64), np.empty(1, np.int32)
    best_placements(vec, seat, rng, steps, fill_steps(vec, seat, weights, steps), keys, codes)
    return int(codes[0])


def counted(vec: Ints, seat: int, codes: Ints) -> Judging:
    """The rows of placements, as a network takes them."""
    judging = new_judging(codes.size)
    rows, counts, _, _, _ = judging
    seen, tracks = np.zeros(SEEN, np.int64), np.empty(5, np.int32)
    fill_rows(vec, seat, codes, codes.size, rows, counts, seen, tracks, np.empty(5, np.int64), np.empty(5, np.int64))
    return judging


def candidates(vec: Ints, tables: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """The placements worth most, best first, as many as there is room for, and what they are worth; counts them. What
    playouts step through has all of it: nothing else is compiled."""
    if vec[lay.OVER] or seat != vec[lay.TURN]:
        return 0
    is_judged = weights.size > TABLE
    room = max(JUDGED, codes_out.size) if is_judged else codes_out.size
    steps, keys, codes = np.zeros(STEPS, np.int64), np.empty(room, np.int64), np.empty(room, np.int32)
    no_lot = np.zeros(1, np.uint64)
    found = best_placements(vec, seat, no_lot, steps, fill_steps(vec, seat, weights, steps), keys, codes)
    values: Floats = keys[:found] / SCALE
    if is_judged:
        judging = counted(vec, seat, codes[:found])
        judge_rows(weights[TABLE:].view(np.float32), judging, found)
        values = judging[2].astype(float)
    best = np.argsort(-values, kind="stable")[: codes_out.size]
    codes_out[: best.size], values_out[: best.size] = codes[best], values[best]
    return best.size
