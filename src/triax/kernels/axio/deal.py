"""The deal of Axio: the tiles in a given order."""

from __future__ import annotations

import numpy as np

from triax.games.axio.pieces import RACK, SIDE, TILES
from triax.kernels.arrays import Ints, Longs, Words
from triax.kernels.axio import layout as lay
from triax.kernels.axio.layout import derive
from triax.kernels.chance import below
from triax.kernels.jit import njit

PIECES = TILES
SIDES = np.array([SIDE[players] for players in (1, 2, 3, 4)], np.int64)


@njit
def deal(vec: Ints, tables: Ints, setup: Ints, order: Longs, rng: Words) -> None:
    """Fill an array of zeros: the tiles of `tables` in this order, rack by rack, then the bag from the top. `setup` is
    the players and who starts (-1: by lot)."""
    players = setup[0]
    side = SIDES[players - 1]
    edge = (lay.STRIDE - side) // 2
    for cell in range(lay.CELLS):
        row, column = cell // lay.STRIDE - edge, cell % lay.STRIDE - edge
        vec[lay.BOARD + cell] = lay.EMPTY if 0 <= row < side and 0 <= column < side else lay.BORDER
    for colour in range(5):
        cell = tables[lay.PRINTED_AT + colour]
        vec[lay.PRINTED + colour] = cell
        vec[lay.BOARD + cell] = colour
    rack = 1 if players == 1 else RACK
    for seat in range(players):
        vec[lay.RACK_SIZES + seat] = rack
        for slot in range(rack):
            vec[lay.RACKS + 5 * seat + slot] = tables[lay.TILES_AT + order[rack * seat + slot]]
    vec[lay.BAG_END] = PIECES - rack * players
    for place in range(PIECES - rack * players):
        vec[lay.BAG + place] = tables[lay.TILES_AT + order[rack * players + place]]
    vec[lay.PLAYERS] = players
    vec[lay.TURN] = below(rng, players) if setup[1] < 0 else setup[1]
    derive(vec)
