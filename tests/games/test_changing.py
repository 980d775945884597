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
    other = {"phase": "over"} if game == "axo" else {"turn": 1 - state.turn}
    after = changed(state, **other)
    assert after == replace(state, **other) != state
    assert vars(after) == vars(replace(state, **other))
