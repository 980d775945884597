"""Axio: the board, its tiles of one body and two pits, pyramids, and the rack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from triax.drawing.materials import body, frames, gain, last_dot, of, planks, rounded
from triax.drawing.page import SIDE, TABLE, Picture, page, panel, panels, seat_badge
from triax.drawing.poster import BOARD, HEIGHT, WIDTH, Art, Subject, five_tracks
from triax.drawing.scoreboard import tracks, tracks_in_words
from triax.drawing.svg import Box, Svg, Value, circle, group, join, path, placed, polygon, rect
from triax.drawing.symbols import symbol
from triax.drawing.theme import COLOUR_NAMES, GLOW, Theme
from triax.drawing.words import counted, say
from triax.games.axio.events import AxioPlaced, AxioScored, PyramidRaised
from triax.games.axio.facts import FACTS, track_top
from triax.games.axio.pieces import PYRAMIDS, TRACK, Space
from triax.games.axio.view import AxioView, PlacedView, halves_of, read_board
from triax.games.events import Event

UNIT = 100
"""A space's side in the units of a board."""
FRAME = 24
"""How wide the frame around the spaces is."""

# The facets of a pyramid from above, clockwise from the north: the space beside each.
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True)
class Beam:
    """A run that gave points: from the half that was laid to its far end."""

    colour: str
    spaces: tuple[Space, ...]
    points: int


@dataclass
class AxioHighlights:
    """What the last placement did: its tile, the spaces that gave points, its runs, the pyramids it raised."""

    last: PlacedView | None = None
    lit: set[Space] = field(default_factory=set)
    raised: set[Space] = field(default_factory=set)
    beams: list[Beam] = field(default_factory=list)


def draw_axio(picture: Picture[AxioView]) -> str:
    view, theme = picture.view, picture.theme
    side = min(TABLE.w, TABLE.h)
    at = TABLE.centred(side, side)
    rack = None if picture.hands else view["rack"]
    boxes = panels(view["players"], 640 if rack else SIDE.h, 300 if picture.hands else 240)
    art = [
        frames(at, 42, 12, theme),
        board(view, at, theme, highlights(picture.events)),
        _boards(picture, boxes),
    ]
    if rack:
        art.append(row_of_tiles(rack, Box(SIDE.x, boxes[-1].bottom + 24, SIDE.w, 120), theme))
    counts = [f"bag {view['bag']}", f"pyramids {PYRAMIDS - len(view['pyramids'])}"]
    return page(theme, FACTS.title, counts, _description(view, picture.names), *art)


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
                found.beams += [Beam(run.colour, (run.half, *run.sources), len(run.sources)) for run in runs]
    return found


def board(view: AxioView, box: Box, theme: Theme, shown: AxioHighlights | None = None) -> Svg:
    """The framed board, as large as a square box. Coordinates count from the middle space."""
    shown = shown or AxioHighlights()
    half = view["side"] // 2
    whole = UNIT * view["side"]
    lies = read_board(view)
    printed = {(x, y): colour for x, y, colour in view["printed"]}
    spaces = [(x, y) for y in range(-half, half + 1) for x in range(-half, half + 1)]
    edge = -UNIT / 2 - UNIT * half
    floor = Box(edge, edge, whole, whole)
    colours = {
        space: colour
        for placed in view["tiles"]
        for space, colour in zip(halves_of(placed), placed["tile"], strict=True)
    }
    bodies = " ".join(rounded(_body(placed), 6) for placed in view["tiles"])
    parts = [
        *_frame(floor, theme),
        *_lines(floor, view["side"], theme),
        *(
            circle(UNIT * x, UNIT * y, 4.2, fill=theme.muted, fill_opacity=0.45)
            for x, y in spaces
            if (x, y) not in lies
        ),
        *(_printed(space, colour, theme) for space, colour in printed.items()),
        *(_bare((x, y), theme) for x, y in view["bare"]),
    ]
    if view["tiles"]:
        parts.append(body(bodies, theme, 4))
    parts += [
        rect(
            _body(placed), 6, fill="none", stroke=theme.face_light, stroke_opacity=0.5, stroke_width=1.6, class_="tile"
        )
        for placed in view["tiles"]
    ]
    parts += [_half(space, colour, theme) for space, colour in colours.items()]
    parts += [pyramid((x, y), lies, theme, raised=(x, y) in shown.raised) for x, y in view["pyramids"]]
    parts += _beams(shown, theme)
    if shown.last is not None:
        at = _body(shown.last)
        parts.append(last_dot(*at.middle, 7, theme))
    scale = box.w / (whole + 2 * FRAME)
    shift = (FRAME - edge) * scale
    return placed(box.x + shift, box.y + shift, scale, *parts)


