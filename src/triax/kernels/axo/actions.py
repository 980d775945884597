"""The actions of AXO: successive picks, numbered as in `triax.games.axo.picks`. What was picked of a decision that is
not made yet stands in the position, seven bits a pick."""

from __future__ import annotations

from triax.games.axo.picks import COLOUR, NOTHING, PICKS, PLACE, SEAT, SECTION, TURNS
from triax.kernels.arrays import Bytes, Ints, Words
from triax.kernels.axo import layout as lay
from triax.kernels.axo.play import play
from triax.kernels.axo.rules import current, owed
from triax.kernels.chance import below
from triax.kernels.jit import njit

PICK_BITS, PICK_MASK = 7, 127
ROOM = lay.MAX_MOVES + PICKS


@njit
def pick_of(vec: Ints, seat: int, code: int, number: int) -> int:
    """The picks of a decision, counted from 0."""
    kind = code & 15
    if kind in (lay.AREA_CODE, lay.REFILL_CODE, lay.REFRESH_CODE, lay.SWAP_CODE, lay.PASS_CODE):
        return code >> (4 + 6 * number) & 63 if number < 4 else NOTHING
    card, second = code >> 4 & 63, code >> 10 & 63
    if kind == lay.WIPE_CODE:
        if number == 0:
            players = int(vec[lay.PLAYERS])
            return SEAT + ((code >> 16 & 63) - seat + players) % players - 1
        number -= 1
    if number == 0:
        return card
    if kind == lay.PLAY_CODE:
        return COLOUR + second
    if kind == lay.MARK_CODE:
        # The bounding box begins at one of the sections 0 to 4 and 6.
        return PLACE + TURNS * min(second, 5) + (code >> 16 & 63)
    return SECTION + second


@njit
def pick_count(code: int) -> int:
    """How many picks a decision takes."""
    kind = code & 15
    if kind in (lay.AREA_CODE, lay.REFILL_CODE, lay.REFRESH_CODE):
        count = 1 if kind == lay.REFRESH_CODE else 0
        for shift in range(4, 28, 6):
            count += (code >> shift & 63) != 0
        return count
    if kind == lay.PASS_CODE:
        return 1
    return 3 if kind == lay.WIPE_CODE else 2


@njit
def _begins(vec: Ints, seat: int, code: int, picked: int, count: int) -> bool:
    """Does a decision begin with these picks?"""
    fits = count <= pick_count(code)
    for number in range(count):
        fits &= pick_of(vec, seat, code, number) == picked >> (PICK_BITS * number) & PICK_MASK
    return fits


@njit
def allowed(vec: Ints, tables: Ints, action: int, room: Ints) -> bool:
    seat = current(vec)
    if seat < 0 or action < 0 or action >= PICKS:
        return False
    count = int(vec[lay.PICK_COUNT])
    picked = int(vec[lay.PICKED]) | action << (PICK_BITS * count)
    found = False
    for index in range(owed(vec, tables, seat, room)):
        found |= _begins(vec, seat, int(room[index]), picked, count + 1)
    return found


@njit
def act(vec: Ints, tables: Ints, action: int, rng: Words, room: Ints) -> None:
    """An action that is allowed."""
    seat, count = current(vec), int(vec[lay.PICK_COUNT])
    picked = int(vec[lay.PICKED]) | action << (PICK_BITS * count)
    code = -1
    for index in range(owed(vec, tables, seat, room)):
        if pick_count(int(room[index])) == count + 1 and _begins(vec, seat, int(room[index]), picked, count + 1):
            code = int(room[index])
    if code >= 0:
        vec[lay.PICK_COUNT] = vec[lay.PICKED] = 0
        play(vec, tables, seat, code, rng)
    else:
        vec[lay.PICK_COUNT], vec[lay.PICKED] = count + 1, picked


@njit
def random_action(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """One of the allowed ones, each as likely."""
    for pick in range(PICKS):
        room[lay.MAX_MOVES + pick] = 0
    seat, count, picked, kinds = current(vec), int(vec[lay.PICK_COUNT]), int(vec[lay.PICKED]), 0
    for index in range(owed(vec, tables, seat, room)):
        code = int(room[index])
        if _begins(vec, seat, code, picked, count):
            at = lay.MAX_MOVES + pick_of(vec, seat, code, count)
            kinds += 1 - room[at]
            room[at] = 1
    number, pick = below(rng, kinds), 0
    while number or not room[lay.MAX_MOVES + pick]:
        number -= room[lay.MAX_MOVES + pick]
        pick += 1
    return pick


@njit
def fill_mask(vec: Ints, tables: Ints, mask: Bytes, room: Ints) -> None:
    """1 for every action that is allowed to whoever is asked next."""
    for action in range(PICKS):
        mask[action] = 0
    seat = current(vec)
    if seat >= 0:
        count, picked = int(vec[lay.PICK_COUNT]), int(vec[lay.PICKED])
        for index in range(owed(vec, tables, seat, room)):
            if _begins(vec, seat, int(room[index]), picked, count):
                mask[pick_of(vec, seat, int(room[index]), count)] = 1


renew_mask = fill_mask
