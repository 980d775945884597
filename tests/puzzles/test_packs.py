"""The packs that come with the package, and how they are made."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from triax.bots.hints import ADVISERS
from triax.bots.reasons import case_of
from triax.games import GAMES, find_game
from triax.games.errors import BadData
from triax.puzzles import THEMES, Puzzle, games_with_puzzles, pack_of, read_pack, write_pack
from triax.puzzles.pack import pack_file, puzzle_id
from triax.puzzles.themes import themes_of

PACKS = games_with_puzzles(GAMES)


@pytest.mark.parametrize("game", PACKS)
def test_every_puzzle_is_sound(game: str) -> None:
    pack, why = pack_of(game), ADVISERS[game].why
    assert pack.made.count == len(pack.puzzles) == len({puzzle.id for puzzle in pack.puzzles})
    for puzzle in pack.puzzles:
        assert (puzzle.game, puzzle.id) == (game, puzzle_id(puzzle.view))
        moves = [str(move) for move in puzzle.state().moves(puzzle.seat)]
        assert len(moves) == len(puzzle.chances)
        shown = {one.move: one for one in puzzle.top}
        assert {*puzzle.best, puzzle.tempting, *shown} <= set(moves)
        assert puzzle.best[0] == puzzle.top[0].move
        assert puzzle.tempting in shown
        assert puzzle.tempting not in puzzle.best
        # Ten points ahead of all that was tried to the end, and of the rough rest.
        ahead = puzzle.top[0].chance
        others = [puzzle.chances[at] for at, move in enumerate(moves) if move not in puzzle.best]
        assert max(others) <= 100 * (ahead - 0.1) + 1
        # What is said of it is true of the position.
        case = case_of(puzzle.state(), puzzle.view, puzzle.seat, find_game(game).parse(puzzle.best[0]))
        assert set(map(str, puzzle.reasons)) <= set(map(str, why(case)))
        assert puzzle.themes
        assert set(puzzle.themes) <= set(THEMES)
        # What is denied, the figures tell.
        seen = set(themes_of(case, puzzle.reasons, denied=0, gained=0))
        assert seen - {"deny", "quiet"} == set(puzzle.themes) - {"deny", "quiet"}


@pytest.mark.parametrize("game", PACKS)
def test_nothing_hidden_is_in_a_pack(game: str) -> None:
    """Whatever the seat could not see may be otherwise: states that differ fit the same view, but for a few at the very
    end of a game, when all is known; and nothing else of the position is in the file."""
    known = find_game(game)
    open_to_doubt: list[bool] = []
    for puzzle in pack_of(game).puzzles[:40]:
        states = [known.sample(puzzle.view, Random(number)) for number in range(4)]
        view = json.dumps(puzzle.view)
        assert all(json.dumps(state.view(puzzle.seat)) == view for state in states)
        if puzzle.players > 1:
            seen = {json.dumps([state.view(seat) for seat in range(puzzle.players)]) for state in states}
            open_to_doubt.append(len(seen) > 1)
    assert sum(open_to_doubt) > 0.9 * len(open_to_doubt)
    fields = set(Puzzle.__dataclass_fields__)
    assert fields == {
        *(
            "id",
            "game",
            "players",
            "rating",
            "themes",
            "best",
            "tempting",
            "top",
            "chances",
            "reasons",
            "view",
            "further",
            "harm",
        )
    }


@pytest.mark.parametrize("game", GAMES.own)
def test_every_game_has_many(game: str) -> None:
    assert len({puzzle.id for puzzle in pack_of(game).puzzles}) >= 300


@pytest.mark.parametrize("game", PACKS)
def test_a_pack_is_small(game: str) -> None:
    assert pack_file(game).stat().st_size < 1_000_000


def test_a_pack_comes_back_as_it_was_written(tmp_path: Path) -> None:
    pack = pack_of(PACKS[0])
    for name in ("one", "two"):
        write_pack(tmp_path / name, pack.made, pack.puzzles[:2])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert read_pack(tmp_path / "one").puzzles == pack.puzzles[:2]
    (tmp_path / "one").write_bytes(b"no pack")
    with pytest.raises(BadData, match="not a pack"):
        read_pack(tmp_path / "one")
