"""Playing Axio Rota out as a network says: of the few placements that are best at a glance, the one that it likes most.
Four to five times as slow as a greedy playout. The weights are the worth of tracks and then the network."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.borrow import borrowed
from triax.kernels.jit import njit
from triax.kernels.network import HIDDEN
from triax.kernels.rota import rules
from triax.kernels.rota.judgement import MOST_ROWS, SEEN, judge_within
from triax.kernels.rota.layout import OVER, TURN
from triax.kernels.rota.policy import STEPS, TABLE, best_placements, fill_steps

LOOKED_AT = 4


@njit
def play_as_learned(
    vec: Ints,
    rng: Words,
    weights: Floats,
    steps: Longs,
    keys: Longs,
    codes: Ints,
    values: Floats,
    seen: Longs,
    rows: Longs,
    levels: Longs,
    order: Longs,
    tracks: Ints,
    begun: Floats,
    hidden: Floats,
) -> int:
    """`learned_playout` with the room that it needs."""
    vec, rng, weights, steps, keys = borrowed(vec), borrowed(rng), borrowed(weights), borrowed(steps), borrowed(keys)
    codes, values, seen = borrowed(codes), borrowed(values), borrowed(seen)
    rows, levels, order = borrowed(rows), borrowed(levels), borrowed(order)
    tracks, begun, hidden = borrowed(tracks), borrowed(begun), borrowed(hidden)
    network = weights[TABLE:]
    count = 0
    while not vec[OVER]:
        seat = vec[TURN]
        found = best_placements(vec, seat, rng, steps, fill_steps(vec, seat, weights, steps), keys, codes)
        judge_within(vec, seat, network, codes, values, found, seen, rows, levels, order, tracks, begun, hidden)
        best = 0
        for number in range(1, found):
            if values[number] > values[best]:
                best = number
        rules.place_tile(vec, seat, int(codes[best]))
        count += 1
    return count


@njit
def learned_playout(vec: Ints, tables: Ints, rng: Words, weights: Floats) -> int:
    """Plays to the end in place; counts the moves."""
    steps, keys, codes = np.zeros(STEPS, np.int64), np.empty(LOOKED_AT, np.int64), np.empty(LOOKED_AT, np.int32)
    values, begun, hidden = np.empty(LOOKED_AT), np.empty(HIDDEN), np.empty(HIDDEN)
    seen, rows = np.empty(SEEN, np.int64), np.empty(MOST_ROWS, np.int64)
    levels, order, tracks = np.empty(5, np.int64), np.empty(5, np.int64), np.empty(5, np.int32)
    return play_as_learned(
        vec, rng, weights, steps, keys, codes, values, seen, rows, levels, order, tracks, begun, hidden
    )
