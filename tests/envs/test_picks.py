"""AXO in the environments by successive picks."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

from tests.envs.support.spiel import decisions, load, walk
from tests.support import twin
from triax.envs import pettingzoo as tables
from triax.games.axo.picks import PICKS, picks_of
from triax.games.core import Dice, Move
from triax.games.errors import BadData, IllegalMove

PICKING = {"actions": "picks"}
some_players = pytest.mark.parametrize("players", [1, 2, 4])


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@some_players
def test_api(players: int) -> None:
    api_test(tables.axo(players, actions="picks"), num_cycles=120)
    seed_test(lambda: tables.axo(players, actions="picks"), num_cycles=25)


def table(players: int, seed: int) -> tables.TriaxEnv:
    env = tables.TriaxEnv("axo", players, actions="picks")
    env.reset(seed=seed)
    return env


def moves(env: tables.TriaxEnv, rng: Random, most: int) -> Iterator[tuple[int, Move, tuple[int, ...]]]:
    """Random whole moves of the seat to play, and their picks; whoever asks has to play them."""
    for _ in range(most):
        if env.terminations[env.agent_selection]:
            return
        seat = int(env.agent_selection[-1])
        legal = env._state.moves(seat)
        move = legal[rng.randrange(len(legal))]
        yield seat, move, picks_of(move, seat, env.frame.players)


@some_players
def test_picks_play_the_same_game_as_whole_moves(players: int) -> None:
    env, rng = table(players, 7), Random(7)
    state, dice = env.frame.game.new(players, chance := Random(7)), Dice(chance)
    for seat, move, picks in moves(env, rng, 200):
        for number, pick in enumerate(picks):
            assert env._state == state, "nothing is played before the move is whole"
            assert env.agent_selection == f"player_{seat}"
            seen = env.observe(env.agent_selection)
            assert seen["action_mask"].shape == (PICKS,)
            assert list(np.flatnonzero(seen["action_mask"])) == env.infos[env.agent_selection]["actions"]
            parts = env.frame.layout.split(seen["observation"])
            assert sorted(np.flatnonzero(parts["picked"])) == sorted(picks[:number])
            env.step(pick)
        state, _ = state.play(seat, move, dice)
    assert env._state == state


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_else_learns_of_a_pick(players: int) -> None:
    """Not what it is nor that there was one, before the whole move tells."""
    env, rng, picked = table(players, 3), Random(3), 0
    for seat, _, picks in moves(env, rng, 120):
        others = [other for other in range(players) if other != seat]
        before = [env.observe(f"player_{other}") for other in others]
        for pick in picks[:-1]:
            env.step(pick)
            picked += 1
            for other, seen in zip(others, before, strict=True):
                now = env.observe(f"player_{other}")
                assert all(np.array_equal(now[part], seen[part]) for part in seen)
                assert env.infos[f"player_{other}"] == {}
        env.step(picks[-1])
    assert picked > 50


@pytest.mark.parametrize("players", [2, 4])
def test_what_may_be_picked_does_not_tell_what_is_hidden(players: int) -> None:
    """Positions that differ only in what a seat cannot see, walked pick by pick."""
    env, rng, differed = table(players, 5), Random(5), 0
    for number, (seat, move, picks) in enumerate(moves(env, rng, 40)):
        viewer = number % players
        agent, other = f"player_{viewer}", deepcopy(env)
        other._state = twin(env._state, viewer, seat, move, rng)
        other._select()
        differed += other._state != env._state
        for pick in picks:
            seen, same = env.observe(agent), other.observe(agent)
            assert all(np.array_equal(seen[part], same[part]) for part in seen)
            assert env.infos[agent] == other.infos[agent]
            if pick != picks[-1]:
                other.step(pick)
            env.step(pick)
    assert differed


def test_a_pick_that_leads_nowhere_is_refused() -> None:
    env = table(2, 1)
    legal = env._codes
    illegal = next(pick for pick in range(PICKS) if pick not in legal)
    with pytest.raises(IllegalMove, match=rf"pick {illegal} \(.*\) is not legal for seat .: expected one of"):
        env.step(illegal)
    with pytest.raises(BadData, match="94 is not an action at this table"):
        env.step(PICKS)
    env.step(legal[0])
    with pytest.raises(IllegalMove, match=f"pick {legal[0]} "):
        env.step(legal[0])
    assert env._picked == (legal[0],)


def test_cycles_count_moves() -> None:
    env = tables.TriaxEnv("axo", 2, actions="picks", max_cycles=5)
    env.reset(seed=2)
    played = 0
    while not any(env.truncations.values()):
        before = env._state
        env.step(env._codes[0])
        played += env._state is not before
    assert played == 10


@pytest.mark.parametrize("players", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_random_simulation(players: int) -> None:
    pyspiel.random_sim_test(load("axo", players, PICKING), num_sims=1, serialize=True, verbose=False)


def test_openspiel_keeps_picks_to_their_player() -> None:
    begun = 0
    for state in decisions(load("axo", 2, PICKING), 4, 100):
        player = state.current_player()
        for code in state.legal_actions():
            after = state.child(code)
            if not after.node.picked:
                continue
            begun += 1
            text = after.node.frame.text(code)
            assert "\npicked " in after.information_state_string(player)
            assert text in after.information_state_string(player)
            for what in ("information_state_string", "information_state_tensor", "observation_string"):
                assert getattr(after, what)(1 - player) == getattr(state, what)(1 - player)
    assert begun > 50


def test_a_sample_in_the_middle_of_picking_goes_on() -> None:
    rng, begun = Random(2), 0
    for state in decisions(load("axo", 3, PICKING), 9, 60):
        if not state.node.picked:
            continue
        begun += 1
        for player in range(3):
            sample = state.resample_from_infostate(player, rng.random)
            assert sample.information_state_string(player) == state.information_state_string(player)
            assert sample.information_state_tensor(player) == state.information_state_tensor(player)
            assert (sample.node.picked == state.node.picked) == (player == state.current_player())
        own: Any = state.resample_from_infostate(state.current_player(), rng.random)
        assert own.legal_actions() == state.legal_actions()
        assert next(walk(own, rng)) is not None
    assert begun > 10
