"""Five score tracks, one a colour: common to Axio Rota and Axio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triax.games.core import Event, rank

COLOURS = "RGBOP"

Tracks = tuple[int, ...]

ZERO: Tracks = (0, 0, 0, 0, 0)


def raised(tracks: Tracks, points: Mapping[str, int], cap: int) -> Tracks:
    """Points go up the tracks; what passes the cap is lost."""
    return tuple(min(cap, track + points.get(colour, 0)) for colour, track in zip(COLOURS, tracks, strict=True))


def reached(before: Tracks, after: Tracks, cap: int) -> list[str]:
    """The colours whose track has just come to the cap."""
    return [colour for colour, old, new in zip(COLOURS, before, after, strict=True) if old < cap == new]


def points_text(points: Mapping[str, int]) -> str:
    """Points in short, such as R2B1."""
    return "".join(f"{colour}{points[colour]}" for colour in COLOURS if points.get(colour))


def gain(events: Sequence[Event]) -> str:
    """The points of a placement, before any cap."""
    return "".join(points_text(event.public["points"]) for event in events if event.kind == "scored")


def lowest(tracks: Tracks) -> list[str]:
    """The colours of the lowest track, or tracks."""
    return [colour for colour, track in zip(COLOURS, tracks, strict=True) if track == min(tracks)]


def standings(tracks: Sequence[Tracks]) -> tuple[tuple[int, ...], ...]:
    """Compare the lowest tracks first, then the second lowest, and so on; equal in all five share the place."""
    return rank([tuple(sorted(own)) for own in tracks])
