"""What is learned hangs on the settings and the seed alone, and a run that was ended goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from training.__main__ import main
from training.fit import learn_from, mean_of, start_squares, untrained, value_of
from training.games import Recipe
from training.learn import Learned, Plan, learn
from typer import Typer
from typer.testing import CliRunner

RECIPE = Recipe(rounds=3, games=20, shards=2, led=1)
PLANS = [Plan(game, players, 1, RECIPE) for game, players in (("rota", 2), ("axo", 2), ("axo", 1))]


class Ended(Exception):
    pass


@pytest.mark.slow
@pytest.mark.parametrize("plan", PLANS)
def test_the_same_seed_gives_the_same_weights(tmp_path: Path, plan: Plan) -> None:
    """Whether a run was ended on the way or not, and however many processes it had."""
    played: list[int] = []

    def end(number: int, _: Learned) -> None:
        played.append(number)
        if len(played) == 2:
            raise Ended

    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    learn(plan, folder=tmp_path / "one", out=whole, workers=1, say=lambda *_: None)
    with pytest.raises(Ended):
        learn(plan, folder=tmp_path / "two", out=parts, workers=1, say=end)
    learn(plan, folder=tmp_path / "two", out=parts, workers=2, say=end)
    assert played == [0, 1, 2]
    assert whole.read_bytes() == parts.read_bytes()
    learn(plan._replace(seed=2), folder=tmp_path / "one", out=parts, workers=1, say=lambda *_: None)
    assert whole.read_bytes() != parts.read_bytes()


def test_a_network_learns_what_decides() -> None:
    """The odd row is worth something, the other nothing."""
    rng, network = np.random.default_rng(1), untrained(2, 4, seed=1, scatter=0.03)
    squares, hidden = start_squares(network), np.empty(4, np.float32)
    for row in rng.integers(2, size=2000):
        learn_from(network, squares, np.array([row], np.int16), np.float32(0.2 * row), np.float32(0.02), hidden)
    said = [value_of(network, np.array([row], np.int16), hidden) for row in range(2)]
    assert said == pytest.approx([0, 0.2], abs=0.02)


def test_shards_come_together_in_the_middle() -> None:
    one, other = untrained(3, 4, seed=1, scatter=0.03), untrained(3, 4, seed=2, scatter=0.03)
    assert mean_of([one, other]).worth == pytest.approx((one.worth + other.worth) / 2)


@pytest.mark.parametrize("arguments", [["--players", "5"], ["--game", "go"], ["--rounds", "0"]])
def test_bad_settings_are_refused_with_words(arguments: list[str]) -> None:
    app = Typer()
    app.command()(main)
    assert CliRunner().invoke(app, arguments).exit_code == 2
