"""What a network is told of a placement is what lies there after it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from triax.games.rota import ROTA
from triax.kernels import rota as kernel
from triax.kernels.arrays import Longs
from triax.kernels.network import HIDDEN, MOST_ROWS, ONE, UNIT, WON, judge_rows, new_judging, numbers_in
from triax.kernels.rota import judgement, layout, rules


class Seen:
    """A seat's look at a position."""

    def __init__(self, vec: np.ndarray[tuple[int], np.dtype[np.int32]], seat: int) -> None:
        self.vec, self.seat = vec, seat
        self.seen, self.rows = np.zeros(judgement.SEEN, np.int64), np.zeros(MOST_ROWS, np.int64)
        self.levels, self.order, self.tracks = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int32)
        self.shared = judgement.look(vec, seat, self.seen, self.levels, self.order, self.rows)

    @property
    def places(self) -> list[int]:
        """Where a corner would score one, two and three points."""
        return [int(count) for count in self.seen[:3]]

    def places_after(self, code: int) -> list[int]:
        corners = rules.turned(int(self.vec[layout.HANDS + self.seat]), (code >> 3) & 3)
        return list(judgement.places_after(self.vec, code >> 5, corners, self.seen))

    def rows_after(self, code: int) -> Longs:
        count = judgement.rows_of(
            self.vec, self.seat, code, self.seen, self.tracks, self.levels, self.order, self.rows, self.shared
        )
        return self.rows[:count].copy()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_places_after_a_placement_are_those_that_are_there(players: int) -> None:
    rng = Random(players)
    vec, luck, room = kernel.load(ROTA.new(players, rng)), kernel.seeded(players), np.empty(kernel.MAX_MOVES, np.int32)
    while not kernel.over(vec):
        seat = int(kernel.to_act(vec)).bit_length() - 1
        here = Seen(vec, seat)
        count = kernel.legal(vec, kernel.tables(), seat, room)
        code = int(room[rng.randrange(count)])
        rows, places = here.rows_after(code), here.places_after(code)
        assert len(set(rows.tolist())) == len(rows) == 48 + 6 * (players - 1)
        assert all(0 <= row < judgement.ROWS for row in rows)
        kernel.play(vec, kernel.tables(), seat, code, luck)
        assert Seen(vec, seat).places == places
        own = layout.TRACKS + 5 * seat
        assert sorted(vec[own : own + 5].tolist()) == here.levels.tolist()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_last_placement_of_all_is_told_from_those_before_it(players: int) -> None:
    """Who places last knows how the game ends; whoever is before it with no tile left does not."""
    rng = Random(players)
    vec, luck, room = kernel.load(ROTA.new(players, rng)), kernel.seeded(players), np.empty(kernel.MAX_MOVES, np.int32)
    paces = []
    while not kernel.over(vec):
        seat = int(kernel.to_act(vec)).bit_length() - 1
        count = kernel.legal(vec, kernel.tables(), seat, room)
        code = int(room[rng.randrange(count)])
        rows = Seen(vec, seat).rows_after(code)
        if not vec[layout.STACK_LEFT + seat]:
            paces += [int(row) - judgement.PACE for row in rows if judgement.PACE <= row < judgement.SUPPLY]
        kernel.play(vec, kernel.tables(), seat, code, luck)
    assert sorted(set(paces), reverse=True) == list(range(players - 1, -1, -1))
    assert paces[-1] == 0


@pytest.mark.parametrize("shared", range(7))
def test_a_network_adds_up_rows_and_stops_at_both_ends(shared: int) -> None:
    network = np.zeros(numbers_in(6), np.float32)
    table = network.reshape(8, HIDDEN)
    table[0, :3] = (ONE // 2, 3 * ONE, -ONE)
    table[5, :3] = (ONE // 4, ONE, 0)
    table[7, :3] = (UNIT / ONE / 4, UNIT / ONE / 2, UNIT / ONE)
    judging = new_judging(2)
    rows, counts, values, _, _ = judging
    rows[0, :shared], rows[1, : 6 - shared] = np.arange(shared), np.arange(shared, 6)
    counts[:] = (shared, 6 - shared, 0)
    best = judge_rows(network, judging, 2)
    if shared < 6:
        # Three quarters of a fourth, all of a half, nothing of the third; however many rows are shared.
        assert values[0] == 0.75 / 4 + 0.5
        assert best == 1
    assert values[1] == WON


def test_the_best_is_the_first_of_those_that_are_liked_most() -> None:
    network = np.zeros(numbers_in(3), np.float32)
    network.reshape(5, HIDDEN)[:3, 0] = (100, 200, 200)
    network.reshape(5, HIDDEN)[4, 0] = 1000
    judging = new_judging(3)
    rows, counts, _, _, _ = judging
    rows[1:, 0], counts[:] = np.arange(3), (0, 1, 1, 1)
    assert judge_rows(network, judging, 3) == 1
