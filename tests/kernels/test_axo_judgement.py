"""What a network is told of a turn's beginning in AXO is what lies there."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from triax.games.axo import AXO
from triax.kernels import axo as kernel
from triax.kernels.arrays import Ints
from triax.kernels.axo import judgement, layout
from triax.kernels.axo.rules import block
from triax.kernels.network import MOST_ROWS


def look(vec: Ints, seat: int) -> list[int]:
    rows = np.zeros(MOST_ROWS, np.int64)
    return [int(row) for row in rows[: judgement.fill_rows(vec, kernel.tables(), seat, rows)]]


def of_seat(rows: list[int], rank: int) -> list[int]:
    """The rows of the seat itself or of its so-manyth rival, as if it were the only one."""
    first = judgement.SEAT * rank
    return [row - first for row in rows if first <= row < first + judgement.SEAT]


def in_range(rows: list[int], first: int, end: int) -> list[int]:
    return [row - first for row in rows if first <= row < end]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_are_seen_from_each(players: int) -> None:
    rng = Random(players)
    vec, luck, room = kernel.load(AXO.new(players, rng)), kernel.seeded(players), np.empty(kernel.MAX_MOVES, np.int32)
    turns = 0
    while not kernel.over(vec) and turns < 30:
        if vec[layout.PHASE] == layout.CHOOSING:
            turns += 1
            looks = [look(vec, seat) for seat in range(players)]
            for seat, rows in enumerate(looks):
                assert len(set(rows)) == len(rows) <= 18 * players + 1
                assert all(0 <= row < judgement.ROWS for row in rows)
                assert rows[-1] - judgement.UNTIL == (seat - vec[layout.ACTIVE]) % players
                rivals = [of_seat(rows, rank) for rank in range(1, players)]
                assert sorted(rivals) == sorted(of_seat(looks[other], 0) for other in range(players) if other != seat)
                points = [in_range(one, judgement.POINTS, judgement.SPARE)[0] for one in rivals]
                assert points == sorted(points, reverse=True), "the strongest rival first"
        seat = min(at for at in range(players) if kernel.to_act(vec) >> at & 1)
        count = kernel.legal(vec, kernel.tables(), seat, room)
        kernel.play(vec, kernel.tables(), seat, int(room[rng.randrange(count)]), luck)
    assert turns > 5


def test_what_a_hand_completes_is_told() -> None:
    vec, luck = kernel.load(AXO.new(2, Random(1), {"start": 0})), kernel.seeded(1)
    while vec[layout.PHASE] != layout.CHOOSING:
        seat = int(kernel.to_act(vec)).bit_length() - 1
        kernel.play(
            vec,
            kernel.tables(),
            seat,
            kernel.greedy_move(vec, kernel.tables(), seat, luck, kernel.DEFAULT_WEIGHTS),
            luck,
        )
    at = block(0)
    assert done(vec) == (0, 0), "nothing is marked yet"
    vec[at + layout.MARKS : at + layout.MARKS + 2] = 0b111111110
    vec[at + layout.SPARE] = 2
    full, any_way = done(vec)
    assert any_way == 2 >= full
    vec[at + layout.SPARE] = 0
    assert done(vec) == (full, full)
    vec[at + layout.HAND_COUNT] = 0
    assert done(vec) == (0, 0)


def done(vec: Ints) -> tuple[int, int]:
    """Cards that the hand of seat 0 completes at most, without and with extra marks."""
    (told,) = in_range(look(vec, 0), judgement.DONE, judgement.GAIN)
    return divmod(told, 4)
