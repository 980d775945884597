"""Why the best move of a puzzle is better than another."""

from __future__ import annotations

from dataclasses import dataclass

from triax.bots.reasons import Harm, Reason
from triax.games import find_game
from triax.puzzles.pack import Puzzle
from triax.review.contrast import contrast


@dataclass(frozen=True)
class Why:
    other: str
    """The move that the best is compared with."""
    reason: Reason | None
    """What the best does, and the other does not."""
    harm: Harm | None
    """What only the other leaves to opponents."""


def why_better(puzzle: Puzzle, played: str) -> Why:
    """Than the move played, by what can be seen; where that says nothing, than the tempting one, by what comes of
    both."""
    moves = [played] if played not in (*puzzle.best, puzzle.tempting) else []
    for other in (*moves, puzzle.tempting):
        parse = find_game(puzzle.game).parse
        reason, harm = contrast(puzzle.state(), puzzle.view, parse(puzzle.best[0]), parse(other))
        if other == puzzle.tempting:
            reason, harm = reason or puzzle.further, harm or puzzle.harm
        if reason or harm:
            break
    return Why(other, reason, harm)
