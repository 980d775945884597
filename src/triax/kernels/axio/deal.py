"""The deal of Axio: the tiles in a given order; what is hidden dealt anew."""

from __future__ import annotations

import numpy as np

from triax.games.axio.pieces import RACK, SIDE, TILES
from triax.kernels.arrays import Ints, Longs, Words
from triax.kernels.axio import layout as lay
from triax.kernels.axio.layout import derive, turn_of
from triax.kernels.axio.rules import colours_at
from triax.kernels.chance import below, knows_hand, shuffle_places
from triax.kernels.jit import njit
from triax.kernels.tracks import lowest

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


@njit
def reshuffle(vec: Ints, seat: int, rng: Words, room: Longs) -> None:
    """Deal anew what this seat (-1: a spectator) cannot see: the other racks and the bag."""
    count = 0
    deciding = turn_of(vec) if vec[lay.DECIDING] and not knows_hand(seat, turn_of(vec)) else -1
    for other in range(vec[lay.PLAYERS]):
        if not knows_hand(seat, other) and other != deciding:
            count = _places_of_rack(vec, other, room, count)
    for place_in_bag in range(vec[lay.BAG_HEAD], vec[lay.BAG_END]):
        room[count] = lay.BAG + place_in_bag
        count += 1
    if deciding >= 0:
        count = _deal_to(vec, deciding, rng, room, _places_of_rack(vec, deciding, room, count))
    shuffle_places(vec, room, count, rng)


@njit
def _places_of_rack(vec: Ints, seat: int, room: Longs, count: int) -> int:
    for slot in range(vec[lay.RACK_SIZES + seat]):
        room[count] = lay.RACKS + 5 * seat + slot
        count += 1
    return count


@njit
def _deal_to(vec: Ints, seat: int, rng: Words, room: Longs, count: int) -> int:
    """Fill the last of these places, the rack of the seat that may exchange: it holds none of its lowest colours. Gives
    how many places are left."""
    low = colours_at(vec, seat, lowest(vec, lay.TRACKS + 5 * seat))
    for _ in range(vec[lay.RACK_SIZES + seat]):
        fitting = 0
        for number in range(count):
            fitting += lay.SHOWN[vec[room[number]]] & low == 0
        picked, number = below(rng, fitting), -1
        while picked >= 0:
            number += 1
            picked -= lay.SHOWN[vec[room[number]]] & low == 0
        count -= 1
        one, other = room[count], room[number]
        vec[one], vec[other] = vec[other], vec[one]
    return count


@njit
def resample(vec: Ints, tables: Ints, seat: int, rng: Words, room: Ints, places: Longs) -> None:
    """Deal anew what this seat cannot see."""
    reshuffle(vec, seat, rng, places)
