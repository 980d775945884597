"""Why the best move of a puzzle is better than another."""

from __future__ import annotations

from triax.bots.reasons import Harm, Reason
from triax.games import find_game
from triax.puzzles.pack import Puzzle
from triax.review.contrast import contrast


def why_better(puzzle: Puzzle, other: str) -> tuple[Reason | None, Harm | None]:
    """What the best does and another move does not, and what only the other leaves to opponents: by what can be seen,
    and of the tempting move by what comes of it."""
    parse = find_game(puzzle.game).parse
    reason, harm = contrast(puzzle.state(), puzzle.view, parse(puzzle.best[0]), parse(other))
    if other == puzzle.tempting:
        return reason or puzzle.further, harm or puzzle.harm
    return reason, harm
