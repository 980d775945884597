"""The levels that need a compiled engine: adept, expert and master."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Generic

from triax.bots.core import Bot, Candidate, asked_seat
from triax.bots.learned import Judge
from triax.bots.rules import PlainRules
from triax.bots.search import Effort, KernelRoot, Watch, search
from triax.bots.sight import misjudged, seen
from triax.bots.strengths import Strength
from triax.games.core import M, V

Opening = Callable[[V, Random, int], KernelRoot[Any, M]]
"""A seat's decision with so many candidates, made ready for the search."""


@dataclass(frozen=True)
class Engine(Generic[V, M]):
    """What levels, styles, hints, reviews and puzzles need of a game."""

    game: str
    opening: Opening[V, M]
    """By what was learned, where something was: whoever judges moves begins here."""
    width: int
    """The most candidates."""
    screen_playouts: int
    """So many tell a clearly better move, where puzzles are looked for."""
    review_playouts: Mapping[int, int]
    """How many the review of a whole game may take, by the number of players: less than half a minute on one core for
    one or two, a minute and a half for more."""
    screen_attention: tuple[float, float] = (1.0, 1.0)
    """How likely the evaluation and the search see each candidate where puzzles are looked for."""
    judge: Judge[Any, M] | None = None
    """Where what was learned is about moves, and can be told."""
    others: Mapping[str, Opening[V, M]] = field(default_factory=dict)
    """Of levels whose strength was set by another opening."""

    def build(self, rules: PlainRules[Any, V, M], level: str, strength: Strength, budget: float) -> Bot:
        sight = Sight(self.others.get(level, self.opening), rules, strength.oversight)
        if level == "adept":
            return EvaluatingBot(sight, strength.slip)
        fixed = strength.playouts
        # Few playouts are better spent on few candidates.
        width = self.width if fixed is None else min(self.width, max(4, fixed // 8))
        return PlayoutBot(sight, Effort(budget, fixed, width))


AnyEngine = Engine[Any, Any]


@dataclass(frozen=True)
class Sight(Generic[V, M]):
    """A seat's decision with the candidates that are seen."""

    opening: Opening[V, M]
    rules: PlainRules[Any, V, M]
    oversight: float = 0.0

    def open(self, view: V, rng: Random, width: int) -> KernelRoot[Any, M]:
        if not self.oversight:
            return self.opening(view, rng, width)
        seat = asked_seat(view)
        state = self.rules.game.sample(view, rng)
        moves: Sequence[M] = state.moves(seat)
        # Whatever is overlooked makes room for what is worth less.
        root = self.opening(view, rng, max(width, len(moves)))
        looks, last = self.rules.looks(view, state, seat, moves)
        noticed = {moves[at] for at in seen(looks, last, self.oversight, rng)}
        kept = [at for at, code in enumerate(root.codes) if root.decode(int(code)) in noticed][:width] or [0]
        root.codes, root.priors = root.codes[kept], root.priors[kept]
        return root


@dataclass(frozen=True)
class EvaluatingBot(Generic[V, M]):
    """Plays the move that a fast evaluation likes best."""

    sight: Sight[V, M]
    slip: float = 0.0

    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M:
        if not self.slip:
            root = self.sight.open(view, rng, 1)
            return root.decode(int(root.codes[0]))
        root = self.sight.open(view, rng, len(moves))
        judged = misjudged(root.priors.tolist(), self.slip, rng)
        return root.decode(int(root.codes[judged.index(max(judged))]))


@dataclass(frozen=True)
class PlayoutBot(Generic[V, M]):
    """Plays its candidates out on samples of what it cannot see."""

    sight: Sight[V, M]
    effort: Effort
    clock: Watch = perf_counter

    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M:
        return moves[0] if len(moves) == 1 else self.think(view, rng)[0].move

    def think(self, view: V, rng: Random) -> list[Candidate[M]]:
        """Its candidates from best to worst, with what it expects of them."""
        return search(self.sight.open(view, rng, self.effort.width), self.effort, self.clock)
