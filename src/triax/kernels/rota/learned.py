"""Playing Axio Rota as a network says: of the placements that are best at a glance, the one that it likes most. The
weights are the worth of tracks and then the network."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.borrow import borrowed
from triax.kernels.jit import inlined, njit
from triax.kernels.network import Judging, Singles, Word, add_to_word, begin_word, judge_rows, new_judging
from triax.kernels.rota import rules
from triax.kernels.rota.judgement import SEEN, fill_rows
from triax.kernels.rota.layout import OVER, TURN
from triax.kernels.rota.policy import STEPS, TABLE, best_placements, fill_steps

LOOKED_AT = 4
"""Placements, in playouts."""

RotaRoom = tuple[Longs, Longs, Ints, Longs, Ints, Longs, Longs]
"""Steps, keys and codes; then what `fill_rows` needs. To be used again move after move."""


@njit
def new_room(moves: int) -> RotaRoom:
    """For so many placements."""
    steps, keys, codes = np.zeros(STEPS, np.int64), np.empty(moves, np.int64), np.empty(moves, np.int32)
    return (
        steps,
        keys,
        codes,
        np.zeros(SEEN, np.int64),
        np.empty(5, np.int32),
        np.empty(5, np.int64),
        np.empty(5, np.int64),
    )


@njit
def shortlist(vec: Ints, seat: int, rng: Words, weights: Floats, room: RotaRoom, rows: Longs, counts: Longs) -> int:
    """The placements that are best at a glance, as many as there is room for, and their rows; counts them."""
    steps, keys, codes, seen, tracks, levels, order = room
    found = best_placements(vec, seat, rng, steps, fill_steps(vec, seat, weights, steps), keys, codes)
    fill_rows(vec, seat, codes, found, rows, counts, seen, tracks, levels, order)
    return found


@inlined
def learned_playout(vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, word: Word) -> int:
    """Plays to the end in place, with what is said of a seat's moves; counts all moves."""
    network = weights[TABLE:].view(np.float32)
    return play_as_learned(vec, rng, weights, network, seat, word, new_room(LOOKED_AT), new_judging(LOOKED_AT))


@njit
def play_as_learned(
    vec: Ints,
    rng: Words,
    weights: Floats,
    network: Singles,
    asked: int,
    word: Word,
    room: RotaRoom,
    judging: Judging,
) -> int:
    """`learned_playout` with the room that it needs."""
    word = borrowed(word)
    begin_word(word)
    vec, rng, weights, network = borrowed(vec), borrowed(rng), borrowed(weights), borrowed(network)
    steps, keys, codes, seen, tracks, levels, order = room
    steps, keys, codes, seen = borrowed(steps), borrowed(keys), borrowed(codes), borrowed(seen)
    room = steps, keys, codes, seen, borrowed(tracks), borrowed(levels), borrowed(order)
    rows, counts, values, begun, hidden = judging
    rows, counts, values = borrowed(rows), borrowed(counts), borrowed(values)
    judging = rows, counts, values, borrowed(begun), borrowed(hidden)
    count = 0
    while not vec[OVER]:
        # As wide as numbers from outside: else the compiler makes everything behind it twice.
        seat = int(np.int64(vec[TURN]))
        found = shortlist(vec, seat, rng, weights, room, rows, counts)
        best = judge_rows(network, judging, found)
        if seat == asked and counts[best + 1]:
            add_to_word(word, values[best])
        rules.place_tile(vec, seat, int(codes[best]))
        count += 1
    return count
