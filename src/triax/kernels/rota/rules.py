"""The rules of Axio Rota over the array of `layout`, held equal to `triax.games.rota` by tests. Compiled when first
called. `play` trusts its caller: it does not ask whether a move is legal."""

from __future__ import annotations

from triax.kernels.arrays import Floats, Ints, Longs, Words, clear, share_first_place
from triax.kernels.chance import below, knows_hand, shuffle_places
from triax.kernels.jit import njit
from triax.kernels.rota import layout as lay
from triax.kernels.tracks import copy_tracks, lowest, rank_key, total

# Place.


@njit
def ring_of(place: int) -> int:
    return int((place - (128 - lay.ROW) * (place >> 7)) & lay.RING_MASK)


@njit
def circle_at(vec: Ints, cell: int, corner: int) -> int:
    return int(vec[lay.RING + ((cell + lay.CORNERS[corner]) & lay.RING_MASK)] & lay.CIRCLE)


@njit
def _open(vec: Ints, place: int, cell: int, size: int) -> int:
    """A cell beside the display joins the list, unless it is there or a tile lies on it. Gives the list's length.
    Without a branch, since nobody could foretell it: what does not join is written behind the end."""
    at = lay.RING + (cell & lay.RING_MASK)
    word = vec[at]
    joins = int(not word & (lay.BESIDE | lay.LAID))
    vec[lay.FRONTIER + size] = place
    vec[at] = word | -joins & (lay.BESIDE | (size << lay.SLOT))
    return size + joins


@njit
def put_down(vec: Ints, place: int, corners: int) -> None:
    """A tile comes to lie on a cell with these corners, clockwise from the top left."""
    cell = ring_of(place)
    for corner in range(4):
        vec[lay.RING + ((cell + lay.CORNERS[corner]) & lay.RING_MASK)] += 1 << (3 * ((corners >> (3 * corner)) & 7))
    word = vec[lay.RING + cell]
    size = int(vec[lay.FRONTIER_SIZE])
    if word & lay.BESIDE:  # the last of the list takes its place there
        slot = (word >> lay.SLOT) & lay.SLOT_MASK
        size -= 1
        moved = vec[lay.FRONTIER + size]
        at = lay.RING + ring_of(moved)
        vec[lay.FRONTIER + slot] = moved
        vec[at] = (vec[at] & ~(lay.SLOT_MASK << lay.SLOT)) | (slot << lay.SLOT)
    vec[lay.RING + cell] = (word & lay.CIRCLE) | lay.LAID
    size = _open(vec, place - 128, cell - lay.ROW, size)
    size = _open(vec, place + 1, cell + 1, size)
    size = _open(vec, place + 128, cell + lay.ROW, size)
    vec[lay.FRONTIER_SIZE] = _open(vec, place - 1, cell - 1, size)


@njit
def note(vec: Ints, place: int, corners: int) -> None:
    """A tile laid joins the list of what lies, which observations are made of. Playouts do without."""
    vec[lay.DISPLAY + vec[lay.LAID_COUNT]] = (place << 12) | corners
    vec[lay.LAID_COUNT] += 1


@njit
def lay_all(vec: Ints, places: Longs, corners: Longs) -> None:
    for number in range(places.size):
        put_down(vec, places[number], corners[number])
        note(vec, places[number], corners[number])


@njit
def over(vec: Ints) -> bool:
    return bool(vec[lay.OVER] != 0)


@njit
def to_act(vec: Ints) -> int:
    """The seats that owe a decision, as bits."""
    return 0 if vec[lay.OVER] else 1 << vec[lay.TURN]


@njit
def legal(vec: Ints, tables: Ints, seat: int, out: Ints) -> int:
    """Fills in the legal moves (room for `MAX_MOVES`), each once, and counts them."""
    if vec[lay.OVER] or seat != vec[lay.TURN]:
        return 0
    count = 0
    hollow = vec[lay.HANDS + seat] >> 12
    for slot in range(vec[lay.FRONTIER_SIZE]):
        place = vec[lay.FRONTIER + slot]
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
def random_move(vec: Ints, tables: Ints, seat: int, rng: Words, out: Ints) -> int:
    """A legal move, each as likely as any other. What all kernels take, `tables` and `out`, is not needed here."""
    return draw_move(vec, seat, rng)


