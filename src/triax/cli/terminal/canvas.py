"""Drawing with characters: a canvas whose boxes join, and blocks of lines set beside or below each other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

Lines = list[Text]

STYLES = {
    "R": "bold red",
    "G": "bold green",
    "B": "bold bright_blue",
    "O": "bold dark_orange",
    "P": "bold magenta",
    "Y": "bold yellow",
    "-": "dim",
}

LOW = "▼"
"""Stands behind the lowest track."""
FRESH = "*"
"""Stands on what was laid since a player's last turn."""

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

_PLAIN = str.maketrans(_JOINTS + "▼▲▓■·→…–×▸", " '-+,|++-+-+++++v^##.>.-x>")


def plain_ascii(text: str) -> str:
    """The same text, as long, for a terminal that knows no other characters."""
    return text.translate(_PLAIN).encode("ascii", "replace").decode()


class Canvas:
    """Characters by column and row; the edges of boxes that touch become joints."""

    def __init__(self) -> None:
        self._put: dict[tuple[int, int], tuple[str, str]] = {}
        self._edges: dict[tuple[int, int], int] = {}

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        for offset, character in enumerate(text):
            self._put[column + offset, row] = character, style

    def box(self, column: int, row: int, width: int, height: int) -> None:
        """The outline of a rectangle, its own lines included in the size."""
        right, bottom = column + width - 1, row + height - 1
        for x in range(column, right):
            for y in (row, bottom):
                self._join((x, y), _EAST)
                self._join((x + 1, y), _WEST)
        for y in range(row, bottom):
            for x in (column, right):
                self._join((x, y), _SOUTH)
                self._join((x, y + 1), _NORTH)

    def _join(self, at: tuple[int, int], towards: int) -> None:
        self._edges[at] = self._edges.get(at, 0) | towards

    def lines(self) -> Lines:
        drawn = {at: (_JOINTS[joint], "dim") for at, joint in self._edges.items()} | self._put
        widths: dict[int, int] = {}
        for x, y in drawn:
            widths[y] = max(widths.get(y, 0), x + 1)
        rows: Lines = []
        for y in range(1 + max(widths, default=-1)):
            row = Text()
            cells = (drawn.get((x, y), (" ", "")) for x in range(widths.get(y, 0)))
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                row.append("".join(character for character, _ in run), style)
            rows.append(row)
        return rows


def letters(text: str) -> Text:
    """A tile's name with its letters in their colours."""
    inked = Text()
    for letter in text:
        inked.append(letter, STYLES.get(letter, ""))
    return inked


def width_of(block: Lines) -> int:
    return max((cell_len(line.plain) for line in block), default=0)


def beside(blocks: Iterable[Lines], gap: int = 2) -> Lines:
    """Blocks from left to right, their tops aligned."""
    joined: Lines = []
    indent = 0
    for block in blocks:
        for row, line in enumerate(block):
            if row == len(joined):
                joined.append(Text())
            joined[row].append(" " * (indent - cell_len(joined[row].plain))).append_text(line)
        indent = max(indent, width_of(joined)) + gap
    return joined


def flow(blocks: Iterable[Lines], width: int, gap: int = 2) -> Lines:
    """Blocks from left to right in as many bands as the width asks for."""
    bands: list[list[Lines]] = []
    for block in blocks:
        if bands and width_of(beside([*bands[-1], block], gap)) <= width:
            bands[-1].append(block)
        else:
            bands.append([block])
    return [line for band in bands for line in beside(band, gap)]
