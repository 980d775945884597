"""A state at the end of a notebook's cell is a picture of the table."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from triax import GAMES
from triax.drawing import draw


@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_shows_what_a_spectator_sees(game: str) -> None:
    state = GAMES[game].new(2, Random(1))
    shown = state._repr_svg_()
    assert shown == draw(state.view(None))
    other = GAMES[game].sample(state.view(None), Random(2))
    assert other != state
    assert other._repr_svg_() == shown, "nothing hidden is in the picture"
    assert all(draw(state.view(seat)) != shown for seat in range(2)), "a hand is"


def test_the_rules_bring_no_pictures_along() -> None:
    code = "import sys, triax; sys.exit('triax.drawing' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
