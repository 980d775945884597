"""`triax puzzles play`, scripted; `make`, which goes on where it was stopped; and what is no such command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support.paper import Paper
from triax.cli.puzzles import make, play
from triax.cli.terminal.puzzle import solve
from triax.games import GAMES
from triax.games.errors import BadData
from triax.puzzles import Puzzle, games_with_puzzles, making, pack_of
from triax.puzzles.finding import Task


@pytest.mark.parametrize("game", games_with_puzzles(GAMES))
def test_right_wrong_skipped_and_left(game: str) -> None:
    first, second = pack_of(game).puzzles[:2]
    # Nonsense and help on the way; then the answer, a wrong one, and the end.
    typed = iter(["?", "nonsense", first.best[0], "", second.tempting, "q"])
    paper = Paper(lambda _: next(typed))
    solve(paper, [first, second])
    assert "is not a move here" in paper.text
    right, wrong = paper.text.split("Right!")
    assert first.best[0] in wrong
    assert f"{first.top[0].chance:.0%}" in wrong
    assert f"{first.top[0].chance:.0%}" not in right
    assert "Not the best" in wrong
    assert "1 of 2 right" in wrong


def test_what_is_skipped_counts_for_nothing_and_margins_are_of_95_per_cent() -> None:
    first, second = pack_of("rota").puzzles[:2]
    typed = iter(["skip", second.best[0], "q"])
    paper = Paper(lambda _: next(typed))
    solve(paper, [first, second])
    assert "1 of 1 right" in paper.text
    best = second.top[0]
    assert f"wins {best.chance:.0%} ± {2 * best.error:.0%}" in paper.text


def test_the_list_and_the_end_of_input() -> None:
    puzzle = pack_of(games_with_puzzles(GAMES)[0]).puzzles[0]
    typed: Iterator[str | None] = iter(["", "99", "1", None])
    paper = Paper(lambda _: next(typed))
    solve(paper, [puzzle])
    assert "is not in the list" in paper.text
    assert "of 1 right" in paper.text


def test_what_there_is_not_is_said() -> None:
    with pytest.raises(BadData, match="expected lowest"):
        play(None, theme="nothing", pack=None, seed=None)
    with pytest.raises(BadData, match="not a game"):
        play("chess", theme=None, pack=None, seed=None)


def test_making_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = pack_of("rota").puzzles
    looked: list[int] = []

    def find(task: Task) -> list[Puzzle]:
        looked.append(task.number)
        return [replace(known[0], id=f"rota-{task.number}")] if task.number % 2 else []

    monkeypatch.setattr(making, "find", find)
    monkeypatch.setattr("triax.cli.puzzles.load_engine", lambda *_: None)
    usual: dict[str, Any] = {"workers": 1, "seconds": None, "players": None, "playouts": 16}
    whole, parts = tmp_path / "whole.gz", tmp_path / "parts.gz"
    make("rota", out=whole, count=4, seed=1, **usual)
    looked.clear()
    for count in (1, 3, 4):
        make("rota", out=parts, count=count, seed=1, **usual)
    assert looked == list(range(8))
    assert parts.read_bytes() == whole.read_bytes()
    with pytest.raises(BadData, match=r"--seed 1 .* another file"):
        make("rota", out=parts, count=4, seed=2, **usual)
