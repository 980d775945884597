"""The PettingZoo environments: PettingZoo's own tests, seeds, ends, refusals."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from tests.support import VARIANTS
from triax.envs import pettingzoo as tables
from triax.games import GAMES
from triax.games.errors import BadData, IllegalMove

every_variant = pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
every_game = pytest.mark.parametrize("name", GAMES)


# PettingZoo's test knows by name which of its own environments observe dictionaries, and that at the end no action is
# left; it warns of all others.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@every_variant
def test_api(name: str, players: int, options: dict[str, Any]) -> None:
    api_test(tables.env(name, players, options=options), num_cycles=1000)


@every_variant
def test_seed(name: str, players: int, options: dict[str, Any]) -> None:
    # Whole games of AXO take long where a mask of 400,000 is compared at each step.
    seed_test(lambda: tables.env(name, players, options=options), num_cycles=8 if name == "axo" else 500)


@every_game
def test_render(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: tables.env(name, 2, render_mode=render_mode))
    assert f"{name} · 2 players · seen by seat" in capsys.readouterr().out


@every_game
def test_max_cycles(name: str) -> None:
    """PettingZoo's test plays without a mask and wants all agents to act in every cycle: so alone, and legally."""

    class Legal:
        """An action space that samples legal actions."""

        def __init__(self, env: Any, agent: str) -> None:  # noqa: ANN401
            self.env, self.agent = env, agent

        def sample(self) -> int:
            return int(np.flatnonzero(self.env.observe(self.agent)["action_mask"])[0])

    def with_legal_samples(env: Any) -> Any:  # noqa: ANN401
        env.action_space = lambda agent: Legal(env, agent)
        return env

    def parallel(max_cycles: int) -> Any:  # noqa: ANN401
        table = tables.TriaxEnv(name, 1, max_cycles=max_cycles)
        both = turn_based_aec_to_parallel_wrapper(table)
        both.action_space = lambda agent: Legal(table, agent)
        return both

    def alone(max_cycles: int) -> Any:  # noqa: ANN401
        return with_legal_samples(tables.env(name, 1, max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(env=alone, parallel_env=parallel))


def play(env: Any, seed: int) -> Iterator[tuple[str, dict[str, Any], float, bool, bool]]:  # noqa: ANN401
    """A random game, step by step, as each agent is told."""
    rng = Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        yield agent, observation, reward, terminated, truncated
        legal = np.flatnonzero(observation["action_mask"].astype(bool))
        env.step(None if terminated or truncated else int(legal[rng.randrange(len(legal))]))


@every_variant
def test_the_end_pays_by_place(name: str, players: int, options: dict[str, Any]) -> None:
    env = tables.env(name, players, options=options)
    paid = {}
    for agent, _, reward, terminated, truncated in play(env, 3):
        assert not truncated
        assert terminated or reward == 0
        if terminated:
            paid[agent] = reward
    worth = env.unwrapped.frame.returns(env.unwrapped._state)
    assert list(paid.values()) == [worth[int(agent[-1])] for agent in paid]
    assert len(paid) == players
    assert players == 1 or sum(paid.values()) == pytest.approx(0)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_game_is_cut_after_so_many_decisions_a_seat(players: int) -> None:
    env = tables.axo(players, max_cycles=6)
    steps = [(agent, truncated) for agent, _, _, _, truncated in play(env, 1)]
    assert [truncated for _, truncated in steps].index(True) == 6 * players
    assert sorted(agent for agent, truncated in steps if truncated) == env.possible_agents


@every_game
def test_seeds_decide_the_deal(name: str) -> None:
    def first(seed: int | None) -> bytes:
        env.reset(seed=seed)
        observation: bytes = env.observe("player_0")["observation"].tobytes()
        return observation

    env = tables.env(name, 2)
    assert first(1) == first(1)
    assert first(1) != first(2)
    first(5)
    going_on = [first(None), first(None)]
    assert going_on[0] != going_on[1], "without a seed, chance goes on"
    first(5)
    assert [first(None), first(None)] == going_on


@every_game
def test_an_illegal_action_loses_at_once(name: str) -> None:
    env = tables.env(name, 2)
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0} | {agent: -1.0}
    assert all(env.terminations.values())


@every_game
def test_without_wrappers_an_illegal_action_changes_nothing(name: str) -> None:
    env = tables.TriaxEnv(name, 2)
    env.reset(seed=1)
    agent, before = env.agent_selection, env._state
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[-1])
    with pytest.raises(IllegalMove, match="is not legal for seat"):
        env.step(illegal)
    with pytest.raises(BadData, match="is not an action at this table"):
        env.step(env.frame.size)
    with pytest.raises(BadData, match="no action for player_"):
        env.step(None)
    assert (env.agent_selection, env._state) == (agent, before)


def test_an_action_out_of_bounds_is_an_error() -> None:
    env = tables.rota(2)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(env.unwrapped.frame.size)


@every_game
def test_only_the_agent_to_play_has_actions(name: str) -> None:
    env = tables.env(name, 3, max_cycles=30)
    for agent, observation, _, terminated, truncated in play(env, 2):
        over = terminated or truncated
        waiting = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in waiting)
        assert observation["action_mask"].any() != over
        if not over:
            codes = np.flatnonzero(observation["action_mask"])
            assert env.infos[agent]["actions"] == list(codes)
            assert all("actions" not in env.infos[other] for other in waiting)
            moves = env.unwrapped._state.moves(int(agent[-1]))
            assert {str(env.unwrapped.frame.decode(int(code))) for code in codes} == set(map(str, moves))


@every_game
def test_what_is_drawn_is_what_the_agent_may_know(name: str) -> None:
    """A picture and a text of a table do not change with what the agent to play cannot see."""
    env = tables.TriaxEnv(name, 2, render_mode="rgb_array")
    env.reset(seed=4)
    for _ in range(3):
        env.step(env._codes[0])
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (900, 1440, 3)
    assert len(np.unique(picture)) > 10, "an empty picture"
    seat = int(env.agent_selection[-1])
    before = env._state
    env._state = GAMES[name].sample(before.view(seat), Random(1))
    assert env._state != before
    again = env.render()
    assert isinstance(again, np.ndarray)
    assert np.array_equal(again, picture)


def test_a_table_can_be_sent_to_another_process() -> None:
    env = tables.TriaxEnv("axio", 3, options={"start": 1}, max_cycles=9)
    copy = pickle.loads(pickle.dumps(env))
    for one in (env, copy):
        one.reset(seed=7)
    assert copy.max_steps == 27
    assert np.array_equal(copy.observe("player_2")["observation"], env.observe("player_2")["observation"])


def test_bad_settings_are_refused() -> None:
    with pytest.raises(BadData, match="'gif'; expected human, ansi, rgb_array"):
        tables.rota(2, render_mode="gif")
    with pytest.raises(BadData, match="players: 5"):
        tables.rota(5)
    with pytest.raises(BadData, match="'chess' is not a game"):
        tables.env("chess")
    with pytest.raises(BadData, match="options: unknown field"):
        tables.axio(2, options={"effects": False})


@pytest.mark.parametrize(("adapter", "package"), [("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")])
def test_without_the_extra_an_import_says_what_to_install(adapter: str, package: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None\nimport triax.envs.{adapter}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last == f"ImportError: triax.envs.{adapter} needs {package}: pip install 'triax[{adapter}]'"
