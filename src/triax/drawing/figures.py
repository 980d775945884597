"""Small pictures of single pieces, for texts that explain the games."""

from __future__ import annotations

from triax.drawing.axio import domino
from triax.drawing.cards import OPEN, RATIO, card
from triax.drawing.page import document
from triax.drawing.rota import display
from triax.drawing.svg import Box, Svg, rect
from triax.drawing.theme import LIGHT, Theme
from triax.games.axo.pieces import standard_deck
from triax.games.rota.display import turned

MARGIN = 20


def figure(
    size: tuple[float, float], title: str, description: str, *body: Svg, theme: Theme = LIGHT, axo: bool = False
) -> str:
    """A picture with the table as its ground; `axo` chooses the signs of AXO over the five symbols."""
    whole = Box(0, 0, *size)
    return document(whole, theme, title, description, rect(whole, 12, fill=theme.paper), *body, axo=axo)


def rota_tile(corners: str, turn: int = 0, *, theme: Theme = LIGHT, size: float = 120) -> str:
    box = Box(MARGIN, MARGIN, size, size)
    shown = display({(0, 0): turned(corners, turn)}, box, theme)
    return figure((size + 2 * MARGIN,) * 2, "A tile of Axio Rota", f"Corners {corners}.", shown, theme=theme)


def rota_circle(corners: str, *, theme: Theme = LIGHT, size: float = 120) -> str:
    """Four corners around a point, clockwise from the top left."""
    cells = ((0, 0), (1, 0), (1, 1), (0, 1))
    tiles = {cell: "".join(corners[n] if k == (n + 2) % 4 else "-" for k in range(4)) for n, cell in enumerate(cells)}
    box = Box(MARGIN, MARGIN, 2 * size, 2 * size)
    return figure(
        (2 * size + 2 * MARGIN,) * 2, "A circle", f"Corners {corners}.", display(tiles, box, theme), theme=theme
    )


def axio_tile(tile: str, *, theme: Theme = LIGHT, size: float = 80) -> str:
    box = Box(MARGIN, MARGIN, 2 * size, size)
    whole = (2 * size + 2 * MARGIN, size + 2 * MARGIN)
    return figure(whole, "A tile of Axio", f"Halves {tile}.", domino(tile, box, theme), theme=theme)


def axo_card(number: str, marks: str = OPEN, *, theme: Theme = LIGHT, size: float = 200) -> str:
    box = Box(MARGIN, MARGIN, size, size * RATIO)
    shown = card(box, number, standard_deck()[number], theme, marks=marks)
    whole = (size + 2 * MARGIN, size * RATIO + 2 * MARGIN)
    return figure(whole, "A card of AXO", f"Card {number}.", shown, theme=theme, axo=True)
