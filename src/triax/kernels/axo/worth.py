"""What cards and areas are worth in AXO, compiled, by weights that can be tuned without compiling.

A card is worth the more the fewer applications it is likely to need (`tempo`), along a curve of KNOTS; two completed
in one turn score three points, for which extra marks are saved.
"""

from __future__ import annotations

import numpy as np

from triax.games.axo.pieces import AREA as AREA_SIZE
from triax.games.axo.pieces import EXTRA_MARKS, FULL, GOAL, SOLO_PILE
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo import layout as lay
from triax.kernels.axo.layout import MAX_MOVES
from triax.kernels.axo.rules import bit_count, block
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

# The workspace: the marks of an area and marks to be, then which cards of the hand are left over, then which of the
# cards at hand (those of the area, then those of the hand) lie in the area.
NOW, THEN, HELD, LAID_AT = 0, 3, 6, 13
WORK_SIZE = 16
HAND_ROOM = 7
AT_HAND = AREA_SIZE + HAND_ROOM
# Behind the values: the weights of a turn in solo play; what each card of the hand could mark in each colour on each
# card at hand; what each card at hand is worth where it lies, and for its effect; what those of an area are worth as
# they are marked, as they will be, and what it brings to complete them; what those of all areas are worth, and what the
# best single mark adds to an area.
GAINS_AT = MAX_MOVES + WEIGHTS
LYING_AT = GAINS_AT + AT_HAND * HAND_ROOM * 3
WORTH_NOW = LYING_AT + 2 * AT_HAND
WORTH_THEN = WORTH_NOW + AREA_SIZE
EFFECTS_AT = WORTH_THEN + AREA_SIZE
WORTHS_AT = EFFECTS_AT + AREA_SIZE
SINGLES_AT = WORTHS_AT + 4 * AREA_SIZE
VALUES_SIZE = SINGLES_AT + 4
ALL_PLACES = (1 << AREA_SIZE) - 1
NEVER = 99
"""More extra marks than anybody can have: a complete card cannot be completed."""
_BITS, _PART = lay.TEMPO_UNIT.bit_length() - 1, lay.TEMPO_UNIT - 1


@njit
def worth(cards: Ints, weights: Floats, card: int, marks: int) -> float:
    """Of a card with these marks."""
    tempo = int(cards[card, lay.TEMPO + marks])
    knot = tempo >> _BITS
    if knot > 8:
        return float(weights[KNOTS + 9])
    low = float(weights[KNOTS + knot])
    return low + (float(weights[KNOTS + knot + 1]) - low) * (tempo & _PART) / lay.TEMPO_UNIT


@njit
def turns_left(vec: Ints) -> int:
    """In solo play, after this turn."""
    return int(2 * (vec[lay.SIMONA_END] - vec[lay.SIMONA_NEXT]) + (vec[lay.ACTIVE] == lay.NOBODY))


@njit
def timely(vec: Ints, weights: Floats, now: Floats) -> None:
    """Solo weights as they are at this turn."""
    left = turns_left(vec) / (2 * SOLO_PILE)
    for at in range(WEIGHTS):
        now[at] = weights[at] + left * (weights[WEIGHTS + at] - weights[at])


@njit
def future_of(vec: Ints, weights: Floats) -> float:
    """How much the time after this turn counts: solo play has a known end."""
    if vec[lay.PLAYERS] > 1:
        return 1.0
    return min(1.0, float(turns_left(vec) / weights[HORIZON]))


@njit
def weigh_area(vec: Ints, cards: Ints, seat: int, weights: Floats, work: Ints, values: Floats) -> None:
    """The marks of a seat's area and what its cards are worth, into NOW, WORTH_NOW and EFFECTS_AT. A place without a
    card is complete and worth nothing."""
    at = block(seat)
    for place in range(AREA_SIZE):
        marks, here, effect = FULL, 0.0, 0.0
        if place < vec[at + lay.AREA_COUNT]:
            card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
            here = worth(cards, weights, card, marks)
            kind = cards[card, lay.KIND_OF_EFFECT]
            if kind and vec[lay.WITH_EFFECTS]:
                effect = float(weights[EFFECTS + kind - 1])
        work[NOW + place], values[WORTH_NOW + place], values[EFFECTS_AT + place] = marks, here, effect


