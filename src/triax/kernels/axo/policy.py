"""A cheap policy for AXO: what each legal decision is worth, by what cards and areas are worth (`worth`).

A marking is worth the area it leaves, extra marks spent where that pays; a choice what it lets oneself mark less a
share of what the others can; an area or a refill the cards' worth and what the hand left over could mark on them.
Nobody's hidden hand is looked at.
"""

from __future__ import annotations

import numpy as np

from triax.games.axo.pieces import AREA as AREA_SIZE
from triax.games.axo.pieces import FULL, GOAL
from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.axo import layout as lay
from triax.kernels.axo.layout import MAX_MOVES
from triax.kernels.axo.play import place_of
from triax.kernels.axo.rules import block, owed, seen_turn
from triax.kernels.axo.worth import (
    ALL_PLACES,
    EFFECTS,
    GAINS_AT,
    HAND_BEST,
    HAND_MEAN,
    HAND_ROOM,
    HELD,
    LAID_AT,
    LYING_AT,
    NOW,
    PIVOT,
    RIVALS,
    SINGLES_AT,
    SPARE_MARK,
    THEN,
    UNKNOWN,
    VALUES_SIZE,
    WEIGHTS,
    WIPED,
    WORK_SIZE,
    WORTH_NOW,
    WORTH_THEN,
    WORTHS_AT,
    best_marks,
    best_single,
    foresee,
    future_of,
    open_colours,
    position,
    timely,
    weigh_area,
    with_spending,
    worth,
)
from triax.kernels.borrow import borrowed
from triax.kernels.chance import below
from triax.kernels.jit import njit

# Choosing the card in the middle.


@njit
def _rival_gain(vec: Ints, cards: Ints, seat: int, weights: Floats, middle: int, colour: int, values: Floats) -> float:
    """What a seat that is not active could gain on its best card with an application of this colour."""
    at = block(seat)
    turn = (int(vec[lay.ACTIVE]) - seat) & 3
    most = 0.0
    for place in range(vec[at + lay.AREA_COUNT]):
        card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
        after = best_marks(cards, card, marks, middle, turn, colour)
        if after != marks:
            most = max(most, worth(cards, weights, card, after) - values[WORTHS_AT + AREA_SIZE * seat + place])
    return most


@njit
def _weigh_rivals(vec: Ints, cards: Ints, seat: int, weights: Floats, values: Floats) -> tuple[int, int]:
    """What the areas of the others are worth, and their best single marks. Which colours they have open, three bits a
    seat, and in which colours nobody loses by having to mark, as bits."""
    colours, gainful = 0, 7
    for other in range(vec[lay.PLAYERS]):
        if other == seat:
            continue
        at = block(other)
        for place in range(vec[at + lay.AREA_COUNT]):
            card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
            values[WORTHS_AT + AREA_SIZE * other + place] = worth(cards, weights, card, marks)
        here = open_colours(vec, cards, other)
        colours |= here << (3 * other)
        if here != 7:
            single = best_single(vec, cards, other, weights)[2]
            values[SINGLES_AT + other] = single
            if single < 0:
                gainful &= here
    return colours, gainful if weights[RIVALS] >= 0 else 0


@njit
def _value_choices(
    vec: Ints,
    cards: Ints,
    seat: int,
    weights: Floats,
    codes: Ints,
    count: int,
    values: Floats,
    work: Ints,
    exactly: bool,
) -> None:
    """Cards and colours for the middle. Unless all are wanted exactly, one that is worth less than the best before it,
    whatever the others gain, is left at that."""
    at, players = block(seat), int(vec[lay.PLAYERS])
    spare, future = int(vec[at + lay.SPARE]), future_of(vec, weights)
    weigh_area(vec, cards, seat, weights, work, values)
    mine = open_colours(vec, cards, seat)
    colours, gainful = _weigh_rivals(vec, cards, seat, weights, values)
    share = weights[RIVALS] / (players - 1) if players > 1 else 0.0
    single, has_single, most = 0.0, False, 0.0
    for index in range(count):
        middle, colour = int(codes[index]) >> 4 & 63, int(codes[index]) >> 10 & 63
        if mine >> colour & 1:
            foresee(vec, cards, at, weights, middle, 0, colour, 0, work, values)
            value = with_spending(vec, at, weights, work, values, THEN, spare, future)
        else:
            if not has_single:
                has_single = True
                single = _value_single(vec, cards, seat, weights, work, values, spare, future)
            value = single
        if exactly or index == 0 or value >= most or not gainful >> colour & 1:
            for other in range(players):
                if other != seat:
                    if colours >> (3 * other + colour) & 1:
                        gain = _rival_gain(vec, cards, other, weights, middle, colour, values)
                    else:
                        gain = values[SINGLES_AT + other]
                    value -= share * gain
        values[index] = value
        if index == 0 or value > most:
            most = value


