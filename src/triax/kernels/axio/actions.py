"""The actions of Axio, those of `triax.envs`: exchange, keep, then all placements, the smallest play area's first.

What number a placement has stands in `tables`: on each cell and direction the kinds follow one another, a double only
towards east or south.
"""

from __future__ import annotations

import numpy as np

from triax.games.axio.board import area
from triax.games.axio.notation import DIRECTIONS, is_double
from triax.games.axio.pieces import KINDS
from triax.kernels.arrays import Bytes, Ints, Words
from triax.kernels.axio import layout as lay
from triax.kernels.axio.deal import SIDES
from triax.kernels.axio.playouts import drawn_move
from triax.kernels.axio.rules import has_opened, opens, play, taken_printed
from triax.kernels.jit import njit

TURNED = np.array([sum(not is_double(before) for before in KINDS[:kind]) for kind in range(len(KINDS))], np.int64)
"""The number of a kind among those that are no doubles."""


def action_tables() -> tuple[Ints, Ints]:
    """The code of each action, and the action of the first kind on each cell and direction."""
    codes, firsts = [lay.EXCHANGE, lay.KEEP], np.zeros(lay.CODES_A_KIND, np.int32)
    directions = list(DIRECTIONS)
    for players in (2, 3, 4):
        for step in area(players).steps:
            at = 4 * (lay.MIDDLE + lay.STRIDE * step.y + step.x) + directions.index(step.to)
            if firsts[at] == 0:
                firsts[at] = len(codes)
                codes += [
                    kind * lay.CODES_A_KIND + at
                    for kind, name in enumerate(KINDS)
                    if step.to in "ES" or not is_double(name)
                ]
    return np.array(codes, np.int32), firsts


@njit
def current(vec: Ints) -> int:
    """Who is asked next; -1 if the game is over."""
    return -1 if vec[lay.ENDED] else int(vec[lay.TURN])


@njit
def action_count(vec: Ints) -> int:
    """A pair of spaces takes a double in one way and each of ten other kinds in two."""
    side = int(SIDES[vec[lay.PLAYERS] - 1])
    return 2 + 2 * side * (side - 1) * 25


@njit
def _action_at(tables: Ints, kind: int, at: int) -> int:
    """`at` is 4 times the cell and the direction."""
    return int(tables[lay.FIRST_ACTIONS_AT + at] + (kind if at & 3 in (1, 2) else TURNED[kind]))


@njit
def action_of(tables: Ints, code: int) -> int:
    if code >= lay.EXCHANGE:
        return code - lay.EXCHANGE
    kind = code // lay.CODES_A_KIND
    return _action_at(tables, kind, code - kind * lay.CODES_A_KIND)


@njit
def allowed(vec: Ints, tables: Ints, action: int, room: Ints) -> bool:
    if vec[lay.ENDED] or action < 0 or action >= action_count(vec):
        return False
    if vec[lay.DECIDING] or action < 2:
        return vec[lay.DECIDING] != 0 and action < 2
    code = int(tables[lay.CODES_AT + action])
    kind = code // lay.CODES_A_KIND
    at = code - kind * lay.CODES_A_KIND
    cell, other = at >> 2, (at >> 2) + lay.STEP[at & 3]
    if vec[lay.BOARD + cell] != lay.EMPTY or vec[lay.BOARD + other] != lay.EMPTY:
        return False
    seat = int(vec[lay.TURN])
    held = False
    for slot in range(vec[lay.RACK_SIZES + seat]):
        held |= vec[lay.RACKS + 5 * seat + slot] == kind
    return held and (has_opened(vec, seat) or opens(vec, taken_printed(vec), cell, other))


@njit
def act(vec: Ints, tables: Ints, action: int, rng: Words, room: Ints) -> None:
    """An action that is allowed."""
    play(vec, tables, int(vec[lay.TURN]), int(tables[lay.CODES_AT + action]), rng)


@njit
def random_action(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """One of the allowed ones, each as likely."""
    return action_of(tables, drawn_move(vec, int(vec[lay.TURN]), rng, room, False))


@njit
def fill_mask(vec: Ints, tables: Ints, mask: Bytes, room: Ints) -> None:
    """1 for every action that is allowed to whoever is asked next."""
    for action in range(mask.size):
        mask[action] = 0
    if vec[lay.ENDED]:
        return
    if vec[lay.DECIDING]:
        mask[0] = mask[1] = 1
        return
    seat = int(vec[lay.TURN])
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    for number in range(vec[lay.PAIR_COUNT]):
        pair = vec[lay.PAIRS + number]
        cell, south = pair >> 1, pair & 1
        other = cell + (lay.STRIDE if south else 1)
        if vec[lay.BOARD + cell] != lay.EMPTY or vec[lay.BOARD + other] != lay.EMPTY:
            continue
        if opened or opens(vec, taken, cell, other):
            for slot in range(vec[lay.RACK_SIZES + seat]):
                kind = int(vec[lay.RACKS + 5 * seat + slot])
                mask[_action_at(tables, kind, 4 * cell + 1 + south)] = 1
                if lay.WAYS[kind] == 2:
                    mask[_action_at(tables, kind, 4 * other + (0 if south else 3))] = 1


renew_mask = fill_mask
