"""A network of one hidden layer over what can be counted in a position: each thing that is counted is one of its rows,
the sum of the rows goes through a layer of `HIDDEN` numbers. All weights are whole numbers, so small that sums of them
are exact as singles, and the same on every machine in whatever order."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from triax.kernels.arrays import Floats, Longs
from triax.kernels.jit import njit

Singles = npt.NDArray[np.float32]

HIDDEN = 32
ONE = 1024
"""A hidden number is at least 0 and at most this."""
UNIT = 2.0**24
"""So much is a win for certain."""
WON = 2.0
"""What is said of a move that ends the game at once: more than a network says of anything."""
LATER = 0.8
"""So much of one is left each time for what a network says later, and for the end."""
MOST_ROWS = 96
"""More than any move has, shared ones included."""

Meanings = tuple[tuple[str, int, int], ...]
"""What rows speak of, from a first one to before a last; those that nobody names are the rest."""

Judging = tuple[Longs, Longs, Singles, Singles, Singles]
"""Rows and counts, as `judge_rows` takes them; values; room for hidden numbers."""


Word = Floats
"""What a network says of a seat's moves in the course of a playout: the sum of it, the sooner the more, and what is
left of one for how the playout ends. A mean of words is far steadier than one of ends, and not quite as true."""


@njit
def new_word() -> Word:
    """Nothing was said."""
    return np.array([0.0, 1.0])


@njit
def begin_word(word: Word) -> None:
    word[0], word[1] = 0.0, 1.0


@njit
def add_to_word(word: Word, value: float) -> None:
    word[0] += word[1] * (1.0 - LATER) * value
    word[1] *= LATER


def numbers_in(rows: int) -> int:
    """The rows, what each hidden number begins with, and what it is worth."""
    return (rows + 2) * HIDDEN


def packed(numbers: npt.NDArray[Any]) -> Floats:
    """Two numbers in the place of one: so a network travels behind a game's table of weights."""
    return numbers.astype(np.float32).view(np.float64)


@njit
def new_judging(moves: int) -> Judging:
    rows, counts = np.empty((moves + 1, MOST_ROWS), np.int64), np.empty(moves + 1, np.int64)
    values, begun, hidden = np.empty(moves, np.float32), np.empty(HIDDEN, np.float32), np.empty(HIDDEN, np.float32)
    return rows, counts, values, begun, hidden


@njit
def judge_rows(network: Singles, judging: Judging, moves: int) -> int:
    """What a network says of moves, from their rows: those that all share stand in rows[0], those of the first move in
    rows[1] … A move without rows ends the game. Gives the best, of equal ones the first."""
    rows, counts, values, begun, hidden = judging
    begin, worth = np.uintp(network.size - 2 * HIDDEN), np.uintp(network.size - HIDDEN)
    for number in range(np.uintp(HIDDEN)):
        begun[number] = network[begin + number]
    _add_rows(network, rows[0], counts[0], begun)
    best = 0
    for move in range(moves):
        if counts[move + 1] == 0:
            values[move] = WON
        else:
            for number in range(np.uintp(HIDDEN)):
                hidden[number] = begun[number]
            _add_rows(network, rows[move + 1], counts[move + 1], hidden)
            value = 0.0
            for number in range(np.uintp(HIDDEN)):
                value += network[worth + number] * min(float(ONE), max(0.0, hidden[number]))
            values[move] = value / UNIT
        if values[move] > values[best]:
            best = move
    return best


@njit
def _add_rows(network: Singles, rows: Longs, count: int, hidden: Singles) -> None:
    """Four at a time, and without signs: so the compiler finds that several numbers can be added at once."""
    fours = count & ~3
    for at in range(0, fours, 4):
        first, second = np.uintp(rows[at]) * np.uintp(HIDDEN), np.uintp(rows[at + 1]) * np.uintp(HIDDEN)
        third, fourth = np.uintp(rows[at + 2]) * np.uintp(HIDDEN), np.uintp(rows[at + 3]) * np.uintp(HIDDEN)
        for number in range(np.uintp(HIDDEN)):
            hidden[number] += (network[first + number] + network[second + number]) + (
                network[third + number] + network[fourth + number]
            )
    for at in range(fours, count):
        first = np.uintp(rows[at]) * np.uintp(HIDDEN)
        for number in range(np.uintp(HIDDEN)):
            hidden[number] += network[first + number]
