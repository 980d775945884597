"""A cheap policy for AXO: what each legal decision is worth, by weights that can be tuned without compiling.

A card is worth the more the fewer applications it is likely to need (`tempo`), along a curve of KNOTS; two completed
in one turn score three points, for which extra marks are saved. A marking is worth the area it leaves, extra marks
spent where that pays; a choice what it lets oneself mark less a share of what the others can; an area or a refill the
cards' worth and what the hand left over could mark on them. Nobody's hidden hand is looked at.
"""

from __future__ import annotations

import numpy as np

from triax.games.axo.pieces import AREA as AREA_SIZE
from triax.games.axo.pieces import EXTRA_MARKS, FULL, GOAL, SOLO_PILE
from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.axo import layout as lay
from triax.kernels.axo.layout import MAX_MOVES
from triax.kernels.axo.play import place_of
from triax.kernels.axo.rules import bit_count, block, owed, seen_turn
from triax.kernels.borrow import borrowed
from triax.kernels.chance import below
from triax.kernels.jit import njit

# Weights: a card's worth at a tempo of 0 (complete), 1 … 9; then, in points, what else counts.
KNOTS = 0
SCORED = 10
"""For completing one, two, three cards in a turn."""
SPARE_MARK, PIVOT, PAIR, GOAL_REACHED, RIVALS, WIPED, HORIZON = range(13, 20)
"""PAIR: for the second best card of an area, and READY for each extra mark at hand besides. HORIZON: in solo play,
with so many turns left or more, the future counts in full."""
HAND_BEST, HAND_MEAN, UNKNOWN = range(20, 23)
"""What a hand can mark in the next turn, its best card and all of them; an unknown card of it."""
EFFECTS = 23
"""For completing a card with each effect, from stamp to pivot."""
READY = 29
DEFAULT_WEIGHTS: Floats = np.array(
    [
        *(1.69, 1.1, 1.2, 0.92, 0.69, 0.39, 0.22, 0.04, -0.09, -0.02),
        *(0.76, 4.62, 5.27),
        *(0.93, 0.3, -0.04, 1.72, 0.77, 1.49, 1.43),
        *(0.56, 0.2, 0.25),
        *(0.2, 0.23, 0.08, -0.02, 0.09, 0.01),
        0.13,
    ]
)

WEIGHTS = len(DEFAULT_WEIGHTS)
# For solo play, twice as many: those of its end, then those of its beginning. Found by an evolution strategy over whole
# solo games: the greedy choice wins 9 % of them, where the default weights win 6 %.
SOLO_WEIGHTS: Floats = np.array(
    [
        *(1.629, 1.295, 1.332, 1.037, 0.826, 0.559, 0.231, -0.046, -0.26, -0.03),
        *(0.605, 3.766, 4.875),
        *(1.278, 0.198, -0.174, 1.042, 0.585, 1.599, 0.668),
        *(0.509, 0.152, 0.222),
        *(0.211, 0.468, 0.049, 0.083, 0.108, 0.141),
        0.251,
        *(1.749, 1.325, 1.44, 1.078, 0.774, 0.468, 0.24, 0.038, -0.282, -0.05),
        *(0.444, 6.654, 4.838),
        *(1.242, 0.235, -0.186, 0.911, 0.535, 1.566, 0.679),
        *(0.564, 0.26, 0.191),
        *(0.265, 0.485, 0.037, 0.114, 0.09, 0.123),
        0.272,
    ]
)

# The workspace: cards, marks and marks to be of one area, then which cards of the hand are left over, then which of the
# cards at hand (those of the area, then those of the hand) lie in the area.
CARDS_AT, NOW, THEN, HELD, LAID_AT = 0, 3, 6, 9, 16
WORK_SIZE = 19
HAND_ROOM = 7
# Behind the values: the weights of a turn in solo play, then what each card of the hand could mark in each colour on
# each card at hand.
GAINS_AT = MAX_MOVES + len(DEFAULT_WEIGHTS)
VALUES_SIZE = GAINS_AT + (AREA_SIZE + HAND_ROOM) * HAND_ROOM * 3
NEVER = 99
"""More extra marks than anybody can have: a complete card cannot be completed."""


