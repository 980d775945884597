"""By the compiled rules, as usual, a table shows and allows the same as by the written ones, move by move."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from triax.envs import pettingzoo
from triax.envs.quick import Quick
from triax.games.errors import BadData


def same(one: Any, other: Any) -> None:  # noqa: ANN401
    assert one.agent_selection == other.agent_selection
    assert one.infos == other.infos
    assert one.rewards == other.rewards
    for agent in one.possible_agents:
        here, there = one.observe(agent), other.observe(agent)
        assert (here["observation"] == there["observation"]).all()
        assert (here["action_mask"] == there["action_mask"]).all()


@pytest.mark.parametrize(
    ("name", "players", "settings"),
    [
        ("rota", 2, {"reach": 6}),
        ("rota", 1, {}),
        ("rota", 4, {"reach": 8}),
        ("rota", 2, {"reach": 8, "rewards": "score"}),
        ("axio", 2, {"max_cycles": 20}),
        ("axio", 4, {}),
        ("axo", 1, {"options": {"simona": "right"}}),
        ("axo", 2, {}),
        ("axo", 3, {"options": {"effects": False}}),
    ],
)
def test_the_same_with_and_without(name: str, players: int, settings: dict[str, Any]) -> None:
    plain = pettingzoo.raw_env(name, players, **settings, compiled=False)
    quick = pettingzoo.raw_env(name, players, **settings)
    assert (plain._quick, type(quick._quick)) == (None, Quick)
    rng = Random(3)
    plain.reset(seed=5)
    quick.reset(seed=5)
    for number in range(400):
        same(plain, quick)
        if plain.terminations[plain.agent_selection] or plain.truncations[plain.agent_selection]:
            break
        if number == 9:
            same(plain, pickle.loads(pickle.dumps(quick)))
            quick = deepcopy(quick)
        action = rng.choice(plain.infos[plain.agent_selection]["actions"])
        if name == "axio" and 0 in plain.infos[plain.agent_selection]["actions"]:
            action = 0  # an exchange mixes the bag
        plain.step(action)
        quick.step(action)
    assert (plain.terminations, plain.truncations) == (quick.terminations, quick.truncations)
    assert plain._state == quick._state


@pytest.mark.parametrize("compiled", [False, True])
def test_whoever_acts_against_the_rules_loses(compiled: bool) -> None:
    table = pettingzoo.rota(3, reach=8, compiled=compiled)
    with pytest.raises(BadData, match="reset"):
        table.step(0)
    table.reset(seed=1)
    first = table.agent_selection
    legal = table.infos[first]["actions"]
    table.step(next(code for code in range(table.unwrapped.frame.size) if code not in legal))
    assert table.rewards == {agent: -1.0 if agent == first else 0.0 for agent in table.possible_agents}
    for _ in table.agent_iter():
        assert table.last()[2]
        table.step(None)
    assert not table.agents


def test_a_loop_in_which_nobody_acts_is_an_error() -> None:
    table = pettingzoo.rota(2, reach=8)
    table.reset(seed=1)
    turns = iter(table.agent_iter())
    assert next(turns) == table.agent_selection
    with pytest.raises(AssertionError, match="need to call step"):
        next(turns)


def test_the_long_list_of_axo_is_not_compiled() -> None:
    with pytest.raises(BadData, match="picks"):
        pettingzoo.raw_env("axo", 2, actions="moves", compiled=True)
    table = pettingzoo.raw_env("axo", 2, actions="moves")
    assert table._quick is None
    table.reset(seed=1)
    assert table.frame.size == 401_356


COMPILING = """
from triax.envs import pettingzoo

print("imported", flush=True)
table = pettingzoo.rota(1)
print("made", flush=True)
table.reset(seed=1)
table.last()
table.step(table.infos["player_0"]["actions"][0])
"""


def test_whoever_has_to_wait_for_the_compiler_is_told(tmp_path: Path) -> None:
    """Once, when a table is made; nothing is compiled on import or in play, and nothing the next time."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_OPT": "1"}
    told = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", COMPILING], env=environment, stdout=-1, stderr=-2, text=True, check=True
        )
        told.append(done.stdout.splitlines())
    words = "compiling the rules of Axio Rota for this machine, once: it takes up to half a minute"
    assert told == [["imported", words, "made"], ["imported", "made"]]


def test_tables_have_registered_names() -> None:
    pettingzoo_itself = pytest.importorskip("pettingzoo", minversion="1.27")
    table = pettingzoo_itself.make("aec", "triax/rota-v1", players=3)
    table.reset(seed=1)
    assert len(table.possible_agents) == 3
