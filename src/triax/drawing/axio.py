"""Axio: the board, its tiles of one body and two pits, pyramids, and the rack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from triax.drawing.page import SIDE, TABLE, Picture, page, panel, panels, seat_badge
from triax.drawing.scoreboard import tracks, tracks_in_words
from triax.drawing.svg import Box, Svg, group, join, label, rect
from triax.drawing.symbols import outline, pyramid, shadow, symbol
from triax.drawing.theme import COLOUR_NAMES, Theme
from triax.games.axio.events import AxioPlaced, AxioScored, PyramidRaised
from triax.games.axio.facts import FACTS, track_top
from triax.games.axio.pieces import PYRAMIDS, TRACK, Space
from triax.games.axio.view import AxioView, PlacedView, halves_of
from triax.games.events import Event


@dataclass
class AxioHighlights:
    """What the last placement did: its tile, the spaces that gave points, the pyramids it raised."""

    last: PlacedView | None = None
    lit: set[Space] = field(default_factory=set)
    raised: set[Space] = field(default_factory=set)


def draw_axio(picture: Picture[AxioView]) -> str:
    view, theme = picture.view, picture.theme
    side = min(TABLE.w, TABLE.h)
    rack = None if picture.hands else view["rack"]
    boxes = panels(view["players"], 620 if rack else SIDE.h, 260 if picture.hands else 176)
    body = [board(view, TABLE.centred(side, side), theme, highlights(picture.events)), _boards(picture, boxes)]
    if rack:
        top = boxes[-1].bottom + 28
        word = "In hand" if view["players"] == 1 else "Your rack"
        body += [
            label(SIDE.x, top + 4, word, 15, theme.muted, bold=True),
            row_of_tiles(rack, Box(SIDE.x, top + 18, SIDE.w, 128), theme),
        ]
    counts = [f"bag {view['bag']}", f"pyramids {PYRAMIDS - len(view['pyramids'])}"]
    return page(theme, FACTS.title, counts, _description(view, picture.names), *body)


def highlights(events: Sequence[Event]) -> AxioHighlights:
    found = AxioHighlights()
    for event in events:
        match event:
            case AxioPlaced(tile=tile, at=at, to=to):
                found.last = {"tile": tile, "at": list(at), "to": to}
            case PyramidRaised(at=at, sources=sources):
                found.raised.add(at)
                found.lit |= set(sources)
            case AxioScored(runs=runs):
                found.lit |= {space for run in runs for space in run.sources}
    return found


@dataclass(frozen=True)
class Grid:
    """Where the spaces lie. Coordinates count from the middle space."""

    box: Box
    side: int

    @property
    def cell(self) -> float:
        return (self.box.w - 48) / self.side

    def space(self, x: int, y: int) -> Box:
        half = self.side // 2
        left, top = self.box.x + 28 + (x + half) * self.cell, self.box.y + 28 + (y + half) * self.cell
        return Box(left, top, self.cell, self.cell)

    def body(self, placed: PlacedView) -> Box:
        one, two = (self.space(*space) for space in halves_of(placed))
        left, top = min(one.x, two.x), min(one.y, two.y)
        return Box(left, top, abs(one.x - two.x) + self.cell, abs(one.y - two.y) + self.cell).inset(self.cell * 0.03)


def board(view: AxioView, box: Box, theme: Theme, shown: AxioHighlights | None = None) -> Svg:
    shown = shown or AxioHighlights()
    grid = Grid(box, view["side"])
    cell, half = grid.cell, view["side"] // 2
    printed = {(x, y): colour for x, y, colour in view["printed"]}
    parts = [rect(box, 16, fill=theme.board, stroke=theme.line, stroke_width=1.5)]
    for n in range(-half, half + 1):
        along = grid.space(n, n)
        parts.append(label(along.middle[0], box.y + 20, _signed(n), 12, theme.muted, anchor="middle"))
        parts.append(label(box.x + 15, along.middle[1] + 4, _signed(n), 12, theme.muted, anchor="middle"))
        for m in range(-half, half + 1):
            at = grid.space(m, n)
            fill = theme.printed if (m, n) in printed else theme.space
            parts.append(rect(at.inset(cell * 0.04), cell * 0.1, fill=fill))
    parts += [_printed(grid.space(x, y), colour, (x, y) in shown.lit, theme) for (x, y), colour in printed.items()]
    parts += [pyramid(grid.space(x, y), theme, ghost=True) for x, y in view["bare"]]
    parts += [_placed(grid, placed, shown, theme) for placed in view["tiles"]]
    for x, y in view["pyramids"]:
        if (x, y) in shown.raised:
            parts.append(_lamp(grid.space(x, y).inset(cell * 0.1), cell * 0.1, theme.accent, cell))
        parts.append(pyramid(grid.space(x, y), theme))
    if shown.last is not None:
        parts.append(outline(grid.body(shown.last), cell * 0.12, theme, max(3, cell * 0.05)))
    return join(parts)


def _signed(n: int) -> str:
    return f"−{-n}" if n < 0 else str(n)


def _printed(at: Box, colour: str, lit: bool, theme: Theme) -> Svg:
    size = at.w
    ring = [_lamp(at.inset(size * 0.1), size * 0.1, theme.ink, size)] if lit else []
    return join([*ring, symbol(colour, *at.middle, size * 0.27, theme)])


def _lamp(box: Box, radius: float, stroke: str, size: float) -> Svg:
    """The frame around a space that gave points."""
    return rect(box, radius, fill="none", stroke=stroke, stroke_width=max(2, size * 0.04))


def _placed(grid: Grid, placed: PlacedView, shown: AxioHighlights, theme: Theme) -> Svg:
    spaces = zip(halves_of(placed), placed["tile"], strict=True)
    halves = [(grid.space(*space), colour, space in shown.lit) for space, colour in spaces]
    return _tile(grid.body(placed), halves, theme)


def _tile(body: Box, halves: Sequence[tuple[Box, str, bool]], theme: Theme) -> Svg:
    size = halves[0][0].w
    parts = [
        shadow(body, size * 0.12, theme),
        rect(body, size * 0.12, fill=theme.face, stroke=theme.line, stroke_width=1.2, class_="tile"),
    ]
    for at, colour, lit in halves:
        pit = at.inset(size * 0.11)
        parts.append(rect(pit, size * 0.12, fill=theme.pit))
        if lit:
            parts.append(_lamp(pit.inset(size * 0.05), size * 0.08, "#FFFFFF", size))
        parts.append(symbol(colour, *at.middle, size * 0.25, theme))
    return join(parts)


def domino(tile: str, box: Box, theme: Theme) -> Svg:
    """A tile by itself: upright in a high box, lying in a wide one."""
    size = min(box.w, box.h, max(box.w, box.h) / 2)
    down = box.h > box.w
    body = box.centred(size, 2 * size) if down else box.centred(2 * size, size)
    second = (body.x, body.y + size) if down else (body.x + size, body.y)
    halves = [(Box(body.x, body.y, size, size), tile[0], False), (Box(*second, size, size), tile[1], False)]
    return _tile(body.inset(size * 0.03), halves, theme)


def row_of_tiles(rack: Sequence[str], box: Box, theme: Theme) -> Svg:
    width = min(box.h / 2, (box.w - 4 * 6) / 5)
    return join(
        domino(tile, Box(box.x + n * (width + 6), box.y, width, 2 * width), theme) for n, tile in enumerate(rack)
    )


def _boards(picture: Picture[AxioView], boxes: Sequence[Box]) -> Svg:
    view, theme, hands = picture.view, picture.theme, picture.hands
    parts = []
    gains = {event.seat: event.points for event in picture.events if isinstance(event, AxioScored)}
    top = track_top(view["players"])
    boards = top // TRACK
    owed = "exchange?" if view["phase"] == "exchange" else "extra turn" if view["owed"] else "to play"
    for seat, box in enumerate(boxes):
        own = view["tracks"][seat]
        note = f"lowest {min(own)}" + ("" if view["players"] == 1 else f" · rack {view['racks'][seat]}")
        inner = [panel(box, picture.names[seat], note, seat_badge(view, seat, owed), theme)]
        rows = Box(box.x + 8, box.y + 38, box.w - 24, box.h - 48)
        if hands:
            open_rack = min(80, rows.h * 0.38)
            rows = rows._replace(h=rows.h - open_rack - 6)
            at = Box(box.x + 16, rows.bottom + 8, rows.w - 8, open_rack)
            inner.append(row_of_tiles(hands[seat]["rack"] or (), at, theme))
        inner.append(tracks(rows, own, top, theme, gains=gains.get(seat), boards=boards))
        parts.append(group(*inner, class_="panel"))
    return join(parts)


def _description(view: AxioView, called: Sequence[str]) -> str:
    side = view["side"]
    parts = [f"{len(view['tiles'])} tiles and {len(view['pyramids'])} pyramids on {side}×{side} spaces."]
    parts += [f"{name}: {tracks_in_words(own)}." for name, own in zip(called, view["tracks"], strict=True)]
    if view["rack"]:
        tiles = "; ".join(f"{COLOUR_NAMES[tile[0]]} and {COLOUR_NAMES[tile[1]]}" for tile in view["rack"])
        parts.append(f"On the rack: {tiles}.")
    return " ".join(parts)


DRAWING = FACTS.name, draw_axio
