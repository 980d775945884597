"""The levels that need a compiled engine: adept, expert and master."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from triax.bots.core import Bot, Candidate
from triax.bots.search import Effort, KernelRoot, Root, search
from triax.games.core import M, V

Opening = Callable[[V, Random, int], KernelRoot[Any, M]]
"""A seat's decision with so many candidates, made ready for the search."""


@dataclass(frozen=True)
class Engine(Generic[V, M]):
    """What the levels need of a game."""

    game: str
    opening: Opening[V, M]
    width: int
    """The most candidates."""
    expert_playouts: int
    review_playouts: Mapping[int, int]
    """How many the review of a whole game may take, by the number of players: less than half a minute on one core for
    one or two, a minute and a half for more."""
    attention: dict[str, float] = field(default_factory=dict)
    """How likely a level sees each candidate, where not for certain."""

    def build(self, level: str, budget: float, playouts: int | None) -> Bot:
        attention = self.attention.get(level, 1.0)
        if level == "adept":
            return EvaluatingBot(self.opening, 1 if attention == 1 else self.width, attention)
        fixed = self.expert_playouts if level == "expert" and playouts is None else playouts
        # Few playouts are better spent on few candidates.
        width = self.width if fixed is None else min(self.width, max(4, fixed // 8))
        return PlayoutBot(self.opening, Effort(budget, fixed, width), attention)


AnyEngine = Engine[Any, Any]


@dataclass(frozen=True)
class EvaluatingBot(Generic[V, M]):
    """Plays the move that a fast evaluation likes best."""

    opening: Opening[V, M]
    width: int
    attention: float

    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M:
        root = overlook(self.opening(view, rng, self.width), self.attention, rng)
        return root.decode(int(root.codes[0]))


@dataclass(frozen=True)
class PlayoutBot(Generic[V, M]):
    """Plays its candidates out on samples of what it cannot see."""

    opening: Opening[V, M]
    effort: Effort
    attention: float = 1.0

    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M:
        return moves[0] if len(moves) == 1 else self.think(view, rng)[0].move

    def think(self, view: V, rng: Random) -> list[Candidate[M]]:
        """Its candidates from best to worst, with what it expects of them."""
        return search(overlook(self.opening(view, rng, self.effort.width), self.attention, rng), self.effort)


R = TypeVar("R", bound=Root[Any])


def overlook(root: R, attention: float, rng: Random) -> R:
    """Leave only those candidates that are seen; all of them if none would be."""
    if attention < 1:
        seen = [at for at in range(len(root.codes)) if rng.random() < attention]
        if seen:
            root.codes, root.priors = root.codes[seen], root.priors[seen]
    return root
