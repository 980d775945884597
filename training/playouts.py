"""Playing Axio Rota out as a network says: of the few placements that are best at a glance, the one that it likes most.
Four to five times as slow as a greedy playout."""

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
from triax.kernels.trials import trial_of

LOOKED_AT = 4


@njit
def _play_on(
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
def play_out(vec: Ints, tables: Ints, seat: int, code: int, rng: Words, policy: int, weights: Floats) -> int:
    """A move, if there is one (-1: none), and on to the end as a network says; counts the moves after it."""
    if code >= 0:
        rules.play(vec, tables, seat, code, rng)
    steps, keys, codes = np.zeros(STEPS, np.int64), np.empty(LOOKED_AT, np.int64), np.empty(LOOKED_AT, np.int32)
    values, begun, hidden = np.empty(LOOKED_AT), np.empty(HIDDEN), np.empty(HIDDEN)
    seen, rows = np.empty(SEEN, np.int64), np.empty(MOST_ROWS, np.int64)
    levels, order, tracks = np.empty(5, np.int64), np.empty(5, np.int64), np.empty(5, np.int32)
    return _play_on(vec, rng, weights, steps, keys, codes, values, seen, rows, levels, order, tracks, begun, hidden)


trial = trial_of(__name__, reshuffle=rules.reshuffle, play_out=play_out, result=rules.result, scores=rules.scores)
"""As the kernel's, which plays greedily."""
