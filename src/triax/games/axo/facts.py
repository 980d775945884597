"""What is true of AXO at every table."""

from __future__ import annotations

from triax.games.axo.pieces import GOAL
from triax.games.facts import PIECES, START, Facts, Option, PointScore

SIMONA_SIDE = {"left": 1, "right": 3}
"""Where the solo opponent sits, as a seat."""

FACTS = Facts(
    name="axo",
    title="AXO",
    scores={players: PointScore(GOAL) for players in (1, 2, 3, 4)},
    options=(
        START,
        Option("effects", "flag", default=True, variant=True),
        Option("simona", "choice", default="left", choices=tuple(SIMONA_SIDE), players=(1,)),
        PIECES,
    ),
    won_alone=True,
    clock="reveal",
)
