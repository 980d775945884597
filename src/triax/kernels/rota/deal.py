"""The deal of Axio Rota: the tiles in a given order, all else by lot; what is hidden dealt anew."""

from __future__ import annotations

from triax.kernels.arrays import Ints, Longs, Words
from triax.kernels.chance import below
from triax.kernels.jit import njit
from triax.kernels.rota import layout as lay
from triax.kernels.rota.rules import note, put_down, reshuffle, turned

PIECES = 60
CENTRE = (2, 3, 1, 0)
"""The corner of each tile of the start square that lies at its centre."""


@njit
def deal(vec: Ints, tables: Ints, setup: Ints, order: Longs, rng: Words) -> None:
    """Fill an array of zeros: the tiles of `tables` in this order, four for the start square, then the stacks, each
    from the top, then the supply. `setup` is the players, who starts (-1: by lot) and the reach."""
    players = setup[0]
    vec[lay.PLAYERS], vec[lay.REACH] = players, setup[2]
    for number in range(4):
        tile = tables[order[number]]
        turn = (CENTRE[number] - (tile >> 12) + 1) & 3 if tile >> 12 else below(rng, 4)
        place = 64 + (number & 1) + 128 * (64 + (number >> 1))
        put_down(vec, place, turned(tile, turn))
        note(vec, place, turned(tile, turn))
    for seat in range(players):
        first = 4 + 12 * seat
        vec[lay.HANDS + seat] = tables[order[first]]
        vec[lay.STACK_LEFT + seat] = 11
        for depth in range(11):
            vec[lay.STACKS + 12 * seat + 10 - depth] = tables[order[first + 1 + depth]]
    left = PIECES - 4 - 12 * players
    vec[lay.SUPPLY_LEFT] = left
    for depth in range(left):
        vec[lay.SUPPLY + left - 1 - depth] = tables[order[PIECES - left + depth]]
    vec[lay.TURN] = below(rng, players) if setup[1] < 0 else setup[1]


@njit
def resample(vec: Ints, tables: Ints, seat: int, rng: Words, room: Ints, places: Longs) -> None:
    """Deal anew what this seat cannot see."""
    reshuffle(vec, seat, rng, places)
