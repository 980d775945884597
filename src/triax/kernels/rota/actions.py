"""The actions of Axio Rota: those of `triax.envs`, a cell, a turn and a name, as far as the reach of a position.

A cell is so many steps away as placements, each beside the one before, are needed to get there from the start square.
Cells are numbered ring by ring, in a ring row by row: two to a row, and so 4n + 4 in the ring of n steps. What lies
beyond the reach is not offered, and a display so cut off has a free cell for every tile from a reach of 4 on.
"""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Bytes, Ints, Words
from triax.kernels.borrow import borrowed
from triax.kernels.jit import njit
from triax.kernels.rota import layout as lay
from triax.kernels.rota.rules import circle_at, note, play, random_move, ring_of, turned

EACH = 24
"""Actions a cell: four turns, of which each has no name or one of five."""
FARTHEST = 56
BESIDE = (-128, 1, 128, -1)
WORDS = EACH // 8
# What is legal on a cell, by the turns (as bits) whose empty corner meets others, so that a colour is named. Masks are
# written eight actions at a time.
_LEGAL = np.array(
    [[int((name > 0) == (turns >> turn & 1)) for turn in range(4) for name in range(6)] for turns in range(16)],
    np.uint8,
).view(np.uint64)


@njit
def current(vec: Ints) -> int:
    """Who is asked next; -1 if the game is over."""
    return -1 if vec[lay.OVER] else int(vec[lay.TURN])


@njit
def _reach(vec: Ints) -> int:
    return int(vec[lay.REACH]) if vec[lay.REACH] else FARTHEST


@njit
def cell_number(place: int) -> int:
    """Of a cell among all but the start square's, by its steps."""
    x, y = (place & 127) - 64, (place >> 7) - 64
    steps = max(-x, x - 1, 0) + max(-y, y - 1, 0)
    return 2 * (steps - 1) * (steps + 2) + 2 * (y + steps) + (1 if x > 0 else 0)


@njit
def place_of(number: int) -> int:
    steps = 1
    while number >= 2 * steps * (steps + 3):
        steps += 1
    number -= 2 * (steps - 1) * (steps + 2)
    y = (number >> 1) - steps
    across = steps - max(-y, y - 1, 0)
    x = across + 1 if number & 1 else -across
    return x + 64 + 128 * (y + 64)


@njit
def code_of(action: int) -> int:
    """The move of `rules` that an action stands for."""
    number = action // EACH
    rest = action - EACH * number
    return (place_of(number) << 5) | (rest // 6 << 3) | rest % 6


@njit
def action_of(code: int) -> int:
    return EACH * cell_number(code >> 5) + 6 * ((code >> 3) & 3) + (code & 7)


@njit
def cells_within(vec: Ints) -> int:
    reach = _reach(vec)
    return 2 * reach * (reach + 3)


@njit
def _is_named(vec: Ints, cell: int, turn: int) -> bool:
    """Does an empty corner of the tile to be laid meet others there?"""
    hollow = vec[lay.HANDS + vec[lay.TURN]] >> 12
    return hollow != 0 and circle_at(vec, cell, (hollow + 3 + turn) & 3) != 0


@njit
def allowed(vec: Ints, tables: Ints, action: int, room: Ints) -> bool:
    if vec[lay.OVER] or action < 0 or action >= EACH * cells_within(vec):
        return False
    code = code_of(action)
    place = code >> 5
    cell = ring_of(place)
    word = vec[lay.RING + cell]
    # A cell far off may share its place on the ring with one beside the display.
    if not word & lay.BESIDE or vec[lay.FRONTIER + ((word >> lay.SLOT) & lay.SLOT_MASK)] != place:
        return False
    return (code & 7 != 0) == _is_named(vec, cell, (code >> 3) & 3)


@njit
def act(vec: Ints, tables: Ints, action: int, rng: Words, room: Ints) -> None:
    """An action that is allowed."""
    play_noted(vec, tables, code_of(action), rng)


@njit
def play_noted(vec: Ints, tables: Ints, code: int, rng: Words) -> None:
    """A legal move, and what lies after it."""
    seat = int(vec[lay.TURN])
    note(vec, code >> 5, turned(vec[lay.HANDS + seat], (code >> 3) & 3))
    play(vec, tables, seat, code, rng)


@njit
def play_randomly(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """To the end, each legal move as likely; counts the moves."""
    vec, tables, rng, room = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(room)
    count = 0
    while not vec[lay.OVER]:
        play_noted(vec, tables, random_move(vec, tables, int(vec[lay.TURN]), rng, room), rng)
        count += 1
    return count


@njit
def random_action(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """One of the allowed ones, each as likely."""
    most = EACH * cells_within(vec)
    while True:
        action = action_of(random_move(vec, tables, int(vec[lay.TURN]), rng, room))
        if action < most:
            return action


@njit
def _fill_cell(vec: Ints, place: int, number: int, words: Words) -> None:
    turns = 0
    hollow = vec[lay.HANDS + vec[lay.TURN]] >> 12
    if hollow:
        cell = ring_of(place)
        for turn in range(4):
            turns |= (circle_at(vec, cell, (hollow + 3 + turn) & 3) != 0) << turn
    for at in range(WORDS):
        words[WORDS * number + at] = _LEGAL[turns, at]


@njit
def fill_mask(vec: Ints, tables: Ints, mask: Bytes, room: Ints) -> None:
    """1 for every action that is allowed to whoever is asked next."""
    cells = cells_within(vec)
    words = mask.view(np.uint64)
    for at in range(WORDS * cells):
        words[at] = 0
    if not vec[lay.OVER]:
        _fill_cells(vec, cells, words)


@njit
def renew_mask(vec: Ints, tables: Ints, mask: Bytes, room: Ints) -> None:
    """The same, where it was filled before the last action: one cell was covered, its neighbours may have come beside
    the display, and all others change only if a tile with an empty corner is or was to be laid."""
    cells, words = cells_within(vec), mask.view(np.uint64)
    laid = vec[lay.DISPLAY + vec[lay.LAID_COUNT] - 1]
    covered = laid >> 12
    _clear_cell(cell_number(covered), words)
    if vec[lay.OVER]:
        for slot in range(vec[lay.FRONTIER_SIZE]):
            number = cell_number(vec[lay.FRONTIER + slot])
            if number < cells:
                _clear_cell(number, words)
    elif _is_hollow(laid) or vec[lay.HANDS + vec[lay.TURN]] >> 12:
        _fill_cells(vec, cells, words)
    else:
        for direction in range(4):
            place = covered + BESIDE[direction]
            if vec[lay.RING + ring_of(place)] & lay.BESIDE:
                number = cell_number(place)
                if number < cells:
                    _fill_cell(vec, place, number, words)


@njit
def _is_hollow(corners: int) -> bool:
    empty = False
    for corner in range(4):
        empty |= (corners >> (3 * corner)) & 7 == lay.EMPTY
    return empty


@njit
def _clear_cell(number: int, words: Words) -> None:
    for at in range(WORDS):
        words[WORDS * number + at] = 0


@njit
def _fill_cells(vec: Ints, cells: int, words: Words) -> None:
    for slot in range(vec[lay.FRONTIER_SIZE]):
        place = vec[lay.FRONTIER + slot]
        number = cell_number(place)
        if number < cells:
            _fill_cell(vec, place, number, words)
