"""What the environments ask of a game: numbers for its moves and its views, and what its players remember."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic

from triax.envs.encoding import Encoding
from triax.envs.layout import Layout, Parts
from triax.envs.memory import KINDS, Fact, Line, PastMove
from triax.games.core import AnyState, Move, Plain, V
from triax.games.errors import BadData
from triax.games.events import Event, redact

Fit = Callable[[Any, int, Random], AnyState]


class Adapter(ABC, Generic[V]):
    """A game as the environments see it. Observations count seats from the observer's own."""

    memory: tuple[int, int] = (0, 4)
    """How many rows a tensor of facts holds, the latest ones, and how many numbers a row."""
    has_reach = False
    """Has its plane no border, so that it can be cut off so many steps from where it begins?"""
    picks = 0
    """How many picks there are, where a move can also be chosen by several, one after the other."""
    most_picks = 1
    """How many of them a move can take."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding

    @abstractmethod
    def layout(self, players: int, reach: int | None) -> Layout:
        """Of an observation."""

    @abstractmethod
    def fill(self, view: V, into: Parts, seats: Sequence[int]) -> None:
        """Write a view into an empty observation. `seats` begins with the observer's own."""

    def facts(self, event: Event, past: PastMove) -> Iterator[Fact]:
        """What is remembered of an event as somebody has seen it."""
        return iter(())

    def remember(self, past: PastMove, seat: int | None) -> Iterator[Fact | Line]:
        """What a seat (None: a spectator) remembers of a move."""
        for event in redact(past.events, seat):
            yield from self.facts(event, past)

    def memory_high(self, players: int, pieces: int) -> tuple[int, ...]:
        """How high the numbers of a row can get."""
        return len(KINDS), players, pieces, self.encoding.size

    def picked(self, state: AnyState, seat: int, before: Sequence[int]) -> Mapping[int, Move | None]:
        """The legal picks after those before, each with the move that it completes, or None where more is to come."""
        raise NotImplementedError

    def picks_of(self, move: Move, seat: int, players: int) -> tuple[int, ...]:
        """The picks by which a seat chooses a move."""
        raise NotImplementedError

    def pick_text(self, pick: int) -> str:
        raise NotImplementedError

    def fit(self, players: int, past: Sequence[PastMove]) -> Fit:
        """How a sample of what a seat sees is made to fit what it remembers, where that is more."""
        return lambda state, seat, rng: state

    def check_reach(self, reach: int | None, players: int) -> None:
        if reach is not None:
            raise BadData(f"reach: {reach!r}; {self.encoding.game.title} has none")

    def size(self, players: int, options: Plain, reach: int | None) -> int:
        """How many actions there are at such a table."""
        return self.encoding.size_for(players, options)


AnyAdapter = Adapter[Any]
