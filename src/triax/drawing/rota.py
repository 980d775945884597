"""Axio Rota: the display, whose corners join to circles, and the tile in hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from triax.drawing.materials import body, gain, last_dot, of, rings, rounded
from triax.drawing.page import SIDE, TABLE, Picture, page, panel, panels, seat_badge
from triax.drawing.poster import BOARD, Art, Subject, five_tracks
from triax.drawing.scoreboard import tracks, tracks_in_words
from triax.drawing.svg import Box, Svg, Value, circle, group, join, label, number, path, placed, rect
from triax.drawing.symbols import symbol
from triax.drawing.theme import COLOUR_NAMES, GLOW, Theme
from triax.drawing.words import counted, say
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
    gains: Mapping[Cell, tuple[str, int]] = field(default_factory=dict)
    """For a circle, by the cell to the lower right of its middle: the colour and the points it gave."""


NOTHING = RotaHighlights()


def draw_rota(picture: Picture[RotaView]) -> str:
    view, theme = picture.view, picture.theme
    corners = corners_of(view)
    held = None if picture.hands else view["hand"]
    boxes = panels(view["players"], 640 if held else SIDE.h, 240)
    x, y = TABLE.middle
    shown = highlights(picture.events, corners)
    art = [
        rings(x, y, theme, first=150, step=95, count=10),
        display(corners, TABLE, theme, shown, at_end=picture.is_over),
        _boards(picture, boxes),
    ]
    if held:
        top = boxes[-1].bottom + 24
        art += [
            label(SIDE.x + 140, top + 28, "In hand", 15, theme.muted, bold=True),
            tile(held, Box(SIDE.x, top, 120, 120), theme),
        ]
    counts = [f"{len(corners)} tiles laid", f"supply {view['supply']}"]
    return page(theme, FACTS.title, counts, _description(view, picture.names), *art)


def corners_of(view: RotaView) -> dict[Cell, str]:
    return {cell: laid.corners for cell, laid in read_display(view).items()}


def highlights(events: Sequence[Event], corners: Mapping[Cell, str]) -> RotaHighlights:
    last: Cell | None = None
    lit: set[Corner] = set()
    named: tuple[Corner, str] | None = None
    gains: dict[Cell, tuple[str, int]] = {}
    for event in events:
        match event:
            case RotaPlaced(at=cell, name=name):
                last = cell
                named = None if name is None else ((*cell, corners[cell].index(EMPTY)), name)
            case RotaScored(corners=scored) if last is not None:
                for one in scored:
                    lit |= {(*last, one.corner), *one.sources}
                    dx, dy = _CORNERS[one.corner]
                    gains[last[0] + dx, last[1] + dy] = one.colour, len(one.sources)
    return RotaHighlights(last, lit, named, gains)


def display(
    corners: Mapping[Cell, str],
    box: Box,
    theme: Theme,
    shown: RotaHighlights = NOTHING,
    *,
    at_end: bool = False,
    cells: Collection[Cell] = (),
    largest: float = LARGEST_TILE,
) -> Svg:
    """Tiles, given as their corners clockwise from the top left, as large as the box allows.

    `cells` are those that will be taken: room is left for them.
    """
    taken = {*corners, *cells}
    left, top = min(x for x, _ in taken), min(y for _, y in taken)
    columns = max(x for x, _ in taken) - left + 1
    rows = max(y for _, y in taken) - top + 1
    size = min(largest, box.w / columns, box.h / rows)
    if size > 8:
        size //= 1
    whole = box.centred(columns * size, rows * size)
    moved = {(x - left, y - top): tile for (x, y), tile in corners.items()}
    return placed(whole.x, whole.y, size / UNIT, *_mosaic(moved, theme, _moved(shown, left, top), at_end=at_end))


UNIT = 100
"""A tile's side in the units of a mosaic."""
PIT = 36
"""A pit's radius."""


def _moved(shown: RotaHighlights, left: int, top: int) -> RotaHighlights:
    def back(corner: Corner) -> Corner:
        return corner[0] - left, corner[1] - top, corner[2]

    return RotaHighlights(
        None if shown.last is None else (shown.last[0] - left, shown.last[1] - top),
        {back(corner) for corner in shown.lit},
        None if shown.named is None else (back(shown.named[0]), shown.named[1]),
        {(x - left, y - top): given for (x, y), given in shown.gains.items()},
    )


