"""Numbers, colours and scores in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from triax.games.facts import Score, TrackScore

COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}


def counted(count: int, what: str) -> str:
    """1 mark, 2 marks"""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def colour_names(colours: Iterable[str], joint: str = ", ") -> str:
    return joint.join(COLOUR_NAMES[colour] for colour in colours)


def points_in_words(points: Mapping[str, int]) -> str:
    """2 red, 1 blue"""
    return ", ".join(f"{count} {COLOUR_NAMES[colour]}" for colour, count in points.items() if count) or "nothing"


def score_in_short(shape: Score, score: Sequence[int]) -> str:
    """R2 G0 B1 O0 P0, or 3 points"""
    if isinstance(shape, TrackScore):
        return " ".join(f"{colour}{track}" for colour, track in zip(shape.colours, score, strict=True))
    return counted(score[0], "point")


def score_in_words(shape: Score, score: Sequence[int]) -> str:
    """The lowest track first, since it decides; or the points."""
    short = score_in_short(shape, score)
    return f"lowest {min(score)}  ({short})" if isinstance(shape, TrackScore) else short
