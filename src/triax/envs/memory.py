"""What a seat remembers since the game began: with its view, all that it can know (perfect recall).

A seat remembers its own decisions, what others did before its eyes and what it drew. Facts that follow from others
(points, pyramids, completions) are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from triax.games.core import Move
from triax.games.events import Event

KINDS = (
    "placed", "drew", "exchanged", "area", "laid", "played", "marked", "passed", "revealed", "effect", "refilled",
    "reshuffled", "kept",
)  # fmt: skip
Row = tuple[int, ...]


class Fact(NamedTuple):
    """One thing remembered, a row of four numbers. The number is the code of a move, or whatever else the game says."""

    kind: str
    seat: int | None
    piece: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        seat = "-" if self.seat is None else str(self.seat)
        rest = [str(part) for part in (self.piece, self.number) if part is not None]
        return " ".join([self.kind, seat, *rest])

    def rows(self, viewer: int, players: int, pieces: Mapping[str, int]) -> list[Row]:
        """Each number is 0 where there is nothing: seats are counted from the viewer's, 1 being their own."""
        seat = 0 if self.seat is None else (self.seat - viewer) % players + 1
        piece = 0 if self.piece is None else pieces[self.piece] + 1
        return [(KINDS.index(self.kind) + 1, seat, piece, 0 if self.number is None else self.number + 1)]


class Line(NamedTuple):
    """One thing remembered of a game that has no facts of its own, a row a character."""

    text: str

    def __str__(self) -> str:
        return self.text

    def rows(self, viewer: int, players: int, pieces: Mapping[str, int]) -> list[Row]:
        return [(ord(character),) for character in f"{self.text}\n"]


class PastMove:
    """A move, its events and the pieces that were shuffled, which are not for all eyes. What a seat remembers of them
    is made when first asked for, as text and as rows."""

    def __init__(self, seat: int, move: Move, events: tuple[Event, ...], shuffled: Sequence[tuple[str, ...]]) -> None:
        self.seat, self.move, self.events, self.shuffled = seat, move, events, shuffled
        self._texts: dict[int | None, str] = {}
        self._rows: dict[tuple[int | None, int], list[Row]] = {}

    def text(self, remember: Remember, seat: int | None) -> str:
        if seat not in self._texts:
            self._texts[seat] = "; ".join(map(str, remember(self, seat)))
        return self._texts[seat]

    def rows(
        self, remember: Remember, seat: int | None, viewer: int, players: int, pieces: Mapping[str, int]
    ) -> list[Row]:
        """As a seat or a spectator saw it; seats are counted from the viewer's."""
        key = seat, viewer
        if key not in self._rows:
            facts = remember(self, seat)
            self._rows[key] = [row for fact in facts for row in fact.rows(viewer, players, pieces)]
        return self._rows[key]

    def __reduce__(self) -> tuple[type[PastMove], tuple[Any, ...]]:
        return PastMove, (self.seat, self.move, self.events, self.shuffled)


Remember = Callable[[PastMove, int | None], Iterable[Fact | Line]]
"""What a seat (None: a spectator) remembers of a move."""
