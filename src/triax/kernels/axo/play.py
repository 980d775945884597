"""The rules of AXO over the arrays of `layout`: what a decision does and what follows of itself."""

from __future__ import annotations

from triax.games.axo.pieces import CARDS, EXTRA_MARKS, FULL, GOAL
from triax.games.axo.pieces import HAND as HAND_SIZE
from triax.kernels.arrays import Ints, Words
from triax.kernels.axo import layout as lay
from triax.kernels.axo.layout import MAX_MOVES
from triax.kernels.axo.rules import (
    block,
    first_lacking,
    has_effect_choice,
    has_open_section,
    lacks,
    nth,
    random_move,
    seen_turn,
    to_act,
)
from triax.kernels.chance import shuffle
from triax.kernels.jit import njit


@njit
def play(vec: Ints, tables: Ints, seat: int, code: int, rng: Words) -> None:
    """A legal decision and all that follows of itself, in place."""
    _draw(vec, block(seat), decide(vec, tables, seat, code), rng)
    _advance(vec, tables, rng)


@njit
def decide(vec: Ints, tables: Ints, seat: int, code: int) -> int:
    """A legal decision, but nothing that follows of itself. How many cards are to be drawn for it."""
    phase = vec[lay.PHASE]
    at = block(seat)
    if phase == lay.MARKING:
        _mark(vec, tables, seat, code)
    elif phase == lay.CHOOSING:
        vec[lay.MIDDLE] = code >> 4 & 63
        vec[lay.COLOUR] = code >> 10 & 63
        _remove(vec, at, code >> 4 & 63)
        _open_marking(vec, tables)
    elif phase == lay.EFFECT:
        return _use_effect(vec, tables, seat, code)
    elif phase == lay.REFILLING:
        fill(vec, at, code)
    elif phase == lay.LAYING:
        for held in range(vec[at + lay.HAND_COUNT]):
            if _names(code, int(vec[at + lay.HAND + held])):
                vec[at + lay.LAID] |= 1 << held
    return 0


@njit
def _names(code: int, card: int) -> bool:
    """Whether a list of cards has this one."""
    return card in (code >> 4 & 63, code >> 10 & 63, code >> 16 & 63, code >> 22 & 63)


@njit
def _remove(vec: Ints, at: int, card: int) -> None:
    """Take a card out of a hand."""
    left = 0
    for held in range(vec[at + lay.HAND_COUNT]):
        if vec[at + lay.HAND + held] != card:
            vec[at + lay.HAND + left] = vec[at + lay.HAND + held]
            left += 1
    vec[at + lay.HAND_COUNT] = left


@njit
def hold(vec: Ints, at: int, card: int) -> None:
    """Put a card into a hand, in its place."""
    held = int(vec[at + lay.HAND_COUNT])
    while held > 0 and vec[at + lay.HAND + held - 1] > card:
        vec[at + lay.HAND + held] = vec[at + lay.HAND + held - 1]
        held -= 1
    vec[at + lay.HAND + held] = card
    vec[at + lay.HAND_COUNT] += 1


@njit
def _lay_out(vec: Ints, at: int, card: int) -> None:
    """Put an unmarked card into an area, in its place."""
    place = int(vec[at + lay.AREA_COUNT])
    while place > 0 and vec[at + lay.AREA + place - 1] > card:
        vec[at + lay.AREA + place] = vec[at + lay.AREA + place - 1]
        vec[at + lay.MARKS + place] = vec[at + lay.MARKS + place - 1]
        place -= 1
    vec[at + lay.AREA + place] = card
    vec[at + lay.MARKS + place] = 0
    vec[at + lay.AREA_COUNT] += 1


@njit
def _lift(vec: Ints, at: int, gone: int) -> None:
    """Take a place out of an area."""
    for place in range(gone, vec[at + lay.AREA_COUNT] - 1):
        vec[at + lay.AREA + place] = vec[at + lay.AREA + place + 1]
        vec[at + lay.MARKS + place] = vec[at + lay.MARKS + place + 1]
    vec[at + lay.AREA_COUNT] -= 1


@njit
def place_of(vec: Ints, at: int, card: int) -> int:
    """Where a card lies in an area."""
    place = 0
    while vec[at + lay.AREA + place] != card:
        place += 1
    return place


@njit
def _discard(vec: Ints, card: int) -> None:
    if card > 27:
        vec[lay.DISCARD + 1] |= 1 << (card - 28)
    else:
        vec[lay.DISCARD] |= 1 << (card - 1)


