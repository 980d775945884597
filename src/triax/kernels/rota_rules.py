"""Axio Rota over one flat array, compiled on first use: the rules of `triax.games.rota`, held equal by tests.

**Layout.** A state is one int32 vector of `SIZE` numbers at the offsets named below; `vec.copy()` copies a game.
Colours are 0-4 in the order R G B O P, an empty corner is 5. A tile is an int: three bits a corner, clockwise from
the top left as printed, and above them 1 + the number of its empty corner (0: it has none). 0 is no tile. Stacks and
supply are stored bottom first: the last one is drawn next.

**The plane is a ring.** Cell x,y lies at (x + 63·y) mod 2048, so every neighbour is at a fixed distance. Two different
cells share a place on the ring only if they are at least 64 steps apart (a test checks all the smaller differences).
60 tiles that hang together span at most 59 steps, the empty cells beside them 61 and the corners of those 63: nothing
ever collides, however a game sprawls, and no border has to be watched. A place on the ring is one word:

    bits 0-17   six counts of three bits: the corners of each colour (then: empty ones) in the circle around the
                cell's top left corner. Scoring a corner is one look at its circle's word.
    bits 18-24  where the cell stands in the list of the empty cells beside the display
    bit 25      the cell is in that list       bit 26      a tile lies on the cell

**Moves** are ints: bits 0-2 the named colour + 1 (0: none), bits 3-4 the turn, from bit 5 on the cell as
(x + 64) + 128·(y + 64). `play` trusts its caller: it does not ask whether a move is legal.
"""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words, share_first_place
from triax.kernels.chance import below, knows_hand, shuffle_places
from triax.kernels.jit import njit
from triax.kernels.tracks import copy_tracks, rank_key

PLAYERS, TURN, OWED, EXTRA, OVER, SUPPLY_LEFT, FRONTIER_SIZE = range(7)
TRACKS = 8  # 5 a seat
HANDS = TRACKS + 20
STACK_LEFT = HANDS + 4
STACKS = STACK_LEFT + 4  # 12 a seat
SUPPLY = STACKS + 48
FRONTIER = SUPPLY + 48  # the empty cells beside the display, in no order; n tiles have at most 2n + 2
RING = FRONTIER + 124
SIZE = RING + 2048

ROW = 63
RING_MASK = 2047
CORNERS = (0, 1, ROW + 1, ROW)  # the circles at a cell's corners, clockwise from the top left
CIRCLE = (1 << 18) - 1
SLOT, SLOT_MASK = 18, 127
BESIDE, LAID = 1 << 25, 1 << 26
FULL = 12
EMPTY = 5

MAX_MOVES = 122 * 20


# Place.


@njit
def ring_of(place: int) -> int:
    return int((place - (128 - ROW) * (place >> 7)) & RING_MASK)


@njit
def circle_at(vec: Ints, cell: int, corner: int) -> int:
    return int(vec[RING + ((cell + CORNERS[corner]) & RING_MASK)] & CIRCLE)


@njit
def _open(vec: Ints, place: int, cell: int) -> None:
    """A cell beside the display joins the list, unless it is there or a tile lies on it."""
    cell &= RING_MASK
    word = vec[RING + cell]
    if not word & (BESIDE | LAID):
        size = vec[FRONTIER_SIZE]
        vec[FRONTIER + size] = place
        vec[RING + cell] = word | BESIDE | (size << SLOT)
        vec[FRONTIER_SIZE] = size + 1


@njit
def _lay(vec: Ints, place: int, corners: int) -> None:
    """A tile comes to lie on a cell with these corners, clockwise from the top left."""
    cell = ring_of(place)
    for corner in range(4):
        vec[RING + ((cell + CORNERS[corner]) & RING_MASK)] += 1 << (3 * ((corners >> (3 * corner)) & 7))
    word = vec[RING + cell]
    if word & BESIDE:  # the last of the list takes its place there
        slot = (word >> SLOT) & SLOT_MASK
        size = vec[FRONTIER_SIZE] - 1
        moved = vec[FRONTIER + size]
        at = RING + ring_of(moved)
        vec[FRONTIER + slot] = moved
        vec[at] = (vec[at] & ~(SLOT_MASK << SLOT)) | (slot << SLOT)
        vec[FRONTIER_SIZE] = size
    vec[RING + cell] = (word & CIRCLE) | LAID
    _open(vec, place - 128, cell - ROW)
    _open(vec, place + 1, cell + 1)
    _open(vec, place + 128, cell + ROW)
    _open(vec, place - 1, cell - 1)


@njit
def lay_all(vec: Ints, places: Longs, corners: Longs) -> None:
    for number in range(places.size):
        _lay(vec, places[number], corners[number])


@njit
def over(vec: Ints) -> bool:
    return bool(vec[OVER] != 0)


@njit
def to_act(vec: Ints) -> int:
    """The seats that owe a decision, as bits."""
    return 0 if vec[OVER] else 1 << vec[TURN]


