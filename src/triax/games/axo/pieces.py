"""The 54 cards (X1): a polyomino, a 3×3 grid of coloured sections, and perhaps an effect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from triax.games import check
from triax.games.errors import BadData

COLOURS = "RYB"
GOAL = 9
HAND = 4
AREA = 3
EXTRA_MARKS = 5
SOLO_PILE = 8
CARDS = 54
EFFECTS = ("stamp", "spark", "wipe", "refresh", "swap", "pivot")

FULL = 0b111_111_111
"""All nine sections of a grid: section x,y is bit 3y + x."""

Polyomino = frozenset[tuple[int, int]]
"""Cells x,y; the bounding box begins at 0,0."""


@dataclass(frozen=True)
class Card:
    shape: Polyomino
    grid: str
    """Nine colours, row by row."""
    effect: str | None

    def sections(self, colour: str) -> int:
        return _sections(self.grid, colour)


@cache
def _sections(grid: str, colour: str) -> int:
    return sum(1 << i for i, section in enumerate(grid) if section == colour)


Deck = Mapping[str, Card]


def turned(shape: Polyomino, quarters: int) -> Polyomino:
    """The polyomino after so many quarter turns clockwise."""
    for _ in range(quarters % 4):
        height = max(y for _, y in shape) + 1
        shape = frozenset((height - 1 - y, x) for x, y in shape)
    return shape


@cache
def shifts(shape: Polyomino) -> tuple[tuple[int, int, int], ...]:
    """Every way to shift a polyomino inside the grid: x, y, and the sections under it."""
    width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    return tuple(
        (x, y, sum(1 << (3 * (y + cy) + x + cx) for cx, cy in shape))
        for y in range(4 - height)
        for x in range(4 - width)
    )


@cache
def turns(shape: Polyomino) -> tuple[tuple[int, Polyomino], ...]:
    """The turns that give different shapes, the smallest number of quarters for each."""
    different: dict[Polyomino, int] = {}
    for quarters in range(4):
        different.setdefault(turned(shape, quarters), quarters)
    return tuple((quarters, seen) for seen, quarters in different.items())


def read_deck(data: object) -> Deck:
    """A deck in the shape of `pieces.json`; refuses what is not a deck for this game."""
    where = "pieces"
    numbers = {"game": "axo", "colours": COLOURS, "goal": GOAL, "hand": HAND, "area": AREA}
    numbers |= {"extra_marks": EXTRA_MARKS, "solo_pile": SOLO_PILE, "effects": list(EFFECTS)}
    given = check.fields(data, where, [*numbers, "cards"], ["reading"])
    check.fixed(given, where, numbers)
    check.free_text(given.get("reading", ""), f"{where}.reading")
    deck: dict[str, Card] = {}
    for number, entry in enumerate(check.items(given["cards"], f"{where}.cards", CARDS)):
        place = f"{where}.cards[{number}]"
        card = check.fields(entry, place, ["id", "shape", "grid", "effect"], ["name"])
        name = card["id"]
        if name != f"{number + 1:02}":
            raise BadData(f'{place}.id: {check.quote(name)}; expected "{number + 1:02}"')
        deck[name] = Card(
            _read_shape(card["shape"], f"{place}.shape"),
            _read_grid(card["grid"], f"{place}.grid"),
            check.one_of(card["effect"], f"{place}.effect", [None, *EFFECTS]),
        )
        check.free_text(card.get("name", ""), f"{place}.name")
    return deck


def _read_grid(value: object, where: str) -> str:
    rows = [check.text(row, where) for row in check.items(value, where, 3)]
    if any(len(row) != 3 or set(row) - set(COLOURS) for row in rows):
        raise BadData(f"{where}: {check.quote(value)}; expected three rows of three letters out of {COLOURS}")
    return "".join(rows)


def _read_shape(value: object, where: str) -> Polyomino:
    rows = [check.text(row, where) for row in check.items(value, where)]
    # What is too large is not looked at any closer: it would take long.
    small = rows if len(rows) <= 3 and all(len(row) <= 3 for row in rows) else []
    cells = frozenset((x, y) for y, row in enumerate(small) for x, mark in enumerate(row) if mark == "#")
    tight = bool(cells) and min(x for x, _ in cells) == min(y for _, y in cells) == 0
    box = tight and all(len(row) == max(x for x, _ in cells) + 1 for row in rows)
    whole = box and len(rows) == max(y for _, y in cells) + 1 and not set("".join(rows)) - set("#.")
    if not whole or not 3 <= len(cells) <= 5 or not _connected(cells):
        raise BadData(
            f"{where}: {check.quote(value)}; expected rows of # and . that show three to five connected cells "
            "and nothing around them, within 3 × 3"
        )
    return cells


def _connected(cells: Polyomino) -> bool:
    reached, front = set[tuple[int, int]](), {min(cells)}
    while front:
        reached |= front
        front = {(x + dx, y + dy) for x, y in front for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells - reached
    return reached == cells


@cache
def standard_deck() -> Deck:
    return read_deck(json.loads(files(__package__).joinpath("pieces.json").read_text("utf-8")))


def deck_of(options: Mapping[str, Any]) -> Deck:
    return read_deck(options["pieces"]) if "pieces" in options else standard_deck()
