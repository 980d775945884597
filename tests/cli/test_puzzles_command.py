"""`triax puzzles play`, scripted; and what is no such command."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cli.test_play import Paper
from triax.cli.puzzles import play
from triax.cli.terminal.puzzle import solve
from triax.games import GAMES
from triax.games.errors import BadData
from triax.puzzles import games_with_puzzles, pack_of


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
