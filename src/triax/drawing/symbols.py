"""Our own art: five symbols for five colours, or three signs for three, told apart by shape as well as by colour."""

from __future__ import annotations

from math import cos, pi, sin

from triax.drawing.svg import Box, Svg, Value, circle, element, group, join, path, polygon, rect
from triax.drawing.theme import GLOW, Theme


def _rays(count: int, inner: float) -> list[tuple[float, float]]:
    """A star around 0,0 with its first point at the top."""
    return [
        (r * sin(pi * i / count), -r * cos(pi * i / count))
        for i in range(2 * count)
        for r in (1 if i % 2 == 0 else inner,)
    ]


_SYMBOLS: dict[str, Svg] = {
    "R": polygon(_rays(12, 0.74), fill=GLOW["R"]),
    "G": circle(0, 0, 0.86, fill=GLOW["G"]),
    "B": polygon(_rays(6, 0.5), fill=GLOW["B"]),
    "O": rect(Box(-0.76, -0.76, 1.52, 1.52), 0.14, fill=GLOW["O"]),
    "P": circle(0, 0, 0.68, fill="none", stroke=GLOW["P"], stroke_width=0.38),
}


def _signs(theme: Theme) -> dict[str, Svg]:
    line: dict[str, Value] = {
        "fill": "none",
        "stroke_width": 0.36,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    red, blue, yellow = theme.signs["R"], theme.signs["B"], theme.signs["Y"]
    return {
        "R": circle(0, 0, 0.72, fill="none", stroke=red, stroke_width=0.36),
        "B": path("M-.7 -.7 L.7 .7 M.7 -.7 L-.7 .7", stroke=blue, **line),
        "Y": polygon(
            [(0, -0.74), (0.8, 0.64), (-0.8, 0.64)],
            fill=yellow,
            stroke=yellow,
            stroke_width=0.24,
            stroke_linejoin="round",
        ),
    }


def definitions(theme: Theme, *, signs: bool) -> Svg:
    """The symbols that a drawing uses, once: `symbol` refers to them."""
    shapes = _signs(theme) if signs else _SYMBOLS
    return element(
        "defs",
        *(
            element("symbol", shape, id=f"{theme.name}-{colour}", viewBox="-1 -1 2 2")
            for colour, shape in shapes.items()
        ),
    )


def symbol(colour: str, x: float, y: float, r: float, theme: Theme, **attributes: Value) -> Svg:
    return element("use", href=f"#{theme.name}-{colour}", x=x - r, y=y - r, width=2 * r, height=2 * r, **attributes)


def shadow(box: Box, radius: float, theme: Theme) -> Svg:
    return rect(
        box._replace(y=box.y + max(1.5, min(4, box.w * 0.025))), radius, fill="#000000", fill_opacity=theme.shadow
    )


def outline(box: Box, radius: float, theme: Theme, width: float = 4, **attributes: Value) -> Svg:
    """A ring around a piece, set off from whatever lies beneath it."""
    ring = box.inset(-width / 2 - 1)
    return join(
        [
            rect(ring, radius + 2, fill="none", stroke=theme.paper, stroke_width=width + 4),
            rect(ring, radius + 2, fill="none", stroke=theme.accent, stroke_width=width, **attributes),
        ]
    )


def tick(box: Box, stroke: str) -> Svg:
    """A check mark in a square box."""
    x, y, s = box.x, box.y, box.w
    return path(
        *("M", x + 0.22 * s, y + 0.54 * s, "L", x + 0.42 * s, y + 0.74 * s, "L", x + 0.78 * s, y + 0.28 * s),
        fill="none",
        stroke=stroke,
        stroke_width=0.13 * s,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def pyramid(box: Box, theme: Theme, *, ghost: bool = False) -> Svg:
    """A pyramid on a space; a ghost where one has gone and nothing may be laid any more."""
    x, y = box.middle
    r = box.w * 0.34
    top, left, right, front = (x, y - r), (x - r, y + 0.72 * r), (x + r, y + 0.72 * r), (x + 0.28 * r, y + 0.72 * r)
    if ghost:
        return polygon(
            [top, left, right],
            fill="none",
            stroke=theme.muted,
            stroke_width=max(1.5, box.w * 0.03),
            stroke_dasharray=f"{max(3, box.w * 0.06):.1f}",
            stroke_opacity=0.7,
        )
    bright, dark = theme.stone
    return group(polygon([top, left, front], fill=bright), polygon([top, front, right], fill=dark))
