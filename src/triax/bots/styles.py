"""Bots with a taste of their own, about as strong as an adept.

Each plays a few good moves out in the same worlds, as a search does, and weighs two things: how well a move does by the
usual measure, and how much it is to the bot's taste. Both are counted in their own spread over the candidates, so that
the same few lines serve every game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

import numpy as np

from triax.bots.core import asked_seat
from triax.bots.levels import Engine
from triax.bots.rules import PlainRules
from triax.bots.search import SCORES, VALUE
from triax.games.core import M, V
from triax.kernels.arrays import Floats, Ints

WIDTH, PLAYOUTS = 12, 720
BAD_WORLDS = 0.25


@dataclass(frozen=True)
class Prospect:
    """What comes of the candidates."""

    now: Floats
    """What each gains at once [move]."""
    own: Floats
    """How the seat stands in the end [world, move]."""
    rival: Floats
    """The same of the best of the others."""


Taste = Callable[[Prospect], Floats]


def careful(prospect: Prospect) -> Floats:
    """What is left when things go badly."""
    found: Floats = np.quantile(prospect.own, BAD_WORLDS, axis=0)
    return found


def greedy(prospect: Prospect) -> Floats:
    """What it brings at once."""
    return prospect.now


def spiteful(prospect: Prospect) -> Floats:
    """What it takes from the best of the others."""
    found: Floats = -prospect.rival.mean(0)
    return found


@dataclass(frozen=True)
class Style:
    taste: Taste
    weight: float
    """How much the taste counts beside what is good."""


STYLES = {"careful": Style(careful, 2.0), "greedy": Style(greedy, 2.0), "spiteful": Style(spiteful, 2.0)}


@dataclass(frozen=True)
class Tasted(Generic[M]):
    """The candidates, what comes of them, and how much each is liked."""

    moves: list[M]
    prospect: Prospect
    liked: Floats


@dataclass(frozen=True)
class StyleBot(Generic[V, M]):
    rules: PlainRules[Any, V, M]
    engine: Engine[V, M]
    style: Style
    playouts: int | None = None

    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M:
        asked_seat(view)
        if len(moves) == 1:
            return moves[0]
        weighed = self.weigh(view, moves, rng)
        return weighed.moves[int(np.argmax(weighed.liked))]

    def weigh(self, view: V, moves: Sequence[M], rng: Random) -> Tasted[M]:
        seat = asked_seat(view)
        root = self.engine.opening(view, rng, WIDTH)
        state = self.rules.game.sample(view, rng)
        found = [root.decode(int(code)) for code in root.codes]
        points = dict(zip(moves, self.rules.points(state, seat, moves), strict=True))
        worlds = max(1, (self.playouts or PLAYOUTS) // len(found))
        shares, scores = root.outcomes(root.codes, 0, worlds)
        sums = np.zeros((len(found), SCORES + root.scores))
        root.add_worth(shares, scores, sums)
        behind = (root.priors.max() - root.priors) * root.prior_scale
        good = sums[:, VALUE] / worlds - behind * root.prior_weight / (worlds + root.prior_weight)
        now = np.array([float(points[move]) for move in found])
        prospect = Prospect(now, *_standings(scores, seat, root.players, root.scores))
        liked = in_spread(good) + self.style.weight * in_spread(self.style.taste(prospect))
        return Tasted(found, prospect, liked)


def _standings(scores: Ints, seat: int, players: int, numbers: int) -> tuple[Floats, Floats]:
    """How a seat and the best of the others stand [world, move]: by the lowest number, and a little by the others."""
    every = scores[:, :, :players, :numbers]
    stands = every.min(-1) + 0.1 * every.mean(-1)
    rivals = [stands[:, :, other] for other in range(players) if other != seat]
    return stands[:, :, seat], np.max(rivals, axis=0) if rivals else np.zeros(stands.shape[:2])


def in_spread(values: Floats) -> Floats:
    """Counted in their own spread: 0 where all are alike."""
    spread = float(values.std())
    return (values - values.mean()) / spread if spread > 0 else np.zeros_like(values)
