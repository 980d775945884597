"""Games of OpenSpiel's interface for its tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

from triax.envs.openspiel import game_name


def load(name: str, players: int, options: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
    return pyspiel.load_game(game_name(name), {"players": players, **(options or {})})


def walk(state: Any, rng: Random, most: int = 10_000) -> Iterator[Any]:  # noqa: ANN401
    """A random game, a copy of every state in which somebody decides."""
    while not state.is_terminal() and most:
        if state.is_chance_node():
            codes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(codes, shares)[0])
        else:
            most -= 1
            yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


def decisions(game: Any, seed: int, most: int = 10_000) -> Iterator[Any]:  # noqa: ANN401
    return walk(game.new_initial_state(), Random(seed), most)
