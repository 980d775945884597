"""What a game's own file says about the themes of its puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from triax.bots.reasons import Case, ReasonCode
from triax.games.core import Game, M, V
from triax.puzzles.pack import PuzzleTheme


@dataclass(frozen=True)
class GameThemes(Generic[V, M]):
    game: Game[Any, V, M]
    by_reason: Mapping[ReasonCode, PuzzleTheme]
    """What a puzzle is about whose best move has such a reason."""
    themes: Callable[[Case[V, M]], Iterator[PuzzleTheme]]
    """Those that only the position can tell."""


OF_TRACKS: dict[ReasonCode, PuzzleTheme] = {"wins": "extra_turn", "extra_turn": "extra_turn", "lowest": "lowest"}
"""Where tracks are raised."""
