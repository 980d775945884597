"""Playing Axio as a network says: of the placements that are best at a glance, the one that it likes most. The weights
are the worth of tracks and then the network."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Longs, Words
from triax.kernels.axio import layout as lay
from triax.kernels.axio import rules
from triax.kernels.axio.judgement import COUNTED, NEEDED, fill_rows
from triax.kernels.axio.layout import turn_of
from triax.kernels.axio.policy import TABLE, best_placements, compact, wants_exchange
from triax.kernels.axio.worth import Scratch, new_scratch
from triax.kernels.borrow import borrowed
from triax.kernels.jit import inlined, njit
from triax.kernels.network import Judging, Singles, Word, add_to_word, begin_word, judge_rows, new_judging

LOOKED_AT = 4
"""Placements, in playouts."""

TrialRoom = tuple[Scratch, Word]
AxioRoom = tuple[Ints, Longs, Longs, Longs, Ints, Ints, Longs, Longs, Longs, Longs]
"""Pairs, worths and values; keys and codes; then what `fill_rows` needs. To be used again move after move."""


@njit
def new_room(moves: int) -> AxioRoom:
    """For so many placements."""
    pairs, worths, values = new_scratch()
    keys, codes, after = np.empty(moves, np.int64), np.empty(moves, np.int32), np.empty(lay.SIZE, np.int32)
    counted, levels, order = np.empty(COUNTED, np.int64), np.empty(5, np.int64), np.empty(5, np.int64)
    return pairs, worths, values, keys, codes, after, counted, levels, order, np.empty(NEEDED, np.int64)


@njit
def shortlist(vec: Ints, seat: int, rng: Words, weights: Floats, room: AxioRoom, rows: Longs, counts: Longs) -> int:
    """The placements that are best at a glance, as many as there is room for, and their rows; counts them. If it is
    about an exchange, what is as good as any is found: one, without rows."""
    pairs, worths, values, keys, codes, after, counted, levels, order, needs = room
    if vec[lay.DECIDING]:
        codes[0] = lay.EXCHANGE if wants_exchange(vec) else lay.KEEP
        counts[1] = 0
        return 1
    if 4 * vec[lay.OPEN_PAIRS] < 3 * vec[lay.PAIR_COUNT]:
        compact(vec)
    found = best_placements(vec, seat, rng, weights, (pairs, worths, values), keys, codes)
    fill_rows(vec, seat, codes, found, rows, counts, after, counted, levels, order, needs)
    return found


@inlined
def learned_playout(
    vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, room: TrialRoom
) -> int:
    """Plays to the end in place, with what is said of a seat's placements; counts all decisions."""
    network, own, judging = weights[TABLE:].view(np.float32), new_room(LOOKED_AT), new_judging(LOOKED_AT)
    return play_as_learned(vec, tables, rng, weights, network, seat, room[1], own, judging)


@njit
def play_as_learned(
    vec: Ints,
    tables: Ints,
    rng: Words,
    weights: Floats,
    network: Singles,
    asked: int,
    word: Word,
    room: AxioRoom,
    judging: Judging,
) -> int:
    """`learned_playout` with the room that it needs."""
    word = borrowed(word)
    begin_word(word)
    vec, tables, rng = borrowed(vec), borrowed(tables), borrowed(rng)
    weights, network = borrowed(weights), borrowed(network)
    pairs, worths, values, keys, codes, after, counted, levels, order, needs = room
    pairs, worths, values = borrowed(pairs), borrowed(worths), borrowed(values)
    keys, codes, after, counted = borrowed(keys), borrowed(codes), borrowed(after), borrowed(counted)
    room = pairs, worths, values, keys, codes, after, counted, borrowed(levels), borrowed(order), borrowed(needs)
    rows, counts, said, begun, hidden = judging
    rows, counts, said = borrowed(rows), borrowed(counts), borrowed(said)
    judging = rows, counts, said, borrowed(begun), borrowed(hidden)
    decisions = 0
    while not vec[lay.ENDED]:
        seat = turn_of(vec)
        found = shortlist(vec, seat, rng, weights, room, rows, counts)
        best = judge_rows(network, judging, found) if found > 1 else 0
        if seat == asked and found > 1 and counts[best + 1]:
            add_to_word(word, said[best])
        rules.play(vec, tables, seat, int(codes[best]), rng)
        decisions += 1
    return decisions
