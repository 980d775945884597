"""Five pillars, one a colour, and a waterline at the lowest, the one that counts: what rises above it is paler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triax.drawing.page import pointer
from triax.drawing.svg import Box, Svg, Value, circle, group, join, label, path, rect
from triax.drawing.symbols import symbol
from triax.drawing.theme import COLOUR_NAMES, GLOW, ON_GLOW, Theme
from triax.games.tracks import COLOURS

FOOT = 30
"""Room for the symbols beneath the pillars."""


def tracks(
    box: Box, values: Sequence[int], cap: int, theme: Theme, *, gains: Mapping[str, int] | None = None, boards: int = 1
) -> Svg:
    """`gains` are the points of the last placement; `boards` says over how many scoreboards a track runs."""
    pitch = (box.w - 14) / len(COLOURS)
    left, high = box.x + 14, box.h - FOOT
    water = box.y + high - high * min(values) / cap
    width = min(46, 0.72 * pitch)
    gained = [(gains or {}).get(colour, 0) for colour in COLOURS]
    boxes = [Box(left + (n + 0.5) * pitch - width / 2, box.y, width, high) for n in range(len(COLOURS))]
    each = list(zip(boxes, COLOURS, values, gained, strict=True))
    line = path("M", left - 2, water, "H", box.right, stroke=theme.ink, stroke_width=2, fill="none", class_="waterline")
    return join(
        [
            *(
                _pillar(at, colour, value, water, theme, cap=cap, gained=more, boards=boards)
                for at, colour, value, more in each
            ),
            line,
            pointer(left - 2, water, theme),
            *(_numbers(at, colour, value, theme, gained=more, cap=cap) for at, colour, value, more in each),
        ]
    )


def _pillar(
    box: Box, colour: str, value: int, water: float, theme: Theme, *, cap: int, gained: int, boards: int
) -> Svg:
    glow = GLOW[colour]
    step = box.h / cap
    top = box.bottom - value * step
    middle, solid = box.middle[0], top + gained * step
    parts = [rect(box, 4, fill=theme.slot)]
    if step >= 5:
        ticks = [part for n in range(1, cap) for part in ("M", middle - 5, box.bottom - n * step, "h", 10)]
        parts.append(path(*ticks, stroke=theme.muted, stroke_width=1, stroke_opacity=0.4, fill="none"))
    for n in range(1, boards):
        y = box.bottom - box.h * n / boards
        parts.append(path("M", box.x, y, "h", box.w, stroke=theme.muted, stroke_width=1.5, stroke_opacity=0.7))
    if value > gained:
        parts.append(rect(Box(box.x, solid, box.w, box.bottom - solid), 4, fill=glow, fill_opacity=0.5))
    if (under := min(box.bottom - water, box.bottom - solid)) > 0:
        parts.append(rect(Box(box.x, box.bottom - under, box.w, under), 3, fill=glow))
    if gained:
        dashes: dict[str, Value] = {"stroke": glow, "stroke_width": 1.6, "stroke_dasharray": "4 3"}
        parts.append(rect(Box(box.x + 1, top, box.w - 2, solid - top), 3, fill=glow, fill_opacity=0.22, **dashes))
    return group(*parts, class_="pillar")


def _numbers(box: Box, colour: str, value: int, theme: Theme, *, gained: int, cap: int) -> Svg:
    """The count at its height, what was gained over it or beneath, and the symbol at the foot."""
    x, foot, glow = box.middle[0], box.bottom + 17, GLOW[colour]
    top = box.bottom - box.h * value / cap
    at = Box(box.x, min(max(top, box.y), box.bottom - 18), box.w, 18)
    parts = [
        rect(at, 3, fill=glow),
        label(x, at.y + 14, str(value), 15, ON_GLOW, display=True, anchor="middle"),
        circle(x, foot, 11, fill=theme.pit),
        symbol(colour, x, foot, 6.6, theme),
    ]
    if gained:
        y = at.y - 5 if at.y - 18 >= box.y else at.bottom + 15
        parts.append(label(x, y, f"+{gained}", 14, theme.ink, display=True, anchor="middle"))
    return group(*parts, data_colour=colour)


def tracks_in_words(values: Sequence[int]) -> str:
    return ", ".join(f"{COLOUR_NAMES[colour]} {value}" for colour, value in zip(COLOURS, values, strict=True))
