"""What puzzles of Axio Rota are about."""

from __future__ import annotations

from collections.abc import Iterator

from triax.bots.reasons import Case
from triax.games.rota import ROTA, RotaPlace, RotaView
from triax.games.rota.events import RotaScored
from triax.puzzles.pack import PuzzleTheme
from triax.puzzles.theme import OF_TRACKS, GameThemes

LAST = 2
"""Tiles left to every player, the one in hand included."""


def themes(case: Case[RotaView, RotaPlace]) -> Iterator[PuzzleTheme]:
    view, scored = case.view, case.event(RotaScored)
    # A corner that meets three of its colour has closed its circle.
    if scored is not None and sum(len(corner.sources) == 3 for corner in scored.corners) > 1:
        yield "double"
    if max(stack + hand for stack, hand in zip(view["stacks"], view["hands"], strict=True)) <= LAST:
        yield "endgame"


THEMES = GameThemes(ROTA, {**OF_TRACKS, "blocks": "deny", "circle": "complete", "circle_first": "complete"}, themes)
