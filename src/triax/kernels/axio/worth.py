"""What placements score in Axio and what they are worth, compiled.

A placement is worth the sum over colours of `table[track after it]`: a concave table prizes the low tracks, which
decide the ranking, and a step at 18 the extra turn. Tables are arguments, so that tuning them compiles nothing.
"""

from __future__ import annotations

from math import floor

import numpy as np

from triax.games.axio.pieces import TRACK
from triax.kernels.arrays import Floats, Ints, Longs, clear
from triax.kernels.axio import layout as lay
from triax.kernels.axio.layout import kind_on
from triax.kernels.axio.rules import GAIN_BITS, GAIN_MASK, raised
from triax.kernels.jit import njit

SCALE = 2.0**32
"""Worths are compared as integers of this fraction: equal points then have equal worth, in whatever order summed."""
_SYMBOLS = (1 << lay.COUNT_SHIFT) - 1

# Room for worths: for each track a row of what points are worth to it, and as far behind it a row of bounds (see
# `_make_bounds`); a row of zeros; where the rows of the five colours begin, both sorts; which of them have been made.
_ROW = lay.LINE_MASK + 1
_BOUNDS = _ROW * (2 * TRACK + 1)
_ZEROS = 2 * _BOUNDS
_ROWS_AT = _ZEROS + _ROW
BOUND_ROWS_AT = _ROWS_AT + 5
_MADE_AT = BOUND_ROWS_AT + 5
_BOUNDED_AT = _MADE_AT + 1
WORTHS = _BOUNDED_AT + 1
# Room for values: a bound for each cell; what a half of each colour adds to a pair on one cell, on the other, on both,
# and nothing; the value of each placement.
_ONE_AT = lay.CELLS
_OTHER_AT = _ONE_AT + 5
_BOTH_AT = _ONE_AT + 10
_NOTHING_AT = _ONE_AT + 15
VALUES_AT = _ONE_AT + 16
VALUES = VALUES_AT + lay.MAX_MOVES
KIND_BITS, KIND_MASK = 4, 15
# Unsigned, as are indices where it matters: that spares the compiled loops a test for negative ones.
LINE_MASK = np.uint64(lay.LINE_MASK)


_DOUBLE = lay.FIRST == lay.SECOND
# Where the two parts of what a kind adds to a pair stand, laid one way and turned: of a double, on both, and nothing.
_ONE_OF = np.where(_DOUBLE, _BOTH_AT, _ONE_AT) + lay.FIRST
_OTHER_OF = np.where(_DOUBLE, _NOTHING_AT, _OTHER_AT + lay.SECOND)
_ONE_TURNED = np.where(_DOUBLE, _BOTH_AT, _ONE_AT) + lay.SECOND
_OTHER_TURNED = np.where(_DOUBLE, _NOTHING_AT, _OTHER_AT + lay.FIRST)


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
def _closing_of(vec: Ints, cell: int, other: int) -> int:
    """The pyramids that a half of a tile raises, as they stand in CLOSING."""
    points = int(vec[lay.CLOSING + cell])
    if points != 0 and vec[lay.BLANKS + other] == 1:
        # The other half's space was nearly closed in, by this one alone; it gets the tile and no pyramid.
        points -= 1 << lay.COUNT_SHIFT
        for direction in range(4):
            content = vec[lay.BOARD + other + lay.STEP[direction]]
            if content < lay.BORDER:
                points -= 1 << (lay.CLOSING_BITS * content)
    return points


@njit
def gain_of(vec: Ints, kind: int, cell: int, other: int) -> int:
    """The points of a placement, 8 bits a colour."""
    first, second = lay.FIRST[kind], lay.SECOND[kind]
    points = ((vec[lay.LINES + cell] >> (lay.LINE_BITS * first)) & lay.LINE_MASK) << (GAIN_BITS * first)
    points += ((vec[lay.LINES + other] >> (lay.LINE_BITS * second)) & lay.LINE_MASK) << (GAIN_BITS * second)
    if vec[lay.CLOSING + cell] | vec[lay.CLOSING + other]:
        here, there = _closing_of(vec, cell, other), _closing_of(vec, other, cell)
        points += (here >> lay.COUNT_SHIFT) << (GAIN_BITS * first)
        points += (there >> lay.COUNT_SHIFT) << (GAIN_BITS * second)
        for colour in range(5):
            beside = (here >> (lay.CLOSING_BITS * colour)) & lay.CLOSING_MASK
            beside += (there >> (lay.CLOSING_BITS * colour)) & lay.CLOSING_MASK
            points += beside << (GAIN_BITS * colour)
    return int(points)


@njit
def move_gain(vec: Ints, tables: Ints, seat: int, code: int, gains_out: Ints) -> None:
    """The points of a move by colour, before the tracks stop."""
    clear(gains_out, 5)
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


# What it is worth.

Scratch = tuple[Ints, Longs, Longs]
"""Room for pairs, worths and values, to be used again move after move."""


@njit
def forget(worths: Longs) -> None:
    """Before a playout: no row has been made."""
    worths[_MADE_AT] = worths[_BOUNDED_AT] = 0
    for points in range(_ROW):
        worths[_ZEROS + points] = 0


@njit
def new_scratch() -> Scratch:
    worths = np.empty(WORTHS, np.int64)
    forget(worths)
    return np.empty((2, lay.MAX_PAIRS), np.int32), worths, np.empty(VALUES, np.int64)


@njit
def _make_row(table: Floats, players: int, track: int, worths: Longs) -> None:
    """What points are worth to a track."""
    row = _ROW * track
    for points in range(TRACK + 1):
        worth = table[raised(track, points, players)] - table[track]
        worths[row + points] = np.int64(floor(worth * SCALE + 0.5))
    for points in range(TRACK + 1, _ROW):  # are worth no more than 18
        worths[row + points] = worths[row + TRACK]


