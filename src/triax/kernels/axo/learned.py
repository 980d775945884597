"""What networks say in the course of a playout of AXO. The weights are those of the greedy choice, and then the
network. With several players it says who wins, after some turns; alone, which decision is taken."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Words, copy_into
from triax.kernels.axo import layout as lay
from triax.kernels.axo.alone import fill_solo_rows
from triax.kernels.axo.judgement import fill_rows
from triax.kernels.axo.layout import MAX_MOVES, SIZE
from triax.kernels.axo.play import decide, fill, play
from triax.kernels.axo.policy import Workspace, best_first, best_move, evaluate, most_worth, plain_weights, workspace
from triax.kernels.axo.rules import block
from triax.kernels.axo.worth import WEIGHTS, turns_left
from triax.kernels.borrow import borrowed
from triax.kernels.jit import njit
from triax.kernels.network import Judging, Singles, Word, add_to_word, begin_word, judge_rows, new_judging

TURNS = 6
"""A playout goes on until so many turns have begun after the decision; then the network says the rest."""


@njit
def network_behind(vec: Ints, weights: Floats) -> Singles:
    return weights[plain_weights(vec, weights).size :].view(np.float32)


@njit
def judge(vec: Ints, cards: Ints, seat: int, network: Singles, judging: Judging) -> float:
    """A seat's share of the win, in a position in which a player is to choose."""
    rows, counts, values, _, _ = judging
    counts[0], counts[1] = 0, fill_rows(vec, cards, seat, rows[1])
    judge_rows(network, judging, 1)
    return float(values[0])


# Alone: of the few decisions that are worth most by the weights, the one that makes what a network likes best.

LOOKED_AT = 6
"""Decisions, in playouts."""

Looking = tuple[Ints, Workspace, Ints, Judging]
"""Room for a position, to think in, for decisions, and to judge them."""


@njit
def new_looking(moves: int) -> Looking:
    return np.empty(SIZE, np.int32), workspace(), np.empty(moves, np.int32), new_judging(moves)


@njit
def look_ahead(vec: Ints, cards: Ints, seat: int, code: int, rng: Words, weights: Floats, room: Workspace) -> None:
    """A decision in place, and what is left of a marking as it is worth most; nothing that hangs on chance."""
    at = block(seat)
    if vec[lay.PHASE] == lay.LAYING:
        fill(vec, at, code)
        return
    decide(vec, cards, seat, code)
    codes, values, work = room
    while vec[lay.PHASE] == lay.MARKING and vec[at + lay.STEP] != lay.DONE:
        decide(vec, cards, seat, best_move(vec, cards, seat, rng, weights, codes, values, work))


@njit
def shortlist(vec: Ints, cards: Ints, seat: int, rng: Words, weights: Floats, room: Workspace, looking: Looking) -> int:
    """The decisions worth most by the weights, as many as there is room for, best first, and the rows of what they make
    (of a single one, none); counts them."""
    (codes, values, work), (there, thinking, few, judging) = room, looking
    rows, counts = judging[0], judging[1]
    vec, cards, rng, weights = borrowed(vec), borrowed(cards), borrowed(rng), borrowed(weights)
    codes, values, work, there, few = borrowed(codes), borrowed(values), borrowed(work), borrowed(there), borrowed(few)
    count = evaluate(vec, cards, seat, weights, codes, values, work, True)
    found = min(int(few.size), count)
    counts[0] = 0
    best_first(codes, values, count, found)
    for index in range(found):
        few[index] = codes[index]
        if found > 1:
            copy_into(there, vec)
            look_ahead(there, cards, seat, few[index], rng, weights, thinking)
            counts[index + 1] = fill_solo_rows(there, cards, rows[index + 1])
    return found


@njit
def learned_move(
    vec: Ints,
    cards: Ints,
    seat: int,
    rng: Words,
    weights: Floats,
    network: Singles,
    room: Workspace,
    looking: Looking,
) -> tuple[int, float]:
    """The decision that a network likes best, and what it says of it; of a single one nothing (-1)."""
    found = shortlist(vec, cards, seat, rng, weights, room, looking)
    _, _, few, judging = looking
    if found == 1:
        return int(few[0]), -1.0
    best = judge_rows(network, judging, found)
    return int(few[best]), min(1.0, float(judging[2][best]))


@njit
def play_as_learned(
    vec: Ints,
    cards: Ints,
    rng: Words,
    weights: Floats,
    network: Singles,
    room: Workspace,
    looking: Looking,
    word: Word,
) -> int:
    """A solo game on to its end, in place, and what the network says on the way, once a turn. Counts the decisions."""
    begin_word(word)
    decisions, heard = 0, -1
    while vec[lay.PHASE] != lay.OVER:
        code, value = learned_move(vec, cards, 0, rng, weights, network, room, looking)
        if value >= 0 and turns_left(vec) != heard and vec[lay.PHASE] in (lay.CHOOSING, lay.MARKING):
            heard = turns_left(vec)
            add_to_word(word, value)
        play(vec, cards, 0, code, rng)
        decisions += 1
    return decisions


@njit
def candidates(vec: Ints, tables: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """The decisions worth most, best first, as many as there is room for, and what they are worth; alone, if there is a
    network, by its word. Counts them."""
    if vec[lay.PLAYERS] > 1 or weights.size <= 2 * WEIGHTS:
        return most_worth(vec, tables, seat, weights, codes_out, values_out)
    room, looking, rng = workspace(), new_looking(MAX_MOVES), np.zeros(1, np.uint64)
    _, values, _ = room
    _, _, few, judging = looking
    found = shortlist(vec, tables, seat, rng, plain_weights(vec, weights), room, looking)
    kept = min(codes_out.size, found)
    if found > 1:
        judge_rows(network_behind(vec, weights), judging, found)
        for index in range(found):
            values[index] = min(1.0, float(judging[2][index]))
        best_first(few, values, found, kept)
    for index in range(kept):
        codes_out[index], values_out[index] = few[index], values[index]
    return kept
