"""The rules of Axio over the array of `layout`: legal moves, play, scores, result. Compiled when first called."""

from __future__ import annotations

from triax.games.axio.pieces import PYRAMIDS as ALL_PYRAMIDS
from triax.games.axio.pieces import RACK, TRACK
from triax.kernels.arrays import Floats, Ints, Words, clear, share_first_place
from triax.kernels.axio import layout as lay
from triax.kernels.axio.layout import kind_on, note_closing, turn_of
from triax.kernels.chance import arrange, draw, high_below, is_given
from triax.kernels.jit import njit
from triax.kernels.tracks import copy_tracks, lowest, rank_key, total

GAIN_BITS, GAIN_MASK = 8, 255
"""The points of a placement travel in one number, 8 bits a colour."""


@njit
def to_act(vec: Ints) -> int:
    """The seats that owe a decision, as bits."""
    return 0 if vec[lay.ENDED] else 1 << vec[lay.TURN]


@njit
def over(vec: Ints) -> bool:
    return bool(vec[lay.ENDED] != 0)


# The first-tile rule.


@njit
def taken_printed(vec: Ints) -> int:
    """The printed spaces that a tile already touches, as bits."""
    taken = 0
    for i in range(5):
        for direction in range(4):
            beside = vec[lay.PRINTED + i] + lay.STEP[direction]
            content = vec[lay.BOARD + beside]
            if content not in (lay.EMPTY, lay.BORDER):
                printed = False
                for j in range(5):
                    printed |= vec[lay.PRINTED + j] == beside
                if not printed:
                    taken |= 1 << i
    return taken


@njit
def opens(vec: Ints, taken: int, cell: int, other: int) -> bool:
    """May a first tile lie here: beside a printed space, and beside none that is taken?"""
    touched = 0
    for i in range(5):
        one, two = abs(vec[lay.PRINTED + i] - cell), abs(vec[lay.PRINTED + i] - other)
        if one in (1, lay.STRIDE) or two in (1, lay.STRIDE):
            touched |= 1 << i
    return touched != 0 and touched & taken == 0


@njit
def opening_exists(vec: Ints) -> bool:
    taken = taken_printed(vec)
    for i in range(5):
        for direction in range(4):
            cell = vec[lay.PRINTED + i] + lay.STEP[direction]
            if (taken >> i) & 1 or vec[lay.BOARD + cell] != lay.EMPTY:
                continue
            for onward in range(4):
                other = cell + lay.STEP[onward]
                if vec[lay.BOARD + other] == lay.EMPTY and opens(vec, taken, cell, other):
                    return True
    return False


@njit
def has_opened(vec: Ints, seat: int) -> bool:
    return bool((vec[lay.OPENED] >> seat) & 1)


@njit
def legal(vec: Ints, tables: Ints, seat: int, out: Ints) -> int:
    """The codes of all legal moves, in the order in which `games` lists them."""
    if vec[lay.ENDED] or vec[lay.TURN] != seat:
        return 0
    if vec[lay.DECIDING]:
        out[0], out[1] = lay.EXCHANGE, lay.KEEP
        return 2
    held = 0
    for slot in range(vec[lay.RACK_SIZES + seat]):
        held |= 1 << vec[lay.RACKS + 5 * seat + slot]
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    count = 0
    for kind in range(len(lay.FIRST)):
        if not (held >> kind) & 1:
            continue
        for cell in range(lay.CELLS):
            if vec[lay.BOARD + cell] != lay.EMPTY:
                continue
            for direction in range(4):
                other = cell + lay.STEP[direction]
                if vec[lay.BOARD + other] != lay.EMPTY or (lay.WAYS[kind] == 1 and direction not in (1, 2)):
                    continue
                if opened or opens(vec, taken, cell, other):
                    out[count] = kind * lay.CODES_A_KIND + 4 * cell + direction
                    count += 1
    return count


# Place, score, pyramids, AXIO.


@njit
def _lengthen(vec: Ints, cell: int, colour: int, ahead: int) -> None:
    """A symbol has come to a cell: on the line through it, the empty cells at both ends see a longer run."""
    front, back = cell + ahead, cell - ahead
    before, behind = 1, 1
    while vec[lay.BOARD + front] == colour:
        front += ahead
        before += 1
    while vec[lay.BOARD + back] == colour:
        back -= ahead
        behind += 1
    # From an end, the run used to stop before this cell; now it takes in this cell and what lies beyond. An end that is
    # not empty gets a number that nobody reads: cheaper than to ask.
    vec[lay.LINES + front] += behind << (lay.LINE_BITS * colour)
    vec[lay.LINES + back] += before << (lay.LINE_BITS * colour)


