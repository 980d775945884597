"""What a puzzle is about, by what its best move is seen to do and by what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triax.bots.hints import ADVISERS
from triax.bots.reasons import Case, Reason
from triax.puzzles import axio_themes, axo_themes, rota_themes
from triax.puzzles.pack import THEMES, PuzzleTheme
from triax.puzzles.theme import GameThemes

OWN: dict[str, GameThemes[Any, Any]] = {
    one.game.name: one for one in (rota_themes.THEMES, axio_themes.THEMES, axo_themes.THEMES)
}
REASONS = 2
"""More than so many are not told."""


def reasons_for(case: Case[Any, Any], denied: float, gained: float) -> tuple[Reason, ...]:
    """What speaks for a move, the weightiest first; what it denies the others comes first where that is what tells."""
    adviser, own = ADVISERS.get(case.view["game"]), OWN.get(case.view["game"])
    found = [] if adviser is None else list(adviser.why(case))
    if any(reason.code == "lowest" for reason in found):
        # The same in other words.
        found = [reason for reason in found if reason.code != "behind"]
    if denied > gained and own is not None:
        found.sort(key=lambda reason: own.by_reason.get(reason.code) != "deny")
    return tuple(found[:REASONS])


def themes_of(case: Case[Any, Any], reasons: Sequence[Reason], denied: float, gained: float) -> tuple[PuzzleTheme, ...]:
    """`gained` and `denied`: how much further the own seat comes in the end than by the tempting move, and how much
    less far the best of the others."""
    found: set[PuzzleTheme] = set()
    own = OWN.get(case.view["game"])
    if own is not None:
        found.update(own.by_reason[reason.code] for reason in reasons if reason.code in own.by_reason)
        found.update(own.themes(case))
    if denied > max(0.0, gained):
        found.add("deny")
    if "double" in found:
        found.discard("complete")
    if not found - {"endgame"}:
        found.add("quiet")
    return tuple(theme for theme in THEMES if theme in found)
