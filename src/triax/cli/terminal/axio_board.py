"""The board of Axio with characters: boxed dominoes where there is room for them, a compact form where not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from triax.cli.terminal.lines import FRESH, STYLES, Canvas, Lines
from triax.games.axio.notation import DIRECTIONS, AxioPlace
from triax.games.axio.view import AxioView
from triax.games.core import Move

_AXIS = 3
_OPEN, _USABLE, _PYRAMID, _BARE = "·", "+", "▲", "×"

Space = tuple[int, int]


def _empty_signs(view: AxioView, moves: Sequence[Move]) -> dict[Space, tuple[str, str]]:
    """The sign and style of every space without a colour; + where only some of the empty ones can be used."""
    reach = range(-(view["side"] // 2), view["side"] // 2 + 1)
    signs = {(x, y): (_OPEN, "dim") for y in reach for x in reach}
    seat = view["seat"]
    if seat is not None and not view["opened"][seat]:
        for move in moves:
            if isinstance(move, AxioPlace):
                dx, dy = DIRECTIONS[move.to]
                signs[move.x, move.y] = signs[move.x + dx, move.y + dy] = (_USABLE, "bold")
    for x, y in view["pyramids"]:
        signs[x, y] = (_PYRAMID, "bold")
    for x, y in view["bare"]:
        signs[x, y] = (_BARE, "dim")
    for laid in view["tiles"]:
        dx, dy = DIRECTIONS[laid["to"]]
        x, y = laid["at"]
        del signs[x, y], signs[x + dx, y + dy]
    for x, y, _ in view["printed"]:
        del signs[x, y]
    return signs


def _axes(canvas: Canvas, side: int, at: Callable[[int, int], Space]) -> None:
    for n in range(-(side // 2), side // 2 + 1):
        column, row = at(n, n)
        canvas.put(column - (n < 0), 0, str(n), "bold")
        canvas.put(0, row, f"{n:>2}", "bold")


def boxed(view: AxioView, moves: Sequence[Move], fresh: set[Space]) -> Lines:
    """Four columns and two rows a space; a domino is one box."""
    half = view["side"] // 2
    canvas = Canvas()

    def at(x: int, y: int) -> Space:
        return _AXIS + (x + half) * 4 + 2, 2 + (y + half) * 2

    _axes(canvas, view["side"], at)

    for (x, y), (sign, style) in _empty_signs(view, moves).items():
        canvas.put(*at(x, y), sign, style)
    for x, y, colour in view["printed"]:
        column, row = at(x, y)
        canvas.put(column - 1, row, f"({colour})", STYLES[colour])
    for laid in view["tiles"]:
        dx, dy = DIRECTIONS[laid["to"]]
        x, y = laid["at"]
        column, row = at(min(x, x + dx), min(y, y + dy))
        canvas.box(column - 2, row - 1, 9 if dx else 5, 5 if dy else 3)
        canvas.put(*at(x, y), laid["tile"][0], STYLES[laid["tile"][0]])
        canvas.put(*at(x + dx, y + dy), laid["tile"][1], STYLES[laid["tile"][1]])
        if (x, y) in fresh:
            canvas.put(column + 2 * abs(dx), row + abs(dy), FRESH, "bold")
    return canvas.lines()


def compact(view: AxioView, moves: Sequence[Move], fresh: set[Space]) -> Lines:
    """Three columns and one row a space; a line joins the halves of a domino."""
    half = view["side"] // 2
    canvas = Canvas()

    def at(x: int, y: int) -> Space:
        return _AXIS + (x + half) * 3, 1 + y + half

    _axes(canvas, view["side"], at)

    for (x, y), (sign, style) in _empty_signs(view, moves).items():
        canvas.put(*at(x, y), sign, style)
    for x, y, colour in view["printed"]:
        column, row = at(x, y)
        canvas.put(column - 1, row, f"({colour})", STYLES[colour])
    for laid in view["tiles"]:
        dx, dy = DIRECTIONS[laid["to"]]
        x, y = laid["at"]
        column, row = at(min(x, x + dx), min(y, y + dy))
        if dx:
            canvas.put(column + 1, row, "──", "dim")
        else:
            canvas.put(column + 1, row, "╷", "dim")
            canvas.put(column + 1, row + 1, "╵", "dim")
        canvas.put(*at(x, y), laid["tile"][0], STYLES[laid["tile"][0]])
        canvas.put(*at(x + dx, y + dy), laid["tile"][1], STYLES[laid["tile"][1]])
        if (x, y) in fresh:
            canvas.put(column - 1, row, FRESH, "bold")
    return canvas.lines()


def in_hand(rack: Sequence[str], *, owed: int) -> Lines:
    canvas = Canvas()
    for number, tile in enumerate(rack):
        canvas.box(2 + number * 7, 0, 6, 3)
        for offset, colour in zip((1, 4), tile, strict=True):
            canvas.put(2 + number * 7 + offset, 1, colour, STYLES[colour])
    extra = f" ({owed} extra turn{'s' if owed > 1 else ''})" if owed else ""
    return [Text(f"  Your {'rack' if len(rack) > 1 else 'tile'}{extra}:"), *canvas.lines()]
