"""Numbers, colours and scores in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from triax.games.facts import Score, TrackScore

COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}


def counted(count: int, what: str) -> str:
    """1 mark, 2 marks"""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def colour_names(colours: Iterable[str]) -> str:
    """red, green, blue"""
    return ", ".join(COLOUR_NAMES[colour] for colour in colours)


def colours_in_words(colours: Iterable[str]) -> str:
    """red, green and blue"""
    return " and ".join(colour_names(colours).rsplit(", ", 1))


def points_in_words(points: Mapping[str, int]) -> str:
    """2 red, 1 blue"""
    return ", ".join(f"{count} {COLOUR_NAMES[colour]}" for colour, count in points.items() if count) or "nothing"


def gain_in_words(shape: Score, gain: str) -> str:
    """2 red, 1 blue for R2B1; or, where sections are marked, 3 marks for 346"""
    if isinstance(shape, TrackScore):
        return points_in_words({colour: int(count) for colour, count in re.findall(r"([A-Z])(\d+)", gain)})
    return counted(len(gain), "mark") if gain else "nothing"


def score_in_short(shape: Score, score: Sequence[int]) -> str:
    """R2 G0 B1 O0 P0, or 3 points"""
    if isinstance(shape, TrackScore):
        return " ".join(f"{colour}{track}" for colour, track in zip(shape.colours, score, strict=True))
    return counted(score[0], "point")


def score_in_words(shape: Score, score: Sequence[int]) -> str:
    """The lowest track first, since it decides; or the points."""
    short = score_in_short(shape, score)
    return f"lowest {min(score)}  ({short})" if isinstance(shape, TrackScore) else short
