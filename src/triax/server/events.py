"""The events of the three games as types. Clients make theirs from the schema; a test holds these to whole games."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Over(TypedDict):
    """The game has ended."""

    kind: Literal["over"]
    standings: list[list[int]]
    """Seats, best first; several share a place. Solo AXO: none if Simona has won."""


class AxioReached(TypedDict):
    """Tracks have come to their end: an extra turn for each."""

    kind: Literal["axio"]
    seat: int
    colours: list[str]


class ExtraLost(TypedDict):
    """Extra turns that cannot be played."""

    kind: Literal["extra_lost"]
    seat: int
    count: int


# Axio Rota.


class RotaPlaced(TypedDict):
    kind: Literal["placed"]
    seat: int
    tile: str
    at: list[int]
    turn: int
    name: str | None
    """The colour named for an empty corner."""


class CornerScore(TypedDict):
    corner: int
    """0 to 3, clockwise from the top left."""
    colour: str
    sources: list[list[int]]
    """The circles that score: x and y of the cell, and the corner."""


class RotaScored(TypedDict):
    kind: Literal["scored"]
    seat: int
    points: dict[str, int]
    """By colour, before any cap."""
    tracks: list[int]
    """After scoring, in the order RGBOP."""
    corners: list[CornerScore]


RotaDrew = TypedDict(
    "RotaDrew",
    {
        "kind": Literal["drew"],
        "seat": int,
        "from": Literal["stack", "supply"],
        # Told to the one who drew.
        "tile": NotRequired[str],
    },
)


# Axio.


class AxioPlaced(TypedDict):
    kind: Literal["placed"]
    seat: int
    tile: str
    at: list[int]
    to: str


PyramidRaised = TypedDict(
    "PyramidRaised",
    {
        "kind": Literal["pyramid"],
        "seat": int,
        "at": list[int],
        # The space it was taken from, once the supply is used up.
        "from": list[int] | None,
        "sources": list[list[int]],
    },
)


class RunScore(TypedDict):
    half: list[int]
    to: str
    colour: str
    sources: list[list[int]]


class AxioScored(TypedDict):
    kind: Literal["scored"]
    seat: int
    points: dict[str, int]
    """By colour, before any cap."""
    tracks: list[int]
    """After scoring, in the order RGBOP."""
    runs: list[RunScore]


class AxioDrew(TypedDict):
    kind: Literal["drew"]
    seat: int
    count: int
    tiles: NotRequired[list[str]]
    """Told to the one who drew."""


class Exchanged(TypedDict):
    kind: Literal["exchanged"]
    seat: int
    shown: list[str]
    """The rack, which all have seen before it went back into the bag."""


# AXO.


class AreaChosen(TypedDict):
    """Told to the one who chose; the others see all areas when the last is chosen."""

    kind: Literal["area"]
    seat: int
    cards: list[str]


class AreaLaid(TypedDict):
    kind: Literal["laid"]
    seat: int
    cards: list[str]


class CardPlayed(TypedDict):
    kind: Literal["played"]
    seat: int | None
    """null is Simona."""
    card: str
    colour: str


class MarksMade(TypedDict):
    what: str
    """mark, free or extra."""
    card: str
    sections: list[list[int]]
    turn: int


class Marked(TypedDict):
    """Told to the one who marks; the others see all marks when the last is done."""

    kind: Literal["marked"]
    seat: int
    what: str
    card: str
    sections: list[list[int]]
    turn: int


class Passed(TypedDict):
    """While marking it is told to the one who passes alone."""

    kind: Literal["passed"]
    seat: int
    what: str
    """The step of marking, or the effect."""


class Revealed(TypedDict):
    kind: Literal["revealed"]
    seat: int
    marks: list[MarksMade]


class CardCompleted(TypedDict):
    kind: Literal["completed"]
    seat: int
    card: str
    effect: str | None


class EffectUsed(TypedDict):
    kind: Literal["effect"]
    seat: int
    effect: str
    move: NotRequired[str]
    """The decision, where the effect asks for one."""


class AxoScored(TypedDict):
    kind: Literal["scored"]
    seat: int
    cards: list[str]
    points: int
    extra: int
    """Extra marks won."""
    total: int


class Refilled(TypedDict):
    kind: Literal["refilled"]
    seat: int
    cards: list[str]


class Reshuffled(TypedDict):
    kind: Literal["reshuffled"]
    count: int


class AxoDrew(TypedDict):
    kind: Literal["drew"]
    seat: int
    count: int
    cards: NotRequired[list[str]]
    """Told to the one who drew."""


EVENTS = {
    "RotaEvent": [RotaPlaced, RotaScored, AxioReached, ExtraLost, RotaDrew, Over],
    "AxioEvent": [AxioPlaced, PyramidRaised, AxioScored, AxioReached, ExtraLost, Exchanged, AxioDrew, Over],
    "AxoEvent": [
        AreaChosen,
        AreaLaid,
        CardPlayed,
        Marked,
        Passed,
        Revealed,
        CardCompleted,
        EffectUsed,
        AxoScored,
        Refilled,
        Reshuffled,
        AxoDrew,
        Over,
    ],
}
"""By game, all that can be told."""
