"""What happens in a game of Axio."""

from __future__ import annotations

from typing import NamedTuple

from triax.games.axio.pieces import Space
from triax.games.events import Event, Over, Private
from triax.games.tracks import AxioReached, ExtraLost, TracksScored


class AxioPlaced(Event, kind="placed", uncovers=False):
    seat: int
    tile: str
    at: Space
    to: str


class PyramidRaised(Event, kind="pyramid", uncovers=False):
    """A pyramid on a space that was closed in: one point for each symbol beside it."""

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


class AxioScored(TracksScored, kind="scored"):
    runs: tuple[RunScore, ...]


class AxioDrew(Event, kind="drew"):
    seat: int
    count: int
    tiles: Private[tuple[str, ...]]

    @property
    def drawn_pieces(self) -> tuple[str, ...]:
        return self.tiles or ()


class Exchanged(Event, kind="exchanged"):
    seat: int
    shown: tuple[str, ...]
    """The rack, which all have seen before it went back into the bag."""


EVENTS = (AxioPlaced, PyramidRaised, AxioScored, AxioReached, ExtraLost, Exchanged, AxioDrew, Over)