@njit
def fill(vec: Ints, at: int, code: int) -> None:
    """Lay these cards of a hand out."""
    for shift in range(4, 28, 6):
        card = code >> shift & 63
        if card:
            _remove(vec, at, card)
            _lay_out(vec, at, card)


# Marking.


@njit
def _open_marking(vec: Ints, cards: Ints) -> None:
    vec[lay.PHASE] = lay.MARKING
    for seat in range(vec[lay.PLAYERS]):
        at = block(seat)
        vec[at + lay.APPLIED] = 0
        vec[at + lay.SPARE_BEFORE], vec[at + lay.PIVOTS_BEFORE] = vec[at + lay.SPARE], vec[at + lay.PIVOTS]
        vec[at + lay.STEP] = lay.FREELY
        for place in range(vec[at + lay.AREA_COUNT]):
            vec[at + lay.BEFORE + place] = vec[at + lay.MARKS + place]
            if cards[vec[at + lay.AREA + place], lay.SECTIONS + vec[lay.COLOUR]] & ~vec[at + lay.MARKS + place]:
                vec[at + lay.STEP] = lay.APPLYING
        _settle(vec, cards, seat)


@njit
def mark_anew(vec: Ints, cards: Ints, seat: int, rng: Words, room: Ints) -> None:
    """What others than this seat have marked in this turn, as it may have been: who is done, at random; who is not, has
    not begun. Behind the moves `room` keeps this seat's block."""
    own, done = block(seat), 0
    for other in range(vec[lay.PLAYERS]):
        at = block(other)
        if other == seat:
            for number in range(lay.SEAT_SIZE):
                room[MAX_MOVES + number] = vec[own + number]
            continue
        done |= int(vec[at + lay.STEP] == lay.DONE) << other
        vec[at + lay.SPARE], vec[at + lay.PIVOTS] = vec[at + lay.SPARE_BEFORE], vec[at + lay.PIVOTS_BEFORE]
        for place in range(vec[at + lay.AREA_COUNT]):
            vec[at + lay.MARKS + place] = vec[at + lay.BEFORE + place]
    _open_marking(vec, cards)
    if seat >= 0:
        for number in range(lay.SEAT_SIZE):
            vec[own + number] = room[MAX_MOVES + number]
    for other in range(vec[lay.PLAYERS]):
        while done >> other & 1 and vec[block(other) + lay.STEP] != lay.DONE:
            _mark(vec, cards, other, random_move(vec, cards, other, rng, room))


@njit
def _can_apply(vec: Ints, cards: Ints, seat: int) -> bool:
    at = block(seat)
    if vec[at + lay.APPLIED] and seat != vec[lay.ACTIVE]:
        return False
    middle = vec[lay.MIDDLE]
    reach = cards[middle, lay.REACH + seen_turn(vec, seat)]
    if vec[at + lay.PIVOTS] > 0:
        for turn in range(4):
            reach |= cards[middle, lay.REACH + turn]
    for place in range(vec[at + lay.AREA_COUNT]):
        target = cards[vec[at + lay.AREA + place], lay.SECTIONS + vec[lay.COLOUR]] & ~vec[at + lay.MARKS + place]
        if target & reach and not vec[at + lay.APPLIED] >> place & 1:
            return True
    return False


@njit
def _settle(vec: Ints, cards: Ints, seat: int) -> None:
    """Pass over steps of a marking in which there is nothing to decide."""
    at = block(seat)
    if vec[at + lay.STEP] == lay.APPLYING and not _can_apply(vec, cards, seat):
        vec[at + lay.STEP] = lay.SPENDING
    if vec[at + lay.STEP] == lay.FREELY and not has_open_section(vec, at):
        vec[at + lay.STEP] = lay.SPENDING
    if vec[at + lay.STEP] == lay.SPENDING and (vec[at + lay.SPARE] == 0 or not has_open_section(vec, at)):
        vec[at + lay.STEP] = lay.DONE


