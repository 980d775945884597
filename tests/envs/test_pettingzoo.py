"""The PettingZoo environments: PettingZoo's own tests, seeds, ends, refusals."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils import BaseWrapper, aec_to_parallel

from tests.support import every_variant, twin
from triax.drawing import draw
from triax.drawing.raster import pixels
from triax.envs import pettingzoo as tables
from triax.games import GAMES
from triax.games.core import Move
from triax.games.errors import BadData, IllegalMove
from triax.games.events import redact
from triax.games.rota import RotaState

every_game = pytest.mark.parametrize("name", GAMES)
# A picture in full size takes half a second; what is drawn of each game has tests of its own.
some_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if number else []) for number, name in enumerate(GAMES)]
)


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
    seed_test(lambda: tables.env(name, players, options=options), num_cycles=500)


@some_game
def test_render(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: tables.env(name, 2, render_mode=render_mode))
    assert f"{name} · 2 players · seen by seat" in capsys.readouterr().out


class Blindfold(BaseWrapper):  # type: ignore[misc]  # untyped
    """Plays the first legal action whatever it is told: PettingZoo's test looks at no mask, and chooses for all agents
    of a cycle before the first of them acts."""

    def __init__(self, env: Any) -> None:  # noqa: ANN401
        super().__init__(env)
        self.metadata = {**env.metadata, "is_parallelizable": True}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=1, options=options)

    def step(self, action: int | None) -> None:
        super().step(None if action is None else self.infos[self.agent_selection]["actions"][0])


@pytest.mark.parametrize(
    ("name", "players"), [*((name, players) for name in ("rota", "axio") for players in range(1, 5)), ("axo", 1)]
)
def test_max_cycles(name: str, players: int) -> None:
    """PettingZoo's test wants every agent once in each cycle, in order: so it is where nobody has an extra turn or a
    second decision in the first rounds. Several at AXO never decide like that."""

    def table(max_cycles: int) -> Any:  # noqa: ANN401
        settings: Any = {"options": {"start": 0}, "actions": "moves", "max_cycles": max_cycles}
        return Blindfold(tables.env(name, players, **settings))

    max_cycles_test(SimpleNamespace(env=table, parallel_env=lambda max_cycles: aec_to_parallel(table(max_cycles))))


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
    env = tables.axo(players, max_cycles=6, actions="moves")
    steps = [(agent, truncated) for agent, _, _, _, truncated in play(env, 1)]
    assert [truncated for _, truncated in steps].index(True) == 6 * players
    assert sorted(agent for agent, truncated in steps if truncated) == env.possible_agents


@every_game
def test_seeds_decide_the_deal(name: str) -> None:
    def first(seed: int | np.int64 | None) -> bytes:
        env.reset(seed=seed)
        observation: bytes = env.observe("player_0")["observation"].tobytes()
        return observation

    env = tables.env(name, 2)
    assert first(1) == first(1)
    assert first(1) != first(2)
    assert first(np.int64(1)) == first(1)
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
    with pytest.raises(BadData, match=r"3\.5 is not an action at this table"):
        env.step(3.5)  # type: ignore[arg-type]
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
    env = tables.env(name, 3, actions="moves", max_cycles=12)
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


@some_game
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
    own = draw(before.view(seat), events=redact(env._events, seat))
    assert np.array_equal(picture, np.asarray(pixels(own))), "and what it may know is there"
    env._state = GAMES[name].sample(before.view(seat), Random(1))
    assert env._state != before
    again = env.render()
    assert isinstance(again, np.ndarray)
    assert np.array_equal(again, picture)


@every_game
@pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copied", "pickled"])
def test_a_copy_in_the_middle_of_a_game_goes_on_alike(name: str, copied: Any) -> None:  # noqa: ANN401
    env = tables.env(name, 3, options={"start": 1}, max_cycles=9)
    fresh = copied(env)
    fresh.reset(seed=7)
    env.reset(seed=7)
    rng = Random(7)
    for _ in range(8):
        env.step(rng.choice(env.infos[env.agent_selection]["actions"]))
    left, right = copied(env), copied(env)
    assert told(left) == told(env) != told(fresh)
    assert left.observation_space("player_0") == env.observation_space("player_0")
    before = told(env)
    for _ in range(6):
        for one in (left, right):
            one.step(one.infos[one.agent_selection]["actions"][-1])
        assert told(left) == told(right)
    assert told(env) == before != told(left)
    assert left.unwrapped._rng.random() == right.unwrapped._rng.random()


def told(env: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """What an environment tells of itself, to all agents."""
    seen = [env.observe(agent) for agent in env.possible_agents]
    return (
        env.agent_selection,
        env.infos,
        [(one["observation"].tobytes(), one["action_mask"].tobytes()) for one in seen],
    )


@every_variant
def test_no_agent_is_told_what_it_cannot_see(name: str, players: int, options: dict[str, Any]) -> None:
    """The environment in two positions that differ only in what an agent cannot see tells it the same."""
    reach = 16 if name == "rota" else None
    env = tables.TriaxEnv(name, players, options=options, reach=reach, actions="moves")
    rng, differed = Random(6), 0
    env.reset(seed=6)
    for number in range(24):
        if env.terminations[env.agent_selection]:
            break
        code = rng.choice(env._codes)
        differed += tells_the_same(env, number % players, env.frame.decode(code), rng)
        env.step(code)
    assert differed


@pytest.mark.parametrize("players", [2, 4])
def test_by_picks_no_agent_is_told_what_it_cannot_see(players: int) -> None:
    """The same as AXO is played if nothing is said, between two moves."""
    env = tables.TriaxEnv("axo", players)
    rng, differed, number = Random(6), 0, 0
    env.reset(seed=6)
    while number < 24:
        actor, state = int(env.agent_selection[-1]), env._state
        if not env._picked:
            move = rng.choice(state.moves(actor))
            differed += tells_the_same(env, number % players, move, rng)
            number += 1
        env.step(rng.choice(env._codes))
    assert differed


def tells_the_same(env: Any, seat: int, move: Move, rng: Random) -> bool:  # noqa: ANN401
    """Whatever a seat cannot see. Was there something of that kind? The move is one of whoever is to play."""
    agent, state = env.possible_agents[seat], env._state
    seen = env.observe(agent)
    other = deepcopy(env)
    other._state = hidden = twin(state, seat, int(env.agent_selection[-1]), move, rng)
    other._select()
    assert other.agent_selection == env.agent_selection
    assert other.infos[agent] == env.infos[agent]
    assert all(np.array_equal(other.observe(agent)[part], seen[part]) for part in seen)
    return bool(hidden != state)


def test_actions_handed_out_are_nobody_elses() -> None:
    env = tables.rota(2)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    env.infos[env.agent_selection]["actions"].clear()
    assert np.array_equal(env.observe(env.agent_selection)["action_mask"], mask)


def test_a_table_without_a_render_mode_draws_nothing() -> None:
    env = tables.rota(2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="nothing is drawn without a render_mode"):
        assert env.render() is None


@every_variant
def test_scores_can_pay_instead_of_the_result(name: str, players: int, options: dict[str, Any]) -> None:
    """Move by move, and in all what the end is worth by its scores."""
    env = tables.env(name, players, options=options, rewards="score")
    frame, paid, steps = env.unwrapped.frame, dict.fromkeys(env.possible_agents, 0.0), 0
    for agent, _, reward, _, _ in play(env, 3):
        paid[agent] += reward
        steps += reward != 0
    end = env.unwrapped._state
    assert list(paid.values()) == pytest.approx(frame.standing(end))
    assert players == 1 or sum(paid.values()) == pytest.approx(0)
    assert steps or not any(map(any, end.scores))


def test_the_lowest_track_counts_most() -> None:
    frame, state = tables.TriaxEnv("rota", 2).frame, GAMES["rota"].new(2, Random(1))
    assert isinstance(state, RotaState)
    even, lopsided = (replace(state, tracks=((0,) * 5, tracks)) for tracks in ((2, 2, 2, 2, 2), (1, 12, 12, 1, 1)))
    assert frame.standing(state) == [0, 0]
    assert frame.standing(even) == pytest.approx([-2 / 12, 2 / 12])
    assert frame.standing(lopsided)[1] == pytest.approx((7 / 8 + 12 / 8) / 12)


@every_game
def test_a_state_is_what_all_seats_know(name: str) -> None:
    env = tables.TriaxEnv(name, 3)
    env.reset(seed=5)
    for _ in range(6):
        env.step(env._codes[-1])
    known = env.state()
    assert env.state_space.contains(known)
    assert np.array_equal(known, np.concatenate([env.observe(agent)["observation"] for agent in env.possible_agents]))
    wrapped = tables.env(name, 3)
    wrapped.reset(seed=5)
    assert wrapped.state().shape == known.shape


def test_before_a_deal_there_is_nothing_to_play() -> None:
    env = tables.TriaxEnv("rota", 2, render_mode="ansi")
    for ask in (lambda: env.step(0), lambda: env.observe("player_0"), env.render, env.state, env.last):
        with pytest.raises(BadData, match=r"nothing is dealt yet: reset\(\) comes first"):
            ask()


def test_bad_settings_are_refused() -> None:
    with pytest.raises(BadData, match="rewards: 'points'; expected result, score"):
        tables.rota(2, rewards="points")
    with pytest.raises(BadData, match="actions: 'cards'; expected moves, picks"):
        tables.axo(2, actions="cards")
    with pytest.raises(BadData, match="actions: 'picks'; Axio Rota has moves alone"):
        tables.rota(2, actions="picks")
    with pytest.raises(BadData, match="'gif'; expected human, ansi, rgb_array"):
        tables.rota(2, render_mode="gif")
    for cycles in (0, 2.5, "9"):
        with pytest.raises(BadData, match=f"max_cycles: {cycles!r}; expected a whole number from 1 on"):
            tables.rota(2, max_cycles=cycles)
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
