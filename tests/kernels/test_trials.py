"""Trials of moves: each playout stands for itself, though they share the room that they need; what a policy says on the
way is told beside how they end."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from triax.games import GAMES
from triax.kernels.chance import stream
from triax.kernels.network import LATER, add_to_word, begin_word, new_word
from triax.kernels.trials import NO_MOVE


def tried(
    kernel: Any,  # noqa: ANN401
    vec: Any,  # noqa: ANN401
    weights: Any,  # noqa: ANN401
    first: int,
    count: int,
    policy: str = "GREEDY",
) -> tuple[Any, Any, Any]:
    shares, scores, words = np.zeros((count, 1, 4)), np.zeros((count, 1, 4, 5), np.int32), np.zeros((count, 1, 2))
    luck = np.uint64(stream(np.uint64(3), 0))
    how = getattr(kernel, policy)
    kernel.trial(vec, kernel.tables(), 0, NO_MOVE, first, count, luck, how, weights, shares, scores, words)
    return shares, scores, words


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("game", ["rota", "axio", "axo"])
def test_many_playouts_at_once_are_those_one_by_one(game: str, players: int) -> None:
    kernel = import_module(f"triax.kernels.{game}")
    weights = kernel.DEFAULT_WEIGHTS if game == "axo" else kernel.DEFAULT_TABLE
    vec = kernel.load(GAMES[game].new(players, Random(players)))
    shares, scores, words = tried(kernel, vec, weights, 0, 12)
    assert (words == (0, 1)).all(), "a greedy policy says nothing"
    for number in range(12):
        alone = tried(kernel, vec, weights, number, 1)
        assert np.array_equal(shares[number], alone[0][0])
        assert np.array_equal(scores[number], alone[1][0])


@pytest.mark.parametrize(("game", "players"), [("rota", 1), ("rota", 3), ("axio", 1), ("axio", 3), ("axo", 1)])
def test_what_a_network_says_on_the_way_is_told_of_one_seat(game: str, players: int) -> None:
    kernel, weights = import_module(f"triax.kernels.{game}"), import_module(f"triax.bots.{game}").learned_weights
    policy = "ALONE" if game == "axo" else "LEARNED"
    vec = kernel.load(GAMES[game].new(players, Random(players)))
    _, _, words = tried(kernel, vec, weights(players), 0, 12, policy)
    for number in range(12):
        assert np.array_equal(words[number], tried(kernel, vec, weights(players), number, 1, policy)[2][0])
    heard = np.log(words[:, 0, 1]) / np.log(LATER)
    assert heard == pytest.approx(np.rint(heard)), "each time it was heard, as much less was left"
    assert (heard > 4).all()
    # At the beginning of a game it does not know who will win, nor does it say something absurd.
    said = words[:, 0, 0] / (1 - words[:, 0, 1])
    assert ((said > 0) & (said < 1.2)).all()
    assert 0 < said.std() < 0.5


def test_a_network_says_the_rest_of_a_playout() -> None:
    """In AXO with two players, unless the game is over before."""
    kernel, weights = import_module("triax.kernels.axo"), import_module("triax.bots.axo").learned_weights(2)
    vec = kernel.load(GAMES["axo"].new(2, Random(2)))
    _, scores, words = tried(kernel, vec, weights, 0, 12, "LEARNED")
    assert (words[:, 0, 1] == 0).all()
    said = words[:, 0, 0]
    assert ((said > -0.2) & (said < 1.2)).all()
    assert 0.2 < said.mean() < 0.8, "so early nobody knows"
    assert said.std() > 0
    assert scores[..., 0].max() < 9, "nobody has reached the goal"
    for number in range(12):
        assert np.array_equal(words[number], tried(kernel, vec, weights, number, 1, "LEARNED")[2][0])
    whole, _, nothing = tried(kernel, vec, weights, 0, 12)
    assert np.array_equal(whole, tried(kernel, vec, kernel.DEFAULT_WEIGHTS, 0, 12)[0]), "as without a network"
    assert (nothing == (0, 1)).all()


def test_what_is_said_sooner_counts_more() -> None:
    word = new_word()
    for value in (0.5, 0.25):
        add_to_word(word, value)
    assert word.tolist() == pytest.approx([(1 - LATER) * 0.5 + LATER * (1 - LATER) * 0.25, LATER**2])
    begin_word(word)
    assert word.tolist() == [0, 1]
