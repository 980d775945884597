"""What a loss is called, and what accuracy it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Literal

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
MEMORY = 0.1
"""A loss of so much chance divides the accuracy of a decision by e."""


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


def accuracy(unit: Unit, losses: Sequence[tuple[float, float]]) -> float | None:
    """From 0 to 100, of the losses and errors of real choices; None if there was none.

    What lies within one standard error is not counted: playouts would take it from the best of players too."""
    kept = [100 * exp(-max(0.0, loss - error) / POINT[unit] / MEMORY) for loss, error in losses]
    return sum(kept) / len(kept) if kept else None
