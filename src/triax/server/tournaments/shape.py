"""A tournament as those who pair and count see it: who takes part, and what has been played. Plain values, no I/O."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

Format = Literal["swiss", "round_robin", "arena", "solo", "ladder"]
FORMATS: tuple[Format, ...] = get_args(Format)
DUPLICATE: frozenset[Format] = frozenset({"swiss", "round_robin", "solo"})
"""Formats whose rounds are played with one deal at all tables."""


@dataclass(frozen=True)
class Entrant:
    player: str
    rating: float = 0.0
    here: bool = True
    """Is to be paired: has neither left nor stayed away."""
    shuns: frozenset[str] = frozenset()
    """Of the others, those with whom one of the two has blocked the other."""


@dataclass(frozen=True)
class Sat:
    """A seat of a board."""

    player: str | None
    """None: a bot's, or of somebody whose data was deleted."""
    place: int | None = None
    """1 is first, a shared place is the same number; None while it is played."""
    worth: str = ""
    """What the game ranks by, as text that sorts alike; empty for whoever gave up."""


@dataclass(frozen=True)
class PairedBoard:
    seats: tuple[Sat, ...]
    bye: bool = False

    @property
    def is_over(self) -> bool:
        return self.bye or all(sat.place is not None for sat in self.seats)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(sat.player for sat in self.seats if sat.player is not None)


Round = tuple[PairedBoard, ...]


def is_done(boards: Round) -> bool:
    return all(board.is_over for board in boards)


def points_of(places: Sequence[int]) -> list[int]:
    """Two for everyone left behind, one for everyone level: at two 2, 1 or 0; at four 6, 4, 2 or 0."""
    return [sum(2 * (own < other) + (own == other) for other in places) - 1 for own in places]


def points_of_bye(size: int) -> int:
    """At two a win; at more tables than that a second place, since there several may be without one."""
    return 2 if size <= 2 else 2 * (size - 2)


def solo_places(boards: Round) -> list[int]:
    """By board: how everyone stands who has played the same deal alone."""
    keys = [_solo_key(board.seats[0]) for board in boards]
    return [1 + sum(other > own for other in keys) for own in keys]


def _solo_key(sat: Sat) -> tuple[bool, str]:
    return sat.place == 1, sat.worth


def seeded(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The strongest first; of equals, whoever came first."""
    return sorted(entrants, key=lambda one: -one.rating)
