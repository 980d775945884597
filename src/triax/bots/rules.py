"""Bots that play by a simple rule in plain Python: nothing to compile, an answer in milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from triax.bots.core import asked_seat
from triax.bots.sight import Looks, misjudged, seen
from triax.bots.strengths import FULL, Strength
from triax.games.core import AnyState, Game, M, V

S = TypeVar("S", bound=AnyState)
RuleWorth = Callable[[S, int, Sequence[M]], Sequence[Any]]
"""What each legal move of a seat is worth, to be compared with each other."""


@dataclass(frozen=True)
class PlainRules(Generic[S, V, M]):
    """What plain bots need of a game."""

    game: Game[S, V, M]
    looks: Looks
    points: RuleWorth[S, M]
    """What a beginner goes for: the most now, whatever it is. Numbers."""
    standing: RuleWorth[S, M]
    """What is better by how the game ranks. Whatever can be compared."""


@dataclass(frozen=True)
class RuleBot(Generic[S, V, M]):
    """Takes what is worth most of what it sees; equals by lot."""

    game: Game[S, V, M]
    looks: Looks
    worth: RuleWorth[S, M]
    strength: Strength = FULL

    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M:
        seat = asked_seat(view)
        state = self.game.sample(view, rng)
        values = self.worth(state, seat, moves)
        noticed: Sequence[int] = range(len(moves))
        if self.strength.oversight:
            noticed = seen(*self.looks(view, state, seat, moves), self.strength.oversight, rng)
        judged = [values[at] for at in noticed]
        if self.strength.slip:
            judged = misjudged(judged, self.strength.slip, rng)
        most = max(judged)
        return moves[rng.choice([at for at, value in zip(noticed, judged, strict=True) if value == most])]
