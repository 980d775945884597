"""What puzzles of Axio are about."""

from __future__ import annotations

from collections.abc import Iterator

from triax.bots.reasons import Case
from triax.games.axio import AXIO, AxioMove, AxioView
from triax.games.axio.events import PyramidRaised
from triax.games.axio.view import read_board
from triax.puzzles.pack import PuzzleTheme
from triax.puzzles.theme import OF_TRACKS, GameThemes

LAST = 16
"""Empty spaces: room for eight tiles, and mostly for fewer."""


def themes(case: Case[AxioView, AxioMove]) -> Iterator[PuzzleTheme]:
    if sum(isinstance(event, PyramidRaised) for event in case.events) > 1:
        yield "double"
    if case.view["side"] ** 2 - len(read_board(case.view)) <= LAST:
        yield "endgame"


THEMES = GameThemes(
    AXIO,
    {**OF_TRACKS, "blocks": "deny", "pyramid": "complete", "exchange": "exchange", "keep": "exchange"},
    themes,
)
