"""Playing Axio out, compiled: random and greedy playouts, and the trial of moves by them."""

from __future__ import annotations

import numpy as np

from triax.kernels import axio_layout as lay
from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.axio_layout import kind_on, turn_of
from triax.kernels.axio_policy import compact, greedy_with, new_scratch
from triax.kernels.axio_rules import decide, has_opened, opens, place, play, result, scores, taken_printed
from triax.kernels.borrow import borrowed
from triax.kernels.chance import draw, high_below, knows_hand, low_below, shuffle_places
from triax.kernels.jit import njit
from triax.kernels.trials import trial_of

RANDOM, GREEDY = 0, 1


@njit
def _list_options(vec: Ints, seat: int, options: Ints) -> int:
    """`2 * slot + turned`: each kind of the rack once, and once more turned unless it is a double."""
    count, held = 0, 0
    for slot in range(vec[lay.RACK_SIZES + seat]):
        kind = kind_on(vec, seat, slot)
        if not (held >> kind) & 1:
            held |= 1 << kind
            options[count] = 2 * slot
            options[count + 1] = 2 * slot + 1
            count += lay.WAYS[kind]
    return count


@njit
def _draw_placement(vec: Ints, seat: int, options: Ints, rng: Words) -> tuple[int, int, int]:
    """Slot, cell of the first half and cell of the second: any legal placement with the same chance.

    Pairs that are no longer open leave the list when they are met, so that each is refused only once.
    """
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    option_count = _list_options(vec, seat, options)
    while True:
        word = draw(rng)
        i = lay.PAIRS + high_below(word, vec[lay.PAIR_COUNT])
        cell = vec[i] >> 1
        other = cell + (lay.STRIDE if vec[i] & 1 else 1)
        if vec[lay.BOARD + cell] != lay.EMPTY or vec[lay.BOARD + other] != lay.EMPTY:
            vec[lay.PAIR_COUNT] -= 1
            vec[i] = vec[lay.PAIRS + vec[lay.PAIR_COUNT]]
        elif opened or opens(vec, taken, cell, other):
            option = options[low_below(word, option_count)]
            return (option >> 1, other, cell) if option & 1 else (option >> 1, cell, other)


@njit
def random_move(vec: Ints, seat: int, rng: Words) -> int:
    """One of the legal moves, each with the same chance. Tidies PAIRS, which changes nothing in the position."""
    if vec[lay.DECIDING]:
        return lay.EXCHANGE + high_below(draw(rng), 2)
    slot, cell, other = _draw_placement(vec, seat, np.empty(10, np.int32), rng)
    direction = 0
    while cell + lay.STEP[direction] != other:
        direction += 1
    return int(vec[lay.RACKS + 5 * seat + slot] * lay.CODES_A_KIND + 4 * cell + direction)


# Playouts.


@njit
def random_playout(vec: Ints, rng: Words) -> int:
    """Random moves to the end, in place, each legal one with the same chance. How many decisions were taken."""
    return _play_randomly(vec, rng, np.empty(10, np.int32))


@njit
def _play_randomly(vec: Ints, rng: Words, options: Ints) -> int:
    vec, rng, options = borrowed(vec), borrowed(rng), borrowed(options)
    decisions = 0
    while not vec[lay.ENDED]:
        seat = turn_of(vec)
        if vec[lay.DECIDING]:
            decide(vec, seat, high_below(draw(rng), 2) == 0, rng)
        else:
            slot, cell, other = _draw_placement(vec, seat, options, rng)
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
    while not vec[lay.ENDED]:
        seat = turn_of(vec)
        compact(vec)
        play(vec, seat, greedy_with(vec, seat, rng, table, scratch), rng)
        decisions += 1
    return decisions


# What is hidden.


@njit
def reshuffle(vec: Ints, seat: int, rng: Words) -> None:
    """Deal anew what this seat (-1: a spectator) cannot see: the other racks and the bag."""
    where = np.empty(100, np.int64)
    count = 0
    for other in range(vec[lay.PLAYERS]):
        if not knows_hand(seat, other):
            for slot in range(vec[lay.RACK_SIZES + other]):
                where[count] = lay.RACKS + 5 * other + slot
                count += 1
    for place_in_bag in range(vec[lay.BAG_HEAD], vec[lay.BAG_END]):
        where[count] = lay.BAG + place_in_bag
        count += 1
    shuffle_places(vec, where, count, rng)


@njit
def play_out(vec: Ints, seat: int, code: int, rng: Words, policy: int, table: Floats) -> int:
    """A move, if there is one (-1: none), and on to the end by a policy. How many decisions were taken after it."""
    if code >= 0:
        play(vec, seat, code, rng)
    return random_playout(vec, rng) if policy == RANDOM else greedy_playout(vec, rng, table)


trial = trial_of(__name__, reshuffle=reshuffle, play_out=play_out, result=result, scores=scores)
