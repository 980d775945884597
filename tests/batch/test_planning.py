"""What planners do with games side by side: copies that part, worlds for what is hidden, playouts that are paid."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.batch.support.walk import copies
from triax import Dice, batch
from triax.games import find_game
from triax.games.errors import BadData

every_game = pytest.mark.parametrize("name", ["rota", "axio", "axo"])


def begun(name: str, players: int = 2, games: Any = 3, steps: int = 6, **settings: Any) -> batch.Tables:  # noqa: ANN401
    tables = batch.make(name, players, games, seed=4, **settings)
    for _ in range(steps):
        tables.step(tables.sample_actions())
    return tables


@every_game
def test_copies_of_a_row_are_alike_until_they_have_a_seed(name: str) -> None:
    tables = begun(name)
    many = tables[np.zeros(50, np.int64)]
    assert len(set(many.digest().tolist())) == 1
    before = many.copy()
    many.reseed(7)
    assert (many._states == before._states).all()
    assert (many.legal_action_mask == before.legal_action_mask).all()
    again = before.copy()
    again.reseed(7)
    assert copies(again) == copies(many)
    many.reseed(8, rows=slice(0, 25))
    assert (many.luck[25:] == again.luck[25:]).all()
    assert len(set(many.luck.tolist())) == 50
    seat = int(many.current_player[0])
    many.resample(seat)
    assert len({row.tobytes() for row in many._states}) == 50
    assert (many.observation == before.observation).all()


@every_game
def test_a_sample_does_not_know_what_chance_will_bring(name: str) -> None:
    """What everybody has seen may be shuffled again: nothing of that is to follow from the games sampled from."""
    tables = begun(name)
    for other in (tables.copy(), tables.copy()):
        other.resample(0, rows=[0, 1])
        assert (other.luck[:2] != tables.luck[:2]).all()
        assert other.luck[2] == tables.luck[2]
        assert copies(other[2]) == copies(tables[2])
    again = other.copy()
    again.resample(0, rows=[0, 1])
    assert (again.luck[:2] != other.luck[:2]).all()


@every_game
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_playing_out_pays_as_stepping_does(name: str, players: int) -> None:
    """A last action played as a step or as a playout: the same end, and the same pay."""
    tables = batch.make(name, players, 24, seed=3)
    ended = np.zeros(24, np.bool_)
    for _ in range(4000):
        before = tables.copy()
        tables.step(tables.sample_actions())
        if (now := tables.terminated & ~ended).any():
            rows = np.flatnonzero(now)
            results = tables[rows]
            results.play_randomly()
            assert (results.rewards == tables.rewards[rows]).all()
            played = before[rows]
            steps = played.play_randomly()
            same = (steps == 1) & (played._states == tables._states[rows]).all(axis=1)
            assert (played.rewards[same] == tables.rewards[rows][same]).all()
        ended = tables.terminated.copy()
        if ended.all():
            break
    fresh = batch.make(name, players, 64, seed=5)
    decisions = fresh.play_randomly()
    assert fresh.terminated.all()
    assert (decisions > 0).all()
    paid = fresh.rewards.copy()
    if players > 1:
        assert np.allclose(fresh.rewards.sum(axis=1), 0, atol=1e-6)
        assert fresh.rewards.max(axis=1).min() >= 0
        assert len(np.unique(fresh.rewards)) > 1
    assert not fresh.play_randomly().any()
    assert (fresh.rewards == paid).all(), "as results, not as pay for a step"


@every_game
def test_what_playouts_pay_is_what_the_written_rules_say(name: str) -> None:
    """Tracks at the end, or points, decide as the environments tell it: seen in the places of the last observation."""
    tables = batch.make(name, 2, 200, seed=6)
    tables.play_randomly()
    parts = tables.layout.split(tables.observation)
    if "tracks" in parts:
        ranked = np.sort(parts["tracks"].astype(np.int64), axis=2)
        own, other = (ranked[:, seat] @ 100 ** np.arange(4, -1, -1) for seat in (0, 1))
        assert (np.sign(own - other) == np.sign(tables.rewards[:, 0]))[own != other].all()
    assert set(np.unique(tables.rewards).tolist()) <= {-1.0, 0.0, 1.0}


@every_game
def test_luck_that_is_given_leaves_a_refused_row_as_it_was(name: str) -> None:
    tables = begun(name, games=4)
    before = tables.copy()
    actions = tables.sample_actions()
    actions[2] = -1
    tables.step(actions, luck=[5, 6, 7, 8])
    assert tables.refused.tolist() == [False, False, True, False]
    assert copies(tables[2]) == copies(before[2])
    with pytest.raises(BadData, match="actions"):
        tables.step([0], luck=[1, 2, 3, 4])
    with pytest.raises(BadData, match="seed"):
        tables.step(actions, luck=[1, 2])
    assert copies(tables[2]) == copies(before[2])


@every_game
def test_copies_of_every_make_go_on_the_same(name: str) -> None:
    tables = begun(name)
    others = [tables.copy(), deepcopy(tables), pickle.loads(pickle.dumps(tables))]
    for other in others:
        assert copies(other) == copies(tables)
        assert (other.rewards == tables.rewards).all()
        assert other.observation.ctypes.data % 64 == 0
        assert not np.shares_memory(other._states, tables._states)
    for _ in range(5):
        for other in (tables, *others):
            other.step(other.sample_actions())
        assert all(copies(other) == copies(tables) for other in others)


def test_rows_may_be_none_and_are_gone_through_one_by_one() -> None:
    tables = begun("rota", games=np.int64(4), threads=np.int64(1))
    before = copies(tables)
    tables.reset(rows=np.flatnonzero(tables.terminated))
    tables.resample(0, rows=[])
    tables.load([], rows=[])
    assert copies(tables) == before
    assert [copies(one) for one in tables] == [copies(tables[row]) for row in range(4)]


def test_without_a_seed_games_are_others_each_time() -> None:
    one, other = (batch.make("rota", 2, 3, seed=None) for _ in range(2))
    assert len({*one.digest().tolist(), *other.digest().tolist()}) == 6


def test_positions_that_do_not_belong_here_are_refused_in_words() -> None:
    rota, axo = find_game("rota"), find_game("axo")
    state: Any = rota.new(2, Random(1))
    chance = Random(1)
    while max(x for x, _ in state.display) < 6:
        [seat] = state.to_act
        state, _ = state.play(seat, max(state.moves(seat), key=lambda move: move.x), Dice(chance))
    tables = batch.make("rota", 2, 1, reach=4)
    before = copies(tables)
    refusals: dict[str, Any] = {
        "beyond the reach of 4": [state],
        "a state of axo": [axo.new(2, Random(1))],
        "for 3": [rota.new(3, Random(1))],
        "2 states for 1": [rota.new(2, Random(1))] * 2,
        "a list of states": state,
        "list of states of": [3],
    }
    for wrong, states in refusals.items():
        with pytest.raises(BadData, match=wrong):
            tables.load(states)
    pieces: dict[str, Any] = json.loads(files("triax.games.axo").joinpath("pieces.json").read_text("utf-8"))
    own = batch.make("axo", 2, 1)
    own.load([axo.new(2, Random(1), {"pieces": pieces})])  # which are those of the box
    one, other = (next(card for card in pieces["cards"] if bool(card["effect"]) == has) for has in (True, False))
    one["effect"], other["effect"] = other["effect"], one["effect"]
    with pytest.raises(BadData, match="other pieces"):
        own.load([axo.new(2, Random(1), {"pieces": pieces})])
    assert copies(tables) == before
