"""Axio Rota in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from rich.text import Text

from triax.cli.terminal.face import BELOW, Asked, Scene, Told, Worth
from triax.cli.terminal.lines import FRESH, STYLES, Canvas, Lines, beside, colour_name, flow, letters, width_of
from triax.cli.terminal.tracks import placement_preview, placement_worth, places, scoreboard
from triax.games.core import AnyState, Move, Plain
from triax.games.events import plain_for
from triax.games.rota import RotaPlace, RotaView
from triax.games.rota.display import turned
from triax.games.rota.pieces import TRACK

_WIDE = 6
_BOXED, _COMPACT = 3, 2
"""Rows a tile."""
_AXIS = 4
_CORNERS = ("top left", "top right", "bottom right", "bottom left")


class RotaFace:
    goal = (
        "Lay your tile beside the display. Up to four corners meet around a point and form a circle; each corner of "
        "your tile scores one point for every other corner of its circle that has its colour. Only your lowest track "
        "counts at the end, so raise all five. A track that reaches 12 is an AXIO: you play an extra tile at once."
    )

    def draw(self, view: Plain, scene: Scene) -> Lines:
        known = cast("RotaView", view)
        turn = known["turn"] if known["to_act"] else None
        fresh = {tuple(told["at"]) for told in scene.fresh(known["seat"])}
        legal = {(move.x, move.y) for move in scene.moves if isinstance(move, RotaPlace)}
        panel = scoreboard(known["tracks"], scene.names, turn, TRACK, ("left", known["stacks"]))
        panel.append(Text(f"  supply: {known['supply']} tiles" + (f"   {FRESH} newly laid" if fresh else "")))
        hand = in_hand(known) if known["hand"] is not None else []
        layouts = [_layout(board(known, legal, fresh, high), panel, hand, scene.width) for high in (_BOXED, _COMPACT)]
        return next((layout for layout in layouts if len(layout) + BELOW <= scene.height), layouts[-1])

    def asked(self, view: Plain) -> Asked:
        hand = str(view["hand"])
        which = "the extra tile" if view["extra"] else "your tile"
        question = f"Where do you lay {which} {hand}?"
        notation = (
            "x,y/turn: x grows to the right, y grows down, turn is 0 to 3 as drawn with the tile in hand. The cells "
            "that show their x,y are the ones you may use."
        )
        if "-" in hand:
            notation += (
                " Your tile has an empty corner (-): where it meets other corners, name the colour it shall score as, "
                "with =R, =G, =B, =O or =P behind."
            )
        return Asked(question, notation)

    def tidy(self, text: str, moves: Sequence[Move]) -> str:
        return re.sub(r"\s+", "", text).upper()

    def worth(self, state: AnyState, seat: int, move: Move) -> Worth:
        told = plain_for(state.preview(seat, move), seat)
        return placement_worth(told, state.scores[seat], extra_turns=True)

    def preview(self, state: AnyState, seat: int, move: Move) -> Lines:
        told = plain_for(state.preview(seat, move), seat)
        return [*map(Text, self.why(told)), *placement_preview(told, state.scores[seat], TRACK)]

    def why(self, told: Sequence[Told]) -> list[str]:
        lines = []
        for event in told:
            for corner in event.get("corners", ()):
                sources = " and ".join(f"{x},{y} {_CORNERS[there]}" for x, y, there in corner["sources"])
                points = len(corner["sources"])
                lines.append(
                    f"  {_CORNERS[corner['corner']]} corner: {points} {colour_name(corner['colour'])} from {sources}"
                )
        return lines

    def ranking(self, view: Plain, names: Sequence[str]) -> list[str]:
        return places(view["tracks"], view["standings"] or [], names, TRACK)


def _layout(picture: Lines, panel: Lines, hand: Lines, width: int) -> Lines:
    side = [*panel, Text(), *hand]
    if width_of(picture) + 3 + width_of(side) <= width:
        return beside([picture, side], gap=3)
    return [*picture, *flow([panel, hand], width)]


def board(view: RotaView, legal: set[tuple[int, int]], fresh: set[tuple[int, ...]], high: int = _BOXED) -> Lines:
    """The display; cells that may be used show their coordinates. Two rows a tile: without the lines between rows."""
    laid = {(d["at"][0], d["at"][1]): turned(d["tile"], d["turn"]) for d in view["display"]}
    cells = laid.keys() | legal
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
    for (x, y), corners in laid.items():
        column, row = corner(x, y)
        if high == _BOXED:
            canvas.box(column, row, _WIDE + 1, _BOXED + 1)
        else:
            for line in (row + 1, row + 2):
                canvas.put(column, line, "│     │", "dim")
        _put_corners(canvas, column, row, corners, FRESH if (x, y) in fresh else " ")
    return canvas.lines()


def _put_corners(canvas: Canvas, column: int, row: int, corners: str, sign: str = " ") -> None:
    canvas.put(column + 3, row + 1, sign, "bold")
    for (across, down), colour in zip(((1, 1), (5, 1), (5, 2), (1, 2)), corners, strict=True):
        canvas.put(column + across, row + down, colour, STYLES[colour])


def in_hand(view: RotaView) -> Lines:
    """The tile in hand in its four turns, so that one can read which number is which."""
    tile = str(view["hand"])
    more = f", {view['owed']} more to come" if view["owed"] else ""
    extra = f" (extra turn{more})" if view["extra"] else ""
    canvas = Canvas()
    for turn in range(4):
        canvas.put(turn * (_WIDE + 2) + 2, 0, f"/{turn}", "bold")
        canvas.box(turn * (_WIDE + 2), 1, _WIDE + 1, _BOXED + 1)
        _put_corners(canvas, turn * (_WIDE + 2), 1, turned(tile, turn))
    return [Text("Your tile ").append_text(letters(tile)).append(f"{extra}, turned:"), *canvas.lines()]
