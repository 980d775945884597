"""The five levels, the same names in every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from triax.bots import axio, axo, axo_greedy, rota, tracks
from triax.bots.core import Bot, BotSpec
from triax.bots.search import Candidate, Effort, Position, search
from triax.games.core import Move, Plain

Choice = Callable[[Plain, Sequence[Move], Random], Move]
Opening = Callable[[Plain, Random, int], Position]

OPENINGS: dict[str, Opening] = {"rota": rota.RotaPosition, "axio": axio.AxioPosition, "axo": axo.AxoPosition}
RULES: dict[str, dict[str, Choice]] = {
    "novice": {"rota": tracks.novice(rota.outlook), "axio": tracks.novice(axio.outlook), "axo": axo_greedy.novice},
    "apprentice": {
        "rota": tracks.apprentice(rota.outlook),
        "axio": tracks.apprentice(axio.outlook),
        "axo": axo_greedy.apprentice,
    },
}
WIDTH = {"rota": 48, "axio": 32, "axo": 40}
EXPERT_PLAYOUTS = {"rota": 1_000, "axio": 300, "axo": 200}
ATTENTION = {("adept", "axo"): 0.83, ("expert", "axo"): 0.88}
"""How likely a level sees each candidate, where not for certain: in AXO full attention alone wins nearly every game
against an apprentice, which leaves too little room for the levels above."""


@dataclass(frozen=True)
class RuleBot:
    """Plays by a simple rule."""

    rule: Choice

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move:
        return self.rule(view, moves, rng)


@dataclass(frozen=True)
class EvaluatingBot:
    """Plays the move that a fast evaluation likes best."""

    opening: Opening
    width: int = 1
    attention: float = 1.0

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move:
        position = overlook(self.opening(view, rng, self.width), self.attention, rng)
        return position.decode(int(position.codes[0]))


@dataclass(frozen=True)
class SearchingBot:
    """Plays its candidates out on samples of what it cannot see."""

    opening: Opening
    effort: Effort
    attention: float = 1.0

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move:
        return moves[0] if len(moves) == 1 else self.think(view, rng)[0].move

    def think(self, view: Plain, rng: Random) -> list[Candidate]:
        """Its candidates from best to worst, with what it expects of them."""
        return search(overlook(self.opening(view, rng, self.effort.width), self.attention, rng), self.effort)


def overlook(position: Position, attention: float, rng: Random) -> Position:
    """Leave a position only those candidates that are seen; all of them if none would be."""
    if attention < 1:
        seen = [at for at in range(len(position.codes)) if rng.random() < attention]
        if seen:
            position.codes, position.priors = position.codes[seen], position.priors[seen]
    return position


def build_level(spec: BotSpec, game: str) -> Bot:
    if spec.name in RULES:
        return RuleBot(RULES[spec.name][game])
    attention = ATTENTION.get((spec.name, game), 1.0)
    if spec.name == "adept":
        return EvaluatingBot(OPENINGS[game], 1 if attention == 1 else WIDTH[game], attention)
    fixed = EXPERT_PLAYOUTS[game] if spec.name == "expert" and spec.playouts is None else spec.playouts
    # Few playouts are better spent on few candidates.
    width = WIDTH[game] if fixed is None else min(WIDTH[game], max(4, fixed // 8))
    return SearchingBot(OPENINGS[game], Effort(spec.budget, fixed, width), attention)
