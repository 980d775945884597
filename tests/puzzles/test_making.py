"""Puzzles are found the same however many look for them, and only where they are sound."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from pathlib import Path
from shlex import split

import pytest
from typer.testing import CliRunner

from triax.cli.main import app
from triax.games import GAMES as ALL
from triax.games import find_game
from triax.puzzles import Puzzle, games_with_puzzles, pack_of, read_pack
from triax.puzzles.finding import find
from triax.puzzles.making import search_games, tasks, usual_tables

SEED, PLAYOUTS, MOST = 5, 60, 60
"""Among so many games there is one with a puzzle, whatever the engine has learned."""


def test_the_same_for_a_seed_with_one_process_and_with_two() -> None:
    tables = usual_tables(find_game("axio"))
    alone: list[list[Puzzle]] = []
    for task in islice(tasks("axio", tables, SEED, PLAYOUTS), MOST):
        alone.append(find(task))
        if alone[-1]:
            break
    assert alone[-1]
    with closing(search_games(tasks("axio", tables, SEED, PLAYOUTS), 2, None)) as searched:
        together = [puzzles for _, puzzles in islice(searched, len(alone))]
    assert together == alone


def test_solo_games_are_looked_through_where_they_can_be_won() -> None:
    assert 1 in usual_tables(find_game("axo"))
    assert 1 not in usual_tables(find_game("rota"))


OLDER = pytest.mark.xfail(strict=True, reason="found by what master was before it learned: three hours of a core")


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=OLDER if game == "rota" else ()) for game in games_with_puzzles(ALL)]
)
def test_the_command_in_a_pack_makes_the_pack(game: str, tmp_path: Path) -> None:
    """The first of them, with figures and reasons: each hangs on its game alone."""
    shipped = pack_of(game)
    program, *words = split(shipped.made.command)
    assert program == "triax"
    out = tmp_path / "pack.jsonl.gz"
    made = CliRunner().invoke(app, [*words, "--count", "1", "--workers", "1", "--out", str(out)])
    assert made.exit_code == 0, made.output
    again = read_pack(out)
    assert again.made.command == shipped.made.command
    assert again.puzzles == shipped.puzzles[: len(again.puzzles)]
    assert again.puzzles
