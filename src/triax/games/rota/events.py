"""What happens in a game of Axio Rota."""

from __future__ import annotations

from typing import Literal, NamedTuple

from triax.games.events import Event, Over, Private
from triax.games.tracks import AxioReached, ExtraLost, TracksScored


class RotaPlaced(Event, kind="placed", uncovers=False):
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


class RotaScored(TracksScored, kind="scored"):
    corners: tuple[CornerScore, ...]


class RotaDrew(Event, kind="drew"):
    seat: int
    from_: Literal["stack", "supply"]
    tile: Private[str]

    @property
    def drawn_pieces(self) -> tuple[str, ...]:
        return () if self.tile is None else (self.tile,)


EVENTS = (RotaPlaced, RotaScored, AxioReached, ExtraLost, RotaDrew, Over)