def _mosaic(corners: Mapping[Cell, str], theme: Theme, shown: RotaHighlights, *, at_end: bool) -> list[Svg]:
    points = sorted({(x + dx, y + dy) for x, y in corners for dx, dy in _CORNERS})
    closed = {point: colours for point in points if len(colours := _meeting(point, corners)) == 4}
    alike = {
        point: one.pop() for point, colours in closed.items() if len(one := set(colours)) == 1 and EMPTY not in one
    }
    pits = " ".join(_pit(point, corners) for point in points)
    halo = "end" if at_end else "halo"
    parts = [
        body(" ".join(rounded(Box(UNIT * x, UNIT * y, UNIT, UNIT), 3) for x, y in corners), theme),
        *(_tone(cell, theme) for cell in corners),
        *_edges(corners, theme),
        *(
            circle(UNIT * x, UNIT * y, 78, fill=of(theme, f"{halo}-{colour}"), class_="glow")
            for (x, y), colour in alike.items()
        ),
        path(pits, fill=theme.face_light, fill_opacity=0.7, transform="translate(0 1.3)"),
        path(pits, fill=theme.pit),
    ]
    bezel: dict[str, Value] = {"fill": "none", "stroke": theme.face_light, "stroke_opacity": 0.36, "stroke_width": 1.6}
    parts += [circle(UNIT * x, UNIT * y, PIT - 1.2, **bezel) for x, y in closed if (x, y) not in alike]
    for (x, y), colour in alike.items():
        glow: dict[str, Value] = {
            "fill": GLOW[colour],
            "fill_opacity": 0.13,
            "stroke": GLOW[colour],
            "stroke_width": 2.6,
        }
        parts.append(circle(UNIT * x, UNIT * y, PIT - 1, **glow, class_="glow"))
    for cell, tile in corners.items():
        parts += [_corner((*cell, n), colour, theme, shown) for n, colour in enumerate(tile)]
    parts += [
        gain(UNIT * x, UNIT * y, 12.5, theme, points=n, colour=colour) for (x, y), (colour, n) in shown.gains.items()
    ]
    if shown.last is not None:
        parts.append(last_dot(UNIT * (shown.last[0] + 0.5), UNIT * (shown.last[1] + 0.5), 5, theme))
    return parts


def _meeting(point: Cell, corners: Mapping[Cell, str]) -> list[str]:
    """The corners that meet at a point."""
    around = ((number, (point[0] + dx, point[1] + dy)) for number, (dx, dy) in _AROUND)
    return [corners[cell][number] for number, cell in around if cell in corners]


def _tone(cell: Cell, theme: Theme) -> Svg:
    """A breath of light or dark, another for each tile, so that many do not read as one slab."""
    x, y = cell
    step = (7 * x + 11 * y + x * y) % 5 - 2
    fill = theme.face_light if step > 0 else theme.face_edge
    return rect(Box(UNIT * x, UNIT * y, UNIT, UNIT), 3, fill=fill, fill_opacity=abs(step) * 0.035, class_="tile")


def _edges(corners: Mapping[Cell, str], theme: Theme) -> list[Svg]:
    """Light on the upper and left edges, seams where faces meet."""
    light: list[str] = []
    seams: list[str] = []
    shine: list[str] = []
    for x, y in corners:
        a, b = UNIT * x, UNIT * y
        if (x, y - 1) in corners:
            seams.append(f"M{a + PIT} {b}h{UNIT - 2 * PIT}")
            shine.append(f"M{a + PIT} {number(b + 1.5)}h{UNIT - 2 * PIT}")
        else:
            light.append(f"M{a + PIT} {number(b + 0.9)}h{UNIT - 2 * PIT}")
        if (x - 1, y) in corners:
            seams.append(f"M{a} {b + PIT}v{UNIT - 2 * PIT}")
            shine.append(f"M{number(a + 1.5)} {b + PIT}v{UNIT - 2 * PIT}")
        else:
            light.append(f"M{number(a + 0.9)} {b + PIT}v{UNIT - 2 * PIT}")
    return [
        path(" ".join(light), stroke=theme.face_light, stroke_width=1.8, fill="none"),
        path(" ".join(seams), stroke=theme.face_edge, stroke_width=2, fill="none"),
        path(" ".join(shine), stroke=theme.face_light, stroke_width=1, stroke_opacity=0.6, fill="none"),
    ]


