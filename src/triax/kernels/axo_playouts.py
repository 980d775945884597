"""Playing AXO out, compiled: random and greedy playouts, and the trial of decisions by them."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.axo_layout import MAX_MOVES
from triax.kernels.axo_play import play
from triax.kernels.axo_policy import PolicyTable, best_move, workspace
from triax.kernels.axo_rules import random_move, reshuffle, result, scores, to_act
from triax.kernels.borrow import borrowed
from triax.kernels.chance import below
from triax.kernels.jit import njit
from triax.kernels.trials import trial_of

RANDOM, GREEDY = 0, 1
LIMIT = 20_000
"""No playout goes on for ever, whatever its weights; in games that people or bots would play this is never reached."""


@njit
def _nth_seat(seats: int, number: int) -> int:
    """The seats in a set of bits, counted from 0."""
    seat = 0
    while True:
        if seats >> seat & 1:
            if number == 0:
                return seat
            number -= 1
        seat += 1


@njit
def _random_seat(seats: int, rng: Words) -> int:
    count = (seats & 1) + (seats >> 1 & 1) + (seats >> 2 & 1) + (seats >> 3 & 1)
    return _nth_seat(seats, below(rng, count) if count > 1 else 0)


@njit
def random_playout(vec: Ints, cards: Ints, rng: Words) -> int:
    """To the end, in place: a random decision of a random seat that owes one. Returns how many were taken."""
    return _play_randomly(vec, cards, rng, np.empty(MAX_MOVES, np.int32))


@njit
def _play_randomly(vec: Ints, cards: Ints, rng: Words, codes: Ints) -> int:
    vec, cards, rng, codes = borrowed(vec), borrowed(cards), borrowed(rng), borrowed(codes)
    decisions = 0
    while decisions < LIMIT:
        seats = to_act(vec)
        if seats == 0:
            break
        seat = _random_seat(seats, rng)
        play(vec, cards, seat, random_move(vec, cards, seat, rng, codes), rng)
        decisions += 1
    return decisions


@njit
def greedy_playout(vec: Ints, cards: Ints, rng: Words, weights: Floats) -> int:
    """To the end, in place, by `greedy_move`. Returns how many decisions were taken."""
    codes, values, work = workspace()
    return _play_greedily(vec, cards, rng, weights, codes, values, work)


@njit
def _play_greedily(vec: Ints, cards: Ints, rng: Words, weights: Floats, codes: Ints, values: Floats, work: Ints) -> int:
    vec, cards, rng, weights = borrowed(vec), borrowed(cards), borrowed(rng), borrowed(weights)
    codes, values, work = borrowed(codes), borrowed(values), borrowed(work)
    decisions = 0
    while decisions < LIMIT:
        seats = to_act(vec)
        if seats == 0:
            break
        seat = _nth_seat(seats, 0)
        play(vec, cards, seat, best_move(vec, cards, seat, rng, weights, codes, values, work), rng)
        decisions += 1
    return decisions


@njit
def play_out(vec: Ints, seat: int, code: int, rng: Words, policy: int, table: PolicyTable) -> int:
    """A decision, if there is one (-1: none), and on to the end by a policy. How many were taken after it."""
    cards, weights = table
    if code >= 0:
        play(vec, cards, seat, code, rng)
    return random_playout(vec, cards, rng) if policy == RANDOM else greedy_playout(vec, cards, rng, weights)


trial = trial_of(__name__, reshuffle=reshuffle, play_out=play_out, result=result, scores=scores)