@njit
def _worth(cards: Ints, weights: Floats, card: int, marks: int) -> float:
    tempo = int(cards[card, lay.TEMPO + marks])
    knot = tempo // lay.TEMPO_UNIT
    if knot > 8:
        return float(weights[KNOTS + 9])
    low = float(weights[KNOTS + knot])
    return low + (float(weights[KNOTS + knot + 1]) - low) * (tempo % lay.TEMPO_UNIT) / lay.TEMPO_UNIT


@njit
def _turns_left(vec: Ints) -> int:
    """In solo play, after this turn."""
    return int(2 * (vec[lay.SIMONA_END] - vec[lay.SIMONA_NEXT]) + (vec[lay.ACTIVE] == lay.NOBODY))


@njit
def _future(vec: Ints, weights: Floats) -> float:
    """How much the time after this turn counts: solo play has a known end."""
    if vec[lay.PLAYERS] > 1:
        return 1.0
    return min(1.0, float(_turns_left(vec) / weights[HORIZON]))


@njit
def _position(vec: Ints, cards: Ints, seat: int, weights: Floats, work: Ints, marks: int, spare: int) -> float:
    """What an area with these marks is worth at the end of a marking."""
    at = block(seat)
    done, value, first, second = 0, 0.0, 0.0, 0.0
    for place in range(vec[at + lay.AREA_COUNT]):
        card = vec[at + lay.AREA + place]
        if work[marks + place] == FULL:
            done += 1
            effect = cards[card, lay.KIND_OF_EFFECT]
            if effect and vec[lay.WITH_EFFECTS]:
                value += weights[EFFECTS + effect - 1]
        else:
            worth = _worth(cards, weights, card, work[marks + place])
            value += worth
            if worth > first:
                first, second = worth, first
            elif worth > second:
                second = worth
    if done == 1 and vec[at + lay.EARNED] < EXTRA_MARKS:
        spare += 1
    value += second * (weights[PAIR] + weights[READY] * spare)
    value = _future(vec, weights) * (value + weights[SPARE_MARK] * spare + weights[PIVOT] * vec[at + lay.PIVOTS])
    if done:
        value += weights[SCORED + done - 1]
        if vec[at + lay.POINTS] + done + (done > 1) >= GOAL:
            value += weights[GOAL_REACHED]
    return float(value)


@njit
def _with_spending(vec: Ints, cards: Ints, seat: int, weights: Floats, work: Ints, marks: int, spare: int) -> float:
    """The same where extra marks can still be spent: on whichever cards they complete to the best effect."""
    best = _position(vec, cards, seat, weights, work, marks, spare)
    if spare == 0:
        return best
    count = int(vec[block(seat) + lay.AREA_COUNT])
    before = (work[marks], work[marks + 1], work[marks + 2])
    first, second, third = _missing(before[0]), _missing(before[1]), _missing(before[2])
    for some in range(1, 1 << count):
        cost = (first if some & 1 else 0) + (second if some & 2 else 0) + (third if some & 4 else 0)
        if cost <= spare:
            for place in range(count):
                if some >> place & 1:
                    work[marks + place] = FULL
            best = max(best, _position(vec, cards, seat, weights, work, marks, spare - cost))
            for place in range(count):
                work[marks + place] = before[place]
    return best


@njit
def _missing(marks: int) -> int:
    """How many extra marks complete a card."""
    missing = bit_count(FULL & ~int(marks))
    return missing if missing else NEVER


