"""What a seat has been told since the game began: with its view, all that it can know (perfect recall).

A seat remembers its own decisions, what others did before its eyes and what it drew. Facts that follow from others
(points, pyramids, completions) are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from triax.envs.encoding import Encoding
from triax.games.axio import KEEP
from triax.games.axo.notation import PlayCard
from triax.games.core import Move, Plain
from triax.games.events import Event, plain_for

KINDS = (
    "placed",
    "drew",
    "exchanged",
    "area",
    "laid",
    "played",
    "marked",
    "passed",
    "revealed",
    "effect",
    "refilled",
    "reshuffled",
    "kept",
)
MARKS = ("mark", "free", "extra")
ROWS = {"rota": 128, "axio": 1024, "axo": 2048}
"""How many facts a tensor holds: of Axio Rota and Axio as many as a game can have, of AXO the latest."""
COLUMNS = ("kind", "seat", "piece", "number")


class Fact(NamedTuple):
    """One thing told. The number is the code of a move, or tells of marks revealed: their sections as bits 0 to 8,
    quarter turns by a pivot in bits 9 and 10, and above them their sort (0 mark, 1 free, 2 extra)."""

    kind: str
    seat: int | None
    piece: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        seat = "-" if self.seat is None else str(self.seat)
        rest = [str(part) for part in (self.piece, self.number) if part is not None]
        return " ".join([self.kind, seat, *rest])


class Recall:
    """Turns a move and its events into facts for one game."""

    def __init__(self, encoding: Encoding, pieces: Sequence[str]) -> None:
        self._encoding = encoding
        self._index = {piece: number for number, piece in enumerate(pieces)}

    def facts(self, telling: Telling, seat: int | None) -> Iterator[Fact]:
        if telling.move == KEEP:
            # No event tells of it, but all have seen that an exchange was on offer.
            yield Fact("kept", telling.actor)
        for told in plain_for(telling.events, seat):
            if told["kind"] in _FACTS:
                yield from _FACTS[told["kind"]](self, told, telling.move)

    def row(self, fact: Fact, seat: int, players: int) -> tuple[int, ...]:
        """A fact as numbers, each 0 where there is nothing: seats counted from this one, 1 being itself."""
        return (
            KINDS.index(fact.kind) + 1,
            0 if fact.seat is None else (fact.seat - seat) % players + 1,
            0 if fact.piece is None else self._index[fact.piece] + 1,
            0 if fact.number is None else fact.number + 1,
        )

    def placed(self, told: Plain, move: Move) -> Iterator[Fact]:
        yield Fact("placed", told["seat"], told["tile"], self._encoding.code_of(move))

    def drew(self, told: Plain, _: Move) -> Iterator[Fact]:
        seen = told.get("tiles") or told.get("cards") or [told.get("tile")] * told.get("count", 1)
        for piece in seen:
            yield Fact("drew", told["seat"], piece)

    def shown(self, told: Plain, _: Move) -> Iterator[Fact]:
        for piece in told.get("shown") or told["cards"]:
            yield Fact(told["kind"], told["seat"], piece)

    def played(self, told: Plain, _: Move) -> Iterator[Fact]:
        """By a seat, or by Simona after another move."""
        code = self._encoding.code_of(PlayCard(told["card"], told["colour"]))
        yield Fact("played", told["seat"], told["card"], code)

    def marked(self, told: Plain, move: Move) -> Iterator[Fact]:
        """Several applications may mark the same sections: the one who chose remembers which."""
        yield Fact("marked", told["seat"], told["card"], self._encoding.code_of(move))

    def revealed(self, told: Plain, _: Move) -> Iterator[Fact]:
        for made in told["marks"]:
            sections = sum(1 << (3 * y + x) for x, y in made["sections"])
            number = sections | made["turn"] << 9 | MARKS.index(made["what"]) << 11
            yield Fact("revealed", told["seat"], made["card"], number)

    def effect(self, told: Plain, move: Move) -> Iterator[Fact]:
        if "move" in told:
            yield Fact("effect", told["seat"], None, self._encoding.code_of(move))

    def plain(self, told: Plain, _: Move) -> Iterator[Fact]:
        yield Fact(told["kind"], told.get("seat"))


class Telling:
    """A move, its events and the pieces that were shuffled, which are not for all eyes. What a seat learns of them is
    made when first asked for, as text and as rows."""

    def __init__(self, actor: int, move: Move, events: tuple[Event, ...], shuffled: Sequence[tuple[str, ...]]) -> None:
        self.actor, self.move, self.events, self.shuffled = actor, move, events, shuffled
        self._texts: dict[int | None, str] = {}
        self._rows: dict[tuple[int | None, int], list[tuple[int, ...]]] = {}

    def text(self, recall: Recall, seat: int | None) -> str:
        if seat not in self._texts:
            self._texts[seat] = "; ".join(map(str, recall.facts(self, seat)))
        return self._texts[seat]

    def rows(self, recall: Recall, seat: int | None, viewer: int, players: int) -> list[tuple[int, ...]]:
        """As told to a seat or to spectators; seats are counted from the viewer."""
        key = seat, viewer
        if key not in self._rows:
            self._rows[key] = [recall.row(fact, viewer, players) for fact in recall.facts(self, seat)]
        return self._rows[key]

    def __reduce__(self) -> tuple[type[Telling], tuple[Any, ...]]:
        return Telling, (self.actor, self.move, self.events, self.shuffled)


_FACTS: dict[str, Callable[[Recall, Any, Move], Iterator[Fact]]] = {
    "placed": Recall.placed,
    "drew": Recall.drew,
    "exchanged": Recall.shown,
    "area": Recall.shown,
    "laid": Recall.shown,
    "refilled": Recall.shown,
    "played": Recall.played,
    "marked": Recall.marked,
    "revealed": Recall.revealed,
    "effect": Recall.effect,
    "passed": Recall.plain,
    "reshuffled": Recall.plain,
}
