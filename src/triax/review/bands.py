"""What a loss is called, and how accurate a player was."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Literal, Protocol

from triax.games.core import AnyGame

Unit = Literal["chance", "result"]
"""What figures are in: a share of wins; or, where nothing can be won, what the game counts first at its end: the lowest
track, or points."""
Band = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
BANDS: tuple[Band, ...] = ("forced", "best", "good", "inaccuracy", "mistake", "blunder")

EDGES: tuple[tuple[float, Band], ...] = ((0.15, "blunder"), (0.07, "mistake"), (0.03, "inaccuracy"))
"""From how much lost chance on a decision has that name, the worst first."""
SURE = 2.0
"""So many standard errors are taken off a loss before it is given a bad name."""
ALIKE = 0.005
"""Who loses less has played as well as the best."""
POINT: dict[Unit, float] = {"chance": 1.0, "result": 4.0}
"""How much of a unit weighs as much as a whole chance: by choice, a step of a solo result counts like a quarter of a
win."""
VAGUE = 0.25
"""An accuracy with a greater error is not told."""


class Stakes(Protocol):
    """What the accuracy is made of."""

    @property
    def stake(self) -> float: ...
    @property
    def stake_error(self) -> float: ...
    @property
    def kept(self) -> float: ...
    @property
    def kept_error(self) -> float: ...


def unit_of(game: AnyGame, players: int) -> Unit:
    return "result" if players == 1 and not game.facts.won_alone else "chance"


def inaccuracy(unit: Unit) -> float:
    """From how much on a loss has a bad name."""
    return EDGES[-1][0] * POINT[unit]


def band_of(unit: Unit, loss: float, error: float, *, real: bool = True) -> Band:
    """A bad name is given only if the loss, less two standard errors, is still beyond its edge."""
    if not real:
        return "forced"
    sure = (loss - SURE * error) / POINT[unit]
    bad = next((name for edge, name in EDGES if sure > edge), None)
    return bad or ("best" if loss <= max(SURE * error, ALIKE * POINT[unit]) else "good")


def accuracy(choices: Sequence[Stakes]) -> tuple[float, float] | None:
    """From 0 to 100, with its standard error: the part that was kept of all that was at stake. None if there was too
    little to be told.

    Who chooses by lot keeps nothing on the average, the best all; a decision weighs as much as there is to lose."""
    stake = sum(one.stake for one in choices)
    if stake <= 0:
        return None
    part = sum(one.kept for one in choices) / stake
    error = sqrt(sum(one.kept_error**2 + ((1 - part) * one.stake_error) ** 2 for one in choices)) / stake
    return None if error > VAGUE else (100 * min(1.0, max(0.0, part)), 100 * error)