@njit
def _best_marks(cards: Ints, card: int, marks: int, middle: int, turn: int, colour: int) -> int:
    """A card's marks after the best application of a polyomino; unchanged if there is none."""
    target = cards[card, lay.SECTIONS + colour] & ~marks
    best, least = marks, cards[card, lay.TEMPO + marks]
    if target & cards[middle, lay.REACH + turn]:
        first = lay.PLACEMENTS + lay.MOST_PLACES * turn
        for number in range(cards[middle, lay.PLACES + turn]):
            after = marks | (cards[middle, first + number] & target)
            if cards[card, lay.TEMPO + after] < least:
                best, least = after, cards[card, lay.TEMPO + after]
    return int(best)


@njit
def _copy_marks(vec: Ints, seat: int, work: Ints, marks: int) -> None:
    at = block(seat)
    for place in range(3):
        work[marks + place] = vec[at + lay.MARKS + place]


@njit
def _has_colour(vec: Ints, cards: Ints, seat: int, colour: int) -> bool:
    at = block(seat)
    found = False
    for place in range(vec[at + lay.AREA_COUNT]):
        found |= (cards[vec[at + lay.AREA + place], lay.SECTIONS + colour] & ~vec[at + lay.MARKS + place]) != 0
    return found


@njit
def _best_single(vec: Ints, cards: Ints, seat: int, weights: Floats) -> tuple[int, int, float]:
    """The place and section whose mark raises the worth of an area most, and by how much."""
    at = block(seat)
    best_place, best_section, most = -1, 0, 0.0
    for place in range(vec[at + lay.AREA_COUNT]):
        card, marks = vec[at + lay.AREA + place], vec[at + lay.MARKS + place]
        before = _worth(cards, weights, card, marks)
        for section in range(9):
            if not marks >> section & 1:
                gain = _worth(cards, weights, card, marks | 1 << section) - before
                if best_place < 0 or gain > most:
                    best_place, best_section, most = place, section, gain
    return best_place, best_section, most


@njit
def _rival_gain(vec: Ints, cards: Ints, seat: int, weights: Floats, middle: int, colour: int) -> float:
    """What a seat that is not active could gain on its best card."""
    if not _has_colour(vec, cards, seat, colour):
        return _best_single(vec, cards, seat, weights)[2]
    at = block(seat)
    turn = (int(vec[lay.ACTIVE]) - seat) & 3
    most = 0.0
    for place in range(vec[at + lay.AREA_COUNT]):
        card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
        after = _best_marks(cards, card, marks, middle, turn, colour)
        if after != marks:
            most = max(most, _worth(cards, weights, card, after) - _worth(cards, weights, card, marks))
    return most


@njit
def _value_choice(vec: Ints, cards: Ints, seat: int, weights: Floats, code: int, work: Ints) -> float:
    at = block(seat)
    middle, colour = code >> 4 & 63, code >> 10 & 63
    _copy_marks(vec, seat, work, THEN)
    if _has_colour(vec, cards, seat, colour):
        for place in range(vec[at + lay.AREA_COUNT]):
            card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
            work[THEN + place] = _best_marks(cards, card, marks, middle, 0, colour)
    else:
        place, section, _ = _best_single(vec, cards, seat, weights)
        work[THEN + place] |= 1 << section
    value = _with_spending(vec, cards, seat, weights, work, THEN, int(vec[at + lay.SPARE]))
    for other in range(vec[lay.PLAYERS]):
        if other != seat:
            share = weights[RIVALS] / (vec[lay.PLAYERS] - 1)
            value -= share * _rival_gain(vec, cards, other, weights, middle, colour)
    return value


