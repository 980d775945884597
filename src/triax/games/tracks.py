"""Five score tracks, one a colour: common to Axio Rota and Axio."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from triax.games.events import Event

COLOURS = "RGBOP"

Tracks = tuple[int, ...]

ZERO: Tracks = (0, 0, 0, 0, 0)


class TracksScored(Event, kind="scored"):
    """A placement's points go up the tracks."""

    seat: int
    points: Mapping[str, int]
    """By colour, before any cap."""
    tracks: Tracks
    """After scoring, in the order RGBOP."""


class AxioReached(Event, kind="axio"):
    """Tracks have come to their end: an extra turn for each."""

    seat: int
    colours: tuple[str, ...]


class ExtraLost(Event, kind="extra_lost"):
    """Extra turns that cannot be played."""

    seat: int
    count: int


def raised(tracks: Tracks, points: Mapping[str, int], cap: int) -> Tracks:
    """Points go up the tracks; what passes the cap is lost."""
    return tuple(min(cap, track + points.get(colour, 0)) for colour, track in zip(COLOURS, tracks, strict=True))


def reached(before: Tracks, after: Tracks, cap: int) -> tuple[str, ...]:
    """The colours whose track has just come to the cap."""
    return tuple(colour for colour, old, new in zip(COLOURS, before, after, strict=True) if old < cap == new)


def points_text(points: Mapping[str, int]) -> str:
    """Points in short, such as R2B1."""
    return "".join(f"{colour}{points[colour]}" for colour in COLOURS if points.get(colour))


def gain(events: Sequence[Event]) -> str:
    """The points of a placement, before any cap."""
    return "".join(points_text(event.points) for event in events if isinstance(event, TracksScored))


def lowest(tracks: Tracks) -> list[str]:
    """The colours of the lowest track, or tracks."""
    return [colour for colour, track in zip(COLOURS, tracks, strict=True) if track == min(tracks)]


class TracksView(TypedDict):
    """What the views of both games have, for those who describe them."""

    turn: int
    tracks: list[list[int]]


def describe_tracks(view: TracksView, counts: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """A line a seat: its tracks and what it holds."""
    for seat, tracks in enumerate(view["tracks"]):
        scores = " ".join(f"{colour}{track}" for colour, track in zip(COLOURS, tracks, strict=True))
        held = " ".join(f"{name} {int(count[seat])}" for name, count in counts.items())
        yield f"seat {seat}: {scores} · {held}" + (" · to play" if seat == view["turn"] else "")