@njit
def position(
    vec: Ints, at: int, weights: Floats, values: Floats, worths: int, full: int, spare: int, future: float
) -> float:
    """What an area is worth at the end of a marking: `full` says which cards are complete, as bits."""
    value, first, second = 0.0, 0.0, 0.0
    for place in range(AREA_SIZE):
        if full >> place & 1:
            value += values[EFFECTS_AT + place]
        else:
            here = values[worths + place]
            value += here
            if here > first:
                first, second = here, first
            elif here > second:
                second = here
    done = (full & 1) + (full >> 1 & 1) + (full >> 2)
    if done == 1 and vec[at + lay.EARNED] < EXTRA_MARKS:
        spare += 1
    value += second * (weights[PAIR] + weights[READY] * spare)
    value = future * (value + weights[SPARE_MARK] * spare + weights[PIVOT] * vec[at + lay.PIVOTS])
    if done:
        value += weights[SCORED + done - 1]
        if vec[at + lay.POINTS] + done + (done > 1) >= GOAL:
            value += weights[GOAL_REACHED]
    return float(value)


@njit
def with_spending(
    vec: Ints, at: int, weights: Floats, work: Ints, values: Floats, marks: int, spare: int, future: float
) -> float:
    """The same of the marks NOW or THEN where extra marks can still be spent: on whichever cards they complete to the
    best effect."""
    worths = WORTH_NOW if marks == NOW else WORTH_THEN
    first, second, third = int(work[marks]), int(work[marks + 1]), int(work[marks + 2])
    present = (1 << int(vec[at + lay.AREA_COUNT])) - 1
    full = (int(first == FULL) | int(second == FULL) << 1 | int(third == FULL) << 2) & present
    best = position(vec, at, weights, values, worths, full, spare, future)
    if spare == 0:
        return best
    first, second, third = _missing(first), _missing(second), _missing(third)
    if min(first, second, third) > spare:
        return best
    for some in range(1, 1 << AREA_SIZE):
        cost = (first if some & 1 else 0) + (second if some & 2 else 0) + (third if some & 4 else 0)
        if cost <= spare:
            best = max(best, position(vec, at, weights, values, worths, full | some, spare - cost, future))
    return best


@njit
def _missing(marks: int) -> int:
    """How many extra marks complete a card."""
    missing = bit_count(FULL & ~marks)
    return missing if missing else NEVER


@njit
def best_marks(cards: Ints, card: int, marks: int, middle: int, turn: int, colour: int) -> int:
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
def foresee(
    vec: Ints,
    cards: Ints,
    at: int,
    weights: Floats,
    middle: int,
    turn: int,
    colour: int,
    done: int,
    work: Ints,
    values: Floats,
) -> None:
    """An area just weighed as it will be, THEN: with the best application to each card, but for those in `done`."""
    for place in range(AREA_SIZE):
        marks = int(work[NOW + place])
        after, then = marks, values[WORTH_NOW + place]
        if marks != FULL and not done >> place & 1:
            card = int(vec[at + lay.AREA + place])
            after = best_marks(cards, card, marks, middle, turn, colour)
            if after != marks:
                then = worth(cards, weights, card, after)
        work[THEN + place], values[WORTH_THEN + place] = after, then


@njit
def open_colours(vec: Ints, cards: Ints, seat: int) -> int:
    """The colours in which an area has open sections, as bits."""
    at = block(seat)
    found = 0
    for place in range(vec[at + lay.AREA_COUNT]):
        card, missing = vec[at + lay.AREA + place], ~vec[at + lay.MARKS + place]
        for colour in range(3):
            found |= int(cards[card, lay.SECTIONS + colour] & missing != 0) << colour
    return found


@njit
def best_single(vec: Ints, cards: Ints, seat: int, weights: Floats) -> tuple[int, int, float]:
    """The place and section whose mark raises the worth of an area most, and by how much."""
    at = block(seat)
    best_place, best_section, most = -1, 0, 0.0
    for place in range(vec[at + lay.AREA_COUNT]):
        card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
        before = worth(cards, weights, card, marks)
        for section in range(9):
            if not marks >> section & 1:
                gain = worth(cards, weights, card, marks | 1 << section) - before
                if best_place < 0 or gain > most:
                    best_place, best_section, most = place, section, gain
    return best_place, best_section, most
