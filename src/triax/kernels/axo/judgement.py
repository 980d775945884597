"""What can be counted when a player is to choose in AXO, as rows of a network (see `network`) that has learned from
games who wins them: of each seat, one's own first, then the strongest, how near its cards are to their completion and
what is open on them, its counters, and what its hand could do in a turn of its own; and how far off one's own turn is.
Rivals' hands are counted as they lie in the world that is played out."""

from __future__ import annotations

from triax.games.axo.pieces import AREA, EXTRA_MARKS, FULL
from triax.kernels.arrays import Ints, Longs
from triax.kernels.axo import layout as lay
from triax.kernels.axo.rules import bit_count, block
from triax.kernels.axo.worth import best_marks
from triax.kernels.jit import njit

_TEMPOS, _GAINS, _POINTS, _PIVOTS, _SPARE = 32, 24, 12, 4, 8
_OPEN = 8 * 10
_KINDS, _SHARED = 7, 4

# Of a seat: its cards, the nearest to completion first.
TEMPO = 0
OPEN = TEMPO + AREA * _TEMPOS  # in which colours sections are open, and how many
SHARED = OPEN + AREA * _OPEN  # how many of these colours two cards have in common
KIND = SHARED + AREA * _SHARED  # the effect
POINTS = KIND + AREA * _KINDS
SPARE = POINTS + _POINTS
EARNED = SPARE + _SPARE
PIVOTS = EARNED + EXTRA_MARKS + 1
DONE = PIVOTS + _PIVOTS  # cards that the hand could complete at once, without and with extra marks
GAIN = DONE + (AREA + 1) ** 2
SEAT = GAIN + _GAINS
UNTIL = 4 * SEAT
"""From here on: how many turns it is until one's own."""
ROWS = UNTIL + 4


@njit
def _standing(vec: Ints, seat: int) -> int:
    at = block(seat)
    standing = int(vec[at + lay.POINTS]) << 6
    for place in range(vec[at + lay.AREA_COUNT]):
        standing += bit_count(int(vec[at + lay.MARKS + place]))
    return standing


@njit
def nearness(vec: Ints, cards: Ints, at: int, place: int) -> int:
    """The smaller, the nearer a card is to its completion; equal ones as they lie. No card comes last."""
    if place >= vec[at + lay.AREA_COUNT]:
        return 1 << 30 | place
    tempo = int(cards[vec[at + lay.AREA + place], lay.TEMPO + vec[at + lay.MARKS + place]])
    return tempo << 2 | place


@njit
def _card_rows(vec: Ints, cards: Ints, at: int, place: int, rank: int, base: int, rows: Longs, count: int) -> int:
    """Of a card that is so near to its completion as this rank says. Gives the colours in which it is open, as bits."""
    card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
    missing, colours = FULL & ~marks, 0
    for colour in range(3):
        colours |= int(cards[card, lay.SECTIONS + colour] & missing != 0) << colour
    tempo = int(cards[card, lay.TEMPO + marks]) * 4 // lay.TEMPO_UNIT
    rows[count] = base + TEMPO + _TEMPOS * rank + min(_TEMPOS - 1, tempo)
    rows[count + 1] = base + OPEN + _OPEN * rank + 10 * colours + bit_count(missing)
    rows[count + 2] = base + KIND + _KINDS * rank + (cards[card, lay.KIND_OF_EFFECT] if vec[lay.WITH_EFFECTS] else 0)
    return colours


@njit
def _hand(vec: Ints, cards: Ints, at: int) -> tuple[int, int]:
    """What a hand could do in a turn of its own: how many cards at most it completes, four times that, and with extra
    marks as well; and by how many applications at most it brings the area nearer to completion, in quarters."""
    most_full, most_done, most = 0, 0, 0
    for held in range(vec[at + lay.HAND_COUNT]):
        middle = int(vec[at + lay.HAND + held])
        for colour in range(3):
            full, done, gain, spare = 0, 0, 0, int(vec[at + lay.SPARE])
            for place in range(vec[at + lay.AREA_COUNT]):
                card, marks = int(vec[at + lay.AREA + place]), int(vec[at + lay.MARKS + place])
                after = best_marks(cards, card, marks, middle, 0, colour)
                missing = bit_count(FULL & ~after)
                if missing <= spare:
                    spare -= missing
                    full += missing == 0
                    done += 1
                gain += int(cards[card, lay.TEMPO + marks] - cards[card, lay.TEMPO + after])
            most_full, most_done, most = max(most_full, full), max(most_done, done), max(most, gain)
    return (AREA + 1) * most_full + most_done, min(_GAINS - 1, most * 4 // lay.TEMPO_UNIT)


@njit
def _seat_rows(vec: Ints, cards: Ints, seat: int, base: int, rows: Longs, count: int) -> int:
    at = block(seat)
    first, second, third = nearness(vec, cards, at, 0), nearness(vec, cards, at, 1), nearness(vec, cards, at, 2)
    first, second = min(first, second), max(first, second)
    second, third = min(second, third), max(second, third)
    first, second = min(first, second), max(first, second)
    there, open_first, open_second, open_third = int(vec[at + lay.AREA_COUNT]), 0, 0, 0
    if there > 0:
        open_first = _card_rows(vec, cards, at, first & 3, 0, base, rows, count)
    if there > 1:
        open_second = _card_rows(vec, cards, at, second & 3, 1, base, rows, count + 3)
    if there > 2:
        open_third = _card_rows(vec, cards, at, third & 3, 2, base, rows, count + 6)
    count += 3 * there
    done, gain = _hand(vec, cards, at)
    rows[count] = base + SHARED + bit_count(open_first & open_second)
    rows[count + 1] = base + SHARED + _SHARED + bit_count(open_first & open_third)
    rows[count + 2] = base + SHARED + 2 * _SHARED + bit_count(open_second & open_third)
    rows[count + 3] = base + POINTS + min(_POINTS - 1, vec[at + lay.POINTS])
    rows[count + 4] = base + SPARE + min(_SPARE - 1, vec[at + lay.SPARE])
    rows[count + 5] = base + EARNED + vec[at + lay.EARNED]
    rows[count + 6] = base + PIVOTS + min(_PIVOTS - 1, vec[at + lay.PIVOTS])
    rows[count + 7] = base + DONE + done
    rows[count + 8] = base + GAIN + gain
    return count + 9


@njit
def fill_rows(vec: Ints, cards: Ints, seat: int, rows: Longs) -> int:
    """The rows of a position in which a player is to choose, as a seat looks at it; counts them."""
    players, seen = int(vec[lay.PLAYERS]), 1 << seat
    count = _seat_rows(vec, cards, seat, 0, rows, 0)
    for rank in range(1, players):
        strongest, most = -1, -1
        for other in range(players):
            standing = -1 if seen >> other & 1 else _standing(vec, other)
            if standing > most:
                strongest, most = other, standing
        seen |= 1 << strongest
        count = _seat_rows(vec, cards, strongest, SEAT * rank, rows, count)
    rows[count] = UNTIL + (seat - int(vec[lay.ACTIVE]) + players) % players
    return count + 1