@njit
def _value_single(
    vec: Ints, cards: Ints, seat: int, weights: Floats, work: Ints, values: Floats, spare: int, future: float
) -> float:
    """One's area with the best single mark, which is what a colour brings that is not there."""
    at = block(seat)
    place, section, _ = best_single(vec, cards, seat, weights)
    if place < 0:
        return with_spending(vec, at, weights, work, values, NOW, spare, future)
    marks, before = int(work[NOW + place]), values[WORTH_NOW + place]
    after = marks | 1 << section
    work[NOW + place] = after
    values[WORTH_NOW + place] = worth(cards, weights, int(vec[at + lay.AREA + place]), after)
    value = with_spending(vec, at, weights, work, values, NOW, spare, future)
    work[NOW + place], values[WORTH_NOW + place] = marks, before
    return value


# Marking.


@njit
def _value_marks(
    vec: Ints, cards: Ints, seat: int, weights: Floats, codes: Ints, count: int, values: Floats, work: Ints
) -> None:
    """Decisions of a marking, applications to the other cards of the area foreseen."""
    at = block(seat)
    spare, future = int(vec[at + lay.SPARE]), future_of(vec, weights)
    middle, colour, turn = int(vec[lay.MIDDLE]), int(vec[lay.COLOUR]), seen_turn(vec, seat)
    weigh_area(vec, cards, seat, weights, work, values)
    if vec[at + lay.STEP] == lay.APPLYING:
        done = int(vec[at + lay.APPLIED]) if seat == vec[lay.ACTIVE] else ALL_PLACES
        foresee(vec, cards, at, weights, middle, turn, colour, done, work, values)
    for index in range(count):
        code = int(codes[index])
        kind, card, section, quarters = code & 15, code >> 4 & 63, code >> 10 & 63, code >> 16 & 63
        if kind == lay.PASS_CODE:
            spend = spare if vec[at + lay.STEP] != lay.SPENDING else 0
            value = with_spending(vec, at, weights, work, values, NOW, spend, future)
            values[index] = value + weights[SPARE_MARK] * (spare - spend) * future
            continue
        place = place_of(vec, at, card)
        before = int(work[NOW + place])
        if kind == lay.MARK_CODE:
            under = cards[middle, lay.CORNER + ((turn + quarters) & 3)] << section
            after = before | (under & cards[card, lay.SECTIONS + colour])
            saved, then = int(work[THEN + place]), values[WORTH_THEN + place]
            work[THEN + place], values[WORTH_THEN + place] = after, worth(cards, weights, card, after)
            value = with_spending(vec, at, weights, work, values, THEN, spare, future)
            if quarters:
                value -= weights[PIVOT] * future
            work[THEN + place], values[WORTH_THEN + place] = saved, then
        else:
            after, now = before | 1 << section, values[WORTH_NOW + place]
            work[NOW + place], values[WORTH_NOW + place] = after, worth(cards, weights, card, after)
            left = spare - (kind == lay.EXTRA_CODE)
            value = with_spending(vec, at, weights, work, values, NOW, left, future)
            work[NOW + place], values[WORTH_NOW + place] = before, now
        values[index] = value


# Cards.


@njit
def _fill_gains(vec: Ints, cards: Ints, seat: int, weights: Floats, gains: Floats) -> None:
    """What each card of the hand could mark in each colour, in a turn of one's own, on each card of the area and, as if
    it lay there, on each of the hand: the same for all ways to lay them."""
    at = block(seat)
    count, held = int(vec[at + lay.AREA_COUNT]), int(vec[at + lay.HAND_COUNT])
    for number in range(count + held):
        if number < count:
            card, marks = int(vec[at + lay.AREA + number]), int(vec[at + lay.MARKS + number])
        else:
            card, marks = int(vec[at + lay.HAND + number - count]), 0
        before = worth(cards, weights, card, marks)
        for other in range(held):
            for colour in range(3):
                gain = 0.0
                if marks != FULL and other != number - count:
                    after = best_marks(cards, card, marks, int(vec[at + lay.HAND + other]), 0, colour)
                    if after != marks:
                        gain = worth(cards, weights, card, after) - before
                gains[GAINS_AT + 3 * (HAND_ROOM * number + other) + colour] = gain