@njit
def _value_marks(
    vec: Ints, cards: Ints, seat: int, weights: Floats, codes: Ints, count: int, values: Floats, work: Ints
) -> None:
    """Decisions of a marking, applications to the other cards of the area foreseen."""
    at = block(seat)
    spare = int(vec[at + lay.SPARE])
    middle, colour, turn = int(vec[lay.MIDDLE]), int(vec[lay.COLOUR]), seen_turn(vec, seat)
    _copy_marks(vec, seat, work, NOW)
    for place in range(vec[at + lay.AREA_COUNT]):
        work[THEN + place] = work[NOW + place]
        if seat == vec[lay.ACTIVE] and not vec[at + lay.APPLIED] >> place & 1:
            work[THEN + place] = _best_marks(
                cards, int(vec[at + lay.AREA + place]), int(work[NOW + place]), middle, turn, colour
            )
    for index in range(count):
        code = int(codes[index])
        kind, card, section, quarters = code & 15, code >> 4 & 63, code >> 10 & 63, code >> 16 & 63
        if kind == lay.PASS_CODE:
            spend = spare if vec[at + lay.STEP] != lay.SPENDING else 0
            values[index] = _with_spending(vec, cards, seat, weights, work, NOW, spend) + (
                weights[SPARE_MARK] * (spare - spend) * _future(vec, weights)
            )
            continue
        place = place_of(vec, at, card)
        if kind == lay.MARK_CODE:
            saved = work[THEN + place]
            under = cards[middle, lay.CORNER + ((turn + quarters) & 3)] << section
            work[THEN + place] = work[NOW + place] | (under & cards[card, lay.SECTIONS + colour])
            values[index] = _with_spending(vec, cards, seat, weights, work, THEN, spare)
            if quarters:
                values[index] -= weights[PIVOT] * _future(vec, weights)
            work[THEN + place] = saved
        else:
            saved = work[NOW + place]
            work[NOW + place] |= 1 << section
            left = spare - (kind == lay.EXTRA_CODE)
            values[index] = _with_spending(vec, cards, seat, weights, work, NOW, left)
            work[NOW + place] = saved


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
        before = _worth(cards, weights, card, marks)
        for other in range(held):
            for colour in range(3):
                gain = 0.0
                if marks != FULL and other != number - count:
                    after = _best_marks(cards, card, marks, int(vec[at + lay.HAND + other]), 0, colour)
                    if after != marks:
                        gain = _worth(cards, weights, card, after) - before
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
def _value_cards(vec: Ints, cards: Ints, seat: int, weights: Floats, code: int, work: Ints, gains: Floats) -> float:
    """Laying, refilling, refreshing, swapping: the area that it makes and what the hand left over could do there."""
    at = block(seat)
    kind = code & 15
    value = 0.0
    laid = 0
    for place in range(vec[at + lay.AREA_COUNT]):
        card = vec[at + lay.AREA + place]
        if vec[at + lay.MARKS + place] == FULL or (kind == lay.SWAP_CODE and card == code >> 4 & 63):
            continue
        work[CARDS_AT + laid], work[NOW + laid], work[LAID_AT + laid] = card, vec[at + lay.MARKS + place], place
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
            work[CARDS_AT + laid], work[NOW + laid] = card, 0
            work[LAID_AT + laid] = vec[at + lay.AREA_COUNT] + number
            laid += 1
    for place in range(laid):
        card = work[CARDS_AT + place]
        value += _worth(cards, weights, card, work[NOW + place])
        effect = cards[card, lay.KIND_OF_EFFECT]
        if effect and vec[lay.WITH_EFFECTS]:
            # A tenth: it is a long way to its completion.
            value += 0.1 * weights[EFFECTS + effect - 1]
    return value + _hand_value(weights, work, laid, held, gains)


@njit
def _value_effect(vec: Ints, cards: Ints, seat: int, weights: Floats, code: int, work: Ints, gains: Floats) -> float:
    kind, card, section = code & 15, code >> 4 & 63, code >> 10 & 63
    effect = cards[int(vec[lay.WAITING]) & 63, lay.KIND_OF_EFFECT]
    if effect == lay.STAMPS:
        _copy_marks(vec, seat, work, NOW)
        if kind == lay.STAMP_CODE:
            work[NOW + place_of(vec, block(seat), card)] |= 1 << section
        return _position(vec, cards, seat, weights, work, NOW, 0)
    if effect == lay.WIPES:
        if kind == lay.PASS_CODE:
            return 0.0
        at = block(code >> 16 & 63)
        marked = vec[at + lay.MARKS + place_of(vec, at, card)]
        loss = _worth(cards, weights, card, marked) - _worth(cards, weights, card, marked & ~(1 << section))
        # A rival near the goal is worth more than twice the trouble.
        return float(loss * (weights[WIPED] + vec[at + lay.POINTS] / GOAL))
    return _value_cards(vec, cards, seat, weights, code, work, gains)


