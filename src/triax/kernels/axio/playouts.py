"""Playing Axio out, compiled: random, greedy and learned playouts, and the trial of moves by them."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.axio import layout as lay
from triax.kernels.axio.deal import reshuffle
from triax.kernels.axio.layout import kind_on, turn_of
from triax.kernels.axio.learned import TrialRoom, learned_playout
from triax.kernels.axio.policy import compact, greedy_with
from triax.kernels.axio.rules import decide, has_opened, opens, place, play, result, scores, taken_printed
from triax.kernels.axio.worth import new_scratch
from triax.kernels.borrow import borrowed
from triax.kernels.chance import draw, high_below, low_below
from triax.kernels.jit import njit
from triax.kernels.network import new_word
from triax.kernels.trials import trial_of

RANDOM, GREEDY, LEARNED = 0, 1, 2


@njit
def _list_options(vec: Ints, seat: int, options: Ints) -> int:
    """`2 * slot + turned`: each kind of the rack once, and once more turned unless it is a double."""
    count, held = 0, 0
    for slot in range(vec[lay.RACK_SIZES + seat]):
        kind = kind_on(vec, seat, slot)
        if not (held >> kind) & 1:
            held |= 1 << kind
            options[count] = 2 * slot
            options[count + 1] = 2 * slot + 1
            count += lay.WAYS[kind]
    return count


@njit
def _draw_placement(vec: Ints, seat: int, options: Ints, rng: Words, tidies: bool) -> tuple[int, int, int]:
    """Slot, cell of the first half and cell of the second: any legal placement with the same chance.

    Pairs that are no longer open may leave the list when they are met, so that each is refused only once.
    """
    opened = has_opened(vec, seat)
    taken = 0 if opened else taken_printed(vec)
    option_count = _list_options(vec, seat, options)
    while True:
        word = draw(rng)
        i = lay.PAIRS + high_below(word, vec[lay.PAIR_COUNT])
        cell = vec[i] >> 1
        other = cell + (lay.STRIDE if vec[i] & 1 else 1)
        if vec[lay.BOARD + cell] != lay.EMPTY or vec[lay.BOARD + other] != lay.EMPTY:
            if tidies:
                vec[lay.PAIR_COUNT] -= 1
                vec[i] = vec[lay.PAIRS + vec[lay.PAIR_COUNT]]
        elif opened or opens(vec, taken, cell, other):
            option = options[low_below(word, option_count)]
            return (option >> 1, other, cell) if option & 1 else (option >> 1, cell, other)


@njit
def random_move(vec: Ints, tables: Ints, seat: int, rng: Words, out: Ints) -> int:
    """One of the legal moves, each with the same chance. Tidies PAIRS, which changes nothing in the position.
    `out` is room."""
    return drawn_move(vec, seat, rng, out, True)


@njit
def drawn_move(vec: Ints, seat: int, rng: Words, out: Ints, tidies: bool) -> int:
    """The same, with the array left as it is or tidied on the way."""
    if vec[lay.DECIDING]:
        return lay.EXCHANGE + high_below(draw(rng), 2)
    slot, cell, other = _draw_placement(vec, seat, out, rng, tidies)
    direction = 0
    while cell + lay.STEP[direction] != other:
        direction += 1
    return int(vec[lay.RACKS + 5 * seat + slot] * lay.CODES_A_KIND + 4 * cell + direction)


# Playouts.


@njit
def random_playout(vec: Ints, tables: Ints, rng: Words) -> int:
    """Random moves to the end, in place, each legal one with the same chance. How many decisions were taken."""
    return play_randomly(vec, tables, rng, np.empty(10, np.int32))


@njit
def play_randomly(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """`random_playout` with the room that it needs."""
    vec, rng, room = borrowed(vec), borrowed(rng), borrowed(room)
    decisions = 0
    while not vec[lay.ENDED]:
        seat = turn_of(vec)
        if vec[lay.DECIDING]:
            decide(vec, seat, high_below(draw(rng), 2) == 0, rng)
        else:
            slot, cell, other = _draw_placement(vec, seat, room, rng, True)
            place(vec, seat, slot, cell, other)
        decisions += 1
    return decisions


@njit
def greedy_playout(vec: Ints, tables: Ints, rng: Words, weights: Floats) -> int:
    """Greedy moves to the end, in place. How many decisions were taken."""
    pairs, worths, values = new_scratch()
    return play_greedily(vec, tables, rng, weights, pairs, worths, values)


@njit
def play_greedily(
    vec: Ints, tables: Ints, rng: Words, weights: Floats, pairs: Ints, worths: Longs, values: Longs
) -> int:
    """`greedy_playout` with the room that it needs, which may have served for other playouts by the same weights."""
    vec, tables, rng, weights = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(weights)
    scratch = borrowed(pairs), borrowed(worths), borrowed(values)
    decisions = 0
    while not vec[lay.ENDED]:
        seat = turn_of(vec)
        if 4 * vec[lay.OPEN_PAIRS] < 3 * vec[lay.PAIR_COUNT]:
            compact(vec)
        play(vec, tables, seat, greedy_with(vec, seat, rng, weights, scratch), rng)
        decisions += 1
    return decisions


@njit
def new_room() -> TrialRoom:
    return new_scratch(), new_word()


@njit
def tell(room: TrialRoom, word: Floats) -> None:
    word[0], word[1] = room[1][0], room[1][1]


@njit
def to_the_end_randomly(
    vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, room: TrialRoom
) -> int:
    return play_randomly(vec, tables, rng, room[0][0][0])


@njit
def to_the_end_greedily(
    vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, room: TrialRoom
) -> int:
    pairs, worths, values = room[0]
    return play_greedily(vec, tables, rng, weights, pairs, worths, values)


trial = trial_of(
    __name__,
    {RANDOM: to_the_end_randomly, GREEDY: to_the_end_greedily, LEARNED: learned_playout},
    new_room=new_room,
    reshuffle=reshuffle,
    play=play,
    result=result,
    scores=scores,
    tell=tell,
)
