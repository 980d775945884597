"""Bots that play by a simple rule in plain Python: nothing to compile, an answer in milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from triax.bots.core import asked_seat
from triax.games.core import AnyState, Game, M, V

S = TypeVar("S", bound=AnyState)
Rule = Callable[[S, int, Sequence[M], Random], M]
"""The choice of a seat in a state that fits its view."""


@dataclass(frozen=True)
class RuleBot(Generic[S, V, M]):
    game: Game[S, V, M]
    rule: Rule[S, M]

    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M:
        seat = asked_seat(view)
        return self.rule(self.game.sample(view, rng), seat, moves, rng)