def _frame(floor: Box, theme: Theme) -> list[Svg]:
    outer = floor.inset(-FRAME)
    return [
        group(rect(outer, 20, fill=of(theme, "frame")), filter=of(theme, "cast")),
        rect(outer.inset(1.5), 19, fill="none", stroke="#FFFFFF", stroke_opacity=0.28, stroke_width=2),
        rect(floor.inset(-6), 10, fill=of(theme, "floor")),
        # The frame's own shadow on the floor.
        path(
            "M",
            floor.x - 4,
            floor.bottom,
            "V",
            floor.y - 4,
            "H",
            floor.right,
            fill="none",
            stroke=theme.cast[:7],
            stroke_opacity=0.22,
            stroke_width=6,
        ),
    ]


def _lines(floor: Box, side: int, theme: Theme) -> list[Svg]:
    steps: list[str | float] = []
    for n in range(1, side):
        steps += ["M", floor.x + UNIT * n, floor.y, "v", floor.h, "M", floor.x, floor.y + UNIT * n, "h", floor.w]
    return [path(*steps, stroke=theme.line, stroke_width=2, fill="none")]


def _body(laid: PlacedView) -> Box:
    (ax, ay), (bx, by) = halves_of(laid)
    left, top = UNIT * min(ax, bx) - 50, UNIT * min(ay, by) - 50
    return Box(left, top, UNIT * (1 + abs(ax - bx)), UNIT * (1 + abs(ay - by))).inset(2)


def _printed(space: Space, colour: str, theme: Theme) -> Svg:
    """A round pit in the floor."""
    x, y = UNIT * space[0], UNIT * space[1]
    return group(
        circle(x, y + 1.6, 40, fill="#FFFFFF", fill_opacity=0.4),
        circle(x, y, 40, fill=theme.pit),
        circle(x, y, 34.5, fill="none", stroke=GLOW[colour], stroke_opacity=0.6, stroke_width=2.4),
        symbol(colour, x, y, 20, theme),
        data_colour=colour,
    )


def _half(space: Space, colour: str, theme: Theme) -> Svg:
    x, y = UNIT * space[0], UNIT * space[1]
    pit = Box(x - 38, y - 38, 76, 76)
    return group(
        rect(pit._replace(y=pit.y + 1.4), 10, fill=theme.face_light, fill_opacity=0.7),
        rect(pit, 10, fill=theme.pit),
        symbol(colour, x, y, 26, theme),
        data_colour=colour,
    )


def _beams(shown: AxioHighlights, theme: Theme) -> list[Svg]:
    """Each run: its spaces framed in their colour, a beam through them, its points where it begins."""
    parts = []
    for beam in shown.beams:
        glow = GLOW[beam.colour]
        spaces = [(UNIT * x, UNIT * y) for x, y in beam.spaces]
        (ax, ay), (bx, by) = spaces[0], spaces[1]
        frames = [
            rect(Box(x - 42, y - 42, 84, 84), 12, fill="none", stroke=glow, stroke_width=5) for x, y in spaces[1:]
        ]
        joints = [path("M", px, py, "L", qx, qy, stroke=glow, stroke_width=6) for (px, py), (qx, qy) in _gaps(spaces)]
        at = gain((ax + bx) / 2, (ay + by) / 2, 19, theme, points=beam.points, colour=beam.colour)
        parts.append(group(*joints, *frames, at, class_="glow"))
    return parts


