"""Options and set-ups."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from triax.games import GAMES, find_game
from triax.games.errors import BadData


@pytest.mark.parametrize(
    ("name", "players", "options", "message"),
    [
        ("rota", 0, {}, "players: 0; expected a whole number from 1 to 4"),
        ("axio", 5, {}, "players: 5"),
        ("rota", 2, {"start": 2}, "options.start: 2"),
        ("axio", 2, {"start": "0"}, 'options.start: "0"'),
        ("rota", 2, {"simona": "left"}, 'options: unknown field "simona"'),
        ("axo", 2, {"simona": "left"}, 'options: unknown field "simona"'),
        ("axo", 1, {"simona": "behind"}, 'options.simona: "behind"; expected "left" or "right"'),
        ("axo", 1, {"start": 1}, "options.start: 1"),
        ("axo", 3, {"effects": 1}, "options.effects: 1; expected true or false"),
    ],
)
def test_wrong_options_are_refused(name: str, players: int, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadData) as caught:
        GAMES[name].deal(players, options, Random(0))
    assert message in str(caught.value)


def test_defaults() -> None:
    assert GAMES["axo"].check_options(1, {}) == {"effects": True, "simona": "left"}
    assert GAMES["axo"].check_options(2, {}) == {"effects": True}
    assert GAMES["rota"].check_options(2, {}) == {}
    assert GAMES["rota"].new(2, Random(0)).options in ({"start": 0}, {"start": 1})


def test_a_game_is_found_by_name() -> None:
    assert find_game("axo").title == "AXO"
    with pytest.raises(BadData, match="'go' is not a game: expected rota, axio, axo"):
        find_game("go")
