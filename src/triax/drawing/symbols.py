"""Our own art: five symbols for five colours, or three signs for three, told apart by shape as well as by colour."""

from __future__ import annotations

from math import cos, pi, sin

from triax.drawing.svg import Box, Svg, Value, circle, element, path, polygon, rect
from triax.drawing.theme import GLOW, Theme


def _rays(count: int, inner: float) -> list[tuple[float, float]]:
    """A star around 0,0 with its first point at the top."""
    return [
        (r * sin(pi * i / count), -r * cos(pi * i / count))
        for i in range(2 * count)
        for r in (1 if i % 2 == 0 else inner,)
    ]


STAR = _rays(6, 0.5)

_SYMBOLS: dict[str, Svg] = {
    "R": polygon(_rays(12, 0.74), fill=GLOW["R"]),
    "G": circle(0, 0, 0.86, fill=GLOW["G"]),
    "B": polygon(STAR, fill=GLOW["B"]),
    "O": rect(Box(-0.76, -0.76, 1.52, 1.52), 0.14, fill=GLOW["O"]),
    "P": circle(0, 0, 0.68, fill="none", stroke=GLOW["P"], stroke_width=0.38),
}

JEWEL = "jewel-"
"""A sign as it shines in the pit of a marked section."""


def _sign(colour: str, fill: str) -> Svg:
    match colour:
        case "R":
            return circle(0, 0, 0.72, fill="none", stroke=fill, stroke_width=0.4)
        case "B":
            return path("M-.7 -.7 L.7 .7 M.7 -.7 L-.7 .7", fill="none", stroke=fill, stroke_width=0.4, **_ROUND)
        case _:
            corners = [(0, -0.74), (0.8, 0.64), (-0.8, 0.64)]
            return polygon(corners, fill=fill, stroke=fill, stroke_width=0.2, stroke_linejoin="round")


_ROUND: dict[str, Value] = {"stroke_linecap": "round", "stroke_linejoin": "round"}


def definitions(theme: Theme, *, signs: bool) -> list[Svg]:
    """The symbols that a drawing uses, once: `symbol` refers to them."""
    if signs:
        shapes = {colour: _sign(colour, fill) for colour, fill in theme.open_signs.items()}
        shapes |= {f"{JEWEL}{colour}": _sign(colour, GLOW[colour]) for colour in theme.open_signs}
    else:
        shapes = _SYMBOLS
    return [
        element("symbol", shape, id=f"{theme.name}-{colour}", viewBox="-1 -1 2 2", overflow="visible")
        for colour, shape in shapes.items()
    ]


def symbol(colour: str, x: float, y: float, r: float, theme: Theme, **attributes: Value) -> Svg:
    return element("use", href=f"#{theme.name}-{colour}", x=x - r, y=y - r, width=2 * r, height=2 * r, **attributes)
