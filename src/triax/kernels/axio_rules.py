"""The rules of Axio over the array of `axio_layout`: legal moves, play, scores, result. Compiled when first called."""

from __future__ import annotations

from triax.games.axio.pieces import PYRAMIDS as ALL_PYRAMIDS
from triax.games.axio.pieces import RACK, TRACK
from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.axio_layout import (
    BAG,
    BAG_END,
    BAG_HEAD,
    BARE,
    BLANKS,
    BOARD,
    BORDER,
    CELLS,
    CODES_A_KIND,
    DECIDING,
    EMPTY,
    ENDED,
    EXCHANGE,
    FIRST,
    KEEP,
    LINE_BITS,
    LINE_MASK,
    LINES,
    OPEN_PAIRS,
    OPENED,
    OWED,
    PLAYERS,
    PRINTED,
    PYRAMID,
    PYRAMID_COUNT,
    PYRAMID_HEAD,
    PYRAMIDS,
    RACK_SIZES,
    RACKS,
    SECOND,
    SHOWN,
    STEP,
    STRIDE,
    TRACKS,
    TURN,
    WAYS,
    kind_on,
    note_closing,
    turn_of,
)
from triax.kernels.chance import draw, high_below
from triax.kernels.jit import njit

GAIN_BITS, GAIN_MASK = 8, 255
"""The points of a placement travel in one number, 8 bits a colour."""


@njit
def to_act(vec: Ints) -> int:
    """The seats that owe a decision, as bits."""
    return 0 if vec[ENDED] else 1 << vec[TURN]


@njit
def over(vec: Ints) -> bool:
    return bool(vec[ENDED] != 0)


# The first-tile rule.


@njit
def taken_printed(vec: Ints) -> int:
    """The printed spaces that a tile already touches, as bits."""
    taken = 0
    for i in range(5):
        for direction in range(4):
            beside = vec[PRINTED + i] + STEP[direction]
            content = vec[BOARD + beside]
            if content not in (EMPTY, BORDER):
                printed = False
                for j in range(5):
                    printed |= vec[PRINTED + j] == beside
                if not printed:
                    taken |= 1 << i
    return taken


@njit
def opens(vec: Ints, taken: int, cell: int, other: int) -> bool:
    """May a first tile lie here: beside a printed space, and beside none that is taken?"""
    touched = 0
    for i in range(5):
        one, two = abs(vec[PRINTED + i] - cell), abs(vec[PRINTED + i] - other)
        if one in (1, STRIDE) or two in (1, STRIDE):
            touched |= 1 << i
    return touched != 0 and touched & taken == 0


@njit
def opening_exists(vec: Ints) -> bool:
    taken = taken_printed(vec)
    for i in range(5):
        for direction in range(4):
            cell = vec[PRINTED + i] + STEP[direction]
            if (taken >> i) & 1 or vec[BOARD + cell] != EMPTY:
                continue
            for onward in range(4):
                other = cell + STEP[onward]
                if vec[BOARD + other] == EMPTY and opens(vec, taken, cell, other):
                    return True
    return False


@njit
def has_opened(vec: Ints, seat: int) -> bool:
    return bool((vec[OPENED] >> seat) & 1)


@njit
def legal(vec: Ints, seat: int, out: Ints) -> int:
    """The codes of all legal moves, in the order in which `games` lists them."""
    if vec[ENDED] or vec[TURN] != seat:
        return 0
    if vec[DECIDING]:
        out[0], out[1] = EXCHANGE, KEEP
        return 2
    held = 0
    for slot in range(vec[RACK_SIZES + seat]):
        held |= 1 << vec[RACKS + 5 * seat + slot]
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    count = 0
    for kind in range(len(FIRST)):
        if not (held >> kind) & 1:
            continue
        for cell in range(CELLS):
            if vec[BOARD + cell] != EMPTY:
                continue
            for direction in range(4):
                other = cell + STEP[direction]
                if vec[BOARD + other] != EMPTY or (WAYS[kind] == 1 and direction not in (1, 2)):
                    continue
                if opened or opens(vec, taken, cell, other):
                    out[count] = kind * CODES_A_KIND + 4 * cell + direction
                    count += 1
    return count


# Place, score, pyramids, AXIO.


