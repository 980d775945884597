"""Choosing a move in Axio, compiled: what placements score and are worth, the greedy choice and the candidates.

A placement is worth the sum over colours of `table[track after it]`: a concave table prizes the low tracks, which
decide the ranking, and a step at 18 the extra turn. Tables are arguments, so that tuning them compiles nothing.
"""

from __future__ import annotations

import numpy as np

from triax.games.axio.pieces import TRACK
from triax.kernels import axio_layout as lay
from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.axio_layout import kind_on
from triax.kernels.axio_rules import GAIN_BITS, GAIN_MASK, has_opened, opens, raised, taken_printed
from triax.kernels.chance import draw, high_below
from triax.kernels.jit import njit

EXCHANGE_FROM = 8
"""With fewer tiles in the bag, greedy playouts keep."""

_GAINS = TRACK + 1
"""More than 18 points in a colour are worth no more than 18."""
_LINES = np.uint64(lay.LINES)
_NONE = -(1 << 62)
_SCALE = 2.0**32
"""Worths are compared as integers of this fraction: equal points then have equal worth, in whatever order summed."""
WORTHS = 5 * _GAINS + 5 * lay.CELLS
"""Room for the worth of points in a colour, and of a half of a colour on a cell."""


def concave_table(decay: float, bonus: float) -> Floats:
    """Each point is worth `decay` times the one before; `bonus` comes on top for reaching 18."""
    table = np.array([(1.0 - decay**track) / (1.0 - decay) for track in range(2 * TRACK + 1)])
    table[TRACK:] += bonus
    return table


DEFAULT_TABLE = concave_table(0.88, 1.0)
"""For two to four players."""
SOLO_TABLE = concave_table(0.7, 0.0)


def default_table(players: int) -> Floats:
    return SOLO_TABLE if players == 1 else DEFAULT_TABLE


# What a placement scores.


@njit
def _closing_of(vec: Ints, cell: int, other: int, colour: int) -> int:
    """The points of the pyramids that a half of a tile raises, 5 bits a colour."""
    points = vec[lay.CLOSING + cell]
    if points == 0:
        return 0
    if vec[lay.BLANKS + other] == 1:
        # The other half's space was nearly closed in, by this one alone; it gets the tile and no pyramid.
        points -= 1 << lay.COUNT_SHIFT
        for direction in range(4):
            content = vec[lay.BOARD + other + lay.STEP[direction]]
            if content < lay.BORDER:
                points -= 1 << (lay.CLOSING_BITS * content)
    count = points >> lay.COUNT_SHIFT
    return int((points & ((1 << lay.COUNT_SHIFT) - 1)) + (count << (lay.CLOSING_BITS * colour)))


@njit
def gain_of(vec: Ints, kind: int, cell: int, other: int) -> int:
    """The points of a placement, 8 bits a colour."""
    first, second = lay.FIRST[kind], lay.SECOND[kind]
    points = ((vec[lay.LINES + cell] >> (lay.LINE_BITS * first)) & lay.LINE_MASK) << (GAIN_BITS * first)
    points += ((vec[lay.LINES + other] >> (lay.LINE_BITS * second)) & lay.LINE_MASK) << (GAIN_BITS * second)
    if vec[lay.CLOSING + cell] | vec[lay.CLOSING + other]:
        closing = _closing_of(vec, cell, other, first) + _closing_of(vec, other, cell, second)
        for colour in range(5):
            points += ((closing >> (lay.CLOSING_BITS * colour)) & lay.CLOSING_MASK) << (GAIN_BITS * colour)
    return int(points)


@njit
def move_gain(vec: Ints, seat: int, code: int, gains_out: Ints) -> None:
    """The points of a move by colour, before the tracks stop."""
    gains_out[:] = 0
    if code >= lay.EXCHANGE:
        return
    kind = code // lay.CODES_A_KIND
    rest = code - kind * lay.CODES_A_KIND
    points = gain_of(vec, kind, rest >> 2, (rest >> 2) + lay.STEP[rest & 3])
    for colour in range(5):
        gains_out[colour] = (points >> (GAIN_BITS * colour)) & GAIN_MASK


@njit
def evaluation(vec: Ints, seat: int, table: Floats) -> float:
    """The worth of a seat's tracks."""
    worth = 0.0
    for colour in range(5):
        worth += table[vec[lay.TRACKS + 5 * seat + colour]]
    return worth


