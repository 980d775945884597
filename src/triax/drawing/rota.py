"""Axio Rota: the display, whose corners join to circles, and the tile in hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from triax.drawing.page import SIDE, TABLE, Picture, page, panel, panels, seat_badge
from triax.drawing.scoreboard import tracks, tracks_in_words
from triax.drawing.svg import Box, Svg, circle, group, join, label, path, rect
from triax.drawing.symbols import outline, shadow, symbol
from triax.drawing.theme import COLOUR_NAMES, Theme
from triax.games.events import Event
from triax.games.rota.display import Cell
from triax.games.rota.events import RotaPlaced, RotaScored
from triax.games.rota.facts import FACTS
from triax.games.rota.pieces import EMPTY, TRACK
from triax.games.rota.view import RotaView, read_display

Corner = tuple[int, int, int]
"""A cell and the number of its corner."""

LARGEST_TILE = 128

# Corner n of a tile as steps from its top left, clockwise.
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
# The tile corners around a point, clockwise from the tile to its upper left, and where each tile lies.
_AROUND = ((2, (-1, -1)), (3, (0, -1)), (0, (0, 0)), (1, (-1, 0)))
_RIM = ((-1, 0), (0, -1), (1, 0), (0, 1))


@dataclass(frozen=True)
class RotaHighlights:
    """What the last placement did: where it lies, the corners that met in points, a colour that was named."""

    last: Cell | None = None
    lit: Collection[Corner] = ()
    named: tuple[Corner, str] | None = None


NOTHING = RotaHighlights()


def draw_rota(picture: Picture[RotaView]) -> str:
    view, theme = picture.view, picture.theme
    corners = {cell: laid.corners for cell, laid in read_display(view).items()}
    held = None if picture.hands else view["hand"]
    boxes = panels(view["players"], 612 if held else SIDE.h, 176)
    body = [display(corners, TABLE, theme, highlights(picture.events, corners)), _boards(picture, boxes)]
    if held:
        top = boxes[-1].bottom + 28
        body += [
            label(SIDE.x, top + 4, "In hand", 15, theme.muted, bold=True),
            tile(held, Box(SIDE.x, top + 18, 132, 132), theme),
        ]
    counts = [f"{len(corners)} tiles laid", f"supply {view['supply']}"]
    return page(theme, FACTS.title, counts, _description(view, picture.names), *body)


def highlights(events: Sequence[Event], corners: Mapping[Cell, str]) -> RotaHighlights:
    last: Cell | None = None
    lit: set[Corner] = set()
    named: tuple[Corner, str] | None = None
    for event in events:
        match event:
            case RotaPlaced(at=cell, name=name):
                last = cell
                named = None if name is None else ((*cell, corners[cell].index(EMPTY)), name)
            case RotaScored(corners=scored) if last is not None:
                for one in scored:
                    lit |= {(*last, one.corner), *one.sources}
    return RotaHighlights(last, lit, named)


def display(corners: Mapping[Cell, str], box: Box, theme: Theme, shown: RotaHighlights = NOTHING) -> Svg:
    """Tiles, given as their corners clockwise from the top left, as large as the box allows."""
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    columns = max(x for x, _ in corners) - left + 1
    rows = max(y for _, y in corners) - top + 1
    size = min(LARGEST_TILE, box.w / columns, box.h / rows)
    if size > 8:
        size //= 1
    whole = box.centred(columns * size, rows * size)

    def cell_box(cell: Cell) -> Box:
        return Box(whole.x + (cell[0] - left) * size, whole.y + (cell[1] - top) * size, size, size)

    boxes = {cell: cell_box(cell) for cell in corners}
    parts: list[Svg] = [shadow(at, 0, theme) for at in boxes.values()]
    parts += [rect(at, fill=theme.face, stroke=theme.line, stroke_width=1.5, class_="tile") for at in boxes.values()]
    points = sorted({(x + dx, y + dy) for x, y in corners for dx, dy in _CORNERS})
    parts += [_pit(point, corners, cell_box(point), theme) for point in points]
    if shown.last is not None:
        parts.append(outline(boxes[shown.last], 4, theme, max(2.5, min(4, size * 0.04))))
    for cell, at in boxes.items():
        parts += [_corner_symbol((*cell, n), colour, at, theme, shown) for n, colour in enumerate(corners[cell])]
    return join(parts)


def _pit(point: Cell, corners: Mapping[Cell, str], at: Box, theme: Theme) -> Svg:
    """The quarters that meet at a point, in one piece where they touch, so that no seam shows."""
    x, y, r = at.x, at.y, 0.36 * at.w
    there = [(point[0] + dx, point[1] + dy) in corners for _, (dx, dy) in _AROUND]
    if all(there):
        return circle(x, y, r, fill=theme.pit)
    parts = []
    for first in range(4):
        if there[first] and not there[first - 1]:
            length = next(n for n in range(1, 4) if not there[(first + n) % 4])
            (ax, ay), (bx, by) = _RIM[first], _RIM[(first + length) % 4]
            steps = ("M", x, y, "L", x + r * ax, y + r * ay, "A", r, r, 0, int(length > 2), 1, x + r * bx, y + r * by)
            parts.append(path(*steps, "Z", fill=theme.pit))
    return join(parts)


def _corner_symbol(corner: Corner, colour: str, at: Box, theme: Theme, shown: RotaHighlights) -> Svg:
    dx, dy = _CORNERS[corner[2]]
    size = at.w
    x = at.x + size * (0.163 if dx == 0 else 0.837)
    y = at.y + size * (0.163 if dy == 0 else 0.837)
    parts = []
    if corner in shown.lit:
        glow, width = "#FFFFFF", max(1.2, size * 0.018)
        parts.append(circle(x, y, size * 0.134, fill=glow, fill_opacity=0.22, stroke=glow, stroke_width=width))
    if colour != EMPTY:
        parts.append(symbol(colour, x, y, size * 0.108, theme))
    elif shown.named is not None and shown.named[0] == corner:
        dashes, width = f"{size * 0.04:.1f}", max(1, size * 0.016)
        parts += [
            circle(x, y, size * 0.128, fill="none", stroke="#FFFFFF", stroke_width=width, stroke_dasharray=dashes),
            symbol(shown.named[1], x, y, size * 0.085, theme, opacity=0.8),
        ]
    return join(parts)


def tile(corners: str, box: Box, theme: Theme) -> Svg:
    """A single tile, as printed or as turned by the caller."""
    return display({(0, 0): corners}, box, theme)


def _boards(picture: Picture[RotaView], boxes: Sequence[Box]) -> Svg:
    view, theme, hands = picture.view, picture.theme, picture.hands
    parts = []
    gains = {event.seat: event.points for event in picture.events if isinstance(event, RotaScored)}
    owed = "extra turn" if view["extra"] else "to play"
    for seat, box in enumerate(boxes):
        own = view["tracks"][seat]
        note = f"lowest {min(own)} · stack {view['stacks'][seat]}"
        rows = Box(box.x + 8, box.y + 38, box.w - 24, box.h - 48)
        inner = [panel(box, picture.names[seat], note, seat_badge(view, seat, owed), theme)]
        if any(own["hand"] for own in hands):
            side = min(96, rows.h)
            held = hands[seat]["hand"]
            if held:
                inner.append(tile(held, Box(box.right - 14 - side, rows.y + (rows.h - side) / 2, side, side), theme))
            rows = rows._replace(w=rows.w - side - 8)
        inner.append(tracks(rows, own, TRACK, theme, gains=gains.get(seat)))
        parts.append(group(*inner, class_="panel"))
    return join(parts)


def _description(view: RotaView, called: Sequence[str]) -> str:
    parts = [f"{len(view['display'])} tiles on the display."]
    parts += [f"{name}: {tracks_in_words(own)}." for name, own in zip(called, view["tracks"], strict=True)]
    if view["hand"]:
        corners = ["empty" if corner == EMPTY else COLOUR_NAMES[corner] for corner in view["hand"]]
        parts.append(f"In hand: {', '.join(corners)}.")
    return " ".join(parts)


DRAWING = FACTS.name, draw_rota