@njit
def _settle(vec: Ints, cell: int) -> bool:
    """Tell the empty neighbours of a cell just covered; is one of them closed in?"""
    closed = False
    lost = 0
    for direction in range(4):
        beside = cell + lay.STEP[direction]
        empty = vec[lay.BOARD + beside] == lay.EMPTY
        blanks = vec[lay.BLANKS + beside] - 1
        vec[lay.BLANKS + beside] = blanks
        lost += empty
        if empty and blanks <= 1:
            if blanks == 0:
                closed = True
            else:
                note_closing(vec, beside)
    vec[lay.OPEN_PAIRS] -= lost
    return closed


@njit
def _raise_pyramids(vec: Ints, cell: int, other: int) -> int:
    """A pyramid on each space closed in, row by row; with all on the board, the oldest moves. The points, packed."""
    points = 0
    done = -1
    while True:
        space = lay.CELLS
        for half in (cell, other):
            for direction in range(4):
                beside = half + lay.STEP[direction]
                if done < beside < space and vec[lay.BOARD + beside] == lay.EMPTY and vec[lay.BLANKS + beside] == 0:
                    space = beside
        if space == lay.CELLS:
            return points
        done = space
        if vec[lay.PYRAMID_COUNT] == ALL_PYRAMIDS:
            at = vec[lay.PYRAMID_HEAD]
            vec[lay.BOARD + vec[lay.PYRAMIDS + at]] = lay.BARE
            vec[lay.PYRAMID_HEAD] = (at + 1) % ALL_PYRAMIDS
        else:
            at = (vec[lay.PYRAMID_HEAD] + vec[lay.PYRAMID_COUNT]) % ALL_PYRAMIDS
            vec[lay.PYRAMID_COUNT] += 1
        vec[lay.PYRAMIDS + at] = space
        vec[lay.BOARD + space] = lay.PYRAMID
        for direction in range(4):
            content = vec[lay.BOARD + space + lay.STEP[direction]]
            if content < lay.BORDER:
                points += 1 << (GAIN_BITS * int(content))


@njit
def cover(vec: Ints, kind: int, cell: int, other: int) -> int:
    """Lay a tile on the board, with its pyramids. Its points, packed."""
    first, second = lay.FIRST[kind], lay.SECOND[kind]
    points = ((vec[lay.LINES + cell] >> (lay.LINE_BITS * first)) & lay.LINE_MASK) << (GAIN_BITS * first)
    points += ((vec[lay.LINES + other] >> (lay.LINE_BITS * second)) & lay.LINE_MASK) << (GAIN_BITS * second)
    vec[lay.BOARD + cell] = first
    _lengthen(vec, cell, first, 1)
    _lengthen(vec, cell, first, lay.STRIDE)
    vec[lay.BOARD + other] = second
    _lengthen(vec, other, second, 1)
    _lengthen(vec, other, second, lay.STRIDE)
    vec[lay.OPEN_PAIRS] -= 1
    closed = _settle(vec, cell)
    if _settle(vec, other) or closed:
        points += _raise_pyramids(vec, cell, other)
    return int(points)


@njit
def raised(before: int, points: int, players: int) -> int:
    """A track after a placement. Solo: a track that is full goes on, from the next placement."""
    return min(TRACK if players > 1 or before < TRACK else 2 * TRACK, before + points)


@njit
def place(vec: Ints, seat: int, slot: int, cell: int, other: int) -> None:
    """Lay the tile of a slot of the rack, its first half on `cell`, and go on to the next decision."""
    points = cover(vec, kind_on(vec, seat, slot), cell, other)
    vec[lay.RACK_SIZES + seat] -= 1
    vec[lay.RACKS + 5 * seat + slot] = vec[lay.RACKS + 5 * seat + vec[lay.RACK_SIZES + seat]]
    vec[lay.OPENED] |= 1 << seat
    players = vec[lay.PLAYERS]
    full, least = 0, 2 * TRACK
    for colour in range(5):
        before = vec[lay.TRACKS + 5 * seat + colour]
        after = raised(before, (points >> (GAIN_BITS * colour)) & GAIN_MASK, players)
        vec[lay.TRACKS + 5 * seat + colour] = after
        least = min(least, after)
        if before < TRACK and after == TRACK and players > 1:
            full += 1
    if least == (TRACK if players > 1 else 2 * TRACK):
        vec[lay.OWED], vec[lay.ENDED] = 0, 1
        return
    owed = max(0, vec[lay.OWED] - 1) + full
    if owed > 0 and vec[lay.RACK_SIZES + seat] > 0 and vec[lay.OPEN_PAIRS] > 0:
        vec[lay.OWED] = owed
        return
    vec[lay.OWED] = 0
    if _exchange_offered(vec, seat, least):
        vec[lay.DECIDING] = 1
    else:
        _draw(vec, seat)


# Exchange or keep, draw, the next turn.


