"""What a network is told of a placement in Axio is what lies there after it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from triax.games.axio import AXIO
from triax.kernels import axio as kernel
from triax.kernels.arrays import Ints, Longs
from triax.kernels.axio import judgement, layout
from triax.kernels.network import MOST_ROWS

POINTS = (2, 3, 4, 6)


class Room:
    def __init__(self) -> None:
        self.rows, self.counts = np.zeros((2, MOST_ROWS), np.int64), np.zeros(2, np.int64)
        self.counted = np.zeros(judgement.COUNTED, np.int64)
        self.rest = [np.zeros(size, np.int64) for size in (5, 5, judgement.NEEDED)]

    def rows_of(self, vec: Ints, seat: int, code: int) -> Longs:
        codes, after = np.array([code], np.int32), np.zeros(layout.SIZE, np.int32)
        judgement.fill_rows(vec, seat, codes, 1, self.rows, self.counts, after, self.counted, *self.rest)
        return np.concatenate([self.rows[0, : self.counts[0]], self.rows[1, : self.counts[1]]])


def spaces(vec: Ints) -> list[list[int]]:
    """By points, then by colour: on how many open spaces a half scores so many."""
    found = [[0] * 5 for _ in POINTS]
    for cell in range(layout.CELLS):
        if vec[layout.BOARD + cell] == layout.EMPTY and vec[layout.BLANKS + cell]:
            for colour in range(5):
                scored = (int(vec[layout.LINES + cell]) >> (layout.LINE_BITS * colour)) & layout.LINE_MASK
                for number, points in enumerate(POINTS):
                    found[number][colour] += scored >= points
    return found


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rows_say_what_is_there_after_a_placement(players: int) -> None:
    rng = Random(players)
    vec, luck = kernel.load(AXIO.new(players, rng)), kernel.seeded(players)
    tables, moves, room = kernel.tables(), np.empty(kernel.MAX_MOVES, np.int32), Room()
    while not kernel.over(vec):
        seat = int(kernel.to_act(vec)).bit_length() - 1
        code = int(moves[rng.randrange(kernel.legal(vec, tables, seat, moves))])
        if code < kernel.EXCHANGE:
            before = vec.copy()
            rows = room.rows_of(vec, seat, code)
            assert (vec == before).all()
            assert len(rows) <= MOST_ROWS
            assert len(set(rows.tolist())) == len(rows) == (42 if players == 1 else 72 + 6 * (players - 1))
            assert all(0 <= row < judgement.ROWS for row in rows)
        kernel.play(vec, tables, seat, code, luck)
        if code < kernel.EXCHANGE:
            own = layout.TRACKS + 5 * seat
            levels = [int(row) % 37 for row in rows if row < judgement.RIVALS]
            assert levels == sorted(vec[own : own + 5].tolist())
            counted = [
                [int(room.counted[number]) >> (12 * colour) & 4095 for colour in range(5)] for number in range(4)
            ]
            assert counted == spaces(vec)


def test_learned_playouts_hang_on_their_luck_alone() -> None:
    from triax.bots.axio import learned_weights  # noqa: PLC0415

    start = kernel.load(AXIO.new(2, Random(1)))
    ends = []
    for seed in (1, 1, 2):
        vec = start.copy()
        shares, scores = np.empty((3, 1, 4)), np.empty((3, 1, 4, 5), np.int32)
        kernel.trial(
            vec,
            kernel.tables(),
            0,
            np.array([-1], np.int32),
            0,
            3,
            np.uint64(seed),
            kernel.LEARNED,
            learned_weights(2),
            shares,
            scores,
            np.empty((3, 1, 2)),
        )
        ends.append(scores.copy())
    assert (ends[0] == ends[1]).all()
    assert (ends[0] != ends[2]).any()
