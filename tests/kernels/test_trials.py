"""Trials of moves: each playout stands for itself, though they share the room that they need."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from triax.games import GAMES
from triax.kernels.chance import stream
from triax.kernels.trials import NO_MOVE


def tried(kernel: Any, vec: Any, weights: Any, first: int, count: int) -> tuple[Any, Any]:  # noqa: ANN401
    shares, scores = np.zeros((count, 1, 4)), np.zeros((count, 1, 4, 5), np.int32)
    luck = np.uint64(stream(np.uint64(3), 0))
    kernel.trial(vec, kernel.tables(), 0, NO_MOVE, first, count, luck, kernel.GREEDY, weights, shares, scores)
    return shares, scores


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("game", ["rota", "axio", "axo"])
def test_many_playouts_at_once_are_those_one_by_one(game: str, players: int) -> None:
    kernel = import_module(f"triax.kernels.{game}")
    weights = kernel.DEFAULT_WEIGHTS if game == "axo" else kernel.DEFAULT_TABLE
    vec = kernel.load(GAMES[game].new(players, Random(players)))
    shares, scores = tried(kernel, vec, weights, 0, 12)
    for number in range(12):
        alone = tried(kernel, vec, weights, number, 1)
        assert np.array_equal(shares[number], alone[0][0])
        assert np.array_equal(scores[number], alone[1][0])
