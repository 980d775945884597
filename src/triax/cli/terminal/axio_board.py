"""The board of Axio with characters: boxed dominoes where there is room for them, a compact form where not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from triax.cli.terminal.canvas import FRESH, STYLES, Canvas, Lines
from triax.games.axio.board import BARE, PYRAMID
from triax.games.axio.notation import DIRECTIONS, AxioPlace
from triax.games.axio.pieces import Space
from triax.games.axio.view import AxioView, read_board
from triax.games.core import Move

_AXIS = 3
_SIGNS = {PYRAMID: ("▲", "bold"), BARE: ("×", "dim")}
_OPEN, _USABLE = ("·", "dim"), ("+", "bold")


class Form(NamedTuple):
    """How many columns and rows a space takes, and where its sign stands."""

    wide: int
    high: int
    left: int
    top: int


BOXED = Form(4, 2, _AXIS + 2, 2)
"""A domino is one box."""
COMPACT = Form(3, 1, _AXIS, 1)
"""A line joins the halves of a domino."""


def draw_board(view: AxioView, moves: Sequence[Move], fresh: set[Space], form: Form) -> Lines:
    half = view["side"] // 2
    canvas = Canvas()
    board = read_board(view)
    usable = _usable(view, moves)
    printed = {(x, y) for x, y, _ in view["printed"]}

    def at(x: int, y: int) -> Space:
        return form.left + (x + half) * form.wide, form.top + (y + half) * form.high

    for n in range(-half, half + 1):
        column, row = at(n, n)
        canvas.put(column - (n < 0), 0, str(n), "bold")
        canvas.put(0, row, f"{n:>2}", "bold")
    for laid in view["tiles"]:
        x, y = laid["at"]
        dx, dy = DIRECTIONS[laid["to"]]
        _draw_tile(canvas, at(min(x, x + dx), min(y, y + dy)), form, across=dx != 0, fresh=(x, y) in fresh)
    for y in range(-half, half + 1):
        for x in range(-half, half + 1):
            column, row = at(x, y)
            if (x, y) not in board:
                canvas.put(column, row, *(_USABLE if (x, y) in usable else _OPEN))
            elif (x, y) in printed:
                canvas.put(column - 1, row, f"({board[x, y]})", STYLES[board[x, y]])
            else:
                canvas.put(column, row, *_SIGNS.get(board[x, y], (board[x, y], STYLES.get(board[x, y], ""))))
    return canvas.lines()


def _draw_tile(canvas: Canvas, at: Space, form: Form, *, across: bool, fresh: bool) -> None:
    """The outline of a domino whose upper or left half stands here."""
    column, row = at
    if form is BOXED:
        canvas.box(column - 2, row - 1, 9 if across else 5, 3 if across else 5)
        column, row = (column + 2, row) if across else (column, row + 1)
    else:
        canvas.put(column + 1, row, "──" if across else "╷", "dim")
        if not across:
            canvas.put(column + 1, row + 1, "╵", "dim")
        column -= 1
    if fresh:
        canvas.put(column, row, FRESH, "bold")


def _usable(view: AxioView, moves: Sequence[Move]) -> set[Space]:
    """The empty spaces that can be used, where it is not all of them: a first tile's."""
    if view["seat"] is None or view["opened"][view["seat"]]:
        return set()
    placements = [move for move in moves if isinstance(move, AxioPlace)]
    seconds = {(move.x + DIRECTIONS[move.to][0], move.y + DIRECTIONS[move.to][1]) for move in placements}
    return {(move.x, move.y) for move in placements} | seconds


def in_hand(rack: Sequence[str], *, owed: int) -> Lines:
    canvas = Canvas()
    for number, tile in enumerate(rack):
        canvas.box(2 + number * 7, 0, 6, 3)
        for offset, colour in zip((1, 4), tile, strict=True):
            canvas.put(2 + number * 7 + offset, 1, colour, STYLES[colour])
    extra = f" ({owed} extra turn{'s' if owed > 1 else ''})" if owed else ""
    return [Text(f"  Your {'rack' if len(rack) > 1 else 'tile'}{extra}:"), *canvas.lines()]
