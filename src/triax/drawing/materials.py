"""What everything is made of: the ground under the lamp, faces with a body, pits, halos, shadows."""

from __future__ import annotations

from collections.abc import Sequence

from triax.drawing.svg import FONTS, Box, Svg, circle, element, group, join, label, number, path, placed, polygon, rect
from triax.drawing.symbols import STAR
from triax.drawing.theme import ENAMEL, GLOW, TOKENS, Theme

Stops = Sequence[tuple[float, str, float | None]]


def definitions(theme: Theme) -> list[Svg]:
    """Gradients and shadows, once a document. Their measures are those of whatever uses them."""
    g0, g1, g2 = theme.grounds
    return [
        element(
            "radialGradient",
            *_stops([(0, g0, None), (0.52, g1, None), (1, g2, None)]),
            id=f"{theme.id}-ground",
            cx=0,
            cy=0,
            r=1,
            gradientTransform="translate(.4 .38) scale(1.15 .95)",
        ),
        *(
            _slope(f"{theme.id}-{name}", *pair)
            for name, pair in (("face", theme.faces), ("floor", theme.floors), ("frame", theme.frames))
        ),
        *(_slope(f"{theme.id}-enamel-{colour}", ENAMEL[colour][0], GLOW[colour]) for colour in ENAMEL),
        *(_halo(f"{theme.id}-halo-{colour}", GLOW[colour], theme.halo) for colour in GLOW),
        *(_halo(f"{theme.id}-end-{colour}", GLOW[colour], theme.halo_end) for colour in GLOW),
        _shadow(f"{theme.id}-cast", "tile", theme),
        _shadow(f"{theme.id}-cast-card", "card", theme),
    ]


def _shadow(name: str, kind: str, theme: Theme) -> Svg:
    dy, blur = TOKENS["shadows"][kind]
    colour, alpha = theme.cast[:7], int(theme.cast[7:] or "ff", 16) / 255
    drop = element("feDropShadow", dx=0, dy=dy, stdDeviation=blur / 2, flood_color=colour, flood_opacity=alpha)
    return element("filter", drop, id=name, x="-10%", y="-10%", width="120%", height="130%")


def _stops(stops: Stops) -> list[Svg]:
    return [element("stop", offset=at, stop_color=colour, stop_opacity=opacity) for at, colour, opacity in stops]


def _slope(name: str, first: str, last: str) -> Svg:
    return element("linearGradient", *_stops([(0, first, None), (1, last, None)]), id=name, x1=0, y1=0, x2=0.5, y2=1)


def _halo(name: str, colour: str, strength: float) -> Svg:
    stops = [(0.46, colour, strength), (0.62, colour, 0.55 * strength), (1, colour, 0)]
    return element("radialGradient", *_stops(stops), id=name)


def of(theme: Theme, name: str) -> str:
    """A definition as the value of fill or filter."""
    return f"url(#{theme.id}-{name})"


def ground(box: Box, theme: Theme, radius: float = 0) -> Svg:
    return rect(box, radius, fill=of(theme, "ground"))


def rings(x: float, y: float, theme: Theme, *, first: float, step: float, count: int) -> Svg:
    """Circles inlaid in a ground, around where the eye is led."""
    circles = (circle(x, y, first + n * step) for n in range(count))
    return group(*circles, fill="none", stroke=theme.line, stroke_width=1.5, stroke_opacity=0.7, class_="inlay")


def frames(box: Box, step: float, count: int, theme: Theme) -> Svg:
    """Frames inlaid in a ground, around a board."""
    paths = []
    for n in range(1, count + 1):
        paths.append(path(rounded(box.inset(-n * step), 16)))
    return group(*paths, fill="none", stroke=theme.line, stroke_width=1.5, stroke_opacity=0.7, class_="inlay")


def planks(box: Box, step: float, theme: Theme) -> Svg:
    """The joints of the planks that a ground is made of."""
    lines = [path("M", box.x + step * n, box.y, "v", box.h) for n in range(1, int(box.w / step) + 1)]
    return group(*lines, fill="none", stroke=theme.line, stroke_width=1.5, stroke_opacity=0.5, class_="inlay")


def _bend(dx: float, dy: float) -> tuple[str | float, ...]:
    return ("a", abs(dx), abs(dx), 0, 0, 1, dx, dy)


def rays(x: float, y: float, inner: float, outer: float, theme: Theme) -> Svg:
    """The four diagonals of a table, inlaid in a ground."""
    lines = []
    for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        lines.append(path("M", x + dx * inner, y + dy * inner, "L", x + dx * outer, y + dy * outer))
    return group(*lines, fill="none", stroke=theme.line, stroke_width=1.5, stroke_opacity=0.7, class_="inlay")


def body(shapes: str, theme: Theme, depth: float = 5, *, shadow: str = "cast") -> Svg:
    """Faces with an edge beneath that casts a shadow; `shapes` is one path, in units of a hundred to a tile."""
    edge = path(shapes, fill=theme.face_edge, transform=f"translate(0 {number(depth)})")
    return join([group(edge, filter=of(theme, shadow)), path(shapes, fill=of(theme, "face"))])


def rounded(box: Box, radius: float) -> str:
    """A rectangle as part of a path."""
    x, y, w, h = box
    r = radius
    steps: tuple[str | float, ...] = (
        *("M", x + r, y, "h", w - 2 * r, *_bend(r, r), "v", h - 2 * r, *_bend(-r, r)),
        *("h", 2 * r - w, *_bend(-r, -r), "v", 2 * r - h, *_bend(r, -r), "z"),
    )
    return " ".join(step if isinstance(step, str) else number(step) for step in steps)


def gain(x: float, y: float, r: float, theme: Theme, *, points: int, colour: str) -> Svg:
    """How much a place gave, in its heart."""
    return join(
        [
            circle(x, y, r, fill=theme.pit, stroke=GLOW[colour], stroke_width=0.16 * r, class_="glow"),
            label(x, y + 0.38 * r, f"+{points}", 1.12 * r, "#FFFFFF", display=True, anchor="middle"),
        ]
    )


def last_dot(x: float, y: float, r: float, theme: Theme) -> Svg:
    """Where the last move was made."""
    return circle(x, y, r, fill=theme.accent, stroke=theme.faces[0], stroke_width=0.4 * r, class_="last")


WORDMARK = (FONTS / "wordmark.txt").read_text("utf-8").strip()


def wordmark(x: float, y: float, size: float, theme: Theme) -> Svg:
    """The name, its dot a star: three axes through one point. The baseline is at y."""
    star = [(101 + 16.5 * a, -63 + 16.5 * b) for a, b in STAR]
    return placed(x, y, size / 100, path(WORDMARK, fill=theme.ink), polygon(star, fill=theme.accent))