@njit
def _mark(vec: Ints, cards: Ints, seat: int, code: int) -> None:
    at = block(seat)
    kind, card, section = code & 15, code >> 4 & 63, code >> 10 & 63
    if kind == lay.PASS_CODE:
        vec[at + lay.STEP] = lay.DONE if vec[at + lay.STEP] == lay.SPENDING else lay.SPENDING
    elif kind == lay.MARK_CODE:
        quarters = code >> 16 & 63
        under = cards[vec[lay.MIDDLE], lay.CORNER + ((seen_turn(vec, seat) + quarters) & 3)] << section
        place = place_of(vec, at, card)
        vec[at + lay.MARKS + place] |= under & cards[card, lay.SECTIONS + vec[lay.COLOUR]]
        vec[at + lay.APPLIED] |= 1 << place
        if quarters:
            vec[at + lay.PIVOTS] -= 1
    else:
        vec[at + lay.MARKS + place_of(vec, at, card)] |= 1 << section
        if kind == lay.EXTRA_CODE:
            vec[at + lay.SPARE] -= 1
        else:
            vec[at + lay.STEP] = lay.SPENDING
    _settle(vec, cards, seat)


# Verifying (X7).


@njit
def _completed(vec: Ints, cards: Ints, seat: int, card: int) -> None:
    """The effect of a completed card waits behind those already waiting."""
    if vec[lay.WITH_EFFECTS] and cards[card, lay.KIND_OF_EFFECT] != lay.NO_EFFECT:
        vec[lay.WAITING + vec[lay.WAITING_COUNT]] = seat * 64 + card
        vec[lay.WAITING_COUNT] += 1


@njit
def _reveal_marks(vec: Ints, cards: Ints) -> None:
    vec[lay.PHASE] = lay.EFFECT
    for number in range(vec[lay.PLAYERS]):
        seat = nth(vec, number)
        at = block(seat)
        for place in range(vec[at + lay.AREA_COUNT]):
            if vec[at + lay.MARKS + place] == FULL:
                _completed(vec, cards, seat, int(vec[at + lay.AREA + place]))


@njit
def _next_effect(vec: Ints) -> None:
    vec[lay.WAITING_COUNT] -= 1
    for number in range(vec[lay.WAITING_COUNT]):
        vec[lay.WAITING + number] = vec[lay.WAITING + number + 1]


@njit
def _resolve(vec: Ints, cards: Ints) -> None:
    """An effect that needs no decision, or has nothing to choose (X8)."""
    at = block(int(vec[lay.WAITING]) >> 6)
    effect = cards[int(vec[lay.WAITING]) & 63, lay.KIND_OF_EFFECT]
    _next_effect(vec)
    if effect == lay.SPARKS:
        _win_extra_mark(vec, at)
    elif effect == lay.PIVOTING:
        vec[at + lay.PIVOTS] += 1


@njit
def _win_extra_mark(vec: Ints, at: int) -> None:
    if vec[at + lay.EARNED] < EXTRA_MARKS:
        vec[at + lay.EARNED] += 1
        vec[at + lay.SPARE] += 1


@njit
def _use_effect(vec: Ints, cards: Ints, seat: int, code: int) -> int:
    """How many cards are to be drawn for it."""
    at = block(seat)
    kind, card, second = code & 15, code >> 4 & 63, code >> 10 & 63
    _next_effect(vec)
    if kind == lay.STAMP_CODE:
        place = place_of(vec, at, card)
        vec[at + lay.MARKS + place] |= 1 << second
        if vec[at + lay.MARKS + place] == FULL:
            _completed(vec, cards, seat, card)
    elif kind == lay.WIPE_CODE:
        there = block(code >> 16 & 63)
        vec[there + lay.MARKS + place_of(vec, there, card)] &= ~(1 << second)
    elif kind == lay.SWAP_CODE:
        _lift(vec, at, place_of(vec, at, card))
        _remove(vec, at, second)
        _lay_out(vec, at, second)
        hold(vec, at, card)
    count = 0
    if kind == lay.REFRESH_CODE:
        for shift in range(4, 28, 6):
            if code >> shift & 63:
                _remove(vec, at, code >> shift & 63)
                _discard(vec, code >> shift & 63)
                count += 1
    return count


@njit
def _score(vec: Ints) -> None:
    _discard(vec, int(vec[lay.MIDDLE]))
    vec[lay.PHASE] = lay.REFILLING
    vec[lay.MIDDLE] = vec[lay.COLOUR] = 0
    for seat in range(vec[lay.PLAYERS]):
        at = block(seat)
        done = 0
        for place in range(vec[at + lay.AREA_COUNT] - 1, -1, -1):
            if vec[at + lay.MARKS + place] == FULL:
                _discard(vec, int(vec[at + lay.AREA + place]))
                _lift(vec, at, place)
                done += 1
        if done == 1:
            vec[at + lay.POINTS] += 1
            _win_extra_mark(vec, at)
        elif done > 1:
            vec[at + lay.POINTS] += done + 1