@njit
def _hand_value(weights: Floats, work: Ints, laid: int, held: int, gains: Floats) -> float:
    """What the cards of a hand could mark on an area in a turn of one's own. Both are named in the workspace."""
    best, total = 0.0, 0.0
    for number in range(held):
        most = 0.0
        for colour in range(3):
            gain = 0.0
            for place in range(laid):
                gain += gains[GAINS_AT + 3 * (HAND_ROOM * work[LAID_AT + place] + work[HELD + number]) + colour]
            most = max(most, gain)
        best = max(best, most)
        total += most
    return float(weights[HAND_BEST] * best + weights[HAND_MEAN] * total)


@njit
def _weigh_cards(vec: Ints, cards: Ints, seat: int, weights: Floats, values: Floats) -> None:
    """What each card at hand is worth where it lies or will lie, and a tenth of its effect: it is a long way to its
    completion."""
    at = block(seat)
    count, held = int(vec[at + lay.AREA_COUNT]), int(vec[at + lay.HAND_COUNT])
    for number in range(count + held):
        if number < count:
            card, marks = int(vec[at + lay.AREA + number]), int(vec[at + lay.MARKS + number])
        else:
            card, marks = int(vec[at + lay.HAND + number - count]), 0
        effect = cards[card, lay.KIND_OF_EFFECT]
        values[LYING_AT + 2 * number] = worth(cards, weights, card, marks)
        values[LYING_AT + 2 * number + 1] = 0.0
        if effect and vec[lay.WITH_EFFECTS]:
            values[LYING_AT + 2 * number + 1] = 0.1 * weights[EFFECTS + effect - 1]


@njit
def _value_cards(vec: Ints, seat: int, weights: Floats, code: int, work: Ints, values: Floats) -> float:
    """Laying, refilling, refreshing, swapping: the area that it makes and what the hand left over could do there."""
    at = block(seat)
    kind = code & 15
    value = 0.0
    laid = 0
    for place in range(vec[at + lay.AREA_COUNT]):
        card = vec[at + lay.AREA + place]
        if vec[at + lay.MARKS + place] == FULL or (kind == lay.SWAP_CODE and card == code >> 4 & 63):
            continue
        work[LAID_AT + laid] = place
        laid += 1
    held = 0
    for number in range(vec[at + lay.HAND_COUNT]):
        card = int(vec[at + lay.HAND + number])
        if kind == lay.SWAP_CODE:
            named = card == code >> 10 & 63
        else:
            named = card in (code >> 4 & 63, code >> 10 & 63, code >> 16 & 63, code >> 22 & 63)
        if not named:
            work[HELD + held] = number
            held += 1
        elif kind == lay.REFRESH_CODE:
            value += weights[UNKNOWN]
        else:
            work[LAID_AT + laid] = vec[at + lay.AREA_COUNT] + number
            laid += 1
    for place in range(laid):
        lying = LYING_AT + 2 * work[LAID_AT + place]
        value += values[lying]
        value += values[lying + 1]
    return value + _hand_value(weights, work, laid, held, values)


# Effects, and every decision.


@njit
def _value_stamp(vec: Ints, cards: Ints, seat: int, weights: Floats, code: int, work: Ints, values: Floats) -> float:
    """An area just weighed, with a mark more or as it is."""
    at, place = block(seat), 0
    marks, before = 0, 0.0
    stamped = code & 15 == lay.STAMP_CODE
    if stamped:
        place = place_of(vec, at, code >> 4 & 63)
        marks, before = int(work[NOW + place]), values[WORTH_NOW + place]
        work[NOW + place] = marks | 1 << (code >> 10 & 63)
        values[WORTH_NOW + place] = worth(cards, weights, code >> 4 & 63, int(work[NOW + place]))
    full = 0
    for number in range(vec[at + lay.AREA_COUNT]):
        full |= int(work[NOW + number] == FULL) << number
    value = position(vec, at, weights, values, WORTH_NOW, full, 0, future_of(vec, weights))
    if stamped:
        work[NOW + place], values[WORTH_NOW + place] = marks, before
    return float(value)


@njit
def _value_wipe(vec: Ints, cards: Ints, weights: Floats, code: int) -> float:
    if code & 15 == lay.PASS_CODE:
        return 0.0
    at, card = block(code >> 16 & 63), code >> 4 & 63
    marked = int(vec[at + lay.MARKS + place_of(vec, at, card)])
    loss = worth(cards, weights, card, marked) - worth(cards, weights, card, marked & ~(1 << (code >> 10 & 63)))
    # A rival near the goal is worth more than twice the trouble.
    return float(loss * (weights[WIPED] + vec[at + lay.POINTS] / GOAL))


