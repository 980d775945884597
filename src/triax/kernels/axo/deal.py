"""The deal of AXO: the cards in a given order; what is hidden dealt anew."""

from __future__ import annotations

from triax.games.axo.pieces import AREA, CARDS, HAND, SOLO_PILE
from triax.kernels.arrays import Ints, Longs, Words
from triax.kernels.axo import layout as lay
from triax.kernels.axo.play import hold, mark_anew
from triax.kernels.axo.rules import block, reshuffle
from triax.kernels.chance import below
from triax.kernels.jit import njit

PIECES = CARDS


@njit
def deal(vec: Ints, tables: Ints, setup: Ints, order: Longs, rng: Words) -> None:
    """Fill an array of zeros: the cards in this order, for Simona if she plays, then hand by hand, then the pile from
    the top. `setup` is the players, who starts (-1: by lot), whether there are effects, and Simona's side."""
    players = setup[0]
    vec[lay.PLAYERS], vec[lay.WITH_EFFECTS], vec[lay.SIMONA_SIDE] = players, setup[2], setup[3]
    vec[lay.PHASE] = lay.LAYING
    dealt = 0
    if players == 1:
        vec[lay.ACTIVE] = lay.NOBODY
        vec[lay.SIMONA_END] = SOLO_PILE
        for place in range(SOLO_PILE):
            vec[lay.SIMONA + place] = order[place] + 1
        dealt = SOLO_PILE
    else:
        vec[lay.ACTIVE] = below(rng, players) if setup[1] < 0 else setup[1]
    for seat in range(players):
        for _ in range(AREA + HAND):
            hold(vec, block(seat), int(order[dealt]) + 1)
            dealt += 1
    vec[lay.PILE_END] = CARDS - dealt
    for place in range(CARDS - dealt):
        vec[lay.PILE + place] = order[dealt + place] + 1


@njit
def resample(vec: Ints, tables: Ints, seat: int, rng: Words, room: Ints, places: Longs) -> None:
    """Deal anew what this seat cannot see, the marks that others have made in this turn included."""
    reshuffle(vec, seat, rng, places)
    if vec[lay.PHASE] == lay.MARKING:
        mark_anew(vec, tables, seat, rng, room)