@njit
def legal(vec: Ints, seat: int, out: Ints) -> int:
    """Fills in the legal moves (room for `MAX_MOVES`), each once, and counts them."""
    if vec[OVER] or seat != vec[TURN]:
        return 0
    count = 0
    hollow = vec[HANDS + seat] >> 12
    for slot in range(vec[FRONTIER_SIZE]):
        place = vec[FRONTIER + slot]
        for turn in range(4):
            code = (place << 5) | (turn << 3)
            if hollow and circle_at(vec, ring_of(place), (hollow + 3 + turn) & 3):
                for name in range(1, 6):
                    out[count] = code | name
                    count += 1
            else:
                out[count] = code
                count += 1
    return count


@njit
def random_move(vec: Ints, seat: int, rng: Words) -> int:
    """A legal move, each as likely as any other."""
    size = vec[FRONTIER_SIZE]
    hollow = vec[HANDS + seat] >> 12
    if not hollow:
        pick = below(rng, 4 * size)
        return int((vec[FRONTIER + (pick >> 2)] << 5) | ((pick & 3) << 3))
    while True:  # where no colour is named, one of the five ways to name is taken for the move and four are drawn again
        pick = below(rng, 20 * size)
        place = vec[FRONTIER + pick // 20]
        turn, name = (pick // 5) & 3, pick % 5
        code = (place << 5) | (turn << 3)
        if circle_at(vec, ring_of(place), (hollow + 3 + turn) & 3):
            return int(code | (name + 1))
        if name == 0:
            return int(code)


# Score, AXIO, draw.


@njit
def _turned(tile: int, turn: int) -> int:
    return int(((tile & 0xFFF) << (3 * turn) | (tile & 0xFFF) >> (12 - 3 * turn)) & 0xFFF)


@njit
def move_gain(vec: Ints, seat: int, code: int, gains_out: Ints) -> None:
    """The points that a move scores by colour, before the tracks stop at 12."""
    gains_out[:5] = 0
    corners = _turned(vec[HANDS + seat], (code >> 3) & 3)
    for corner in range(4):
        colour = (corners >> (3 * corner)) & 7
        if colour == EMPTY:
            colour = (code & 7) - 1
        if colour >= 0:
            gains_out[colour] += (circle_at(vec, ring_of(code >> 5), corner) >> (3 * colour)) & 7


@njit
def play(vec: Ints, seat: int, code: int, rng: Words) -> None:
    """Plays a legal move in place. Nothing is drawn by lot here; `rng` is what all kernels take."""
    place = code >> 5
    cell = ring_of(place)
    corners = _turned(vec[HANDS + seat], (code >> 3) & 3)
    own = TRACKS + 5 * seat
    reached = 0
    for corner in range(4):
        colour = (corners >> (3 * corner)) & 7
        if colour == EMPTY:
            colour = (code & 7) - 1
        if colour >= 0:
            points = (circle_at(vec, cell, corner) >> (3 * colour)) & 7
            before = vec[own + colour]
            vec[own + colour] = min(FULL, before + points)
            if before < FULL <= before + points:
                reached += 1
    _lay(vec, place, corners)
    vec[HANDS + seat] = 0
    vec[OWED] += reached
    if reached and vec[own : own + 5].min() == FULL:
        vec[OVER] = 1
    else:
        _next_tile(vec, seat)


@njit
def _next_tile(vec: Ints, seat: int) -> None:
    if vec[OWED] and vec[SUPPLY_LEFT]:
        vec[SUPPLY_LEFT] -= 1
        vec[HANDS + seat] = vec[SUPPLY + vec[SUPPLY_LEFT]]
        vec[OWED] -= 1
        vec[EXTRA] = 1
        return
    if vec[STACK_LEFT + seat]:
        vec[STACK_LEFT + seat] -= 1
        vec[HANDS + seat] = vec[STACKS + 12 * seat + vec[STACK_LEFT + seat]]
    following = seat + 1 if seat + 1 < vec[PLAYERS] else 0
    vec[TURN] = following
    vec[OWED] = 0
    vec[EXTRA] = 0
    vec[OVER] = vec[HANDS + following] == 0


@njit
def reshuffle(vec: Ints, seat: int, rng: Words) -> None:
    """Deals anew what this seat (-1: a spectator) cannot see: the other hands, the stacks and the supply."""
    where = np.empty(64, np.int64)
    count = 0
    for other in range(vec[PLAYERS]):
        if not knows_hand(seat, other) and vec[HANDS + other]:
            where[count] = HANDS + other
            count += 1
        for depth in range(vec[STACK_LEFT + other]):
            where[count] = STACKS + 12 * other + depth
            count += 1
    for depth in range(vec[SUPPLY_LEFT]):
        where[count] = SUPPLY + depth
        count += 1
    shuffle_places(vec, where, count, rng)


# The end.


@njit
def scores(vec: Ints, out: Ints) -> None:
    """The tracks, a row a seat."""
    copy_tracks(vec, TRACKS, out)


@njit
def result(vec: Ints, out: Floats) -> None:
    """The share of first place by seat. Solo: from 0 to 1 by the lowest track, then a little by the sum of all."""
    out[:] = 0.0
    if vec[PLAYERS] == 1:
        own = vec[TRACKS : TRACKS + 5]
        out[0] = own.min() / FULL * 63 / 64 + own.sum() / (5 * FULL) / 64
        return
    for seat in range(vec[PLAYERS]):
        out[seat] = rank_key(vec, TRACKS + 5 * seat, FULL)
    share_first_place(out, vec[PLAYERS])
