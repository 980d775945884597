"""What the terminal asks of each game: how it is drawn, asked for, weighed and explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from triax.cli.terminal.lines import Lines
from triax.games.core import AnyState, Move, Plain

BELOW = 4
"""Lines that stay free under a board, for the question and the answer."""

Told = dict[str, Any]
"""An event as a seat is told it."""


@dataclass(frozen=True)
class Scene:
    """How a position is shown: to whom, in how much room, and what has happened since they last looked."""

    names: Sequence[str]
    moves: Sequence[Move]
    since: Sequence[Told]
    width: int
    height: int

    def fresh(self, seat: int | None) -> list[Told]:
        """What others have placed since this seat's last turn."""
        alone = len(self.names) == 1
        return [told for told in self.since if told["kind"] == "placed" and (alone or told["seat"] != seat)]


class Worth(NamedTuple):
    """How promising a move is, bigger being better, and what it brings, in words."""

    key: tuple[int, ...]
    words: str


class Asked(NamedTuple):
    """A decision: the short question, and how an answer is written."""

    question: str
    notation: str


class Face(Protocol):
    goal: str
    """What the game is about, in a few sentences."""

    def draw(self, view: Plain, scene: Scene) -> Lines: ...

    def asked(self, view: Plain) -> Asked: ...

    def tidy(self, text: str, moves: Sequence[Move]) -> str:
        """What was typed, in the strict notation where it is clear what is meant."""

    def worth(self, state: AnyState, seat: int, move: Move) -> Worth: ...

    def preview(self, state: AnyState, seat: int, move: Move) -> Lines:
        """What a legal move would do, before it is confirmed."""

    def why(self, told: Sequence[Told]) -> list[str]:
        """Where the points of these events come from."""

    def ranking(self, view: Plain, names: Sequence[str]) -> list[str]:
        """The places of a finished game and what decided them."""
