"""Cards of AXO with characters: large for one's own, small for all others."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from triax.cli.terminal.canvas import STYLES, Canvas, Lines, beside
from triax.games.axo.pieces import Card, Polyomino
from triax.games.axo.player import Sheet

MARKED = "▓"
_CELL = "■"


def large(sheet: Sheet, card: Card, *, effects: bool, new: Collection[int] = ()) -> Lines:
    """A card of one's own area with its coordinates; marked sections are filled, `new` ones would be."""
    canvas = Canvas()
    canvas.put(0, 0, f"card {sheet.card}", "bold")
    if effects and card.effect:
        canvas.put(8, 0, card.effect)
    for n in range(3):
        canvas.put(4 + 4 * n, 1, str(n), "dim")
        canvas.put(0, 3 + 2 * n, str(n), "dim")
    for section, colour in enumerate(card.grid):
        column, row = 2 + 4 * (section % 3), 2 + 2 * (section // 3)
        canvas.box(column, row, 5, 3)
        edge = MARKED if sheet.marks >> section & 1 else "!" if section in new else " "
        canvas.put(column + 1, row + 1, f"{edge}{colour}{edge}", STYLES[colour])
    return canvas.lines()


def small(sheet: Sheet, card: Card) -> Lines:
    """A card of another's area: open sections as letters, marked ones filled."""
    rows: Lines = []
    for row in range(3):
        line = Text(f"{sheet.card} " if row == 0 else "   ")
        for section in range(3 * row, 3 * row + 3):
            if sheet.marks >> section & 1:
                line.append(MARKED, "dim")
            else:
                line.append(card.grid[section], STYLES[card.grid[section]])
        rows.append(line)
    return rows


def shape(cells: Polyomino, style: str = "bold") -> Lines:
    """A polyomino, as it lies."""
    width, height = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return [Text("".join(_CELL if (x, y) in cells else "·" for x in range(width)), style) for y in range(height)]


def in_hand(number: str, card: Card, *, effects: bool) -> Lines:
    """A card of the hand: its polyomino, its grid, its effect."""
    grid = [line[3:] for line in small(Sheet(number), card)]
    title = Text(number, "bold").append(f" {card.effect}" if effects and card.effect else "", "not bold")
    return [title, *beside([_padded(shape(card.shape)), grid], gap=1)]


def _padded(block: Lines) -> Lines:
    """Three by three, so that the grids of a hand stand in line."""
    rows = [Text(line.plain.ljust(3), line.style) for line in block]
    return rows + [Text("   ")] * (3 - len(rows))