def _pit(point: Cell, corners: Mapping[Cell, str]) -> str:
    """The quarters that meet at a point, in one piece where they touch, so that no seam shows."""
    x, y, r = UNIT * point[0], UNIT * point[1], PIT
    there = [(point[0] + dx, point[1] + dy) in corners for _, (dx, dy) in _AROUND]
    if all(there):
        return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"
    parts = []
    for first in range(4):
        if there[first] and not there[first - 1]:
            length = next(n for n in range(1, 4) if not there[(first + n) % 4])
            (ax, ay), (bx, by) = _RIM[first], _RIM[(first + length) % 4]
            big = int(length > 2)
            heart = f"L{x + 3 * bx} {y + 3 * by}Q{x} {y} {x + 3 * ax} {y + 3 * ay}" if length == 1 else f"L{x} {y}"
            parts.append(f"M{x + r * ax} {y + r * ay}A{r} {r} 0 {big} 1 {x + r * bx} {y + r * by}{heart}z")
    return " ".join(parts)


def _corner(corner: Corner, colour: str, theme: Theme, shown: RotaHighlights) -> Svg:
    x, y, n = corner
    dx, dy = _CORNERS[n]
    px, py = UNIT * x + (17 if dx == 0 else 83), UNIT * y + (17 if dy == 0 else 83)
    named = shown.named[1] if shown.named is not None and shown.named[0] == corner else None
    meant = named if colour == EMPTY else colour
    if meant is None:
        return join([])
    parts = []
    if corner in shown.lit:
        parts.append(_quarter(corner, GLOW[meant]))
    if named is not None and colour == EMPTY:
        dashes: dict[str, Value] = {"fill": "none", "stroke": "#FFFFFF", "stroke_width": 1.6, "stroke_dasharray": "4 3"}
        parts += [circle(px, py, 13.5, **dashes), symbol(named, px, py, 9, theme, opacity=0.8)]
    else:
        parts.append(symbol(colour, px, py, 11.5, theme))
    return group(*parts, data_colour=meant)


def _quarter(corner: Corner, glow: str) -> Svg:
    """The quarter of a circle that met another of its colour, alight."""
    x, y, n = corner
    dx, dy = _CORNERS[n]
    px, py, r = UNIT * (x + dx), UNIT * (y + dy), PIT - 1.5
    ax, ay = (1 if dx == 0 else -1), (1 if dy == 0 else -1)
    sweep = int(ax == ay)
    steps = (
        "M",
        px + ax * 1.5,
        py + ay * 1.5,
        "H",
        px + ax * r,
        "A",
        r,
        r,
        0,
        0,
        sweep,
        px + ax * 1.5,
        py + ay * r,
        "z",
    )
    return path(*steps, fill=glow, fill_opacity=0.26, stroke=glow, stroke_width=2.4, stroke_linejoin="round")


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
        note = f"stack {view['stacks'][seat]} · lowest"
        rows = Box(box.x + 12, box.y + 56, box.w - 28, box.h - 64)
        inner = [panel(box, picture.names[seat], note, seat_badge(view, seat, owed), theme, total=min(own))]
        if any(own["hand"] for own in hands):
            side = min(92, rows.h)
            held = hands[seat]["hand"]
            if held:
                inner.append(tile(held, Box(box.right - 14 - side, rows.y + (rows.h - side) / 2, side, side), theme))
            rows = rows._replace(w=rows.w - side - 12)
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


def paint(subject: Subject[RotaView]) -> Art:
    picture, lang = subject.picture, subject.lang
    view, theme = picture.view, picture.theme
    corners = corners_of(view)
    shown = RotaHighlights() if picture.is_over else highlights(picture.events, corners)
    x, y = BOARD.middle
    closed = rings_of_one(corners)
    return Art(
        rings(x, y, theme, first=180, step=110, count=11),
        display(
            corners,
            BOARD,
            theme,
            shown,
            at_end=picture.is_over,
            cells=corners_of(subject.final).keys(),
            largest=190,
        ),
        [min(own) for own in view["tracks"]],
        five_tracks(view["tracks"][subject.seat], theme),
        [*([counted(lang, "ring", "rings", closed)] if closed else []), say(lang, "tiles", len(corners))],
    )


def rings_of_one(corners: Mapping[Cell, str]) -> int:
    """How many rings are closed in one colour."""
    points = {(x + dx, y + dy) for x, y in corners for dx, dy in _CORNERS}
    met = [_meeting(point, corners) for point in points]
    return sum(len(colours) == 4 and len({*colours, EMPTY}) == 2 and EMPTY not in colours for colours in met)


DRAWING = FACTS.name, draw_rota
POSTER = FACTS.name, paint