# The course of a turn.


@njit
def _draw(vec: Ints, at: int, count: int, rng: Words) -> None:
    for _ in range(count):
        if vec[lay.PILE_NEXT] == vec[lay.PILE_END]:
            _renew_pile(vec, rng)
        if vec[lay.PILE_NEXT] < vec[lay.PILE_END]:
            hold(vec, at, int(vec[lay.PILE + vec[lay.PILE_NEXT]]))
            vec[lay.PILE_NEXT] += 1


@njit
def _renew_pile(vec: Ints, rng: Words) -> None:
    count = 0
    for card in range(1, CARDS + 1):
        word = lay.DISCARD + (card > 27)
        if vec[word] >> (card - 28 if card > 27 else card - 1) & 1:
            vec[lay.PILE + count] = card
            count += 1
    shuffle(vec, lay.PILE, count, rng)
    vec[lay.DISCARD] = vec[lay.DISCARD + 1] = 0
    vec[lay.PILE_NEXT] = 0
    vec[lay.PILE_END] = count


@njit
def _reveal_areas(vec: Ints) -> None:
    for seat in range(vec[lay.PLAYERS]):
        at = block(seat)
        for held in range(vec[at + lay.HAND_COUNT]):
            if vec[at + lay.LAID] >> held & 1:
                _lay_out(vec, at, int(vec[at + lay.HAND + held]))
        for place in range(vec[at + lay.AREA_COUNT]):
            _remove(vec, at, int(vec[at + lay.AREA + place]))
        vec[at + lay.LAID] = 0


@njit
def _begin_turn(vec: Ints, cards: Ints) -> None:
    if vec[lay.ACTIVE] >= 0:
        vec[lay.PHASE] = lay.CHOOSING
    elif vec[lay.SIMONA_NEXT] == vec[lay.SIMONA_END]:
        vec[lay.PHASE] = lay.OVER
    else:
        vec[lay.MIDDLE] = vec[lay.SIMONA + vec[lay.SIMONA_NEXT]]
        vec[lay.SIMONA_NEXT] += 1
        vec[lay.COLOUR] = cards[vec[lay.MIDDLE], lay.MIDDLE_COLOUR]
        _open_marking(vec, cards)


@njit
def _end_turn(vec: Ints, cards: Ints, rng: Words) -> None:
    won = False
    for number in range(vec[lay.PLAYERS]):
        at = block(nth(vec, number))
        _draw(vec, at, HAND_SIZE - int(vec[at + lay.HAND_COUNT]), rng)
        won |= vec[at + lay.POINTS] >= GOAL
    if won:
        vec[lay.PHASE] = lay.OVER
        return
    vec[lay.ACTIVE] += 1
    if vec[lay.ACTIVE] == vec[lay.PLAYERS]:
        # In solo play Simona, before seat 0, has every other turn.
        vec[lay.ACTIVE] = -1 if vec[lay.PLAYERS] == 1 else 0
    _begin_turn(vec, cards)


@njit
def _advance(vec: Ints, cards: Ints, rng: Words) -> None:
    """Go on until somebody owes a decision or the game is over."""
    while not _waits(vec, cards):
        phase = vec[lay.PHASE]
        if phase == lay.MARKING:
            _reveal_marks(vec, cards)
        elif phase == lay.EFFECT:
            if vec[lay.WAITING_COUNT]:
                _resolve(vec, cards)
            else:
                _score(vec)
        elif phase == lay.REFILLING:
            seat = first_lacking(vec)
            if seat < 0:
                _end_turn(vec, cards, rng)
            else:
                fill(vec, block(seat), _whole_hand(vec, block(seat)))
        else:
            _reveal_areas(vec)
            _begin_turn(vec, cards)


@njit
def _waits(vec: Ints, cards: Ints) -> bool:
    phase = vec[lay.PHASE]
    if phase == lay.EFFECT:
        return vec[lay.WAITING_COUNT] > 0 and has_effect_choice(vec, cards)
    if phase == lay.REFILLING:
        seat = first_lacking(vec)
        return seat >= 0 and lacks(vec, seat) < vec[block(seat) + lay.HAND_COUNT]
    return phase == lay.OVER or to_act(vec) != 0


@njit
def _whole_hand(vec: Ints, at: int) -> int:
    code = lay.REFILL_CODE
    for held in range(vec[at + lay.HAND_COUNT]):
        code |= int(vec[at + lay.HAND + held]) << (4 + 6 * held)
    return code
