"""How a position of Axio lies in one flat array of int32, and the ways between it and `triax.games.axio`.

The board has the same stride for every number of players: 15 × 15 cells, the largest play area with a ring around it.
The play area lies in the middle; every cell outside it is `BORDER`, so that no walk needs a bounds check. A cell is
`15 * row + column`, the middle space is `MIDDLE`, and cells ascend as the spaces of `games` do.

    BOARD      225  what a cell holds: a colour 0-4 (of a tile or printed), BORDER, EMPTY, PYRAMID or BARE
    LINES      225  for an empty cell, what a half scores there by runs: 6 bits a colour
    CLOSING    225  for a cell, the pyramids that filling it would raise: 5 bits a colour of the points for the symbols
                    that already lie beside them, and from COUNT_SHIFT on how many they are
    BLANKS     225  for an empty cell, how many of its neighbours are neither a symbol nor the border
    PAIRS      312  `2 * cell + (0 east, 1 south)` of pairs of adjacent spaces; all open ones, and some no longer open
    BAG        100  kinds of tile from BAG_HEAD to BAG_END, in the order in which they will be drawn
    RACKS        20  five a seat, in no particular order; RACK_SIZES  4
    TRACKS       20  five a seat
    PYRAMIDS     20  a ring of cells, the one longest in its place at PYRAMID_HEAD
    PRINTED       5  the cells of the printed spaces
    and single numbers, named below.

LINES, CLOSING, BLANKS, PAIRS and OPEN_PAIRS follow from the rest; `derive` builds them and each placement keeps them.
A kind of tile is its index in `KINDS`. A move is `900 * kind + 4 * cell + direction` (N E S W; the first colour lies on
the cell), or `EXCHANGE` or `KEEP`.
"""

from __future__ import annotations

import numpy as np

from triax.games.axio.notation import is_double
from triax.games.axio.pieces import KINDS
from triax.games.tracks import COLOURS
from triax.kernels.arrays import Ints
from triax.kernels.jit import njit

STRIDE = 15
CELLS = STRIDE * STRIDE
MIDDLE = CELLS // 2
MAX_PAIRS = 2 * 12 * 13
MAX_MOVES = 2 * 5 * MAX_PAIRS
"""No seat ever has more legal moves."""

# What a cell holds, after the colours 0-4: whatever is at most BORDER helps to close in a space.
BORDER = 5
EMPTY = 6
PYRAMID = 7
BARE = 8

BOARD = 0
LINES = BOARD + CELLS
CLOSING = LINES + CELLS
BLANKS = CLOSING + CELLS
PAIRS = BLANKS + CELLS
BAG = PAIRS + MAX_PAIRS
RACKS = BAG + 100
RACK_SIZES = RACKS + 20
TRACKS = RACK_SIZES + 4
PYRAMIDS = TRACKS + 20
PRINTED = PYRAMIDS + 20
PLAYERS = PRINTED + 5
TURN = PLAYERS + 1
OPENED = PLAYERS + 2
"""A bit a seat: has it laid its first tile?"""
OWED = PLAYERS + 3
DECIDING = PLAYERS + 4
ENDED = PLAYERS + 5
BAG_HEAD = PLAYERS + 6
BAG_END = PLAYERS + 7
PYRAMID_HEAD = PLAYERS + 8
PYRAMID_COUNT = PLAYERS + 9
PAIR_COUNT = PLAYERS + 10
"""The length of PAIRS."""
OPEN_PAIRS = PLAYERS + 11
"""How many of PAIRS are open."""
SIZE = PLAYERS + 12

# Where things lie in the tables of a set: the kinds of its tiles, the cells of the printed spaces, and what number an
# action has (see `actions`).
TILES_AT = 0
PRINTED_AT = TILES_AT + 100
FIRST_ACTIONS_AT = PRINTED_AT + 5
CODES_AT = FIRST_ACTIONS_AT + 4 * CELLS

LINE_BITS, LINE_MASK = 6, 63
CLOSING_BITS, CLOSING_MASK = 5, 31
COUNT_SHIFT = 5 * CLOSING_BITS

CODES_A_KIND = 4 * CELLS
EXCHANGE = len(KINDS) * CODES_A_KIND
KEEP = EXCHANGE + 1

FIRST = np.array([COLOURS.index(kind[0]) for kind in KINDS], np.int64)
SECOND = np.array([COLOURS.index(kind[1]) for kind in KINDS], np.int64)
WAYS = np.array([1 if is_double(kind) else 2 for kind in KINDS], np.int64)
"""In how many ways a kind lies on two spaces."""
SHOWN = (1 << FIRST) | (1 << SECOND)
"""The colours of a kind as bits."""
STEP = np.array([-STRIDE, 1, STRIDE, -1], np.int64)
"""From a cell to its neighbour: N E S W."""


@njit
def derive(vec: Ints) -> None:
    """Build what follows from the board: scores of runs, spaces nearly closed in, open pairs."""
    pairs = 0
    for cell in range(CELLS):
        vec[LINES + cell] = vec[CLOSING + cell] = vec[BLANKS + cell] = 0
    for cell in range(CELLS):
        if vec[BOARD + cell] != EMPTY:
            continue
        for direction in range(4):
            beside = cell + STEP[direction]
            content = vec[BOARD + beside]
            if content < BORDER:
                run = 1
                while vec[BOARD + beside + run * STEP[direction]] == content:
                    run += 1
                vec[LINES + cell] += run << (LINE_BITS * content)
            elif content > BORDER:
                vec[BLANKS + cell] += 1
                if content == EMPTY and direction in (1, 2):
                    vec[PAIRS + pairs] = 2 * cell + direction - 1
                    pairs += 1
        if vec[BLANKS + cell] == 1:
            note_closing(vec, cell)
    vec[PAIR_COUNT] = vec[OPEN_PAIRS] = pairs


@njit
def note_closing(vec: Ints, cell: int) -> None:
    """An empty cell has one blank neighbour left: filling that one would raise a pyramid here.

    Nothing ever has to be taken back, as a tile that covers this cell covers that neighbour too.
    """
    points = 1 << COUNT_SHIFT
    last = cell
    for direction in range(4):
        beside = cell + STEP[direction]
        content = vec[BOARD + beside]
        if content < BORDER:
            points += 1 << (CLOSING_BITS * content)
        elif content > BORDER:
            last = beside
    vec[CLOSING + last] += points


# Single numbers leave the array as 64-bit integers, so that each function is compiled for one type only.


@njit
def turn_of(vec: Ints) -> int:
    return int(np.int64(vec[TURN]))


@njit
def kind_on(vec: Ints, seat: int, slot: int) -> int:
    return int(np.int64(vec[RACKS + 5 * seat + slot]))
