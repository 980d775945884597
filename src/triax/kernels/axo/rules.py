"""The rules of AXO over the arrays of `layout`: who owes a decision, which are legal, how it stands."""

from __future__ import annotations

from triax.games.axo.pieces import AREA as AREA_SIZE
from triax.games.axo.pieces import FULL, GOAL
from triax.kernels.arrays import Floats, Ints, Longs, Words, clear, share_first_place
from triax.kernels.axo import layout as lay
from triax.kernels.chance import below, knows_hand, shuffle_places
from triax.kernels.jit import njit

# Who owes a decision.


@njit
def block(seat: int) -> int:
    return lay.SEATS + seat * lay.SEAT_SIZE


@njit
def nth(vec: Ints, number: int) -> int:
    """The seats clockwise from the active one (Simona's turn: the player)."""
    seat = max(int(vec[lay.ACTIVE]), 0) + number
    return seat - int(vec[lay.PLAYERS]) if seat >= vec[lay.PLAYERS] else seat


@njit
def seat_in(seats: int, number: int) -> int:
    """The seats in a set of bits, counted from 0."""
    seat = 0
    while True:
        if seats >> seat & 1:
            if number == 0:
                return seat
            number -= 1
        seat += 1


@njit
def lacks(vec: Ints, seat: int) -> int:
    """How many cards an area lacks that the hand can give."""
    at = block(seat)
    return min(AREA_SIZE - int(vec[at + lay.AREA_COUNT]), int(vec[at + lay.HAND_COUNT]))


@njit
def first_lacking(vec: Ints) -> int:
    for number in range(vec[lay.PLAYERS]):
        seat = nth(vec, number)
        if lacks(vec, seat) > 0:
            return seat
    return -1


@njit
def over(vec: Ints) -> bool:
    return bool(vec[lay.PHASE] == lay.OVER)


@njit
def to_act(vec: Ints) -> int:
    """The seats that owe a decision, as bits; 0 when the game is over."""
    phase = vec[lay.PHASE]
    if phase == lay.MARKING:
        seats = 0
        for seat in range(vec[lay.PLAYERS]):
            if vec[block(seat) + lay.STEP] != lay.DONE:
                seats |= 1 << seat
        return seats
    if phase == lay.CHOOSING:
        return 1 << int(vec[lay.ACTIVE])
    if phase == lay.LAYING:
        seats = 0
        for seat in range(vec[lay.PLAYERS]):
            if vec[block(seat) + lay.LAID] == 0:
                seats |= 1 << seat
        return seats
    if phase == lay.EFFECT:
        return 1 << (int(vec[lay.WAITING]) >> 6)
    if phase == lay.REFILLING:
        return 1 << first_lacking(vec)
    return 0


@njit
def current(vec: Ints) -> int:
    """Who is asked next; -1 if the game is over. Where several owe a decision, one after the other."""
    seats, seat = to_act(vec), 0
    if seats == 0:
        return -1
    while not seats >> seat & 1:
        seat += 1
    return seat


# Legal moves, in the order of the rules.


@njit
def _choices(vec: Ints, at: int, some: int, kind: int, out: Ints, found: int) -> int:
    """Every so many cards of a hand."""
    count = int(vec[at + lay.HAND_COUNT])
    first = at + lay.HAND
    for i in range(count - some + 1):
        one = kind | int(vec[first + i]) << 4
        if some == 1:
            out[found] = one
            found += 1
            continue
        for j in range(i + 1, count - some + 2):
            two = one | int(vec[first + j]) << 10
            if some == 2:
                out[found] = two
                found += 1
                continue
            for k in range(j + 1, count - some + 3):
                three = two | int(vec[first + k]) << 16
                if some == 3:
                    out[found] = three
                    found += 1
                    continue
                for last in range(k + 1, count):
                    out[found] = three | int(vec[first + last]) << 22
                    found += 1
    return found


@njit
def _open_sections(vec: Ints, at: int, kind: int, out: Ints) -> int:
    found = 0
    for place in range(vec[at + lay.AREA_COUNT]):
        marks = vec[at + lay.MARKS + place]
        if marks != FULL:
            card = kind | int(vec[at + lay.AREA + place]) << 4
            for section in range(9):
                if not marks >> section & 1:
                    out[found] = card | section << 10
                    found += 1
    return found


@njit
def seen_turn(vec: Ints, seat: int) -> int:
    """How many quarter turns clockwise a seat sees the polyomino turned (X4)."""
    side = int(vec[lay.ACTIVE]) if vec[lay.ACTIVE] >= 0 else int(vec[lay.SIMONA_SIDE])
    return (side - seat) & 3


