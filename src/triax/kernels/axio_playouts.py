"""Playing Axio out, compiled: random, greedy and light playouts, and batches of them over threads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words, copy_into
from triax.kernels.axio_layout import (
    BAG,
    BAG_END,
    BAG_HEAD,
    BOARD,
    CLOSING,
    CODES_A_KIND,
    DECIDING,
    EMPTY,
    ENDED,
    EXCHANGE,
    FIRST,
    LINE_BITS,
    LINE_MASK,
    LINES,
    PAIR_COUNT,
    PAIRS,
    PLAYERS,
    RACK_SIZES,
    RACKS,
    SECOND,
    SIZE,
    STEP,
    STRIDE,
    TRACKS,
    WAYS,
    kind_on,
    turn_of,
)
from triax.kernels.axio_policy import compact, default_table, gain_of, greedy_with, new_scratch, wants_exchange
from triax.kernels.axio_rules import (
    GAIN_BITS,
    GAIN_MASK,
    decide,
    has_opened,
    opens,
    place,
    play,
    raised,
    result,
    taken_printed,
)
from triax.kernels.batches import Piece, TrackBatch, add_up
from triax.kernels.borrow import borrowed
from triax.kernels.chance import draw, high_below, low_below, shuffle_places, stream
from triax.kernels.jit import njit

RANDOM, GREEDY, LIGHT = 0, 1, 2
LIGHT_TRIES = 12


@njit
def _list_options(vec: Ints, seat: int, options: Ints) -> int:
    """`2 * slot + turned`: each kind of the rack once, and once more turned unless it is a double."""
    count, held = 0, 0
    for slot in range(vec[RACK_SIZES + seat]):
        kind = kind_on(vec, seat, slot)
        if not (held >> kind) & 1:
            held |= 1 << kind
            options[count] = 2 * slot
            options[count + 1] = 2 * slot + 1
            count += WAYS[kind]
    return count


@njit
def _draw_placement(
    vec: Ints, opened: bool, taken: int, options: Ints, option_count: int, rng: Words
) -> tuple[int, int, int]:
    """Slot, cell of the first half and cell of the second: any legal placement with the same chance.

    Pairs that are no longer open leave the list when they are met, so that each is refused only once.
    """
    while True:
        word = draw(rng)
        i = PAIRS + high_below(word, vec[PAIR_COUNT])
        cell = vec[i] >> 1
        other = cell + (STRIDE if vec[i] & 1 else 1)
        if vec[BOARD + cell] != EMPTY or vec[BOARD + other] != EMPTY:
            vec[PAIR_COUNT] -= 1
            vec[i] = vec[PAIRS + vec[PAIR_COUNT]]
        elif opened or opens(vec, taken, cell, other):
            option = options[low_below(word, option_count)]
            return (option >> 1, other, cell) if option & 1 else (option >> 1, cell, other)


@njit
def _draw_one(vec: Ints, seat: int, options: Ints, rng: Words) -> tuple[int, int, int]:
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    return _draw_placement(vec, opened, taken, options, _list_options(vec, seat, options), rng)


@njit
def _draw_best(vec: Ints, seat: int, options: Ints, rng: Words, table: Floats, tries: int) -> tuple[int, int, int]:
    """The best of some random placements."""
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    option_count = _list_options(vec, seat, options)
    players, tracks = vec[PLAYERS], TRACKS + 5 * seat
    best, chosen = -np.inf, (0, 0, 0)
    for _ in range(tries):
        drawn = _draw_placement(vec, opened, taken, options, option_count, rng)
        kind, cell, other = kind_on(vec, seat, drawn[0]), drawn[1], drawn[2]
        value = 0.0
        if vec[CLOSING + cell] | vec[CLOSING + other]:
            gain = gain_of(vec, kind, cell, other)
            for colour in range(5):
                track = vec[tracks + colour]
                value += table[raised(track, (gain >> (GAIN_BITS * colour)) & GAIN_MASK, players)] - table[track]
        else:
            first, second = FIRST[kind], SECOND[kind]
            here = (vec[LINES + cell] >> (LINE_BITS * first)) & LINE_MASK
            there = (vec[LINES + other] >> (LINE_BITS * second)) & LINE_MASK
            if first == second:
                here, there = here + there, 0
            if here:
                track = vec[tracks + first]
                value += table[raised(track, here, players)] - table[track]
            if there:
                track = vec[tracks + second]
                value += table[raised(track, there, players)] - table[track]
        if value > best:
            best, chosen = value, drawn
    return chosen


@njit
def random_move(vec: Ints, seat: int, rng: Words) -> int:
    """One of the legal moves, each with the same chance. Tidies PAIRS, which changes nothing in the position."""
    if vec[DECIDING]:
        return EXCHANGE + high_below(draw(rng), 2)
    slot, cell, other = _draw_one(vec, seat, np.empty(10, np.int32), rng)
    direction = 0
    while cell + STEP[direction] != other:
        direction += 1
    return int(vec[RACKS + 5 * seat + slot] * CODES_A_KIND + 4 * cell + direction)


# Playouts.


@njit
def random_playout(vec: Ints, rng: Words) -> int:
    """Random moves to the end, in place, each legal one with the same chance. How many decisions were taken."""
    return _play_randomly(vec, rng, np.empty(10, np.int32))


@njit
def _play_randomly(vec: Ints, rng: Words, options: Ints) -> int:
    vec, rng, options = borrowed(vec), borrowed(rng), borrowed(options)
    decisions = 0
    while not vec[ENDED]:
        seat = turn_of(vec)
        if vec[DECIDING]:
            decide(vec, seat, high_below(draw(rng), 2) == 0, rng)
        else:
            slot, cell, other = _draw_one(vec, seat, options, rng)
            place(vec, seat, slot, cell, other)
        decisions += 1
    return decisions


@njit
def greedy_playout(vec: Ints, rng: Words, table: Floats) -> int:
    """Greedy moves to the end, in place. How many decisions were taken."""
    pairs, worths, values = new_scratch()
    return _play_greedily(vec, rng, table, pairs, worths, values)


@njit
def _play_greedily(vec: Ints, rng: Words, table: Floats, pairs: Words, worths: Longs, values: Longs) -> int:
    vec, rng, table = borrowed(vec), borrowed(rng), borrowed(table)
    scratch = borrowed(pairs), borrowed(worths), borrowed(values)
    decisions = 0
    while not vec[ENDED]:
        seat = turn_of(vec)
        compact(vec)
        play(vec, seat, greedy_with(vec, seat, rng, table, scratch), rng)
        decisions += 1
    return decisions


@njit
def light_playout(vec: Ints, rng: Words, table: Floats, tries: int) -> int:
    """To the end, in place, each time the best of `tries` random placements. How many decisions were taken."""
    return _play_lightly(vec, rng, table, tries, np.empty(10, np.int32))


@njit
def _play_lightly(vec: Ints, rng: Words, table: Floats, tries: int, options: Ints) -> int:
    vec, rng, table, options = borrowed(vec), borrowed(rng), borrowed(table), borrowed(options)
    decisions = 0
    while not vec[ENDED]:
        seat = turn_of(vec)
        if vec[DECIDING]:
            decide(vec, seat, wants_exchange(vec), rng)
        else:
            slot, cell, other = _draw_best(vec, seat, options, rng, table, tries)
            place(vec, seat, slot, cell, other)
        decisions += 1
    return decisions


# What is hidden.


@njit
def reshuffle(vec: Ints, seat: int, rng: Words) -> None:
    """Deal anew what this seat (-1: a spectator) cannot see: the other racks and the bag."""
    where = np.empty(100, np.int64)
    count = 0
    for other in range(vec[PLAYERS]):
        if other != seat:
            for slot in range(vec[RACK_SIZES + other]):
                where[count] = RACKS + 5 * other + slot
                count += 1
    for place_in_bag in range(vec[BAG_HEAD], vec[BAG_END]):
        where[count] = BAG + place_in_bag
        count += 1
    shuffle_places(vec, where, count, rng)


# Batches.


@njit
def playout_batch(
    vecs: Ints,
    n: int,
    policy: int,
    seed: np.uint64,
    table: Floats,
    tries: int,
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
            if policy == RANDOM:
                decisions += random_playout(vec, rng)
            elif policy == GREEDY:
                decisions += greedy_playout(vec, rng, table)
            else:
                decisions += light_playout(vec, rng, table, tries)
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
    table: Floats | None = None,
    tries: int = LIGHT_TRIES,
) -> TrackBatch:
    """n playouts from each position, spread over threads; the same for a seed however many there are."""
    rows = np.ascontiguousarray(vecs, np.int32)
    start = np.uint64(seed % 2**64)
    shares, tracks = np.zeros((len(rows), 4)), np.zeros((len(rows), 4, 5), np.int64)

    def work(piece: Piece, won: Floats, ends: Longs) -> int:
        some, first_row = rows[piece.rows], piece.rows.start
        worth = default_table(int(some[0, PLAYERS])) if table is None else table
        return playout_batch(some, piece.playouts, policy, start, worth, tries, won, ends, first_row, piece.first)

    return TrackBatch(shares, tracks, add_up(work, [shares, tracks], n, workers))