def _gaps(spaces: Sequence[tuple[int, int]]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Between the frames of neighbouring spaces."""
    found = []
    for (ax, ay), (bx, by) in pairwise(spaces[1:]):
        dx, dy = (bx - ax) * 0.42, (by - ay) * 0.42
        found.append(((ax + dx, ay + dy), (bx - dx, by - dy)))
    return found


def pyramid(space: Space, lies: Mapping[Space, str], theme: Theme, *, raised: bool = False) -> Svg:
    """From above: a facet towards each side, tinted by the colour that lies there and paid for it."""
    x, y, r = UNIT * space[0], UNIT * space[1], 36
    corners = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
    parts = []
    if raised:
        parts.append(
            rect(Box(x - 43, y - 43, 86, 86), 8, fill="none", stroke=theme.accent, stroke_width=5, class_="last")
        )
    parts.append(rect(Box(x - r, y - r, 2 * r, 2 * r), fill=theme.face_edge, transform="translate(0 4)"))
    for n, (dx, dy) in enumerate(_SIDES):
        facet = [corners[n], corners[(n + 1) % 4], (x, y)]
        parts.append(
            polygon(facet, fill=theme.stones[n], stroke=theme.stones[n], stroke_width=1, stroke_linejoin="round")
        )
        if (colour := lies.get((space[0] + dx, space[1] + dy), "")) in GLOW:
            parts.append(polygon(facet, fill=GLOW[colour], fill_opacity=0.36, class_="glow"))
    return group(*parts, class_="pyramid")


def _bare(space: Space, theme: Theme) -> Svg:
    """Where a pyramid has gone and nothing may be laid any more."""
    x, y, r = UNIT * space[0], UNIT * space[1], 32
    steps = ("M", x - r, y - r, "L", x + r, y + r, "M", x + r, y - r, "L", x - r, y + r)
    line: dict[str, Value] = {
        "fill": "none",
        "stroke": theme.muted,
        "stroke_width": 2.5,
        "stroke_opacity": 0.5,
        "stroke_dasharray": "7 6",
    }
    return join([rect(Box(x - r, y - r, 2 * r, 2 * r), 2, **line), path(*steps, **line)])


def domino(tile: str, box: Box, theme: Theme) -> Svg:
    """A tile by itself: upright in a high box, lying in a wide one."""
    size = min(box.w, box.h, max(box.w, box.h) / 2)
    down = box.h > box.w
    at = box.centred(size, 2 * size) if down else box.centred(2 * size, size)
    laid: PlacedView = {"tile": tile, "at": [0, 0], "to": "S" if down else "E"}
    whole = _body(laid)
    scale = size / UNIT
    return placed(
        at.x + size / 2,
        at.y + size / 2,
        scale,
        body(rounded(whole, 6), theme, 4),
        rect(whole, 6, fill="none", stroke=theme.face_light, stroke_opacity=0.5, stroke_width=1.6, class_="tile"),
        *(_half(space, colour, theme) for space, colour in zip(halves_of(laid), tile, strict=True)),
    )


def printed_space(colour: str, box: Box, theme: Theme) -> Svg:
    """A printed space by itself."""
    return placed(*box.middle, box.w / UNIT, _printed((0, 0), colour, theme))


def pyramid_alone(beside: str, box: Box, theme: Theme) -> Svg:
    """A pyramid by itself, as the colours to its north, east, south and west have tinted it."""
    return placed(*box.middle, box.w / UNIT, pyramid((0, 0), dict(zip(_SIDES, beside, strict=True)), theme))


def on_board(laid: PlacedView, box: Box, side: int) -> Box:
    """Where a tile lies on a board that is drawn in a box."""
    scale = box.w / (UNIT * side + 2 * FRAME)
    x, y, w, h = _body(laid)
    return Box(box.middle[0] + x * scale, box.middle[1] + y * scale, w * scale, h * scale)


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
        note = "lowest" if view["players"] == 1 else f"rack {view['racks'][seat]} · lowest"
        inner = [panel(box, picture.names[seat], note, seat_badge(view, seat, owed), theme, total=min(own))]
        rows = Box(box.x + 12, box.y + 56, box.w - 28, box.h - 64)
        if hands:
            open_rack = min(80, rows.h * 0.36)
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


def paint(subject: Subject[AxioView]) -> Art:
    picture, lang = subject.picture, subject.lang
    view, theme = picture.view, picture.theme
    at = BOARD.centred(BOARD.h, BOARD.h)
    shown = AxioHighlights() if picture.is_over else highlights(picture.events)
    notes = [say(lang, "dominoes", len(view["tiles"]))]
    if view["pyramids"]:
        notes.insert(0, counted(lang, "pyramid", "pyramids", len(view["pyramids"])))
    return Art(
        planks(Box(0, 0, WIDTH, HEIGHT), 90, theme),
        board(view, at, theme, shown),
        [min(own) for own in view["tracks"]],
        five_tracks(view["tracks"][subject.seat], theme),
        notes,
    )


DRAWING = FACTS.name, draw_axio
POSTER = FACTS.name, paint
