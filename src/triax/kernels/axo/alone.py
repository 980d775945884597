"""What can be counted in solo AXO once a decision is made and, in a marking, the rest of it: rows of a network (see
`network`) that has learned from solo games what it is worth. Complete cards count as scored, with their effects to
come; nothing that chance will bring is looked at."""

from __future__ import annotations

from triax.games.axo.pieces import AREA, EXTRA_MARKS, FULL, GOAL, SOLO_PILE
from triax.kernels.arrays import Ints, Longs
from triax.kernels.axo import layout as lay
from triax.kernels.axo.judgement import nearness
from triax.kernels.axo.rules import bit_count, block
from triax.kernels.axo.worth import best_marks, turns_left
from triax.kernels.jit import njit

_TEMPOS, _GAINS, _SHORTS, _PIVOTS, _HELD = 32, 24, 14, 4, 8
_OPEN, _KINDS, _SPARE, _LACK = 8 * 10, 7, EXTRA_MARKS + 2, AREA + 1

# Of each card, the nearest to completion first.
TEMPO = 0
OPEN = TEMPO + AREA * _TEMPOS  # in which colours sections are open, and how many
KIND = OPEN + AREA * _OPEN  # the effect
PAIR = KIND + AREA * _KINDS  # how many sections of the two nearest are open, and the extra marks at hand
TRIPLE = PAIR + 100 * _SPARE  # of all three
PENDING = TRIPLE + 28 * _SPARE  # effects to come
CLOCK = PENDING + AREA * _KINDS  # turns left, and points
EARNED = CLOCK + (2 * SOLO_PILE + 2) * GOAL
PIVOTS = EARNED + EXTRA_MARKS + 1
# From here on everything twice, for a turn of Simona's next and for one of one's own.
NEXT = PIVOTS + _PIVOTS
LACK = 0
HELD = LACK + _LACK
SHORT = HELD + _HELD  # by how many marks the hand falls short of completing one, two, three cards
GAIN = SHORT + AREA * _SHORTS  # by how much it brings the area nearer to completion
SIDE = GAIN + _GAINS
ROWS = NEXT + 2 * SIDE


@njit
def _hand(vec: Ints, cards: Ints, at: int, base: int, spare: int, rows: Longs, count: int) -> int:
    """What a hand could do in a turn of its own."""
    least_one, least_two, least_three, most = 99, 99, 99, 0
    for held in range(vec[at + lay.HAND_COUNT]):
        middle = int(vec[at + lay.HAND + held])
        for colour in range(3):
            first, second, third, gain = 33, 33, 33, 0
            for place in range(vec[at + lay.AREA_COUNT]):
                card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
                if marks == FULL:
                    continue
                after = best_marks(cards, card, marks, middle, 0, colour)
                missing = bit_count(FULL & ~after)
                gain += int(cards[card, lay.TEMPO + marks] - cards[card, lay.TEMPO + after])
                if missing < first:
                    first, second, third = missing, first, second
                elif missing < second:
                    second, third = missing, second
                else:
                    third = missing
            least_one, least_two = min(least_one, first), min(least_two, first + second)
            least_three, most = min(least_three, first + second + third), max(most, gain)
    rows[count] = base + SHORT + min(_SHORTS - 1, max(0, least_one - spare))
    rows[count + 1] = base + SHORT + _SHORTS + min(_SHORTS - 1, max(0, least_two - spare))
    rows[count + 2] = base + SHORT + 2 * _SHORTS + min(_SHORTS - 1, max(0, least_three - spare))
    rows[count + 3] = base + GAIN + min(_GAINS - 1, most * 4 // lay.TEMPO_UNIT)
    return count + 4


@njit
def fill_solo_rows(vec: Ints, cards: Ints, rows: Longs) -> int:
    """The rows of what a decision has made; counts them. None if the game is won."""
    at, count, done = block(0), 0, 0
    for number in range(vec[lay.WAITING_COUNT]):
        card = int(vec[lay.WAITING + number]) & 63
        rows[count] = PENDING + _KINDS * min(number, AREA - 1) + cards[card, lay.KIND_OF_EFFECT]
        count += 1
    pending = count
    first = second = third = 1 << 30
    for place in range(vec[at + lay.AREA_COUNT]):
        if vec[at + lay.MARKS + place] == FULL:
            done += 1
            kind = int(cards[vec[at + lay.AREA + place], lay.KIND_OF_EFFECT])
            if vec[lay.PHASE] == lay.MARKING and kind and vec[lay.WITH_EFFECTS] and pending < AREA:
                rows[count] = PENDING + _KINDS * pending + kind
                pending += 1
                count += 1
            continue
        key = nearness(vec, cards, at, place)
        if key < first:
            first, second, third = key, first, second
        elif key < second:
            second, third = key, second
        else:
            third = key
    points = int(vec[at + lay.POINTS]) + done + (done > 1)
    if points >= GOAL:
        return 0
    spare, earned = int(vec[at + lay.SPARE]), int(vec[at + lay.EARNED])
    if done == 1 and earned < EXTRA_MARKS:
        spare, earned = spare + 1, earned + 1
    missing_first, missing_second, missing_third, there = 9, 9, 9, 0
    if first < 1 << 30:
        missing_first, there = _card_rows(vec, cards, at, first & 3, 0, rows, count), 1
    if second < 1 << 30:
        missing_second, there = _card_rows(vec, cards, at, second & 3, 1, rows, count + 3), 2
    if third < 1 << 30:
        missing_third, there = _card_rows(vec, cards, at, third & 3, 2, rows, count + 6), 3
    count += 3 * there
    held = min(_SPARE - 1, spare)
    rows[count] = PAIR + 100 * held + 10 * missing_first + missing_second
    rows[count + 1] = TRIPLE + 28 * held + missing_first + missing_second + missing_third
    left = turns_left(vec)
    rows[count + 2] = CLOCK + GOAL * left + points
    rows[count + 3] = EARNED + earned
    rows[count + 4] = PIVOTS + min(_PIVOTS - 1, vec[at + lay.PIVOTS])
    base = NEXT + (SIDE if left & 1 and vec[lay.PHASE] != lay.LAYING else 0)
    rows[count + 5] = base + LACK + AREA - there
    rows[count + 6] = base + HELD + vec[at + lay.HAND_COUNT]
    return _hand(vec, cards, at, base, spare, rows, count + 7)


@njit
def _card_rows(vec: Ints, cards: Ints, at: int, place: int, rank: int, rows: Longs, count: int) -> int:
    """Of a card that is so near to its completion as this rank says. Gives how many of its sections are open."""
    card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
    missing, colours = FULL & ~marks, 0
    for colour in range(3):
        colours |= int(cards[card, lay.SECTIONS + colour] & missing != 0) << colour
    found = bit_count(missing)
    tempo = int(cards[card, lay.TEMPO + marks]) * 4 // lay.TEMPO_UNIT
    rows[count] = TEMPO + _TEMPOS * rank + min(_TEMPOS - 1, tempo)
    rows[count + 1] = OPEN + _OPEN * rank + 10 * colours + found
    rows[count + 2] = KIND + _KINDS * rank + (cards[card, lay.KIND_OF_EFFECT] if vec[lay.WITH_EFFECTS] else 0)
    return found
