"""What a network is told of solo AXO is what a decision makes, and nothing of what chance will bring."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from triax.games.axo import AXO
from triax.games.axo.pieces import FULL, GOAL
from triax.kernels import axo as kernel
from triax.kernels.arrays import Floats, Ints
from triax.kernels.axo import alone, layout
from triax.kernels.axo.alone import fill_solo_rows
from triax.kernels.axo.learned import new_looking, shortlist
from triax.kernels.axo.policy import workspace
from triax.kernels.axo.rules import block
from triax.kernels.axo.worth import turns_left
from triax.kernels.network import HIDDEN as WIDTH
from triax.kernels.network import MOST_ROWS, ONE, UNIT, numbers_in, packed
from triax.kernels.trials import HIDDEN

DECK, AT = kernel.tables(), block(0)


def decisions(seed: int) -> Iterator[Ints]:
    """Those of a solo game that is played greedily."""
    options = {"simona": ("left", "right")[seed % 2]}
    vec, luck = kernel.load(AXO.new(1, Random(seed), options)), kernel.seeded(seed)
    while not kernel.over(vec):
        yield vec
        kernel.play(vec, DECK, 0, kernel.greedy_move(vec, DECK, 0, luck, kernel.SOLO_WEIGHTS), luck)


def told(vec: Ints, moves: int = kernel.MAX_MOVES, *, weights: Floats = kernel.SOLO_WEIGHTS) -> dict[int, list[int]]:
    """The rows of each decision."""
    looking = new_looking(moves)
    _, _, codes, (rows, counts, *_) = looking
    found = shortlist(vec, DECK, 0, kernel.seeded(1), weights, workspace(), looking)
    assert counts[0] == 0
    return {int(codes[at]): [int(row) for row in rows[at + 1, : counts[at + 1]]] for at in range(found)}


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_is_told_and_nothing_hidden(seed: int) -> None:
    phases, luck, room = set(), kernel.seeded(seed), np.empty(HIDDEN, np.int64)
    codes = np.empty(kernel.MAX_MOVES, np.int32)
    for vec in decisions(seed):
        phases.add(int(vec[layout.PHASE]))
        before = vec.tolist()
        rows = told(vec)
        assert vec.tolist() == before
        assert sorted(rows) == sorted(codes[: kernel.legal(vec, DECK, 0, codes)].tolist())
        other = vec.copy()
        kernel.reshuffle(other, 0, luck, room)
        assert told(other) == rows
        if len(rows) > 1:
            assert all(len(set(one)) == len(one) <= MOST_ROWS for one in rows.values())
            assert all(0 <= row < alone.ROWS for one in rows.values() for row in one)
            few = told(vec, 2)
            assert len(few) == 2
            assert few.items() <= rows.items()
    assert {layout.LAYING, layout.CHOOSING, layout.MARKING} <= phases


def test_a_marking_is_looked_at_to_its_end() -> None:
    """The first decision of a turn is told as the last of its marking: nothing else happens between them."""
    turns: dict[int, list[list[int]]] = {}
    for vec in decisions(1):
        rows = told(vec)
        if vec[layout.PHASE] in (layout.CHOOSING, layout.MARKING) and len(rows) > 1:
            code = kernel.greedy_move(vec, DECK, 0, kernel.seeded(2), kernel.SOLO_WEIGHTS)
            turns.setdefault(turns_left(vec), []).append(rows[code])
    assert max(map(len, turns.values())) > 3
    assert all(one == of_turn[0] for of_turn in turns.values() for one in of_turn)


def test_complete_cards_count_as_scored() -> None:
    rows = np.zeros(MOST_ROWS, np.int64)
    vec = next(vec.copy() for vec in decisions(2) if vec[layout.PHASE] == layout.MARKING)
    marks = vec[AT + layout.MARKS : AT + layout.MARKS + 3]
    for full, points in ((0, 0), (1, 1), (2, 3), (3, 4)):
        marks[:full] = FULL
        marks[full:] = 1
        count = fill_solo_rows(vec, DECK, rows)
        (clock,) = [row - alone.CLOCK for row in rows[:count] if alone.CLOCK <= row < alone.EARNED]
        assert divmod(clock, GOAL) == (turns_left(vec), points)
        earned = [row - alone.EARNED for row in rows[:count] if alone.EARNED <= row < alone.PIVOTS]
        assert earned == [int(full == 1)], "one card brings an extra mark"
    vec[AT + layout.POINTS] = GOAL - 4
    assert fill_solo_rows(vec, DECK, rows) == 0, "the game is won"


def test_a_game_that_is_won_at_once_comes_before_all_that_a_network_says() -> None:
    """Even before what it takes for more than certain."""
    network = np.zeros(numbers_in(alone.ROWS), np.float32)
    network[-2 * WIDTH : -WIDTH] = ONE
    network[-WIDTH:] = 1.5 * UNIT / ONE / WIDTH
    # With weights turned round what wins is not what comes first by them.
    weights, behind = np.concatenate([-kernel.SOLO_WEIGHTS, packed(network)]), 0
    codes, values = np.empty(1, np.int32), np.empty(1)
    for seed in range(40):
        for vec in decisions(seed):
            rows = told(vec, weights=-kernel.SOLO_WEIGHTS)
            won = [code for code, one in rows.items() if not one]
            if won and len(rows) > 1:
                behind += next(iter(rows)) not in won
                assert kernel.candidates(vec, DECK, 0, weights, codes, values) == 1
                assert codes[0] in won
                assert values[0] == 1
    assert behind
