"""What happens in a game of Axio Rota."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from triax.games.events import Event, Over, Private
from triax.games.tracks import AxioReached, ExtraLost, TracksScored


@dataclass(frozen=True)
class RotaPlaced(Event):
    kind: ClassVar[str] = "placed"
    seat: int
    tile: str
    at: tuple[int, int]
    turn: int
    name: str | None
    """The colour named for an empty corner."""


class CornerScore(NamedTuple):
    """The points of one corner: a point for each matching corner of its circle."""

    corner: int
    """0 to 3, clockwise from the top left."""
    colour: str
    sources: tuple[tuple[int, int, int], ...]
    """What scores: x and y of the cell, and the corner."""


@dataclass(frozen=True)
class RotaScored(TracksScored):
    corners: tuple[CornerScore, ...]


@dataclass(frozen=True)
class RotaDrew(Event):
    kind: ClassVar[str] = "drew"
    seat: int
    from_: Literal["stack", "supply"]
    tile: Private[str]


EVENTS = (RotaPlaced, RotaScored, AxioReached, ExtraLost, RotaDrew, Over)
