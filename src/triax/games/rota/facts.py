"""What is true of Axio Rota at every table."""

from __future__ import annotations

from triax.games.facts import PIECES, START, Facts, TrackScore
from triax.games.rota.pieces import STACK, START_TILES, TILES, TRACK
from triax.games.tracks import COLOURS

PLAYERS = (1, 2, 3, 4)


def most_laid(players: int) -> int:
    """How many tiles can be laid in a game: the stacks, and an extra turn a track and seat while the supply lasts."""
    supply = TILES - START_TILES - STACK * players
    return STACK * players + min(len(COLOURS) * players, supply)


FACTS = Facts(
    name="rota",
    title="Axio Rota",
    scores={players: TrackScore(COLOURS, TRACK) for players in PLAYERS},
    options=(START, PIECES),
    decisions={players: most_laid(players) for players in PLAYERS},
    shuffles=False,
)