@njit
def draw_move(vec: Ints, seat: int, rng: Words) -> int:
    size = vec[lay.FRONTIER_SIZE]
    hollow = vec[lay.HANDS + seat] >> 12
    if not hollow:
        pick = below(rng, 4 * size)
        return int((vec[lay.FRONTIER + (pick >> 2)] << 5) | ((pick & 3) << 3))
    while True:  # where no colour is named, one of the five ways to name is taken for the move and four are drawn again
        pick = below(rng, 20 * size)
        place = vec[lay.FRONTIER + pick // 20]
        turn, name = (pick // 5) & 3, pick % 5
        code = (place << 5) | (turn << 3)
        if circle_at(vec, ring_of(place), (hollow + 3 + turn) & 3):
            return int(code | (name + 1))
        if name == 0:
            return int(code)


# Score, AXIO, draw.


@njit
def turned(tile: int, turn: int) -> int:
    return int(((tile & 0xFFF) << (3 * turn) | (tile & 0xFFF) >> (12 - 3 * turn)) & 0xFFF)


@njit
def move_gain(vec: Ints, tables: Ints, seat: int, code: int, gains_out: Ints) -> None:
    """The points that a move scores by colour, before the tracks stop at 12."""
    for colour in range(5):
        gains_out[colour] = 0
    corners = turned(vec[lay.HANDS + seat], (code >> 3) & 3)
    for corner in range(4):
        colour = (corners >> (3 * corner)) & 7
        if colour == lay.EMPTY:
            colour = (code & 7) - 1
        if colour >= 0:
            gains_out[colour] += (circle_at(vec, ring_of(code >> 5), corner) >> (3 * colour)) & 7


@njit
def play(vec: Ints, tables: Ints, seat: int, code: int, rng: Words) -> None:
    """Plays a legal move in place. Nothing is drawn by lot here; `tables` and `rng` are what all kernels take."""
    place_tile(vec, seat, code)


@njit
def place_tile(vec: Ints, seat: int, code: int) -> None:
    place = code >> 5
    cell = ring_of(place)
    corners = turned(vec[lay.HANDS + seat], (code >> 3) & 3)
    own = lay.TRACKS + 5 * seat
    reached = 0
    named = max(0, (code & 7) - 1)  # where none is named nothing lies in the circle: no points for whichever colour
    for corner in range(4):
        colour = (corners >> (3 * corner)) & 7
        if colour == lay.EMPTY:
            colour = named
        before = vec[own + colour]
        after = before + ((circle_at(vec, cell, corner) >> (3 * colour)) & 7)
        vec[own + colour] = min(lay.FULL, after)
        reached += (before < lay.FULL) & (after >= lay.FULL)
    put_down(vec, place, corners)
    vec[lay.HANDS + seat] = 0
    vec[lay.OWED] += reached
    if reached and lowest(vec, own) == lay.FULL:
        vec[lay.OVER] = 1
    else:
        _next_tile(vec, seat)


@njit
def _next_tile(vec: Ints, seat: int) -> None:
    if vec[lay.OWED] and vec[lay.SUPPLY_LEFT]:
        vec[lay.SUPPLY_LEFT] -= 1
        vec[lay.HANDS + seat] = vec[lay.SUPPLY + vec[lay.SUPPLY_LEFT]]
        vec[lay.OWED] -= 1
        vec[lay.EXTRA] = 1
        return
    if vec[lay.STACK_LEFT + seat]:
        vec[lay.STACK_LEFT + seat] -= 1
        vec[lay.HANDS + seat] = vec[lay.STACKS + 12 * seat + vec[lay.STACK_LEFT + seat]]
    following = seat + 1 if seat + 1 < vec[lay.PLAYERS] else 0
    vec[lay.TURN] = following
    vec[lay.OWED] = 0
    vec[lay.EXTRA] = 0
    vec[lay.OVER] = vec[lay.HANDS + following] == 0


@njit
def reshuffle(vec: Ints, seat: int, rng: Words, room: Longs) -> None:
    """Deals anew what this seat (-1: a spectator) cannot see: the other hands, the stacks and the supply."""
    count = 0
    for other in range(vec[lay.PLAYERS]):
        if not knows_hand(seat, other) and vec[lay.HANDS + other]:
            room[count] = lay.HANDS + other
            count += 1
        for depth in range(vec[lay.STACK_LEFT + other]):
            room[count] = lay.STACKS + 12 * other + depth
            count += 1
    for depth in range(vec[lay.SUPPLY_LEFT]):
        room[count] = lay.SUPPLY + depth
        count += 1
    shuffle_places(vec, room, count, rng)


# The end.


@njit
def scores(vec: Ints, out: Ints) -> None:
    """The tracks, a row a seat."""
    copy_tracks(vec, lay.TRACKS, out)


@njit
def rank(vec: Ints, seat: int) -> int:
    """The higher, the better the place."""
    return rank_key(vec, lay.TRACKS + 5 * seat, lay.FULL)


@njit
def alone(vec: Ints) -> float:
    """What a solo game is worth as it stands: the lowest track as a share of a full one."""
    return lowest(vec, lay.TRACKS) / lay.FULL


@njit
def result(vec: Ints, out: Floats) -> None:
    """The share of first place by seat. Solo: from 0 to 1 by the lowest track, then a little by the sum of all."""
    clear(out, 4)
    if vec[lay.PLAYERS] == 1:
        own = lay.TRACKS
        out[0] = lowest(vec, own) / lay.FULL * 63 / 64 + total(vec, own) / (5 * lay.FULL) / 64
        return
    for seat in range(vec[lay.PLAYERS]):
        out[seat] = rank(vec, seat)
    share_first_place(out, vec[lay.PLAYERS])
