"""Puzzles: positions in which one move is clearly the best, and a greedy player takes another.

What compiles is imported by those who make them; reading a pack is plain Python.
"""

from triax.puzzles.pack import (
    THEMES,
    Pack,
    PackHeader,
    Puzzle,
    PuzzleTheme,
    TriedMove,
    games_with_puzzles,
    pack_of,
    read_pack,
    write_pack,
)

__all__ = [
    "THEMES",
    "Pack",
    "PackHeader",
    "Puzzle",
    "PuzzleTheme",
    "TriedMove",
    "games_with_puzzles",
    "pack_of",
    "read_pack",
    "write_pack",
]
