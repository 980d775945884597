"""What a game's own file says about the themes of its puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic

from triax.bots.reasons import Case
from triax.games.core import Game, M, V
from triax.puzzles.pack import Theme


@dataclass(frozen=True)
class GameThemes(Generic[V, M]):
    game: Game[Any, V, M]
    themes: Callable[[Case[V, M]], Iterator[Theme]]
    """Those that only the game can tell."""
