"""What a seat may know of a game of AXO."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypedDict

from triax.games.axo.facts import active_side
from triax.games.axo.pieces import Polyomino, deck_of, turned
from triax.games.axo.player import Made, Sheet, Sheets, bit
from triax.games.core import View


class SheetView(TypedDict):
    card: str
    marks: str
    """Nine characters, row by row: x marked, . open."""


class PlayerView(TypedDict):
    area: list[SheetView]
    hand: int
    points: int
    extra: int
    earned: int
    pivots: int


class MadeView(TypedDict):
    what: str
    card: str
    sections: list[list[int]]
    turn: int


class MarkingView(TypedDict):
    """This seat's own marking, unseen by the others; its marks already show in its own area."""

    step: str
    made: list[MadeView]


class AxoView(View):
    game: Literal["axo"]
    phase: str
    active: int | None
    """None is Simona."""
    card: str | None
    colour: str | None
    seats: list[PlayerView]
    hand: list[str] | None
    laid: list[str] | None
    """At set-up: the area that this seat has chosen."""
    marking: MarkingView | None
    effects: list[tuple[int, str]]
    pile: int
    discard: list[str]
    simona: int | None
    """How many cards her pile holds."""


def show_area(area: Sheets) -> list[SheetView]:
    return [{"card": sheet.card, "marks": _show_marks(sheet.marks)} for sheet in area]


def read_area(player: PlayerView) -> Sheets:
    """The cards that lie before a player, with the marked sections of each as bits."""
    return tuple(Sheet(sheet["card"], _read_marks(sheet["marks"])) for sheet in player["area"])


@lru_cache(1 << 9)
def _show_marks(marks: int) -> str:
    return "".join("x" if marks >> i & 1 else "." for i in range(9))


@lru_cache(1 << 9)
def _read_marks(marks: str) -> int:
    return sum(1 << i for i, mark in enumerate(marks) if mark == "x")


def seen_shape(view: AxoView, card: str) -> Polyomino:
    """The polyomino of the card in the middle as this seat sees it from its side of the table (X4)."""
    side = active_side(view["active"], view["options"])
    return turned(deck_of(view["options"])[card].shape, 0 if view["seat"] is None else side - view["seat"])


def show_made(made: Made) -> MadeView:
    sections = [list(section) for section in made.cells]
    return {"what": made.what, "card": made.card, "sections": sections, "turn": made.turn}


def read_made(marking: MarkingView) -> tuple[Made, ...]:
    return tuple(
        Made(made["what"], made["card"], sum(bit(x, y) for x, y in made["sections"]), made["turn"])
        for made in marking["made"]
    )


def describe(view: AxoView) -> Iterator[str]:
    active = "Simona" if view["active"] is None else f"seat {view['active']}"
    played = f" · {view['card']} in {view['colour']}" if view["card"] else ""
    simona = "" if view["simona"] is None else f" · Simona {view['simona']}"
    yield f"{view['phase']} · active: {active}{played} · pile {view['pile']}{simona}"
    for seat, player in enumerate(view["seats"]):
        yield (
            f"seat {seat}: points {player['points']} extra {player['extra']} earned {player['earned']} "
            f"pivots {player['pivots']} hand {player['hand']}"
        )
        for sheet in player["area"]:
            marks = sheet["marks"]
            yield f"  {sheet['card']} {marks[:3]} {marks[3:6]} {marks[6:]}"
    if view["discard"]:
        yield "discard " + " ".join(view["discard"])
    if view["effects"]:
        yield "effects " + " ".join(f"{seat}:{card}" for seat, card in view["effects"])
    if view["laid"]:
        yield "chosen " + " ".join(view["laid"])
    if view["marking"]:
        made = "".join(f" {one['what']} {one['card']} {one['sections']}" for one in view["marking"]["made"])
        yield f"marking: {view['marking']['step']}{made}"
    if view["hand"]:
        yield "hand " + " ".join(view["hand"])
