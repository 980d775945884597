"""AXO's cards: a polyomino, nine sections with a sign each, marks, and the effect as a word."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from triax.drawing.svg import Box, Svg, circle, group, join, label, polygon, rect
from triax.drawing.symbols import outline, shadow, symbol, tick
from triax.drawing.theme import Theme
from triax.games.axo.pieces import Card, Deck, Polyomino

RATIO = 1.24
"""Of a card's height to its width."""

LEGIBLE = 56
"""The width from which a card has room for the word of its effect."""


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
) -> Svg:
    """A card in a box of the right ratio. Sections are bits; `fresh` are the marks of this turn."""
    x, y, w = box.x, box.y, box.w
    parts = [
        shadow(box, w * 0.07, theme),
        rect(box, w * 0.07, fill=theme.panel, stroke=theme.line, stroke_width=1.5, class_="card"),
        polyomino(printed.shape, x + w * 0.09, y + w * 0.08, w * 0.068, theme.ink),
        label(box.right - w * 0.09, y + w * 0.135, number, max(8, w * 0.072), theme.muted, anchor="end"),
    ]
    if effects and printed.effect and w >= LEGIBLE:
        size = max(9, w * 0.085)
        parts.append(
            label(box.right - w * 0.09, y + w * 0.255, printed.effect, size, theme.ink, bold=True, anchor="end")
        )
    parts += [
        _section(at, colour, theme, marked=marks >> n & 1, new=(fresh | wiped) >> n & 1, wiped=wiped >> n & 1)
        for n, (at, colour) in enumerate(zip(sections(box), printed.grid, strict=True))
    ]
    if ringed:
        parts.append(outline(box, w * 0.07, theme, 3))
    return join(parts)


def sections(box: Box) -> list[Box]:
    """The nine sections of a card, row by row."""
    w = box.w
    cell, gap = w * 0.26, w * 0.02
    left, top = box.x + w * 0.09, box.bottom - w * 0.09 - 3 * cell - 2 * gap
    return [Box(left + n % 3 * (cell + gap), top + n // 3 * (cell + gap), cell, cell) for n in range(9)]


def _section(at: Box, colour: str, theme: Theme, *, marked: int, new: int, wiped: int) -> Svg:
    size = at.w
    parts = [rect(at, size * 0.16, fill=theme.tints[colour])]
    if marked:
        bold = at.inset(size * 0.07)
        parts += [
            rect(bold, size * 0.13, fill=theme.ink),
            tick(Box(bold.x - size * 0.02, bold.y + size * 0.09, size * 0.8, size * 0.8), theme.panel),
            circle(at.right - size * 0.19, at.y + size * 0.19, size * 0.19, fill=theme.tints[colour]),
            symbol(colour, at.right - size * 0.19, at.y + size * 0.19, size * 0.12, theme),
        ]
    else:
        parts.append(symbol(colour, *at.middle, size * 0.26, theme))
    if new:
        parts.append(
            rect(
                at,
                size * 0.16,
                fill="none",
                stroke=theme.accent,
                stroke_width=max(2, size * 0.07),
                stroke_dasharray=f"{size * 0.12:.1f}" if wiped else None,
            )
        )
    return group(*parts, data_colour=colour)


def polyomino(shape: Polyomino, x: float, y: float, cell: float, fill: str) -> Svg:
    return join(
        rect(Box(x + cx * cell, y + cy * cell, cell, cell).inset(cell * 0.06), cell * 0.2, fill=fill)
        for cx, cy in sorted(shape)
    )


def spelled_polyomino(shape: Polyomino, colour: str, box: Box, theme: Theme) -> Svg:
    """The polyomino on a 3×3 frame, every cell with the sign of the declared colour."""
    cell = box.w / 3
    width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    left, top = box.x + (3 - width) * cell / 2, box.y + (3 - height) * cell / 2
    parts = []
    for cx, cy in sorted(shape):
        at = Box(left + cx * cell, top + cy * cell, cell, cell).inset(cell * 0.03)
        parts += [
            rect(at, cell * 0.16, fill=theme.tints[colour], stroke=theme.ink, stroke_width=max(1.5, cell * 0.05)),
            symbol(colour, *at.middle, cell * 0.26, theme),
        ]
    return group(*parts, data_colour=colour)


def back(box: Box, theme: Theme) -> Svg:
    """A card face down."""
    x, y = box.middle
    r = box.w * 0.2
    return join(
        [
            shadow(box, box.w * 0.07, theme),
            rect(box, box.w * 0.07, fill=theme.panel, stroke=theme.line, stroke_width=1.5, class_="back"),
            rect(box.inset(box.w * 0.07), box.w * 0.04, fill=theme.board),
            polygon(
                [(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=theme.track, stroke=theme.muted, stroke_width=1.5
            ),
        ]
    )


def vacant(box: Box, theme: Theme) -> Svg:
    """A place where a card will lie."""
    return rect(box, box.w * 0.07, fill="none", stroke=theme.line, stroke_width=2, stroke_dasharray="8 8")


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
