"""What happens in a game of AXO."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from triax.games.events import Event, Over, Private


@dataclass(frozen=True)
class AreaChosen(Event):
    """The others see all areas when the last is chosen."""

    kind: ClassVar[str] = "area"
    secret: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class AreaLaid(Event):
    kind: ClassVar[str] = "laid"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class CardPlayed(Event):
    kind: ClassVar[str] = "played"
    seat: int | None
    """null is Simona."""
    card: str
    colour: str


class MarksMade(NamedTuple):
    """Sections marked by one decision."""

    what: str
    """mark, free or extra."""
    card: str
    sections: tuple[tuple[int, int], ...]
    turn: int


@dataclass(frozen=True)
class Marked(Event):
    """The others see all marks when the last is done."""

    kind: ClassVar[str] = "marked"
    secret: ClassVar[bool] = True
    seat: int
    what: str
    """mark, free or extra."""
    card: str
    sections: tuple[tuple[int, int], ...]
    turn: int


@dataclass(frozen=True)
class Passed(Event):
    """A step of marking is passed, unseen by the others."""

    kind: ClassVar[str] = "passed"
    secret: ClassVar[bool] = True
    seat: int
    what: str
    """apply, free or extra."""


@dataclass(frozen=True)
class EffectPassed(Event):
    """An effect that asks for a decision is not used."""

    kind: ClassVar[str] = "passed"
    seat: int
    what: str
    """The effect."""


@dataclass(frozen=True)
class Revealed(Event):
    kind: ClassVar[str] = "revealed"
    seat: int
    marks: tuple[MarksMade, ...]


@dataclass(frozen=True)
class CardCompleted(Event):
    kind: ClassVar[str] = "completed"
    seat: int
    card: str
    effect: str | None


@dataclass(frozen=True)
class EffectGained(Event):
    """An effect that asks for no decision."""

    kind: ClassVar[str] = "effect"
    seat: int
    effect: str


@dataclass(frozen=True)
class EffectUsed(EffectGained):
    """An effect with the decision that it asked for."""

    move: str


@dataclass(frozen=True)
class AxoScored(Event):
    kind: ClassVar[str] = "scored"
    seat: int
    cards: tuple[str, ...]
    points: int
    extra: int
    """Extra marks won."""
    total: int


@dataclass(frozen=True)
class Refilled(Event):
    kind: ClassVar[str] = "refilled"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Reshuffled(Event):
    kind: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True)
class AxoDrew(Event):
    kind: ClassVar[str] = "drew"
    seat: int
    count: int
    cards: Private[tuple[str, ...]]


EVENTS = (
    AreaChosen,
    AreaLaid,
    CardPlayed,
    Marked,
    Passed,
    EffectPassed,
    Revealed,
    CardCompleted,
    EffectGained,
    EffectUsed,
    AxoScored,
    Refilled,
    Reshuffled,
    AxoDrew,
    Over,
)
