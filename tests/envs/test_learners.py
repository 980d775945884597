"""OpenSpiel's own learners on our games. Those with networks need PyTorch, which `make learners` installs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mccfr, outcome_sampling_mccfr

from tests.envs.support.spiel import decisions, load
from tests.support import every_variant
from triax.envs import ENCODINGS

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not here: make learners installs it")
TABLES = ["rota", "rota(reach=8)", "axio", "axo", "axo(actions=picks)"]


@every_variant
def test_no_number_of_a_tensor_leaves_the_unit(name: str, players: int, options: dict[str, Any]) -> None:
    """Codes of actions as they are, up to 401,356, made every network's loss infinite within 210 steps."""
    for number, state in enumerate(decisions(load(name, players, options), 12)):
        if number % 9 == 0:
            for tensor in (
                state.information_state_tensor(number % players),
                state.observation_tensor(number % players),
            ):
                assert 0 <= min(tensor) <= max(tensor) <= 1


def losses(agent: Any) -> Iterator[float]:  # noqa: ANN401
    """Those that there are: NFSP has two."""
    whole = agent.loss if isinstance(agent.loss, tuple) else (agent.loss,)
    return (float(one) for one in whole if one is not None)


def trained(table: str, kind: str, steps: int) -> list[float]:
    """The losses on the way. Networks are small, rates are OpenSpiel's own."""
    from open_spiel.python.pytorch import dqn, nfsp  # noqa: PLC0415

    env = rl_environment.Environment(pyspiel.load_game(f"python_triax_{table}"))
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    sizes = {"hidden_layers_sizes": (32,), "batch_size": 16, "min_buffer_size_to_learn": 32}
    agents: list[Any] = [
        dqn.DQN(seat, size, actions, replay_buffer_capacity=200, **sizes)
        if kind == "dqn"
        else nfsp.NFSP(
            seat, size, actions, reservoir_buffer_capacity=200, anticipatory_param=0.5, learn_every=16, **sizes
        )
        for seat in range(env.num_players)
    ]
    found: list[float] = []
    now = env.reset()
    for _ in range(steps):
        if now.last():
            for agent in agents:
                agent.step(now)
            now = env.reset()
        agent = agents[now.observations["current_player"]]
        now = env.step([agent.step(now).action])
        found += losses(agent)
    return found


@needs_torch
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dqn", "nfsp"])
@pytest.mark.parametrize("table", TABLES)
def test_openspiels_learners_keep_their_losses_finite(table: str, kind: str) -> None:
    found = trained(table, kind, 2000)
    assert len(found) > 20
    assert np.isfinite(found).all()


@needs_torch
@pytest.mark.parametrize("kind", ["dqn", "nfsp"])
def test_a_learner_gets_past_its_first_games(kind: str) -> None:
    found = trained("axio", kind, 250)
    assert found
    assert np.isfinite(found).all()


@pytest.mark.parametrize("table", ["rota(reach=4)", "axio"])
def test_regrets_of_mccfr_are_finite(table: str) -> None:
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(f"python_triax_{table}"))
    solver.iteration()
    regrets = [known[mccfr.REGRET_INDEX] for known in solver._infostates.values()]
    assert len(regrets) > 20
    assert all(np.isfinite(one).all() for one in regrets)


@pytest.mark.parametrize("table", ENCODINGS)
def test_how_unlikely_a_single_game_is(table: str) -> None:
    """docs/environments.md says for which games a double holds it: those that weigh by it need to know."""
    state, rng, exponent = load(table, 2).new_initial_state(), Random(1), 0.0
    while not state.is_terminal():
        if state.is_chance_node():
            codes, shares = zip(*state.chance_outcomes(), strict=True)
            [code] = rng.choices(codes, shares)
            exponent += math.log10(dict(zip(codes, shares, strict=True))[code])
            state.apply_action(code)
        else:
            exponent -= math.log10(len(state.legal_actions()))
            state.apply_action(rng.choice(state.legal_actions()))
    assert (exponent < -308) == (table == "axo")
