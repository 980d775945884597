"""Axio Rota in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from triax.cli.terminal.canvas import FRESH, STYLES, Canvas, Lines, beside, flow, letters, width_of
from triax.cli.terminal.face import BELOW, BoardContext, Prompt
from triax.cli.terminal.track_face import TrackFace, scoreboard
from triax.cli.words.text import COLOUR_NAMES
from triax.games.events import Event
from triax.games.rota import ROTA, RotaPlace, RotaView
from triax.games.rota.display import Cell, turned
from triax.games.rota.events import RotaPlaced, RotaScored
from triax.games.rota.pieces import TRACK
from triax.games.rota.view import read_display

_WIDE = 6
_BOXED, _COMPACT = 3, 2
"""Rows a tile."""
_AXIS = 4
_CORNERS = ("top left", "top right", "bottom right", "bottom left")


class RotaFace(TrackFace[RotaView, RotaPlace]):
    goal = (
        "Lay your tile beside the display. Up to four corners meet around a point and form a circle; each corner of "
        "your tile scores one point for every other corner of its circle that has its colour. Only your lowest track "
        f"counts at the end, so raise all five. A track that reaches {TRACK} is an AXIO: you lay one more tile at once."
    )

    def draw(self, view: RotaView, context: BoardContext) -> Lines:
        turn = view["turn"] if view["to_act"] else None
        fresh = {event.at for event in context.done_by_others(view["seat"]) if isinstance(event, RotaPlaced)}
        legal = {(move.x, move.y) for move in context.moves if isinstance(move, RotaPlace)}
        panel = scoreboard(view["tracks"], context.names, turn, TRACK, ("left", view["stacks"]))
        panel.append(Text(f"  supply: {view['supply']} tiles" + (f"   {FRESH} newly laid" if fresh else "")))
        hand = in_hand(view, view["hand"]) if view["hand"] is not None else []
        layouts = [_layout(board(view, legal, fresh, high), panel, hand, context.width) for high in (_BOXED, _COMPACT)]
        return next((layout for layout in layouts if len(layout) + BELOW <= context.height), layouts[-1])

    def question(self, view: RotaView) -> Prompt:
        hand = str(view["hand"])
        which = "the extra tile" if view["extra"] else "your tile"
        notation = (
            "x,y/turn: x grows to the right, y grows down, turn is 0 to 3 as drawn with the tile in hand. The cells "
            "that show their x,y are the ones you may use."
        )
        if "-" in hand:
            notation += (
                " Your tile has an empty corner (-): where it meets other corners, name the colour it shall score as, "
                "with =R, =G, =B, =O or =P behind."
            )
        return Prompt(f"Where do you lay {which} {hand}?", notation)

    def normalize(self, text: str, moves: Sequence[RotaPlace]) -> str:
        return re.sub(r"\s+", "", text).upper()

    def alike(self, move: RotaPlace) -> str:
        """Of placements that differ only in the named colour, the best is enough."""
        return str(move).partition("=")[0]

    def explain(self, events: Sequence[Event]) -> list[str]:
        lines = []
        for corner in (corner for event in events if isinstance(event, RotaScored) for corner in event.corners):
            sources = " and ".join(f"{x},{y} {_CORNERS[there]}" for x, y, there in corner.sources)
            points = f"{len(corner.sources)} {COLOUR_NAMES[corner.colour]}"
            lines.append(f"  {_CORNERS[corner.corner]} corner: {points} from {sources}")
        return lines


FACE = RotaFace(ROTA)


def _layout(picture: Lines, panel: Lines, hand: Lines, width: int) -> Lines:
    side = [*panel, Text(), *hand]
    if width_of(picture) + 3 + width_of(side) <= width:
        return beside([picture, side], gap=3)
    return [*picture, *flow([panel, hand], width)]


def board(view: RotaView, legal: set[Cell], fresh: set[Cell], high: int = _BOXED) -> Lines:
    """The display; cells that may be used show their coordinates. Two rows a tile: without the lines between rows."""
    display = read_display(view)
    cells = display.keys() | legal
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    canvas = Canvas()

    def corner(x: int, y: int) -> tuple[int, int]:
        return _AXIS + (x - left) * _WIDE, high - 2 + (y - top) * high

    for x in range(left, 1 + max(x for x, _ in cells)):
        canvas.put(corner(x, top)[0] + 1, 0, f"{x:^5}".rstrip(), "bold")
    for y in range(top, 1 + max(y for _, y in cells)):
        canvas.put(0, corner(left, y)[1] + 1, f"{y:>3}", "bold")
    for x, y in legal:
        at = f"{x},{y}"
        column, row = corner(x, y)
        canvas.put(column + 1, row + 1, f"{at if len(at) < _WIDE else '+':^5}", "dim")
    for cell, laid in display.items():
        column, row = corner(*cell)
        if high == _BOXED:
            canvas.box(column, row, _WIDE + 1, _BOXED + 1)
        else:
            for line in (row + 1, row + 2):
                canvas.put(column, line, "│     │", "dim")
        _put_corners(canvas, column, row, laid.corners, FRESH if cell in fresh else " ")
    return canvas.lines()


def _put_corners(canvas: Canvas, column: int, row: int, corners: str, sign: str = " ") -> None:
    canvas.put(column + 3, row + 1, sign, "bold")
    for (across, down), colour in zip(((1, 1), (5, 1), (5, 2), (1, 2)), corners, strict=True):
        canvas.put(column + across, row + down, colour, STYLES[colour])


def in_hand(view: RotaView, tile: str) -> Lines:
    """The tile in hand in its four turns, so that one can read which number is which."""
    more = f", {view['owed']} more to come" if view["owed"] else ""
    extra = f" (extra turn{more})" if view["extra"] else ""
    canvas = Canvas()
    for turn in range(4):
        canvas.put(turn * (_WIDE + 2) + 2, 0, f"/{turn}", "bold")
        canvas.box(turn * (_WIDE + 2), 1, _WIDE + 1, _BOXED + 1)
        _put_corners(canvas, turn * (_WIDE + 2), 1, turned(tile, turn))
    return [Text("Your tile ").append_text(letters(tile)).append(f"{extra}, turned:"), *canvas.lines()]