@njit
def plain_weights(vec: Ints, weights: Floats) -> Floats:
    """Without the network that may stand behind them."""
    if weights.size <= 2 * WEIGHTS:
        return weights
    return weights[: WEIGHTS if vec[lay.PLAYERS] > 1 else 2 * WEIGHTS]


@njit
def evaluate(
    vec: Ints, cards: Ints, seat: int, weights: Floats, codes: Ints, values: Floats, work: Ints, exactly: bool
) -> int:
    """Every legal decision of a seat and what it is worth; unless all are wanted exactly, some that are worth less than
    one before them may be told too high, but less than that one."""
    now = weights
    if weights.size > WEIGHTS:
        now = values[MAX_MOVES:]
        timely(vec, weights, now)
    return _evaluate(vec, cards, seat, now, codes, values, work, exactly)


@njit
def _evaluate(
    vec: Ints, cards: Ints, seat: int, weights: Floats, codes: Ints, values: Floats, work: Ints, exactly: bool
) -> int:
    vec, cards, weights = borrowed(vec), borrowed(cards), borrowed(weights)
    codes, values, work = borrowed(codes), borrowed(values), borrowed(work)
    count = owed(vec, cards, seat, codes)
    phase, effect = vec[lay.PHASE], lay.NO_EFFECT
    if phase == lay.MARKING:
        _value_marks(vec, cards, seat, weights, codes, count, values, work)
        return count
    if phase == lay.CHOOSING:
        _value_choices(vec, cards, seat, weights, codes, count, values, work, exactly)
        return count
    if phase == lay.EFFECT:
        effect = int(cards[int(vec[lay.WAITING]) & 63, lay.KIND_OF_EFFECT])
    if effect == lay.STAMPS:
        weigh_area(vec, cards, seat, weights, work, values)
    elif effect != lay.WIPES:
        _fill_gains(vec, cards, seat, weights, values)
        _weigh_cards(vec, cards, seat, weights, values)
    for index in range(count):
        code = int(codes[index])
        if effect == lay.STAMPS:
            values[index] = _value_stamp(vec, cards, seat, weights, code, work, values)
        elif effect == lay.WIPES:
            values[index] = _value_wipe(vec, cards, weights, code)
        else:
            values[index] = _value_cards(vec, seat, weights, code, work, values)
    return count


@njit
def best_move(
    vec: Ints, cards: Ints, seat: int, rng: Words, weights: Floats, codes: Ints, values: Floats, work: Ints
) -> int:
    """`greedy_move` with the arrays that it needs."""
    # Not simply False: for the compiler that would be a type of its own, and all of it be compiled twice.
    count = evaluate(vec, cards, seat, weights, codes, values, work, bool(np.bool_(False)))
    best, ties = 0, 1
    for index in range(1, count):
        if values[index] > values[best]:
            best, ties = index, 1
        elif values[index] == values[best]:
            ties += 1
            if below(rng, ties) == 0:
                best = index
    return int(codes[best])


Workspace = tuple[Ints, Floats, Ints]


@njit
def workspace() -> Workspace:
    """Room for the codes and values of all moves (and what stands behind these), and to think in."""
    return np.empty(MAX_MOVES, np.int32), np.empty(VALUES_SIZE), np.empty(WORK_SIZE, np.int32)


@njit
def greedy_move(vec: Ints, tables: Ints, seat: int, rng: Words, weights: Floats) -> int:
    """The decision worth most to a seat that owes one; ties are broken by lot."""
    codes, values, work = workspace()
    return best_move(vec, tables, seat, rng, weights, codes, values, work)


@njit
def best_first(codes: Ints, values: Floats, count: int, found: int) -> None:
    """Bring so many of these decisions that are worth most to the front."""
    for index in range(found):
        best = index
        for other in range(index + 1, count):
            if values[other] > values[best]:
                best = other
        codes[index], codes[best] = codes[best], codes[index]
        values[index], values[best] = values[best], values[index]


def most_worth(vec: Ints, tables: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """The decisions worth most, best first, as many as there is room for, and what they are worth; counts them. What
    playouts step through has most of it: little else is compiled."""
    codes, values, work = workspace()
    count = evaluate(vec, tables, seat, plain_weights(vec, weights), codes, values, work, True)
    found = min(codes_out.size, count)
    best_first(codes, values, count, found)
    codes_out[:found], values_out[:found] = codes[:found], values[:found]
    return found
