"""Playing Axio Rota out, compiled: random, greedy and far-sighted playouts, and the trial of moves by them."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.borrow import borrowed
from triax.kernels.jit import njit
from triax.kernels.rota_policy import STEPS, best_placements, fill_steps
from triax.kernels.rota_prospect import PROMISE, prospect_playout
from triax.kernels.rota_rules import OVER, TURN, play, random_move, reshuffle, result, scores
from triax.kernels.trials import trial_of

RANDOM, GREEDY, PROSPECT = 0, 1, 2


@njit
def random_playout(vec: Ints, rng: Words) -> int:
    """Plays to the end in place, each legal move equally likely; counts the moves."""
    vec, rng = borrowed(vec), borrowed(rng)
    count = 0
    while not vec[OVER]:
        seat = vec[TURN]
        play(vec, seat, random_move(vec, seat, rng), rng)
        count += 1
    return count


@njit
def greedy_playout(vec: Ints, rng: Words, table: Floats) -> int:
    """Plays to the end in place, always the placement worth most; counts the moves."""
    steps = np.zeros(STEPS, np.int64)
    keys, codes = np.empty(1, np.int64), np.empty(1, np.int32)
    count = 0
    while not vec[OVER]:
        seat = vec[TURN]
        best_placements(vec, seat, rng, steps, fill_steps(vec, seat, table, steps), keys, codes)
        play(vec, seat, int(codes[0]), rng)
        count += 1
    return count


@njit
def play_out(vec: Ints, seat: int, code: int, rng: Words, policy: int, table: Floats) -> int:
    """A move, if there is one (-1: none), and on to the end by a policy; counts the moves after it."""
    if code >= 0:
        play(vec, seat, code, rng)
    if policy == RANDOM:
        return random_playout(vec, rng)
    if policy == GREEDY:
        return greedy_playout(vec, rng, table)
    return prospect_playout(vec, rng, table, PROMISE)


trial = trial_of(__name__, reshuffle=reshuffle, play_out=play_out, result=result, scores=scores)
