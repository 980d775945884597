"""Five score tracks, one a colour: common to Axio Rota and Axio."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypedDict

from triax.games.events import Event

COLOURS = "RGBOP"

Tracks = tuple[int, ...]

ZERO: Tracks = (0, 0, 0, 0, 0)


class TracksScored(Event, kind="scored", uncovers=False):
    """A placement's points go up the tracks."""

    seat: int
    points: Mapping[str, int]
    """By colour, before any cap."""
    tracks: Tracks
    """After scoring, in the order RGBOP."""


class AxioReached(Event, kind="axio", uncovers=False):
    """Tracks have come to their end: an extra turn for each."""

    seat: int
    colours: tuple[str, ...]


class ExtraLost(Event, kind="extra_lost", uncovers=False):
    """Extra turns that cannot be played."""

    seat: int
    count: int


def raised(tracks: Tracks, points: Mapping[str, int], cap: int) -> Tracks:
    """Points go up the tracks; what passes the cap is lost."""
    if not points:
        return tracks
    return tuple([min(cap, track + points.get(colour, 0)) for colour, track in zip(COLOURS, tracks, strict=True)])


def raised_alone(tracks: Tracks, points: Mapping[str, int], cap: int) -> Tracks:
    """Solo: a track that is full goes on, from the next placement, to twice the cap."""
    first, second = raised(tracks, points, cap), raised(tracks, points, 2 * cap)
    return tuple(one if old < cap else two for old, one, two in zip(tracks, first, second, strict=True))


def tally(found: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Points by colour."""
    points: dict[str, int] = {}
    for colour, count in found:
        points[colour] = points.get(colour, 0) + count
    return points


def reached(before: Tracks, after: Tracks, cap: int) -> tuple[str, ...]:
    """The colours whose track has just come to the cap."""
    if cap not in after:
        return ()
    return tuple(colour for colour, old, new in zip(COLOURS, before, after, strict=True) if old < cap == new)


def points_text(points: Mapping[str, int]) -> str:
    """Points in short, such as R2B1."""
    return "".join(f"{colour}{points[colour]}" for colour in COLOURS if points.get(colour))


class PackedTexts(dict[int, str]):
    """The same of points packed into a number, with so many bits for each colour; looked up far faster than made."""

    KEPT = 1 << 14

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __missing__(self, points: int) -> str:
        if len(self) >= self.KEPT:
            self.clear()
        most = (1 << self._bits) - 1
        self[points] = points_text({colour: points >> self._bits * at & most for at, colour in enumerate(COLOURS)})
        return self[points]


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