@njit
def _exchange_offered(vec: Ints, seat: int, least: int) -> bool:
    if vec[lay.PLAYERS] == 1 or vec[lay.BAG_END] - vec[lay.BAG_HEAD] < RACK or vec[lay.RACK_SIZES + seat] == 0:
        return False
    low, shown = colours_at(vec, seat, least), 0
    for slot in range(vec[lay.RACK_SIZES + seat]):
        shown |= lay.SHOWN[vec[lay.RACKS + 5 * seat + slot]]
    return bool(shown & low == 0)


@njit
def colours_at(vec: Ints, seat: int, level: int) -> int:
    """The colours of the tracks that stand there, as bits."""
    found = 0
    for colour in range(5):
        if vec[lay.TRACKS + 5 * seat + colour] == level:
            found |= 1 << colour
    return found


@njit
def _draw(vec: Ints, seat: int) -> None:
    size = 1 if vec[lay.PLAYERS] == 1 else RACK
    count = min(size - vec[lay.RACK_SIZES + seat], vec[lay.BAG_END] - vec[lay.BAG_HEAD])
    for _ in range(count):
        vec[lay.RACKS + 5 * seat + vec[lay.RACK_SIZES + seat]] = vec[lay.BAG + vec[lay.BAG_HEAD]]
        vec[lay.RACK_SIZES + seat] += 1
        vec[lay.BAG_HEAD] += 1
    _pass_on(vec)


@njit
def decide(vec: Ints, seat: int, exchange: bool, rng: Words) -> None:
    """Exchange or keep. The tiles shown take the places of drawn ones in the bag, which is then mixed as a whole."""
    if not exchange:
        _draw(vec, seat)
        return
    shown, head = vec[lay.RACK_SIZES + seat], vec[lay.BAG_HEAD]
    for slot in range(RACK):
        mine, drawn = lay.RACKS + 5 * seat + slot, lay.BAG + head + RACK - 1 - slot
        vec[mine], vec[drawn] = vec[drawn], vec[mine]
    vec[lay.RACK_SIZES + seat] = RACK
    vec[lay.BAG_HEAD] = head + RACK - shown
    first = lay.BAG + vec[lay.BAG_HEAD]
    if is_given(rng):
        arrange(vec, first, vec[lay.BAG_END] - vec[lay.BAG_HEAD], rng)
    else:
        for size in range(vec[lay.BAG_END] - vec[lay.BAG_HEAD], 1, -1):
            picked = first + high_below(draw(rng), size)
            vec[first + size - 1], vec[picked] = vec[picked], vec[first + size - 1]
    _pass_on(vec)


@njit
def _pass_on(vec: Ints) -> None:
    seat = turn_of(vec) + 1
    if seat == vec[lay.PLAYERS]:
        seat = 0
    vec[lay.TURN], vec[lay.DECIDING] = seat, 0
    if (
        vec[lay.RACK_SIZES + seat] == 0
        or vec[lay.OPEN_PAIRS] == 0
        or not (has_opened(vec, seat) or opening_exists(vec))
    ):
        vec[lay.ENDED] = 1


@njit
def play(vec: Ints, tables: Ints, seat: int, code: int, rng: Words) -> None:
    """Play a legal move in place. Only an exchange uses `rng`."""
    if code >= lay.EXCHANGE:
        decide(vec, seat, code == lay.EXCHANGE, rng)
        return
    kind = code // lay.CODES_A_KIND
    rest = code - kind * lay.CODES_A_KIND
    slot = 0
    while vec[lay.RACKS + 5 * seat + slot] != kind:
        slot += 1
    place(vec, seat, slot, rest >> 2, (rest >> 2) + lay.STEP[rest & 3])


# The end.


@njit
def scores(vec: Ints, out: Ints) -> None:
    """The tracks, a row a seat."""
    copy_tracks(vec, lay.TRACKS, out)


@njit
def rank(vec: Ints, seat: int) -> int:
    """The higher, the better the place."""
    return rank_key(vec, lay.TRACKS + 5 * seat, TRACK)


@njit
def alone(vec: Ints) -> float:
    """What a solo game is worth as it stands: the lowest track as a share of two full ones."""
    return lowest(vec, lay.TRACKS) / (2.0 * TRACK)


@njit
def result(vec: Ints, out: Floats) -> None:
    """Each seat's share of the first place. Solo: the lowest track in 36ths, and a hundredth for the sum of all."""
    clear(out, 4)
    if vec[lay.PLAYERS] == 1:
        out[0] = lowest(vec, lay.TRACKS) / 36.0 + total(vec, lay.TRACKS) / 18000.0
        return
    for seat in range(vec[lay.PLAYERS]):
        out[seat] = rank(vec, seat)
    share_first_place(out, vec[lay.PLAYERS])
