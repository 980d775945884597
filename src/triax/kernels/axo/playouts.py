"""Playing AXO out, compiled: random and greedy playouts, and the trial of decisions by them."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.axo.layout import MAX_MOVES
from triax.kernels.axo.play import play
from triax.kernels.axo.policy import Workspace, best_move, workspace
from triax.kernels.axo.rules import random_move, reshuffle, result, scores, to_act
from triax.kernels.borrow import borrowed
from triax.kernels.chance import below
from triax.kernels.jit import njit
from triax.kernels.trials import tell_nothing, trial_of

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
def random_playout(vec: Ints, tables: Ints, rng: Words) -> int:
    """To the end, in place: a random decision of a random seat that owes one. Returns how many were taken."""
    return play_randomly(vec, tables, rng, np.empty(MAX_MOVES, np.int32))


@njit
def play_randomly(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """`random_playout` with the room that it needs."""
    vec, tables, rng, room = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(room)
    decisions = 0
    while decisions < LIMIT:
        seats = to_act(vec)
        if seats == 0:
            break
        seat = _random_seat(seats, rng)
        play(vec, tables, seat, random_move(vec, tables, seat, rng, room), rng)
        decisions += 1
    return decisions


@njit
def greedy_playout(vec: Ints, tables: Ints, rng: Words, weights: Floats) -> int:
    """To the end, in place, by `greedy_move`. Returns how many decisions were taken."""
    codes, values, work = workspace()
    return play_greedily(vec, tables, rng, weights, codes, values, work)


@njit
def play_greedily(vec: Ints, tables: Ints, rng: Words, weights: Floats, codes: Ints, values: Floats, work: Ints) -> int:
    vec, tables, rng, weights = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(weights)
    codes, values, work = borrowed(codes), borrowed(values), borrowed(work)
    decisions = 0
    while decisions < LIMIT:
        seats = to_act(vec)
        if seats == 0:
            break
        seat = _nth_seat(seats, 0)
        play(vec, tables, seat, best_move(vec, tables, seat, rng, weights, codes, values, work), rng)
        decisions += 1
    return decisions


@njit
def play_out(
    vec: Ints, tables: Ints, seat: int, code: int, rng: Words, policy: int, weights: Floats, room: Workspace
) -> int:
    """A decision, if there is one (-1: none), and on to the end by a policy. How many were taken after it."""
    codes, values, work = room
    if code >= 0:
        play(vec, tables, seat, code, rng)
    if policy == RANDOM:
        return play_randomly(vec, tables, rng, codes)
    return play_greedily(vec, tables, rng, weights, codes, values, work)


trial = trial_of(
    __name__,
    new_room=workspace,
    reshuffle=reshuffle,
    play_out=play_out,
    result=result,
    scores=scores,
    tell=tell_nothing,
)
