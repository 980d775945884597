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
from triax.kernels.axo.rules import block, seat_in, to_act
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

AheadRoom = tuple[Ints, Workspace, Ints, Judging]
"""Room for a position, to think in, for decisions, and to judge them."""


@njit
def new_looking(moves: int) -> AheadRoom:
    return np.empty(SIZE, np.int32), workspace(), np.empty(moves, np.int32), new_judging(moves)


# Few functions in a row: each is compiled again with all that it calls.


@njit
def shortlist(
    vec: Ints, cards: Ints, seat: int, rng: Words, weights: Floats, room: Workspace, looking: AheadRoom
) -> int:
    """The decisions worth most by the weights, as many as there is room for, best first, and the rows of what they make
    (of a single one, none); counts them. What is left of a marking is decided as it is worth most."""
    codes, values, work = room
    there, (others, worths, scratch), few, judging = looking
    rows, counts = judging[0], judging[1]
    vec, cards, rng, weights = borrowed(vec), borrowed(cards), borrowed(rng), borrowed(weights)
    codes, values, work, there, few = borrowed(codes), borrowed(values), borrowed(work), borrowed(there), borrowed(few)
    count, at = evaluate(vec, cards, seat, weights, codes, values, work, bool(np.bool_(False))), block(seat)
    found = min(int(few.size), count)
    counts[0] = 0
    best_first(codes, values, count, found)
    for index in range(found):
        code = int(codes[index])
        few[index] = code
        if found == 1:
            break
        copy_into(there, vec)
        if there[lay.PHASE] == lay.LAYING:
            fill(there, at, code)
        else:
            decide(there, cards, seat, code)
        while there[lay.PHASE] == lay.MARKING and there[at + lay.STEP] != lay.DONE:
            decide(there, cards, seat, best_move(there, cards, seat, rng, weights, others, worths, scratch))
        counts[index + 1] = fill_solo_rows(there, cards, rows[index + 1])
    return found


@njit
def play_as_learned(
    vec: Ints,
    cards: Ints,
    rng: Words,
    weights: Floats,
    network: Singles,
    room: Workspace,
    looking: AheadRoom,
    word: Word,
) -> int:
    """A solo game on to its end, in place, always by what the network likes best, and what it says on the way, once a
    turn. Counts the decisions."""
    begin_word(word)
    decisions, heard = 0, -1
    _, _, few, judging = looking
    while True:
        seats = to_act(vec)
        if seats == 0:
            break
        # Not a plain 0: for the compiler that is another type, and all is compiled twice.
        seat, best = seat_in(seats, 0), 0
        found = shortlist(vec, cards, seat, rng, weights, room, looking)
        if found > 1:
            best = judge_rows(network, judging, found)
            if turns_left(vec) != heard and vec[lay.PHASE] in (lay.CHOOSING, lay.MARKING):
                heard = turns_left(vec)
                add_to_word(word, min(1.0, float(judging[2][best])))
        play(vec, cards, seat, int(few[best]), rng)
        decisions += 1
    return decisions


def candidates(vec: Ints, tables: Ints, seat: int, weights: Floats, codes_out: Ints, values_out: Floats) -> int:
    """The decisions worth most, best first, as many as there is room for, and what they are worth; alone, if there is a
    network, by its word. Counts them."""
    if vec[lay.PLAYERS] > 1 or weights.size <= 2 * WEIGHTS:
        return most_worth(vec, tables, seat, weights, codes_out, values_out)
    looking, rng = new_looking(MAX_MOVES), np.zeros(1, np.uint64)
    _, _, few, judging = looking
    found = shortlist(vec, tables, seat, rng, weights[: 2 * WEIGHTS], workspace(), looking)
    if found > 1:
        judge_rows(weights[2 * WEIGHTS :].view(np.float32), judging, found)
    values = judging[2][:found] if found > 1 else np.zeros(1)
    best = np.argsort(-values, kind="stable")[: codes_out.size]
    # A game that is won for certain comes first, and is worth no more than one.
    codes_out[: best.size], values_out[: best.size] = few[best], np.minimum(1.0, values[best])
    return int(best.size)
