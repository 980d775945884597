"""What happens in a game of AXO."""

from __future__ import annotations

from typing import NamedTuple

from triax.games.events import Event, Over, Private


class AreaChosen(Event, kind="area", secret=True, uncovers=False):
    """The others see all areas when the last is chosen."""

    seat: int
    cards: tuple[str, ...]


class AreaLaid(Event, kind="laid"):
    seat: int
    cards: tuple[str, ...]

    def is_news_to(self, seat: int) -> bool:
        return seat != self.seat


class CardPlayed(Event, kind="played"):
    seat: int | None
    """null is Simona."""
    card: str
    colour: str

    @property
    def drawn_pieces(self) -> tuple[str, ...]:
        return (self.card,) if self.seat is None else ()

    def is_news_to(self, seat: int) -> bool:
        return self.seat is None


class MarksMade(NamedTuple):
    """Sections marked by one decision."""

    what: str
    """mark, free or extra."""
    card: str
    sections: tuple[tuple[int, int], ...]
    turn: int


class Marked(Event, kind="marked", secret=True, uncovers=False):
    """The others see all marks when the last is done."""

    seat: int
    what: str
    """mark, free or extra."""
    card: str
    sections: tuple[tuple[int, int], ...]
    turn: int


class Passed(Event, kind="passed", secret=True, uncovers=False):
    """A step of marking is passed, unseen by the others."""

    seat: int
    what: str
    """apply, free or extra."""


class EffectPassed(Event, kind="passed", uncovers=False):
    """An effect that asks for a decision is not used."""

    seat: int
    what: str
    """The effect."""


class Revealed(Event, kind="revealed"):
    seat: int
    marks: tuple[MarksMade, ...]

    def is_news_to(self, seat: int) -> bool:
        return seat != self.seat


class CardCompleted(Event, kind="completed", uncovers=False):
    seat: int
    card: str
    effect: str | None


class EffectGained(Event, kind="effect", uncovers=False):
    """An effect that asks for no decision."""

    seat: int
    effect: str


class EffectUsed(EffectGained, kind="effect"):
    """An effect with the decision that it asked for."""

    move: str


class AxoScored(Event, kind="scored", uncovers=False):
    seat: int
    cards: tuple[str, ...]
    points: int
    extra: int
    """Extra marks won."""
    total: int


class Refilled(Event, kind="refilled", uncovers=False):
    seat: int
    cards: tuple[str, ...]


class Reshuffled(Event, kind="reshuffled"):
    count: int


class AxoDrew(Event, kind="drew"):
    seat: int
    count: int
    cards: Private[tuple[str, ...]]

    @property
    def drawn_pieces(self) -> tuple[str, ...]:
        return self.cards or ()


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
