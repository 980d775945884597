"""What puzzles of AXO are about."""

from __future__ import annotations

from collections.abc import Iterator

from triax.bots.axo_reasons import why
from triax.bots.reasons import Case
from triax.games.axo import AXO, AxoMove, AxoView
from triax.games.axo.notation import Cards, Swap
from triax.games.axo.pieces import GOAL
from triax.puzzles.pack import PuzzleTheme
from triax.puzzles.theme import GameThemes

NEAR = 3
"""Two cards completed at once bring so many points: who lacks no more can end the game in one turn."""
LAST = 2
"""Cards of Simona."""


def themes(case: Case[AxoView, AxoMove]) -> Iterator[PuzzleTheme]:
    view = case.view
    if any(int(reason.values.get("count", 0)) > 1 for reason in why(case) if reason.code == "will_complete"):
        yield "double"
    if isinstance(case.move, (Cards, Swap)):
        yield "exchange"
    most = max(player["points"] for player in view["seats"])
    if most >= GOAL - NEAR or (view["simona"] is not None and view["simona"] <= LAST):
        yield "endgame"


THEMES = GameThemes(
    AXO,
    {"wipes": "deny", "completes": "complete", "will_complete": "complete", "completes_more": "double"},
    themes,
)
