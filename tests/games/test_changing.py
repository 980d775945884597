"""`changed` is `dataclasses.replace` for states: the same, and nothing remembered from before."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from triax.games import GAMES
from triax.games.changing import changed


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_state_is_as_if_made_anew(game: str) -> None:
    state: Any = GAMES[game].new(2, Random(1), {})
    for seat in state.to_act:
        assert state.moves(seat)  # whatever a state remembers of itself, it remembers now
    scored = {"seats": tuple(replace(one, points=99) for one in state.seats)} if game == "axo" else {"turn": 1 - state.turn}
    after = changed(state, **scored)
    assert after == replace(state, **scored) != state
    assert vars(after) == vars(replace(state, **scored))
