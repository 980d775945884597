"""What happens in a game of Scree."""

from dataclasses import dataclass
from typing import ClassVar

from triax.games.events import Event, Over, Private


@dataclass(frozen=True)
class ScreePlayed(Event):
    kind: ClassVar[str] = "played"
    seat: int
    stone: str
    site: int | None
    """None: swapped."""


@dataclass(frozen=True)
class ScreeScored(Event):
    """A cairn was toppled, or has outlasted the others' turns."""

    kind: ClassVar[str] = "scored"
    seat: int
    site: int
    points: int


@dataclass(frozen=True)
class ScreeDrew(Event):
    kind: ClassVar[str] = "drew"
    seat: int
    stone: Private[str]


@dataclass(frozen=True)
class ScreeRefilled(Event):
    """The discarded stones went into the bag."""

    kind: ClassVar[str] = "refilled"
    count: int


EVENTS = (ScreePlayed, ScreeScored, ScreeDrew, ScreeRefilled, Over)
