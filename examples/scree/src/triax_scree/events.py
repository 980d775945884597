"""What happens in a game of Scree."""

from triax.games.events import Event, Over, Private


class ScreePlayed(Event, kind="played", uncovers=False):
    seat: int
    stone: str
    site: int | None
    """None: swapped."""


class ScreeScored(Event, kind="scored", uncovers=False):
    """A cairn was toppled, or has outlasted the others' turns."""

    seat: int
    site: int
    points: int


class ScreeDrew(Event, kind="drew"):
    seat: int
    stone: Private[str]


class ScreeRefilled(Event, kind="refilled"):
    """The discarded stones went into the bag."""

    count: int


EVENTS = (ScreePlayed, ScreeScored, ScreeDrew, ScreeRefilled, Over)