@njit
def _timely(vec: Ints, weights: Floats, now: Floats) -> None:
    """Solo weights as they are at this turn."""
    left = _turns_left(vec) / (2 * SOLO_PILE)
    for at in range(WEIGHTS):
        now[at] = weights[at] + left * (weights[WEIGHTS + at] - weights[at])


@njit
def evaluate(vec: Ints, cards: Ints, seat: int, weights: Floats, codes: Ints, values: Floats, work: Ints) -> int:
    """Every legal decision of a seat and what it is worth."""
    if weights.size > WEIGHTS:
        _timely(vec, weights, values[MAX_MOVES:])
        return _evaluate(vec, cards, seat, values[MAX_MOVES:], codes, values, work)
    return _evaluate(vec, cards, seat, weights, codes, values, work)


@njit
def _evaluate(vec: Ints, cards: Ints, seat: int, weights: Floats, codes: Ints, values: Floats, work: Ints) -> int:
    vec, cards, weights = borrowed(vec), borrowed(cards), borrowed(weights)
    codes, values, work = borrowed(codes), borrowed(values), borrowed(work)
    count = owed(vec, cards, seat, codes)
    phase = vec[lay.PHASE]
    if phase == lay.MARKING:
        _value_marks(vec, cards, seat, weights, codes, count, values, work)
        return count
    if phase != lay.CHOOSING:
        _fill_gains(vec, cards, seat, weights, values)
    for index in range(count):
        code = int(codes[index])
        if phase == lay.CHOOSING:
            values[index] = _value_choice(vec, cards, seat, weights, code, work)
        elif phase == lay.EFFECT:
            values[index] = _value_effect(vec, cards, seat, weights, code, work, values)
        else:
            values[index] = _value_cards(vec, cards, seat, weights, code, work, values)
    return count


@njit
def best_move(
    vec: Ints, cards: Ints, seat: int, rng: Words, weights: Floats, codes: Ints, values: Floats, work: Ints
) -> int:
    """`greedy_move` with the arrays that it needs."""
    count = evaluate(vec, cards, seat, weights, codes, values, work)
    best, ties = 0, 1
    for index in range(1, count):
        if values[index] > values[best]:
            best, ties = index, 1
        elif values[index] == values[best]:
            ties += 1
            if below(rng, ties) == 0:
                best = index
    return int(codes[best])


@njit
def workspace() -> tuple[Ints, Floats, Ints]:
    """Room for the codes and values of all moves (and what stands behind these), and to think in."""
    return np.empty(MAX_MOVES, np.int32), np.empty(VALUES_SIZE), np.empty(WORK_SIZE, np.int32)


@njit
def greedy_move(vec: Ints, tables: Ints, seat: int, rng: Words, weights: Floats) -> int:
    """The decision worth most to a seat that owes one; ties are broken by lot."""
    codes, values, work = workspace()
    return best_move(vec, tables, seat, rng, weights, codes, values, work)


@njit
def candidates(vec: Ints, tables: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """The decisions worth most, best first, as many as there is room for, and what they are worth; counts them."""
    codes, values, work = workspace()
    count = evaluate(vec, tables, seat, weights, codes, values, work)
    found = min(codes_out.size, count)
    for index in range(found):
        best = index
        for other in range(index + 1, count):
            if values[other] > values[best]:
                best = other
        codes_out[index], values_out[index] = codes[best], values[best]
        codes[best], values[best] = codes[index], values[index]
    return found
