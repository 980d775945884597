"""Playing AXO out, compiled: random and greedy playouts, and batches of them over threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from triax.kernels import axo_layout as lay
from triax.kernels.arrays import Floats, Ints, Longs, Words, copy_into
from triax.kernels.axo_layout import MAX_MOVES, SIZE
from triax.kernels.axo_play import play
from triax.kernels.axo_policy import DEFAULT_WEIGHTS, best_move, workspace
from triax.kernels.axo_rules import progress, random_move, result, to_act
from triax.kernels.batches import Piece, add_up
from triax.kernels.borrow import borrowed
from triax.kernels.chance import below, stream
from triax.kernels.jit import njit

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
        seats = to_act(vec, cards)
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
        seats = to_act(vec, cards)
        if seats == 0:
            break
        seat = _nth_seat(seats, 0)
        play(vec, cards, seat, best_move(vec, cards, seat, rng, weights, codes, values, work), rng)
        decisions += 1
    return decisions


@njit
def playout_batch(
    vecs: Ints,
    cards: Ints,
    n: int,
    policy: int,
    seed: np.uint64,
    weights: Floats,
    shares: Floats,
    points: Longs,
    progresses: Floats,
    first_row: int,
    first: int,
) -> int:
    """Add up n playouts from each row in `shares`, `points` and `progresses`, all [row, seat]; gives the number of
    decisions.

    A playout's randomness hangs on the numbers of its row and its own alone. For a piece of a larger batch they count
    from `first_row` and `first`; for a whole one from 0.
    """
    vec, share, rng = np.empty(SIZE, np.int32), np.empty(4), np.empty(1, np.uint64)
    decisions = 0
    for row in range(len(vecs)):
        luck = stream(seed, first_row + row)
        for playout in range(n):
            copy_into(vec, vecs[row])
            rng[0] = stream(luck, first + playout)
            if policy == RANDOM:
                decisions += random_playout(vec, cards, rng)
            else:
                decisions += greedy_playout(vec, cards, rng, weights)
            result(vec, share)
            for seat in range(vec[lay.PLAYERS]):
                shares[row, seat] += share[seat]
                points[row, seat] += vec[lay.SEATS + seat * lay.SEAT_SIZE + lay.POINTS]
                progresses[row, seat] += progress(vec, seat)
    return decisions


class PointBatch(NamedTuple):
    """What came of the playouts of each row: sums over them, not means; all [row, seat]."""

    shares: Floats
    """Of first place."""
    points: Longs
    progress: Floats
    decisions: int


def batch(
    vecs: Ints | Sequence[Ints],
    cards: Ints,
    n: int,
    policy: int = GREEDY,
    *,
    seed: int = 0,
    workers: int = 1,
    weights: Floats = DEFAULT_WEIGHTS,
) -> PointBatch:
    """n playouts from each position, spread over threads; the same for a seed however many there are."""
    rows = np.ascontiguousarray(vecs, np.int32)
    start, size = np.uint64(seed % 2**64), (len(rows), 4)
    shares, points, progresses = np.zeros(size), np.zeros(size, np.int64), np.zeros(size)

    def work(piece: Piece, won: Floats, ends: Longs, ahead: Floats) -> int:
        some, row = rows[piece.rows], piece.rows.start
        return playout_batch(some, cards, piece.playouts, policy, start, weights, won, ends, ahead, row, piece.first)

    return PointBatch(shares, points, progresses, add_up(work, [shares, points, progresses], n, workers))
