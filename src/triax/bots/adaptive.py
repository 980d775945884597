"""An opponent that goes with the player: how strong it plays, and what a result says about the next game.

Its scale is that of the levels: 0 is a beginner, 1 a novice, 5 a master, and between two of them each move is one's or
the other's, by lot. After each game it goes up if the player was ahead of it and down if not. The steps are large at
first, so that it is near after a few games, and become smaller; a run of the same results keeps them large.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import copysign
from random import Random
from typing import Any

from triax.bots.core import Bot
from triax.games.core import Move

NAME = "adaptive"
SCALE = ("beginner", "novice", "apprentice", "adept", "expert", "master")
TOP = len(SCALE) - 1
START = 1.5
"""Between a novice and an apprentice: who has just learned the rules is not crushed, and who knows more wins once."""
FIRST, LEAST = 1.2, 0.3
"""Levels: the first step, and the shortest."""
LONGER, SHORTER = 1.15, 0.55
"""What becomes of a step when a result repeats the one before, and when it does not."""


@dataclass(frozen=True)
class PlayerForm:
    """What is known of a player in a game."""

    level: float = START
    """How strong the opponent plays next time."""
    step: float = 0.0
    """How far the last result has moved it, and which way; 0 at first."""
    games: int = 0


def after(form: PlayerForm, ahead: float) -> PlayerForm:
    """What a game has shown: of 1, the player was ahead of the bot; of 0, behind; of ½, level with it. Of several such
    bots it is the mean."""
    way = 2 * ahead - 1
    if not way:
        return replace(form, games=form.games + 1)
    size = FIRST
    if form.step:
        size = max(LEAST, min(FIRST, abs(form.step) * (LONGER if form.step * way > 0 else SHORTER)))
    level = min(max(form.level + size * way, 0.0), float(TOP))
    return PlayerForm(level, copysign(size, way), form.games + 1)


def between(level: float) -> tuple[str, str, float]:
    """The levels below and above, and how many of the moves are the upper one's."""
    lower = min(int(level), TOP - 1)
    return SCALE[lower], SCALE[lower + 1], level - lower


@dataclass(frozen=True)
class MixedBot:
    """Each move is one bot's or the other's."""

    lower: Bot
    upper: Bot
    share: float

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Move:  # noqa: ANN401, of whichever game
        return (self.upper if rng.random() < self.share else self.lower).choose(view, moves, rng)
