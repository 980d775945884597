"""What a seat cannot see is dealt anew as the written rules draw their samples: place by place as often."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from triax import batch
from triax.envs.frame import next_seat
from triax.games import find_game
from triax.games.axio import AxioState
from triax.games.axo import AxoState
from triax.games.core import AnyState, Dice

DRAWN = 300
SURE = 18.0
"""Wrong once in e to this power."""


def positions(name: str, players: int, seed: int) -> Iterator[AnyState]:
    """Of random games, seat by seat as games side by side ask them."""
    rng = Random(seed)
    while True:
        state: AnyState = find_game(name).new(players, rng)
        while state.to_act:
            yield state
            seat = next_seat(state)
            assert seat is not None
            moves = state.moves(seat)
            state, _ = state.play(seat, moves[rng.randrange(len(moves))], Dice(rng))


def differ(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    """Are these not draws of the same lot? By chi-square, of two samples as large as each other."""
    values = np.union1d(one, other)
    here, there = ((column[:, None] == values).sum(axis=0) for column in (one, other))
    statistic, freedom = float(((here - there) ** 2 / (here + there)).sum()), len(values) - 1
    return bool(statistic > freedom + 2 * (freedom * SURE) ** 0.5 + 2 * SURE)


def check(state: AnyState, seat: int, seed: int) -> int:
    """How many places of a position have more than one content."""
    game, rng = find_game(state.game), Random(seed)
    tables = batch.make(state.game, state.players, DRAWN, seed=seed, reach=None if state.game != "rota" else 20)
    tables.load([state] * DRAWN)
    asked = tables.current_player[0]
    tables.resample(seat)
    assert (tables.current_player == asked).all()
    drawn = np.array([tables.side.load(game.sample(state.view(seat), rng), tables.reach) for _ in range(DRAWN)])
    wrong = [place for place in range(drawn.shape[1]) if differ(tables._states[:, place], drawn[:, place])]
    assert not wrong, (state.game, state.players, seat, wrong)
    return int((drawn != drawn[0]).any(axis=0).sum())


@pytest.mark.parametrize("name", ["rota", "axio", "axo"])
@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
def test_worlds_are_those_of_the_written_rules(name: str, players: int) -> None:
    found = positions(name, players, players)
    for number, skipped in enumerate((0, 7, 11)):
        for _ in range(skipped):
            next(found)
        assert check(next(found), number % players, number) > 5


def others_decide(state: AnyState, seat: int) -> bool:
    """Does this seat know something of what others hold or have done?"""
    if isinstance(state, AxioState):
        return state.deciding and state.turn != seat
    assert isinstance(state, AxoState)
    return any(one.made for other, one in enumerate(state.marking) if other != seat)


@pytest.mark.parametrize(("name", "players"), [("axio", 2), ("axo", 2), ("axo", 3)])
def test_so_they_are_where_others_are_about_to_decide(name: str, players: int) -> None:
    """Whoever may exchange in Axio holds none of the lowest colours; in AXO nobody knows what others have marked."""
    seat = players - 1
    found = (state for state in positions(name, players, 1) if others_decide(state, seat))
    for number in range(2):
        assert check(next(found), seat, number) > 5
