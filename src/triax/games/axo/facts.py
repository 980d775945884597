"""What is true of AXO at every table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triax.games.axo.pieces import GOAL
from triax.games.facts import PIECES, START, Facts, Option, PointScore

SIMONA_SIDE = {"left": 1, "right": 3}
"""Where the solo opponent sits, as a seat."""


def active_side(active: int | None, options: Mapping[str, Any]) -> int:
    """The side of the table from which the card in the middle lies upright; None is Simona's."""
    return SIMONA_SIDE[options["simona"]] if active is None else active


FACTS = Facts(
    name="axo",
    title="AXO",
    scores={players: PointScore(GOAL) for players in (1, 2, 3, 4)},
    options=(
        START,
        Option("effects", "flag", default=True, about="Play with the effects.", variant=True),
        Option(
            "simona",
            "choice",
            default="left",
            choices=tuple(SIMONA_SIDE),
            players=(1,),
            about="Where Simona sits, who plays against one alone.",
        ),
        PIECES,
    ),
    won_alone=True,
    characters=("simona",),
    clock="reveal",
)
