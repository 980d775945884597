"""Playing Axio Rota out, compiled: random, greedy and learned playouts, and the trial of moves by them."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.borrow import borrowed
from triax.kernels.jit import njit
from triax.kernels.network import Word, new_word
from triax.kernels.rota.layout import OVER, TURN
from triax.kernels.rota.learned import learned_playout
from triax.kernels.rota.policy import STEPS, best_placements, fill_steps
from triax.kernels.rota.rules import draw_move, place_tile, play, reshuffle, result, scores
from triax.kernels.trials import trial_of

RANDOM, GREEDY, LEARNED = 0, 1, 2


@njit
def play_randomly(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """`random_playout` with the room that it needs; here it needs none."""
    vec, rng = borrowed(vec), borrowed(rng)
    count = 0
    while not vec[OVER]:
        seat = vec[TURN]
        place_tile(vec, seat, draw_move(vec, seat, rng))
        count += 1
    return count


@njit
def random_playout(vec: Ints, tables: Ints, rng: Words) -> int:
    """Plays to the end in place, each legal move equally likely; counts the moves."""
    return play_randomly(vec, tables, rng, vec)


@njit
def play_greedily(vec: Ints, tables: Ints, rng: Words, weights: Floats, steps: Longs, keys: Longs, codes: Ints) -> int:
    """`greedy_playout` with the room that it needs."""
    vec, rng, weights = borrowed(vec), borrowed(rng), borrowed(weights)
    steps, keys, codes = borrowed(steps), borrowed(keys), borrowed(codes)
    count = 0
    while not vec[OVER]:
        seat = vec[TURN]
        best_placements(vec, seat, rng, steps, fill_steps(vec, seat, weights, steps), keys, codes)
        place_tile(vec, seat, int(codes[0]))
        count += 1
    return count


@njit
def greedy_playout(vec: Ints, tables: Ints, rng: Words, weights: Floats) -> int:
    """Plays to the end in place, always the placement worth most; counts the moves."""
    steps = np.zeros(STEPS, np.int64)
    keys, codes = np.empty(1, np.int64), np.empty(1, np.int32)
    return play_greedily(vec, tables, rng, weights, steps, keys, codes)


# The room that playouts need they make themselves: it is little, and to hand it on takes random ones longer.


@njit
def to_the_end_randomly(
    vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, word: Word
) -> int:
    return random_playout(vec, tables, rng)


@njit
def to_the_end_greedily(
    vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, word: Word
) -> int:
    return greedy_playout(vec, tables, rng, weights)


@njit
def tell(room: Word, word: Floats) -> None:
    word[0], word[1] = room[0], room[1]


trial = trial_of(
    __name__,
    {RANDOM: to_the_end_randomly, GREEDY: to_the_end_greedily, LEARNED: learned_playout},
    new_room=new_word,
    reshuffle=reshuffle,
    play=play,
    result=result,
    scores=scores,
    tell=tell,
)
