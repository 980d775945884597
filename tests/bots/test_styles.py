"""Styles differ in what they are named for: each goes further in it than the others."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from tests.support import random_game
from triax.bots.engines import ENGINES
from triax.bots.registry import RULES, STYLES
from triax.bots.styles import STYLES as TASTES
from triax.bots.styles import StyleBot, in_spread
from triax.games import GAMES


@pytest.mark.parametrize("name", list(GAMES))
def test_each_style_goes_furthest_in_what_it_is_named_for(name: str) -> None:
    """How far what a bot chooses is above the mean of what it could, in the spread of that."""
    reached: dict[tuple[str, str], list[float]] = {(bot, taste): [] for bot in STYLES for taste in STYLES}
    for seed in range(3):
        for played in list(random_game(GAMES[name], 3, seed, {}))[3::6]:
            state: Any = played.before
            view, moves = state.view(played.seat), state.moves(played.seat)
            if len(moves) < 4:
                continue
            for bot in STYLES:
                found = StyleBot(RULES[name], ENGINES[name], TASTES[bot], 240).weigh(view, moves, Random(seed))
                chosen = int(np.argmax(found.liked))
                for taste in STYLES:
                    reached[bot, taste].append(float(in_spread(TASTES[taste].taste(found.prospect))[chosen]))
    means = {pair: float(np.mean(values)) for pair, values in reached.items()}
    for taste in STYLES:
        assert all(means[taste, taste] > means[bot, taste] + 0.1 for bot in STYLES if bot != taste), means
