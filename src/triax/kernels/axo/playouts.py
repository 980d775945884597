"""Playing AXO out, compiled: random, greedy and learned playouts, and the trial of decisions by them."""

from __future__ import annotations

import numpy as np

from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.axo import layout as lay
from triax.kernels.axo.layout import MAX_MOVES
from triax.kernels.axo.learned import LOOKED_AT, TURNS, AheadRoom, judge, network_behind, new_looking, play_as_learned
from triax.kernels.axo.play import play
from triax.kernels.axo.policy import Workspace, best_move, plain_weights, workspace
from triax.kernels.axo.rules import random_move, reshuffle, result, scores, seat_in, to_act
from triax.kernels.borrow import borrowed
from triax.kernels.chance import below
from triax.kernels.jit import inlined, njit
from triax.kernels.network import Judging, Singles, Word, begin_word, new_judging, new_word
from triax.kernels.trials import trial_of

RANDOM, GREEDY, LEARNED, ALONE = 0, 1, 2, 3
LIMIT = 20_000
"""No playout goes on for ever, whatever its weights; in games that people or bots would play this is never reached."""

AxoRoom = tuple[Workspace, Judging, Word, AheadRoom]


@njit
def new_room() -> AxoRoom:
    return workspace(), new_judging(1), new_word(), new_looking(LOOKED_AT)


@njit
def _random_seat(seats: int, rng: Words) -> int:
    count = (seats & 1) + (seats >> 1 & 1) + (seats >> 2 & 1) + (seats >> 3 & 1)
    return seat_in(seats, below(rng, count) if count > 1 else 0)


@njit
def random_playout(vec: Ints, tables: Ints, rng: Words) -> int:
    """To the end, in place: a random decision of a random seat that owes one. Returns how many were taken."""
    return play_randomly(vec, tables, rng, np.empty(MAX_MOVES, np.int32))


@njit
def play_randomly(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    """`random_playout` with the room that it needs."""
    vec, tables, rng, room = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(room)
    decisions = 0
    while decisions < LIMIT:
        seats = to_act(vec)
        if seats == 0:
            break
        seat = _random_seat(seats, rng)
        play(vec, tables, seat, random_move(vec, tables, seat, rng, room), rng)
        decisions += 1
    return decisions


@njit
def greedy_playout(vec: Ints, tables: Ints, rng: Words, weights: Floats) -> int:
    """To the end, in place, by `greedy_move`. Returns how many decisions were taken."""
    return play_greedily(vec, tables, rng, weights, np.empty(0, np.float32), 0, 0, new_room())


@njit
def play_greedily(
    vec: Ints, tables: Ints, rng: Words, weights: Floats, network: Singles, asked: int, turns: int, room: AxoRoom
) -> int:
    """On in place until so many turns have begun, where the network's word on a seat is told; or to the end."""
    (codes, values, work), (rows, counts, said, begun, hidden), word, _ = room
    vec, tables, rng, weights = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(weights)
    codes, values, work, word = borrowed(codes), borrowed(values), borrowed(work), borrowed(word)
    begin_word(word)
    decisions = 0
    while decisions < LIMIT:
        if turns and vec[lay.PHASE] == lay.CHOOSING:
            turns -= 1
            if not turns:
                word[0], word[1] = judge(vec, tables, asked, network, (rows, counts, said, begun, hidden)), 0.0
                break
        seats = to_act(vec)
        if seats == 0:
            break
        seat = seat_in(seats, 0)
        play(vec, tables, seat, best_move(vec, tables, seat, rng, weights, codes, values, work), rng)
        decisions += 1
    return decisions


@njit
def to_the_end_randomly(
    vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, room: AxoRoom
) -> int:
    thinking, _, word, _ = room
    begin_word(word)
    return play_randomly(vec, tables, rng, thinking[0])


@inlined
def on_by_weights(vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, room: AxoRoom) -> int:
    """Greedily: to the end, or as far as what was learned goes."""
    turns = TURNS if policy == LEARNED else 0
    plain, network = plain_weights(vec, weights), network_behind(vec, weights)
    return play_greedily(vec, tables, rng, plain, network, seat, turns, room)


@inlined
def on_alone(vec: Ints, tables: Ints, seat: int, rng: Words, policy: int, weights: Floats, room: AxoRoom) -> int:
    """A solo game to its end, as a network says."""
    thinking, _, word, looking = room
    plain, network = plain_weights(vec, weights), network_behind(vec, weights)
    return play_as_learned(vec, tables, rng, plain, network, thinking, looking, word)


@njit
def tell(room: AxoRoom, word: Floats) -> None:
    word[0], word[1] = room[2][0], room[2][1]


trial = trial_of(
    __name__,
    {RANDOM: to_the_end_randomly, GREEDY: on_by_weights, LEARNED: on_by_weights, ALONE: on_alone},
    new_room=new_room,
    reshuffle=reshuffle,
    play=play,
    result=result,
    scores=scores,
    tell=tell,
)