@njit
def _lengthen(vec: Ints, cell: int, colour: int, ahead: int) -> None:
    """A symbol has come to a cell: on the line through it, the empty cells at both ends see a longer run."""
    front, back = cell + ahead, cell - ahead
    before, behind = 1, 1
    while vec[BOARD + front] == colour:
        front += ahead
        before += 1
    while vec[BOARD + back] == colour:
        back -= ahead
        behind += 1
    # From an end, the run used to stop before this cell; now it takes in this cell and what lies beyond. An end that is
    # not empty gets a number that nobody reads: cheaper than to ask.
    vec[LINES + front] += behind << (LINE_BITS * colour)
    vec[LINES + back] += before << (LINE_BITS * colour)


@njit
def _settle(vec: Ints, cell: int) -> bool:
    """Tell the empty neighbours of a cell just covered; is one of them closed in?"""
    closed = False
    lost = 0
    for direction in range(4):
        beside = cell + STEP[direction]
        empty = vec[BOARD + beside] == EMPTY
        blanks = vec[BLANKS + beside] - 1
        vec[BLANKS + beside] = blanks
        lost += empty
        if empty and blanks <= 1:
            if blanks == 0:
                closed = True
            else:
                note_closing(vec, beside)
    vec[OPEN_PAIRS] -= lost
    return closed


@njit
def _raise_pyramids(vec: Ints, cell: int, other: int) -> int:
    """A pyramid on each space closed in, row by row; with all on the board, the oldest moves. The points, packed."""
    points = 0
    done = -1
    while True:
        space = CELLS
        for half in (cell, other):
            for direction in range(4):
                beside = half + STEP[direction]
                if done < beside < space and vec[BOARD + beside] == EMPTY and vec[BLANKS + beside] == 0:
                    space = beside
        if space == CELLS:
            return points
        done = space
        if vec[PYRAMID_COUNT] == ALL_PYRAMIDS:
            at = vec[PYRAMID_HEAD]
            vec[BOARD + vec[PYRAMIDS + at]] = BARE
            vec[PYRAMID_HEAD] = (at + 1) % ALL_PYRAMIDS
        else:
            at = (vec[PYRAMID_HEAD] + vec[PYRAMID_COUNT]) % ALL_PYRAMIDS
            vec[PYRAMID_COUNT] += 1
        vec[PYRAMIDS + at] = space
        vec[BOARD + space] = PYRAMID
        for direction in range(4):
            content = vec[BOARD + space + STEP[direction]]
            if content < BORDER:
                points += 1 << (GAIN_BITS * content)


@njit
def cover(vec: Ints, kind: int, cell: int, other: int) -> int:
    """Lay a tile on the board, with its pyramids. Its points, packed."""
    first, second = FIRST[kind], SECOND[kind]
    points = ((vec[LINES + cell] >> (LINE_BITS * first)) & LINE_MASK) << (GAIN_BITS * first)
    points += ((vec[LINES + other] >> (LINE_BITS * second)) & LINE_MASK) << (GAIN_BITS * second)
    vec[BOARD + cell] = first
    _lengthen(vec, cell, first, 1)
    _lengthen(vec, cell, first, STRIDE)
    vec[BOARD + other] = second
    _lengthen(vec, other, second, 1)
    _lengthen(vec, other, second, STRIDE)
    vec[OPEN_PAIRS] -= 1
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
    vec[RACK_SIZES + seat] -= 1
    vec[RACKS + 5 * seat + slot] = vec[RACKS + 5 * seat + vec[RACK_SIZES + seat]]
    vec[OPENED] |= 1 << seat
    players = vec[PLAYERS]
    full, least = 0, 2 * TRACK
    for colour in range(5):
        before = vec[TRACKS + 5 * seat + colour]
        after = raised(before, (points >> (GAIN_BITS * colour)) & GAIN_MASK, players)
        vec[TRACKS + 5 * seat + colour] = after
        least = min(least, after)
        if before < TRACK and after == TRACK and players > 1:
            full += 1
    if least == (TRACK if players > 1 else 2 * TRACK):
        vec[OWED], vec[ENDED] = 0, 1
        return
    owed = max(0, vec[OWED] - 1) + full
    if owed > 0 and vec[RACK_SIZES + seat] > 0 and vec[OPEN_PAIRS] > 0:
        vec[OWED] = owed
        return
    vec[OWED] = 0
    if _exchange_offered(vec, seat, least):
        vec[DECIDING] = 1
    else:
        _draw(vec, seat)


# Exchange or keep, draw, the next turn.