@njit
def _applications(vec: Ints, cards: Ints, seat: int, out: Ints) -> int:
    at = block(seat)
    middle, turn = vec[lay.MIDDLE], seen_turn(vec, seat)
    different = int(cards[middle, lay.DIFFERENT_TURNS]) if vec[at + lay.PIVOTS] > 0 else 1
    found = 0
    for place in range(vec[at + lay.AREA_COUNT]):
        card = int(vec[at + lay.AREA + place])
        target = cards[card, lay.SECTIONS + vec[lay.COLOUR]] & ~vec[at + lay.MARKS + place]
        if target == 0 or vec[at + lay.APPLIED] >> place & 1:
            continue
        for quarters in range(different):
            now = (turn + quarters) & 3
            first = lay.PLACEMENTS + lay.MOST_PLACES * now
            for number in range(cards[middle, lay.PLACES + now]):
                placement = int(cards[middle, first + number])
                if placement & target:
                    out[found] = lay.MARK_CODE | card << 4 | (placement >> 9) << 10 | quarters << 16
                    found += 1
    return found


@njit
def _wipes(vec: Ints, seat: int, out: Ints) -> int:
    found = 0
    for other in range(vec[lay.PLAYERS]):
        at = block(other)
        for place in range(vec[at + lay.AREA_COUNT]):
            marks = vec[at + lay.MARKS + place]
            if other != seat and marks != FULL:
                for section in range(9):
                    if marks >> section & 1:
                        out[found] = lay.WIPE_CODE | int(vec[at + lay.AREA + place]) << 4 | section << 10 | other << 16
                        found += 1
    return found


@njit
def effect_choices(vec: Ints, cards: Ints, out: Ints) -> int:
    """What the effect now waiting can do; nothing for one that needs no decision or has no target."""
    seat, card = int(vec[lay.WAITING]) >> 6, int(vec[lay.WAITING]) & 63
    at = block(seat)
    effect = cards[card, lay.KIND_OF_EFFECT]
    found = 0
    if effect == lay.STAMPS:
        return _open_sections(vec, at, lay.STAMP_CODE, out)
    if effect == lay.WIPES:
        return _wipes(vec, seat, out)
    if effect == lay.REFRESHES:
        for some in range(1, vec[at + lay.HAND_COUNT] + 1):
            found = _choices(vec, at, some, lay.REFRESH_CODE, out, found)
    elif effect == lay.SWAPS:
        for place in range(vec[at + lay.AREA_COUNT]):
            if vec[at + lay.MARKS + place] != FULL:
                for held in range(vec[at + lay.HAND_COUNT]):
                    out[found] = (
                        lay.SWAP_CODE | int(vec[at + lay.AREA + place]) << 4 | int(vec[at + lay.HAND + held]) << 10
                    )
                    found += 1
    return found


@njit
def has_effect_choice(vec: Ints, cards: Ints) -> bool:
    """Whether the effect now waiting has something to choose."""
    seat = int(vec[lay.WAITING]) >> 6
    at = block(seat)
    effect = cards[int(vec[lay.WAITING]) & 63, lay.KIND_OF_EFFECT]
    if effect == lay.STAMPS:
        return has_open_section(vec, at)
    if effect == lay.REFRESHES:
        return bool(vec[at + lay.HAND_COUNT] > 0)
    if effect == lay.SWAPS:
        return bool(vec[at + lay.HAND_COUNT] > 0) and has_open_section(vec, at)
    found = False
    if effect == lay.WIPES:
        for other in range(vec[lay.PLAYERS]):
            if other != seat:
                for place in range(vec[block(other) + lay.AREA_COUNT]):
                    marks = vec[block(other) + lay.MARKS + place]
                    found |= marks not in (0, FULL)
    return found


@njit
def has_open_section(vec: Ints, at: int) -> bool:
    found = False
    for place in range(vec[at + lay.AREA_COUNT]):
        found |= vec[at + lay.MARKS + place] != FULL
    return found


@njit
def legal(vec: Ints, tables: Ints, seat: int, out: Ints) -> int:
    """Fill in the decisions open to a seat, at most MAX_MOVES; 0 if it owes none."""
    return owed(vec, tables, seat, out) if to_act(vec) >> seat & 1 else 0


@njit
def owed(vec: Ints, tables: Ints, seat: int, out: Ints) -> int:
    """The same for a seat known to owe a decision."""
    phase = vec[lay.PHASE]
    at = block(seat)
    if phase == lay.CHOOSING:
        found = 0
        for held in range(vec[at + lay.HAND_COUNT]):
            for colour in range(3):
                out[found] = lay.PLAY_CODE | int(vec[at + lay.HAND + held]) << 4 | colour << 10
                found += 1
        return found
    if phase == lay.LAYING:
        return _choices(vec, at, AREA_SIZE, lay.AREA_CODE, out, 0)
    if phase == lay.REFILLING:
        return _choices(vec, at, lacks(vec, seat), lay.REFILL_CODE, out, 0)
    if phase == lay.EFFECT:
        found = effect_choices(vec, tables, out)
    elif vec[at + lay.STEP] == lay.APPLYING:
        found = _applications(vec, tables, seat, out)
    else:
        found = _open_sections(vec, at, lay.FREE_CODE if vec[at + lay.STEP] == lay.FREELY else lay.EXTRA_CODE, out)
    out[found] = lay.PASS_CODE
    return found + 1


# A random decision.


