"""Randomness for compiled code: splitmix64, whose state is an array of one word."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Ints, Longs, Words
from triax.kernels.jit import njit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)

ALL_KNOWN = -2
"""In place of a seat: nothing is hidden from it, so nothing is dealt anew. (-1 is a spectator.)"""
HANDS_KNOWN = -3
"""In place of a seat: it sees every hand, but not what is still to be drawn."""


def seeded(seed: int) -> Words:
    """A generator to pass as `rng`."""
    return np.array([seed % 2**64], np.uint64)


@njit
def mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@njit
def stream(seed: np.uint64, number: int) -> np.uint64:
    """The seed of one of many generators: each number from 0 on gives another."""
    return mixed(seed + GOLDEN * np.uint64(number + 1))


@njit
def draw(rng: Words) -> np.uint64:
    """64 random bits."""
    rng[0] += GOLDEN
    return mixed(rng[0])


@njit
def below(rng: Words, bound: int) -> int:
    """A number from 0 to bound - 1, exactly uniform: the few draws that would favour some are drawn again."""
    limit = np.uint64(bound)
    product = (draw(rng) >> _32) * limit
    if (product & _LOW) < limit:
        unfair = (_LOW - limit + _ONE) % limit
        while (product & _LOW) < unfair:
            product = (draw(rng) >> _32) * limit
    return int(np.int64(product >> _32))


@njit
def high_below(word: np.uint64, bound: int) -> int:
    """A number below `bound` from the high half of a word. Its bias, less than bound / 2³², is beyond any test."""
    return int(np.int64(((word >> _32) * np.uint64(bound)) >> _32))


@njit
def low_below(word: np.uint64, bound: int) -> int:
    """The same from the low half: one word serves for two numbers."""
    return int(np.int64(((word & _LOW) * np.uint64(bound)) >> _32))


@njit
def is_given(rng: Words) -> bool:
    """Does what is shuffled in play fall as the caller says? Then all pieces stand behind the word, in their order."""
    return rng.size > 1


@njit
def arrange(items: Ints | Longs, first: int, count: int, given: Words) -> None:
    """Put `count` items from `first` on into the order in which they stand behind a word."""
    done, end = first, first + count
    for number in range(1, given.size):
        for place in range(done, end):
            if items[place] == int(np.int64(given[number])):
                items[done], items[place] = items[place], items[done]
                done += 1
                break


@njit
def shuffle(items: Ints | Longs, first: int, count: int, rng: Words) -> None:
    """Mix `count` items from `first` on."""
    if is_given(rng):
        arrange(items, first, count, rng)
        return
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        items[first + last], items[first + other] = items[first + other], items[first + last]


@njit
def knows_hand(seat: int, other: int) -> bool:
    return other == seat or seat == HANDS_KNOWN  # noqa: PLR1714, what Numba can compile


@njit
def shuffle_places(items: Ints, places: Longs, count: int, rng: Words) -> None:
    """Mix the items that lie in the first `count` of these places."""
    for last in range(count - 1, 0, -1):
        one, other = places[last], places[below(rng, last + 1)]
        items[one], items[other] = items[other], items[one]