@njit
def _exchange_offered(vec: Ints, seat: int, least: int) -> bool:
    if vec[PLAYERS] == 1 or vec[BAG_END] - vec[BAG_HEAD] < RACK or vec[RACK_SIZES + seat] == 0:
        return False
    low = 0
    for colour in range(5):
        if vec[TRACKS + 5 * seat + colour] == least:
            low |= 1 << colour
    shown = 0
    for slot in range(vec[RACK_SIZES + seat]):
        shown |= SHOWN[vec[RACKS + 5 * seat + slot]]
    return bool(shown & low == 0)


@njit
def _draw(vec: Ints, seat: int) -> None:
    size = 1 if vec[PLAYERS] == 1 else RACK
    count = min(size - vec[RACK_SIZES + seat], vec[BAG_END] - vec[BAG_HEAD])
    for _ in range(count):
        vec[RACKS + 5 * seat + vec[RACK_SIZES + seat]] = vec[BAG + vec[BAG_HEAD]]
        vec[RACK_SIZES + seat] += 1
        vec[BAG_HEAD] += 1
    _pass_on(vec)


@njit
def decide(vec: Ints, seat: int, exchange: bool, rng: Words) -> None:
    """Exchange or keep. The tiles shown take the places of drawn ones in the bag, which is then mixed as a whole."""
    if not exchange:
        _draw(vec, seat)
        return
    shown, head = vec[RACK_SIZES + seat], vec[BAG_HEAD]
    for slot in range(RACK):
        mine, drawn = RACKS + 5 * seat + slot, BAG + head + RACK - 1 - slot
        vec[mine], vec[drawn] = vec[drawn], vec[mine]
    vec[RACK_SIZES + seat] = RACK
    vec[BAG_HEAD] = head + RACK - shown
    first = BAG + vec[BAG_HEAD]
    for size in range(vec[BAG_END] - vec[BAG_HEAD], 1, -1):
        picked = first + high_below(draw(rng), size)
        vec[first + size - 1], vec[picked] = vec[picked], vec[first + size - 1]
    _pass_on(vec)


@njit
def _pass_on(vec: Ints) -> None:
    seat = turn_of(vec) + 1
    if seat == vec[PLAYERS]:
        seat = 0
    vec[TURN], vec[DECIDING] = seat, 0
    if vec[RACK_SIZES + seat] == 0 or vec[OPEN_PAIRS] == 0 or not (has_opened(vec, seat) or opening_exists(vec)):
        vec[ENDED] = 1


@njit
def play(vec: Ints, seat: int, code: int, rng: Words) -> None:
    """Play a legal move in place. Only an exchange uses `rng`."""
    if code >= EXCHANGE:
        decide(vec, seat, code == EXCHANGE, rng)
        return
    kind = code // CODES_A_KIND
    rest = code - kind * CODES_A_KIND
    slot = 0
    while vec[RACKS + 5 * seat + slot] != kind:
        slot += 1
    place(vec, seat, slot, rest >> 2, (rest >> 2) + STEP[rest & 3])


# The end.


@njit
def scores(vec: Ints, out: Ints) -> None:
    """The tracks, a row a seat."""
    for seat in range(4):
        for colour in range(5):
            out[seat, colour] = vec[TRACKS + 5 * seat + colour]


@njit
def _rank_key(vec: Ints, seat: int) -> int:
    """A number that orders seats as the rules do: the lowest track first, then the next lowest."""
    key = 0
    for place_in_order in range(5):
        for colour in range(5):
            track = vec[TRACKS + 5 * seat + colour]
            below = 0
            for other in range(5):
                rival = vec[TRACKS + 5 * seat + other]
                if rival < track or (rival == track and other < colour):
                    below += 1
            if below == place_in_order:
                key = key * 64 + track
    return int(key)


@njit
def result(vec: Ints, out: Floats) -> None:
    """Each seat's share of the first place. Solo: the lowest track in 36ths, and a hundredth for the sum of all."""
    out[:] = 0.0
    players = vec[PLAYERS]
    if players == 1:
        own = vec[TRACKS : TRACKS + 5]
        out[0] = own.min() / 36.0 + own.sum() / 18000.0
        return
    best, sharing = -1, 0
    for seat in range(players):
        key = _rank_key(vec, seat)
        if key > best:
            best, sharing = key, 1
        elif key == best:
            sharing += 1
    for seat in range(players):
        if _rank_key(vec, seat) == best:
            out[seat] = 1.0 / sharing
