"""What happens in a game of Axio."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from triax.games.axio.pieces import Space
from triax.games.events import Event, Over, Private
from triax.games.tracks import AxioReached, ExtraLost, TracksScored


@dataclass(frozen=True)
class AxioPlaced(Event):
    kind: ClassVar[str] = "placed"
    seat: int
    tile: str
    at: Space
    to: str


@dataclass(frozen=True)
class PyramidRaised(Event):
    """A pyramid on a space that was closed in: one point for each symbol beside it."""

    kind: ClassVar[str] = "pyramid"
    seat: int
    at: Space
    from_: Space | None
    """The space it was taken from, once the supply is used up."""
    sources: tuple[Space, ...]


class RunScore(NamedTuple):
    """A run of one colour seen from a half of the placed tile: one point a space."""

    half: Space
    to: str
    colour: str
    sources: tuple[Space, ...]


@dataclass(frozen=True)
class AxioScored(TracksScored):
    runs: tuple[RunScore, ...]


@dataclass(frozen=True)
class AxioDrew(Event):
    kind: ClassVar[str] = "drew"
    seat: int
    count: int
    tiles: Private[tuple[str, ...]]


@dataclass(frozen=True)
class Exchanged(Event):
    kind: ClassVar[str] = "exchanged"
    seat: int
    shown: tuple[str, ...]
    """The rack, which all have seen before it went back into the bag."""


EVENTS = (AxioPlaced, PyramidRaised, AxioScored, AxioReached, ExtraLost, Exchanged, AxioDrew, Over)