@njit
def _make_bounds(track: int, worths: Longs) -> None:
    """The bounds of the halves of a double, whose points add up before they are worth something.

    A half has the largest share, by its points, of anything that it can be a part of: two halves together are never
    worth more than their bounds, whatever the table.
    """
    row = _ROW * track
    share = 0
    for points in range(TRACK, 0, -1):
        share = max(share, floor(worths[row + points] / points) + 1)
        worths[row + _BOUNDS + points] = points * share
    worths[row + _BOUNDS] = 0
    for points in range(TRACK + 1, _ROW):
        worths[row + _BOUNDS + points] = max(worths[row + TRACK], 0)


@njit
def weigh_rack(vec: Ints, seat: int, table: Floats, worths: Longs) -> tuple[int, int]:
    """Set the rows of the colours for a seat. Its kinds of tile, each once in the order of the rack, in one number, and
    how many they are."""
    for colour in range(5):
        track = int(vec[lay.TRACKS + 5 * seat + colour])
        if not (worths[_MADE_AT] >> track) & 1:
            worths[_MADE_AT] |= 1 << track
            _make_row(table, int(vec[lay.PLAYERS]), track, worths)
        worths[_ROWS_AT + colour] = _ROW * track
        worths[BOUND_ROWS_AT + colour] = _ZEROS  # unless it is on the rack
    kinds, count, held = 0, 0, 0
    for slot in range(vec[lay.RACK_SIZES + seat]):
        kind = kind_on(vec, seat, slot)
        if (held >> kind) & 1:
            continue
        held |= 1 << kind
        kinds |= kind << (KIND_BITS * count)
        count += 1
        first, second = lay.FIRST[kind], lay.SECOND[kind]
        if first == second:
            track = int(vec[lay.TRACKS + 5 * seat + first])
            if not (worths[_BOUNDED_AT] >> track) & 1:
                worths[_BOUNDED_AT] |= 1 << track
                _make_bounds(track, worths)
            worths[BOUND_ROWS_AT + first] = _BOUNDS + _ROW * track
        else:
            for colour in (first, second):
                if worths[BOUND_ROWS_AT + colour] == _ZEROS:
                    worths[BOUND_ROWS_AT + colour] = worths[_ROWS_AT + colour]
    return kinds, count


@njit
def weigh_pair(vec: Ints, worths: Longs, cell: int, other: int, values: Longs) -> int:
    """What a half of each colour adds on a cell, on the other and on both. To what, is returned: what a tile of no
    colour would be worth here, for the symbols beside the pyramids that it raises."""
    values[_NOTHING_AT] = 0
    one, two = np.uint64(vec[lay.LINES + cell]), np.uint64(vec[lay.LINES + other])
    if vec[lay.CLOSING + cell] | vec[lay.CLOSING + other]:
        return _weigh_closing(vec, worths, cell, other, values)
    for colour in range(5):
        row, shift = np.uint64(worths[_ROWS_AT + colour]), np.uint64(lay.LINE_BITS * colour)
        mine, yours = (one >> shift) & LINE_MASK, (two >> shift) & LINE_MASK
        values[_ONE_AT + colour] = worths[row + mine]
        values[_OTHER_AT + colour] = worths[row + yours]
        values[_BOTH_AT + colour] = worths[row + min(mine + yours, LINE_MASK)]
    return 0


@njit
def _weigh_closing(vec: Ints, worths: Longs, cell: int, other: int, values: Longs) -> int:
    """The same where pyramids rise: each is a point for the half that closes its space in, too."""
    here, there = _closing_of(vec, cell, other), _closing_of(vec, other, cell)
    beside = (here & _SYMBOLS) + (there & _SYMBOLS)
    one, two = int(vec[lay.LINES + cell]), int(vec[lay.LINES + other])
    worth = 0
    for colour in range(5):
        row = worths[_ROWS_AT + colour]
        points = (beside >> (lay.CLOSING_BITS * colour)) & lay.CLOSING_MASK
        mine = ((one >> (lay.LINE_BITS * colour)) & lay.LINE_MASK) + (here >> lay.COUNT_SHIFT)
        yours = ((two >> (lay.LINE_BITS * colour)) & lay.LINE_MASK) + (there >> lay.COUNT_SHIFT)
        before = worths[row + points]
        values[_ONE_AT + colour] = worths[row + min(points + mine, TRACK)] - before
        values[_OTHER_AT + colour] = worths[row + min(points + yours, TRACK)] - before
        values[_BOTH_AT + colour] = worths[row + min(points + mine + yours, TRACK)] - before
        worth += before
    return int(worth)


@njit
def worth_of(values: Longs, kind: int) -> int:
    """What a kind adds to a pair just weighed."""
    return int(values[_ONE_OF[kind]] + values[_OTHER_OF[kind]])


@njit
def worth_turned(values: Longs, kind: int) -> int:
    """The same the other way round."""
    return int(values[_ONE_TURNED[kind]] + values[_OTHER_TURNED[kind]])


@njit
def end_of(pair: int) -> int:
    """The second cell of a pair."""
    return (pair >> 1) + (lay.STRIDE if pair & 1 else 1)


@njit
def code_of(kind: int, pair: int, turned: int) -> int:
    south = pair & 1
    if turned:
        return int(kind * lay.CODES_A_KIND + 4 * end_of(pair) + 3 - 3 * south)
    return int(kind * lay.CODES_A_KIND + 4 * (pair >> 1) + 1 + south)
