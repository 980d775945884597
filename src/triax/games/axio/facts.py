"""What is true of Axio at every table."""

from __future__ import annotations

from triax.games.axio.pieces import SIDE, TRACK
from triax.games.facts import PIECES, START, Facts, TrackScore
from triax.games.tracks import COLOURS


def track_top(players: int) -> int:
    """Where a track ends: solo play has two scoreboards."""
    return 2 * TRACK if players == 1 else TRACK


def most_decisions(players: int) -> int:
    """Placements, as many as there is room for; with others, each may be followed by exchange or keep."""
    tiles = SIDE[players] ** 2 // 2
    return tiles if players == 1 else 2 * tiles


FACTS = Facts(
    name="axio",
    title="Axio",
    scores={players: TrackScore(COLOURS, track_top(players)) for players in SIDE},
    options=(START, PIECES),
    decisions={players: most_decisions(players) for players in SIDE},
)
