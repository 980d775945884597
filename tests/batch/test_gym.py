"""The face for Gymnasium: its own checker finds nothing, and rows that end are dealt anew as the three modes say."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from triax.batch.gym import TriaxGymEnv, TriaxVectorEnv
from triax.games.errors import BadData


@pytest.mark.parametrize("name", ["Rota", "Axio", "Axo"])
def test_gymnasiums_checker_finds_nothing(name: str) -> None:
    for players in (1, 2):
        env = gymnasium.make(f"triax.batch.gym:triax/{name}-v1", players=players)
        check_env(env.unwrapped, skip_render_check=True)


def legal(observation: dict[str, Any], rng: np.random.Generator) -> Any:  # noqa: ANN401
    masks = observation["action_mask"]
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_rows_that_end_are_dealt_anew(mode: AutoresetMode) -> None:
    env = TriaxVectorEnv("rota", 5, players=2, seat=1, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=4)
    ended = np.zeros(5, np.bool_)
    endings = 0
    for _ in range(60):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"].any(axis=1) == ~ended).all()
        before = ended
        seen, rewards, terminated, truncated, info = env.step(legal(seen, rng))
        assert not truncated.any()
        assert not info["refused"].any()
        assert not (rewards[~terminated]).any()
        assert (np.abs(rewards[terminated]) <= 1).all()
        endings += int(terminated.sum())
        if mode == AutoresetMode.NEXT_STEP:
            assert not terminated[before].any()
            ended = terminated
        elif mode == AutoresetMode.SAME_STEP:
            if terminated.any():
                assert (info["_final_obs"] == terminated).all()
                assert all(not info["final_obs"][row]["action_mask"].any() for row in np.flatnonzero(terminated))
        elif terminated.any():
            with pytest.raises(BadData, match="reset"):
                env.step(np.zeros(5, np.int64))
            seen, _ = env.reset(options={"reset_mask": terminated})
    assert endings > 5


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("name", "players"), [("rota", 3), ("axio", 2), ("axo", 1)])
def test_rows_go_as_single_tables_do(name: str, players: int, mode: AutoresetMode) -> None:
    """Under Gymnasium's own loop over tables, in each of its modes."""
    settings: dict[str, Any] = {"players": players, "seat": players - 1}
    ours = TriaxVectorEnv(name, 4, **settings, autoreset_mode=mode)
    theirs: Any = SyncVectorEnv([lambda: TriaxGymEnv(name, **settings)] * 4, autoreset_mode=mode)
    assert (ours.single_observation_space, ours.action_space) == (theirs.single_observation_space, theirs.action_space)
    rng, endings = np.random.default_rng(5), 0
    told: list[Any] = [env.reset(seed=11) for env in (ours, theirs)]
    for _ in range(160):
        alike(*told)
        actions = legal(told[0][0], rng)
        if rng.random() < 0.1:
            actions[0] = 1  # perhaps not legal
        told = [env.step(actions) for env in (ours, theirs)]
        over = told[0][2]
        endings += int(over.sum())
        if mode == AutoresetMode.DISABLED and over.any():
            alike(*told)
            told = [env.reset(options={"reset_mask": over.copy()}) for env in (ours, theirs)]
    assert endings > 4


def alike(one: Any, other: Any) -> None:  # noqa: ANN401
    """What is told, as far as it is marked as told."""
    if isinstance(one, dict):
        for name in {*one, *other} - {key for key in (*one, *other) if key.startswith("_")}:
            if f"_{name}" in one or f"_{name}" in other:
                nobody = np.zeros(4, np.bool_)
                rows, theirs = (np.flatnonzero(told.get(f"_{name}", nobody)) for told in (one, other))
                assert rows.tolist() == theirs.tolist(), name
                if len(rows) and not isinstance(one[name], dict):
                    for row in rows:
                        alike(one[name][row], other[name][row])
                elif len(rows):
                    alike(one[name], other[name])
            else:
                alike(one[name], other[name])
    elif isinstance(one, tuple):
        for here, there in zip(one, other, strict=True):
            alike(here, there)
    else:
        assert np.array_equal(one, other)


def test_the_same_seed_gives_the_same_games() -> None:
    envs = [gymnasium.make_vec("triax.batch.gym:triax/Rota-v1", num_envs=3, players=3) for _ in range(2)]
    rng = np.random.default_rng(2)
    first = [env.reset(seed=9)[0] for env in envs]
    for _ in range(5):
        assert all((first[0][part] == first[1][part]).all() for part in first[0])
        actions = legal(first[0], rng)
        first = [env.step(actions)[0] for env in envs]


def test_actions_that_are_none_are_refused_in_words() -> None:
    env = TriaxVectorEnv("rota", 4, players=2)
    with pytest.raises(BadData, match="reset"):
        env.step([0] * 4)
    seen, _ = env.reset(seed=1)
    for wrong in (0, [0] * 3, [[0] * 4], [0.5] * 4):
        with pytest.raises(BadData, match="actions: expected 4"):
            env.step(wrong)
    again = env.step([-1] * 4)[0]
    assert all((seen[part] == again[part]).all() for part in seen)
    with pytest.raises(BadData, match="reset_mask: expected 4 truth values"):
        env.reset(options={"reset_mask": np.ones(3, np.bool_)})
    single = gymnasium.make("triax.batch.gym:triax/Rota-v1", players=1, disable_env_checker=True).unwrapped
    single.reset(seed=1)
    for odd in (1.5, None, [1], "1"):
        with pytest.raises(BadData, match="actions: expected 1"):
            single.step(odd)
    assert single.step(np.int64(-1))[4] == {"refused": True}
    for seat in (2, -1, "0", None):
        with pytest.raises(BadData, match="seat"):
            TriaxVectorEnv("rota", 1, players=2, seat=seat)  # type: ignore[arg-type]


def test_some_rows_may_have_a_seed() -> None:
    env = TriaxVectorEnv("rota", 4, players=2)
    first = env.reset(seed=[3, None, 3, 8])[0]["observation"]
    assert (first[0] == first[2]).all()
    again = env.reset(seed=[3, None, None, 8])[0]["observation"]
    assert [(first[row] == again[row]).all() for row in range(4)] == [True, False, False, True]
    with pytest.raises(BadData, match="seed: 3 of them"):
        env.reset(seed=[1, 2, 3])
