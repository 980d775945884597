"""What a seat has been told since the game began: with its view, all that it can know (perfect recall).

Facts that follow from others (points, pyramids, completions) are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from triax.envs.encoding import Encoding
from triax.games.axio import Place as AxioPlace
from triax.games.axo.notation import PlayCard
from triax.games.core import Event, Game, Plain, redact
from triax.games.rota import Place as RotaPlace

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
)
ROWS = {"rota": 128, "axio": 512, "axo": 2048}
"""How many facts a tensor holds; of a longer game, the latest."""
COLUMNS = ("kind", "seat", "piece", "number")


class Fact(NamedTuple):
    """One thing told. The number is the code of a move that was made, or sections that were marked, as bits."""

    kind: str
    seat: int | None
    piece: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        seat = "-" if self.seat is None else str(self.seat)
        rest = [str(part) for part in (self.piece, self.number) if part is not None]
        return " ".join([self.kind, seat, *rest])


class Recall:
    """Turns events into facts for one game."""

    def __init__(self, game: Game, encoding: Encoding, pieces: Sequence[str]) -> None:
        self._game = game
        self._encoding = encoding
        self._index = {piece: number for number, piece in enumerate(pieces)}

    def facts(self, events: Sequence[Event], seat: int | None) -> list[Fact]:
        told = redact(events, seat)
        return [fact for one in told if one["kind"] in _FACTS for fact in _FACTS[one["kind"]](self, one)]

    def row(self, fact: Fact, seat: int, players: int) -> tuple[int, ...]:
        """A fact as numbers, each 0 where there is nothing: seats counted from this one, 1 being itself."""
        return (
            KINDS.index(fact.kind) + 1,
            0 if fact.seat is None else (fact.seat - seat) % players + 1,
            0 if fact.piece is None else self._index[fact.piece] + 1,
            0 if fact.number is None else fact.number + 1,
        )

    def placed(self, told: Plain) -> Iterator[Fact]:
        x, y = told["at"]
        tile = told["tile"]
        move = RotaPlace(x, y, told["turn"], told["name"]) if "turn" in told else AxioPlace(tile, x, y, told["to"])
        yield Fact("placed", told["seat"], tile, self._encoding.encode(move))

    def drew(self, told: Plain) -> Iterator[Fact]:
        seen = told.get("tiles") or told.get("cards") or [told.get("tile")] * told.get("count", 1)
        for piece in seen:
            yield Fact("drew", told["seat"], piece)

    def shown(self, told: Plain) -> Iterator[Fact]:
        for piece in told.get("shown") or told["cards"]:
            yield Fact(told["kind"], told["seat"], piece)

    def played(self, told: Plain) -> Iterator[Fact]:
        code = self._encoding.encode(PlayCard(told["card"], told["colour"]))
        yield Fact("played", told["seat"], told["card"], code)

    def marked(self, told: Plain) -> Iterator[Fact]:
        for made in told["marks"] if told["kind"] == "revealed" else [told]:
            sections = sum(1 << (3 * y + x) for x, y in made["sections"])
            yield Fact(told["kind"], told["seat"], made["card"], sections)

    def effect(self, told: Plain) -> Iterator[Fact]:
        if "move" in told:
            yield Fact("effect", told["seat"], None, self._encoding.encode(self._game.parse(told["move"])))

    def plain(self, told: Plain) -> Iterator[Fact]:
        yield Fact(told["kind"], told.get("seat"))


class Telling:
    """The events of one move. What a seat learns of them is made when first asked for, as text and as rows."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events
        self._texts: dict[int | None, str] = {}
        self._rows: dict[tuple[int | None, int], list[tuple[int, ...]]] = {}

    def text(self, recall: Recall, seat: int | None) -> str:
        if seat not in self._texts:
            self._texts[seat] = "; ".join(map(str, recall.facts(self.events, seat)))
        return self._texts[seat]

    def rows(self, recall: Recall, seat: int | None, viewer: int, players: int) -> list[tuple[int, ...]]:
        """As told to a seat or to spectators; seats are counted from the viewer."""
        key = seat, viewer
        if key not in self._rows:
            self._rows[key] = [recall.row(fact, viewer, players) for fact in recall.facts(self.events, seat)]
        return self._rows[key]

    def __reduce__(self) -> tuple[type[Telling], tuple[tuple[Event, ...]]]:
        return Telling, (self.events,)


_FACTS: dict[str, Callable[[Recall, Any], Iterator[Fact]]] = {
    "placed": Recall.placed,
    "drew": Recall.drew,
    "exchanged": Recall.shown,
    "area": Recall.shown,
    "laid": Recall.shown,
    "refilled": Recall.shown,
    "played": Recall.played,
    "marked": Recall.marked,
    "revealed": Recall.marked,
    "effect": Recall.effect,
    "passed": Recall.plain,
    "reshuffled": Recall.plain,
}
