"""Playing Axio Rota out, compiled: random and greedy playouts, and batches of them over threads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words, copy_into
from triax.kernels.batches import Piece, TrackBatch, add_up
from triax.kernels.borrow import borrowed
from triax.kernels.chance import draw, stream
from triax.kernels.jit import njit
from triax.kernels.rota_policy import DEFAULT_TABLE, STEPS, best_placements, fill_steps
from triax.kernels.rota_rules import OVER, PLAYERS, SIZE, TRACKS, TURN, play, random_move, result

RANDOM, GREEDY = 0, 1


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
def greedy_playout(vec: Ints, rng: Words, noise: float, table: Floats) -> int:
    """Plays to the end in place, the placement worth most or, with probability `noise`, any; counts the moves."""
    steps = np.zeros(STEPS, np.int64)
    keys, codes = np.empty(1, np.int64), np.empty(1, np.int32)
    count = 0
    while not vec[OVER]:
        seat = vec[TURN]
        if noise > 0.0 and (draw(rng) >> np.uint64(11)) * 2.0**-53 < noise:
            code = random_move(vec, seat, rng)
        else:
            best_placements(vec, seat, rng, steps, fill_steps(vec, seat, table, steps), keys, codes)
            code = int(codes[0])
        play(vec, seat, code, rng)
        count += 1
    return count


@njit
def playout_batch(
    vecs: Ints,
    n: int,
    policy: int,
    seed: np.uint64,
    noise: float,
    table: Floats,
    shares: Floats,
    tracks: Longs,
    first_row: int,
    first: int,
) -> int:
    """Add up the shares of first place of n playouts from each row in `shares[row, seat]` and the final tracks in
    `tracks[row, seat, colour]`; gives the number of decisions.

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
            decisions += random_playout(vec, rng) if policy == RANDOM else greedy_playout(vec, rng, noise, table)
            result(vec, share)
            for seat in range(vec[PLAYERS]):
                shares[row, seat] += share[seat]
                for colour in range(5):
                    tracks[row, seat, colour] += vec[TRACKS + 5 * seat + colour]
    return decisions


def batch(
    vecs: Ints | Sequence[Ints],
    n: int,
    policy: int = GREEDY,
    *,
    seed: int = 0,
    workers: int = 1,
    noise: float = 0.0,
    table: Floats = DEFAULT_TABLE,
) -> TrackBatch:
    """n playouts from each position, spread over threads; the same for a seed however many there are."""
    rows = np.ascontiguousarray(vecs, np.int32)
    start = np.uint64(seed % 2**64)
    shares, tracks = np.zeros((len(rows), 4)), np.zeros((len(rows), 4, 5), np.int64)

    def work(piece: Piece, won: Floats, ends: Longs) -> int:
        some, first_row = rows[piece.rows], piece.rows.start
        return playout_batch(some, piece.playouts, policy, start, noise, table, won, ends, first_row, piece.first)

    return TrackBatch(shares, tracks, add_up(work, [shares, tracks], n, workers))
