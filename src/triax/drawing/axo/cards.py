"""AXO's cards: a polyomino, nine sections with a sign each, the effect as a word. A mark sets the jewel."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from triax.drawing.materials import body, of, rounded
from triax.drawing.svg import Box, Svg, group, join, label, number, path, placed, polygon, rect
from triax.drawing.symbols import JEWEL, symbol
from triax.drawing.theme import ENAMEL, GLOW, Theme
from triax.drawing.words import say
from triax.games.axo.pieces import Card, Deck, Polyomino

WIDE, HIGH = 100, 122
"""A card in its own units."""
RATIO = HIGH / WIDE

SECTION, PITCH, LEFT, TOP = 28.6, 30.7, 5, 27
"""The sections: their side, from one to the next, and where the first lies."""

LEGIBLE = 56
"""The width from which a card has room for the word of its effect."""

_WHOLE = Box(0, 0, WIDE, HIGH)


def card(
    box: Box,
    number: str,
    printed: Card,
    theme: Theme,
    *,
    marks: int = 0,
    fresh: int = 0,
    wiped: int = 0,
    ringed: bool = False,
    effects: bool = True,
    lang: str = "en",
) -> Svg:
    """A card in a box of the right ratio. Sections are bits; `fresh` are the marks of this turn."""
    word = say(lang, printed.effect) if printed.effect and effects and box.w >= LEGIBLE else None
    parts = [
        body(rounded(_WHOLE, 5), theme, 1.8, shadow="cast-card"),
        path("M5 .6H95", stroke=theme.face_light, stroke_width=1.1, fill="none"),
        rect(_WHOLE, 5, fill="none", class_="card"),
        polyomino(printed.shape, 6, 4.2, 6.2, theme.ink),
        label(94.5, 11.5 if word else 17, number, 9, theme.muted, display=True, anchor="end"),
    ]
    if word:
        parts.append(label(94.5, 21.8, word, 9, theme.ink, bold=True, anchor="end"))
    parts += [
        _section(at, colour, theme, marked=marks >> n & 1, new=fresh >> n & 1, wiped=wiped >> n & 1)
        for n, (at, colour) in enumerate(zip(sections(_WHOLE), printed.grid, strict=True))
    ]
    if ringed:
        parts.append(rect(_WHOLE.inset(-1), 6, fill="none", stroke=theme.accent, stroke_width=2, class_="last"))
    return placed(box.x, box.y, box.w / WIDE, *parts)


def sections(box: Box) -> list[Box]:
    """The nine sections of a card, row by row."""
    s = box.w / WIDE
    side = SECTION * s
    return [Box(box.x + (LEFT + n % 3 * PITCH) * s, box.y + (TOP + n // 3 * PITCH) * s, side, side) for n in range(9)]


def _section(at: Box, colour: str, theme: Theme, *, marked: int, new: int, wiped: int) -> Svg:
    if marked:
        parts = [
            rect(at._replace(y=at.y + 0.9), 3.4, fill=theme.face_light, fill_opacity=0.7),
            rect(at, 3.4, fill=theme.pit),
            symbol(f"{JEWEL}{colour}", *at.middle, 9.4, theme),
        ]
    else:
        parts = [rect(at, 3.4, fill=theme.opens[colour]), symbol(colour, *at.middle, 6.4, theme)]
    if new or wiped:
        ring = at.inset(1.6)
        stroke = GLOW[colour] if marked else theme.ink
        dashes = "3.4 2.2" if marked else "1.6 2"
        parts.append(rect(ring, 2.6, fill="none", stroke=stroke, stroke_width=1.5, stroke_dasharray=dashes))
    return group(*parts, data_colour=colour)


def polyomino(shape: Polyomino, x: float, y: float, cell: float, fill: str) -> Svg:
    return join(
        rect(Box(x + cx * cell, y + cy * cell, cell, cell).inset(cell * 0.05), cell * 0.17, fill=fill)
        for cx, cy in sorted(shape)
    )


def spelled_polyomino(shape: Polyomino, colour: str, box: Box, theme: Theme) -> Svg:
    """The polyomino on a 3×3 frame, enamel in the declared colour, a jewel in every cell."""
    cell = 33
    cells = sorted(shape)
    width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    left, top = (99 - width * cell) / 2, (99 - height * cell) / 2
    at = {(x, y): Box(left + x * cell, top + y * cell, cell, cell) for x, y in cells}
    outline = [rounded(one.inset(0.8), 3.4) for one in at.values()]
    # The bars that hold neighbouring cells together.
    for (x, y), one in at.items():
        if (x + 1, y) in at:
            outline.append(rounded(Box(one.right - 6, one.y + 6, 12, cell - 12), 1))
        if (x, y + 1) in at:
            outline.append(rounded(Box(one.x + 6, one.bottom - 6, cell - 12, 12), 1))
    whole = " ".join(outline)
    parts = [
        group(
            path(whole, fill=ENAMEL[colour][1], transform=f"translate(0 {number(3.6)})"), filter=of(theme, "cast-card")
        ),
        path(whole, fill=of(theme, f"enamel-{colour}")),
    ]
    for one in at.values():
        parts += [rect(one.inset(5.6), 2.8, fill=theme.pit), symbol(f"{JEWEL}{colour}", *one.middle, 7.4, theme)]
    return placed(box.x, box.y, box.w / 99, *parts, data_colour=colour)


def back(box: Box, theme: Theme) -> Svg:
    """A card face down."""
    x, y, r = WIDE / 2, HIGH / 2, 20
    return placed(
        box.x,
        box.y,
        box.w / WIDE,
        body(rounded(_WHOLE, 5), theme, 1.8, shadow="cast-card"),
        rect(_WHOLE.inset(7), 3, fill="none", stroke=theme.face_light, stroke_width=1.2, class_="back"),
        polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=theme.accent, fill_opacity=0.5),
    )


def vacant(box: Box, theme: Theme) -> Svg:
    """A place where a card will lie."""
    return rect(box, box.w * 0.05, fill="none", stroke=theme.edge, stroke_width=1.5, stroke_dasharray="6 7")


def rows_of_cards(
    hand: Sequence[str],
    deck: Deck,
    box: Box,
    theme: Theme,
    *,
    columns: int,
    effects: bool,
    ringed: Collection[str] = (),
) -> Svg:
    """A hand, as large as the box allows; one of two columns keeps its size as cards leave it."""
    gap = 10 if columns <= 3 else 6
    rows = max(-(-len(hand) // columns), 2 if columns == 2 else 1)
    width = min((box.w - gap * (columns - 1)) / columns, (box.h - gap * (rows - 1)) / rows / RATIO)
    height = width * RATIO
    return join(
        card(
            Box(box.x + n % columns * (width + gap), box.y + n // columns * (height + gap), width, height),
            number,
            deck[number],
            theme,
            effects=effects,
            ringed=number in ringed,
        )
        for n, number in enumerate(hand)
    )