@njit
def _weigh(vec: Ints, seat: int, table: Floats, worths: Longs) -> None:
    """The worth of 0 to 18 points in each colour for a seat."""
    players = vec[lay.PLAYERS]
    for colour in range(5):
        track = vec[lay.TRACKS + 5 * seat + colour]
        for points in range(_GAINS):
            worth = table[raised(track, points, players)] - table[track]
            worths[colour * _GAINS + points] = np.int64(round(worth * _SCALE))


@njit
def _worth(worths: Longs, colour: int, points: int) -> int:
    return int(worths[colour * _GAINS + min(points, TRACK)])


@njit
def _worth_of(worths: Longs, gain: int) -> int:
    worth = 0
    for colour in range(5):
        worth += _worth(worths, colour, (gain >> (GAIN_BITS * colour)) & GAIN_MASK)
    return worth


Scratch = tuple[Words, Longs, Longs]
"""Room for pairs, worths and values, to be used again move after move."""


@njit
def new_scratch() -> Scratch:
    return np.empty((2, lay.MAX_PAIRS), np.uint64), np.empty(WORTHS, np.int64), np.empty(lay.MAX_MOVES + 1, np.int64)


# Listing with values: greedy, candidates.


@njit
def compact(vec: Ints) -> None:
    """Drop the pairs that are no longer open."""
    kept = 0
    for i in range(vec[lay.PAIR_COUNT]):
        pair = vec[lay.PAIRS + i]
        cell = pair >> 1
        if vec[lay.BOARD + cell] == lay.EMPTY and vec[lay.BOARD + cell + (lay.STRIDE if pair & 1 else 1)] == lay.EMPTY:
            vec[lay.PAIRS + kept] = pair
            kept += 1
    vec[lay.PAIR_COUNT] = kept


@njit
def _list_pairs(vec: Ints, seat: int, pairs: Words) -> tuple[int, int]:
    """Where the seat may lay a tile, on `pairs[0, i]` and `pairs[1, i]`, first those pairs that raise no pyramid.
    How many they are, and how many raise none."""
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    plain, closing = 0, lay.MAX_PAIRS
    for i in range(vec[lay.PAIR_COUNT]):
        pair = vec[lay.PAIRS + i]
        cell = pair >> 1
        other = cell + (lay.STRIDE if pair & 1 else 1)
        if vec[lay.BOARD + cell] != lay.EMPTY or vec[lay.BOARD + other] != lay.EMPTY:
            continue
        if not (opened or opens(vec, taken, cell, other)):
            continue
        if vec[lay.CLOSING + cell] | vec[lay.CLOSING + other]:
            closing -= 1
            pairs[0, closing], pairs[1, closing] = cell, other
        else:
            pairs[0, plain], pairs[1, plain] = cell, other
            plain += 1
    count = plain
    for i in range(closing, lay.MAX_PAIRS):
        pairs[0, count], pairs[1, count] = pairs[0, i], pairs[1, i]
        count += 1
    return count, plain


@njit
def _weigh_cells(vec: Ints, worths: Longs, halves: Longs) -> None:
    """The worth of the runs of a half of each colour on each empty cell."""
    for cell in range(lay.CELLS):
        if vec[lay.BOARD + cell] == lay.EMPTY:
            lines = vec[lay.LINES + cell]
            for colour in range(5):
                halves[colour * lay.CELLS + cell] = _worth(
                    worths, colour, (lines >> (lay.LINE_BITS * colour)) & lay.LINE_MASK
                )


