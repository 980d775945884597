"""Positions as pictures: SVG drawn from what a seat may know, never from a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from triax.drawing import axio, axo, rota
from triax.drawing.page import Picture, seat_names
from triax.drawing.plain import draw_text
from triax.drawing.theme import THEMES
from triax.games.core import Plain
from triax.games.errors import BadData
from triax.games.events import Event

__all__ = ["THEMES", "draw"]

_DRAWINGS: dict[str, Callable[[Picture[Any]], str]] = dict([rota.DRAWING, axio.DRAWING, axo.DRAWING])


def draw(
    view: Plain,
    *,
    theme: str = "light",
    events: Sequence[Event] = (),
    names: Sequence[str] | None = None,
    hands: Sequence[Plain] | None = None,
) -> str:
    """A whole SVG, 1440 × 900, of a position as `state.view` gives it.

    `events` are those of the last move, as `redact` leaves them: the piece just laid gets a ring, and what gave points
    lights up. `names` are the seats' names. `hands`, the view of every seat in order, lays all hands open, as a replay
    does. A game without a drawing of its own is shown as the text that it describes itself with.
    """
    if theme not in THEMES:
        raise BadData(f"'{theme}' is not a theme: expected {' or '.join(THEMES)}")
    if hands is not None and [own["seat"] for own in hands] != list(range(view["players"])):
        raise BadData("hands: expected the view of every seat, in order")
    called = seat_names(names, view["players"], view["seat"])
    return _DRAWINGS.get(view["game"], draw_text)(Picture(view, THEMES[theme], events, called, hands or ()))
