"""Five tracks, one a colour. The lowest, the one that counts, stands out: full strength, and a pointer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triax.drawing.page import pointer
from triax.drawing.svg import Box, Svg, circle, group, join, label, rect
from triax.drawing.symbols import symbol
from triax.drawing.theme import COLOUR_NAMES, GLOW, Theme
from triax.games.tracks import COLOURS, lowest


def tracks(
    box: Box, values: Sequence[int], cap: int, theme: Theme, *, gains: Mapping[str, int] | None = None, boards: int = 1
) -> Svg:
    """`gains` are the points of the last placement; `boards` says over how many scoreboards a track runs."""
    low = lowest(tuple(values))
    pitch = box.h / len(COLOURS)
    return join(
        _track(
            Box(box.x, box.y + n * pitch, box.w, pitch),
            colour,
            value,
            theme,
            cap=cap,
            counts=colour in low,
            gained=(gains or {}).get(colour, 0),
            boards=boards,
        )
        for n, (colour, value) in enumerate(zip(COLOURS, values, strict=True))
    )


def _track(box: Box, colour: str, value: int, theme: Theme, *, cap: int, counts: bool, gained: int, boards: int) -> Svg:
    middle = box.middle[1]
    r = min(10.5, box.h * 0.47)
    thick = min(12, box.h * 0.5)
    bar = Box(box.x + 44, middle - thick / 2, box.w - 44 - 36, thick)
    reach = r + (bar.w - 2 * r) * value / cap
    end = bar.x + reach
    size = min(11.5, 1.25 * r)
    strength = None if counts else 0.5
    parts = [
        symbol(colour, box.x + 22, middle, min(8.5, box.h * 0.4), theme),
        rect(bar, thick / 2, fill=theme.track),
        rect(bar._replace(w=reach), thick / 2, fill=GLOW[colour], fill_opacity=strength),
    ]
    parts += [
        rect(Box(bar.x + r + (bar.w - 2 * r) * n / boards - 1, middle - thick, 2, 2 * thick), fill=theme.muted)
        for n in range(1, boards)
    ]
    parts.append(circle(end, middle, r, fill=theme.panel, stroke=GLOW[colour], stroke_width=2.5))
    parts.append(label(end, middle + 0.37 * size, str(value), size, theme.ink, bold=True, anchor="middle"))
    if counts:
        parts.append(pointer(box.x + 9, middle, theme))
    if gained:
        parts.append(label(box.right, middle + 4.6, f"+{gained}", 13, theme.ink, bold=True, anchor="end"))
    return group(*parts, data_colour=colour)


def tracks_in_words(values: Sequence[int]) -> str:
    return ", ".join(f"{COLOUR_NAMES[colour]} {value}" for colour, value in zip(COLOURS, values, strict=True))