@njit
def _evaluate(vec: Ints, seat: int, table: Floats, scratch: Scratch) -> tuple[int, int]:
    """What each placement adds to the evaluation: kind by kind as on the rack, pair by pair, for a tile of two colours
    laid both ways. The highest value stands behind the last. How many pairs there are, and how many placements.

    Cells are unsigned here: that spares the compiled loops a test for negative indices, half of their work.
    """
    pairs, worths, values = scratch
    halves = worths[5 * _GAINS :]
    _weigh(vec, seat, table, worths)
    _weigh_cells(vec, worths, halves)
    pair_count, plain = _list_pairs(vec, seat, pairs)
    cells, others = pairs[0], pairs[1]
    start, held, best = 0, 0, _NONE
    for slot in range(vec[lay.RACK_SIZES + seat]):
        kind = kind_on(vec, seat, slot)
        if (held >> kind) & 1:
            continue
        held |= 1 << kind
        first, second = lay.FIRST[kind], lay.SECOND[kind]
        first_row, second_row = np.uint64(first * lay.CELLS), np.uint64(second * lay.CELLS)
        if first == second:
            out = values[start : start + pair_count]
            shift = lay.LINE_BITS * first
            for i in range(plain):
                here = (vec[_LINES + cells[i]] >> shift) & lay.LINE_MASK
                there = (vec[_LINES + others[i]] >> shift) & lay.LINE_MASK
                out[i] = _worth(worths, first, here + there)
                best = max(best, out[i])
            for i in range(plain, pair_count):
                out[i] = _worth_of(worths, gain_of(vec, kind, int(cells[i]), int(others[i])))
                best = max(best, out[i])
            start += pair_count
        else:
            out = values[start : start + 2 * pair_count]
            for i in range(plain):
                value = halves[first_row + cells[i]] + halves[second_row + others[i]]
                turned = halves[first_row + others[i]] + halves[second_row + cells[i]]
                out[2 * i] = value
                out[2 * i + 1] = turned
                best = max(best, value, turned)
            for i in range(plain, pair_count):
                cell, other = int(cells[i]), int(others[i])
                out[2 * i] = _worth_of(worths, gain_of(vec, kind, cell, other))
                out[2 * i + 1] = _worth_of(worths, gain_of(vec, kind, other, cell))
                best = max(best, out[2 * i], out[2 * i + 1])
            start += 2 * pair_count
    values[start] = best
    return pair_count, start


@njit
def _code_at(vec: Ints, seat: int, pairs: Words, pair_count: int, number: int) -> int:
    """The code of a placement by its number in the order of `_evaluate`."""
    held = 0
    for slot in range(vec[lay.RACK_SIZES + seat]):
        kind = kind_on(vec, seat, slot)
        if (held >> kind) & 1:
            continue
        held |= 1 << kind
        ways = lay.WAYS[kind]
        if number >= ways * pair_count:
            number -= ways * pair_count
            continue
        cell, other = int(pairs[0, number // ways]), int(pairs[1, number // ways])
        south = 0 if other == cell + 1 else 1
        if number % ways:
            return int(kind * lay.CODES_A_KIND + 4 * other + 3 - 3 * south)
        return int(kind * lay.CODES_A_KIND + 4 * cell + 1 + south)
    return -1


@njit
def wants_exchange(vec: Ints) -> bool:
    return bool(vec[lay.BAG_END] - vec[lay.BAG_HEAD] >= EXCHANGE_FROM)


@njit
def greedy_with(vec: Ints, seat: int, rng: Words, table: Floats, scratch: Scratch) -> int:
    if vec[lay.DECIDING]:
        return lay.EXCHANGE if wants_exchange(vec) else lay.KEEP
    pair_count, count = _evaluate(vec, seat, table, scratch)
    pairs, _, values = scratch
    best, ties = values[count], 0
    for i in range(count):
        ties += values[i] == best
    number, tie = -1, high_below(draw(rng), ties)
    while tie >= 0:
        number += 1
        tie -= values[number] == best
    return _code_at(vec, seat, pairs, pair_count, number)


@njit
def greedy_move(vec: Ints, seat: int, rng: Words, table: Floats) -> int:
    """The placement of the highest evaluation, ties broken at random; of exchange and keep the better guess."""
    return greedy_with(vec, seat, rng, table, new_scratch())


@njit
def candidates(vec: Ints, seat: int, table: Floats, codes_out: Ints, values_out: Floats) -> int:
    """The best legal moves by the evaluation of the seat's tracks after them, best first, as many as there is room for
    (not much, and at least one); counts them."""
    k = codes_out.size
    base = evaluation(vec, seat, table)
    if vec[lay.DECIDING]:
        wants = wants_exchange(vec)
        codes_out[0], values_out[0] = (lay.EXCHANGE if wants else lay.KEEP), base
        if k > 1:
            codes_out[1], values_out[1] = (lay.KEEP if wants else lay.EXCHANGE), base
        return min(k, 2)
    scratch = new_scratch()
    pair_count, count = _evaluate(vec, seat, table, scratch)
    pairs, _, values = scratch
    kept = 0
    for i in range(count):
        value = base + values[i] / _SCALE
        if kept == k and value <= values_out[k - 1]:
            continue
        at = min(kept, k - 1)
        while at > 0 and values_out[at - 1] < value:
            codes_out[at], values_out[at] = codes_out[at - 1], values_out[at - 1]
            at -= 1
        codes_out[at], values_out[at] = _code_at(vec, seat, pairs, pair_count, i), value
        kept = min(kept + 1, k)
    return kept