@njit
def _nth_open(vec: Ints, at: int, number: int) -> int:
    """Card and section of the open sections of an area, counted from 0, as a code without its kind."""
    for place in range(vec[at + lay.AREA_COUNT]):
        missing = FULL & ~int(vec[at + lay.MARKS + place])
        here = bit_count(missing)
        if number < here:
            for _ in range(number):
                missing &= missing - 1
            return int(vec[at + lay.AREA + place]) << 4 | bit_count((missing & -missing) - 1) << 10
        number -= here
    return -1


@njit
def random_move(vec: Ints, tables: Ints, seat: int, rng: Words, out: Ints) -> int:
    """One of the legal decisions of a seat that owes one, each as likely; `out` is room to list them in."""
    at = block(seat)
    phase, step = vec[lay.PHASE], vec[at + lay.STEP]
    if phase == lay.CHOOSING:
        choice = below(rng, 3 * int(vec[at + lay.HAND_COUNT]))
        return lay.PLAY_CODE | int(vec[at + lay.HAND + choice // 3]) << 4 | (choice % 3) << 10
    if phase == lay.MARKING and step != lay.APPLYING:
        count = 9 * int(vec[at + lay.AREA_COUNT]) - area_marks(vec, seat)
        number = below(rng, count + 1)
        if number == count:
            return lay.PASS_CODE
        return _nth_open(vec, at, number) | (lay.FREE_CODE if step == lay.FREELY else lay.EXTRA_CODE)
    return int(out[below(rng, owed(vec, tables, seat, out))])


# What is hidden.


@njit
def reshuffle(vec: Ints, seat: int, rng: Words, room: Longs) -> None:
    """Deal anew what this seat (-1: a spectator) cannot see: the other hands, areas chosen but not yet shown, the
    piles. Markings in progress stay; what somebody else has picked of a decision is not known either."""
    if vec[lay.PICK_COUNT] and current(vec) != seat:
        vec[lay.PICK_COUNT] = vec[lay.PICKED] = 0
    count = 0
    for other in range(vec[lay.PLAYERS]):
        if not knows_hand(seat, other):
            for held in range(vec[block(other) + lay.HAND_COUNT]):
                room[count] = block(other) + lay.HAND + held
                count += 1
    for place in range(vec[lay.PILE_NEXT], vec[lay.PILE_END]):
        room[count] = lay.PILE + place
        count += 1
    for place in range(vec[lay.SIMONA_NEXT], vec[lay.SIMONA_END]):
        room[count] = lay.SIMONA + place
        count += 1
    shuffle_places(vec, room, count, rng)
    for other in range(vec[lay.PLAYERS]):
        if not knows_hand(seat, other):
            _sort_hand(vec, block(other))
            if vec[block(other) + lay.LAID]:
                _choose_area(vec, block(other), rng)


@njit
def _sort_hand(vec: Ints, at: int) -> None:
    for held in range(at + lay.HAND + 1, at + lay.HAND + vec[at + lay.HAND_COUNT]):
        card, place = vec[held], held
        while place > at + lay.HAND and vec[place - 1] > card:
            vec[place] = vec[place - 1]
            place -= 1
        vec[place] = card


@njit
def _choose_area(vec: Ints, at: int, rng: Words) -> None:
    """Any cards of the hand for the area."""
    held = int(vec[at + lay.HAND_COUNT])
    laid = 0
    for number in range(AREA_SIZE):
        # One of those that are left, counted from the first.
        skip = below(rng, held - number)
        place = 0
        while skip or laid >> place & 1:
            skip -= 1 - (laid >> place & 1)
            place += 1
        laid |= 1 << place
    vec[at + lay.LAID] = laid


# How it stands.


@njit
def bit_count(marks: int) -> int:
    count = 0
    while marks:
        marks &= marks - 1
        count += 1
    return count


@njit
def area_marks(vec: Ints, seat: int) -> int:
    at = block(seat)
    count = 0
    for place in range(vec[at + lay.AREA_COUNT]):
        count += bit_count(int(vec[at + lay.MARKS + place]))
    return count


@njit
def scores(vec: Ints, out: Ints) -> None:
    """Points, and marks on unfinished cards, a row a seat: what the seats rank by."""
    for seat in range(4):
        for number in range(5):
            out[seat, number] = 0
    for seat in range(vec[lay.PLAYERS]):
        out[seat, 0], out[seat, 1] = vec[block(seat) + lay.POINTS], area_marks(vec, seat)


@njit
def rank(vec: Ints, seat: int) -> int:
    """The higher, the better the place."""
    return int(vec[block(seat) + lay.POINTS]) * 64 + area_marks(vec, seat)


@njit
def alone(vec: Ints) -> float:
    """A solo game is won or lost."""
    return 1.0 if vec[lay.SEATS + lay.POINTS] >= GOAL else -1.0


@njit
def result(vec: Ints, out: Floats) -> None:
    """Each seat's share of the first place as it stands; in solo play 1 for a win."""
    clear(out, 4)
    if vec[lay.PLAYERS] == 1:
        out[0] = 1.0 if vec[lay.SEATS + lay.POINTS] >= GOAL else 0.0
        return
    for seat in range(vec[lay.PLAYERS]):
        out[seat] = rank(vec, seat)
    share_first_place(out, vec[lay.PLAYERS])
