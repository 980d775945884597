"""The report of a tournament, as it is printed."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from triax.arena.report import print_report


def test_everybodys_wins_against_everybody_stand_from_the_best_down() -> None:
    bot = {
        "win_share": 0.5,
        "low": 0.4,
        "high": 0.6,
        "mean_lowest": 3.0,
        "mean_lowest_interval": [2.5, 3.5],
        "mean_sorted": [3.0, 4.0],
        "ms_per_move": 2.0,
    }
    found: dict[str, Any] = {
        "game": "rota",
        "players": 2,
        "games": 20,
        "bots": dict.fromkeys(("weak", "strong"), bot),
        "pairs": [{"bots": ["weak", "strong"], "games": 20, "win_share": 0.2}],
        "ratings": {"weak": -4.0, "strong": 9.5},
    }
    said = StringIO()
    print_report(found, Console(file=said, width=100))
    rows = [line.split() for line in said.getvalue().splitlines()]
    assert ["1", "strong", "9.5", "·", "80.0"] in rows
    assert ["2", "weak", "-4.0", "20.0", "·"] in rows
    assert ["weak", "50.0", "%", "40.0", "–", "60.0", "3.00", "3.0", "4.0", "2.0"] in rows
