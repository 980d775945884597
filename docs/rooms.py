"""The drawing of the rooms and of the way a move takes through them; pictures.py writes it in both themes."""

from __future__ import annotations

from triax.drawing.page import figure
from triax.drawing.svg import Box, Svg, Value, circle, group, join, label, path, rect
from triax.drawing.theme import Theme

SIZE = (900, 640)

ROOMS = {
    "cli": (Box(390, 40, 470, 74), "the commands, the terminal player"),
    "arena": (Box(640, 156, 104, 168), "matches"),
    "envs": (Box(756, 156, 104, 168), "adapters"),
    "bots": (Box(390, 366, 220, 66), "given a view, never a state"),
    "drawing": (Box(640, 366, 220, 150), "positions as SVG"),
    "kernels": (Box(390, 450, 220, 66), "the rules, compiled"),
    "games": (Box(40, 542, 820, 66), "the rules: states, moves, views, events; records"),
}
"""Each stands on the rooms that it imports."""
PARTS = {
    "connection": Box(60, 196, 130, 44),
    "table service": Box(232, 196, 130, 44),
    "visibility": Box(450, 196, 140, 44),
    "journal": Box(60, 266, 130, 44),
}
"""Of the server, as far as a move passes through them."""
WAY: tuple[tuple[tuple[float, float], ...], ...] = (
    ((125, 114), (125, 196)),
    ((190, 218), (232, 218)),
    ((334, 240), (334, 542)),
    ((262, 240), (262, 288), (190, 288)),
    ((362, 218), (450, 218)),
    ((490, 196), (490, 134), (250, 134), (250, 114)),
    ((550, 240), (550, 366)),
)
"""The steps of a move, each a line from one room or part to another."""
NUMBERS = ((125, 134), (211, 218), (334, 446), (262, 266), (406, 218), (370, 134), (550, 300))


def rooms(theme: Theme) -> str:
    parts = [_room("web", Box(40, 40, 320, 74), "the client: views in, moves out", theme, outside=True)]
    parts += [_room(name, box, words, theme) for name, (box, words) in ROOMS.items()]
    parts.append(_room("server", Box(40, 156, 570, 168), "", theme))
    parts.append(_room("database", Box(40, 366, 250, 66), "SQLite or PostgreSQL", theme, outside=True))
    parts += [_part(name, box, theme) for name, box in PARTS.items()]
    parts.append(_line(((125, 310), (125, 366)), theme))
    parts += [_line(points, theme) for points in WAY]
    parts += [_number(n, x, y, theme) for n, (x, y) in enumerate(NUMBERS, 1)]
    words = "The rooms of Triax, each on those it imports, and the seven steps of a move from the client and back."
    return figure(SIZE, "The rooms and the way of a move", words, *parts, theme=theme)


def _room(name: str, box: Box, words: str, theme: Theme, *, outside: bool = False) -> Svg:
    frame = rect(
        box,
        10,
        fill=theme.grounds[1] if outside else theme.panel,
        stroke=theme.muted if outside else theme.edge,
        stroke_width=1.5,
        stroke_dasharray="6 5" if outside else None,
    )
    title = label(box.x + 16, box.y + 28, name, 17, theme.ink, bold=True)
    return group(frame, title, label(box.x + 16, box.y + 50, words, 14, theme.muted))


def _part(name: str, box: Box, theme: Theme) -> Svg:
    frame = rect(box, 8, fill=theme.slot, stroke=theme.edge, stroke_width=1)
    return group(frame, label(box.middle[0], box.middle[1] + 5, name, 15, theme.ink, anchor="middle"))


def _line(points: tuple[tuple[float, float], ...], theme: Theme) -> Svg:
    (x, y), (x0, y0) = points[-1], points[-2]
    # The head of the arrow, from where the line comes.
    dx, dy = (x > x0) - (x < x0), (y > y0) - (y < y0)
    head = (x - 9 * dx - 5 * dy, y - 9 * dy - 5 * dx, x, y, x - 9 * dx + 5 * dy, y - 9 * dy + 5 * dx)
    steps = [part for n, point in enumerate(points) for part in ("L" if n else "M", *point)]
    style: dict[str, Value] = {"fill": "none", "stroke": theme.accent, "stroke_width": 2}
    return join([path(*steps, **style), path("M", *head[:2], "L", *head[2:4], "L", *head[4:], **style)])


def _number(n: int, x: float, y: float, theme: Theme) -> Svg:
    disc = circle(x, y, 11, fill=theme.accent)
    return group(disc, label(x, y + 5, str(n), 14, theme.on_accent, bold=True, anchor="middle"))
