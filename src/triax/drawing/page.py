"""What every picture shares: the document, the header, and the players' panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from triax.drawing.svg import Box, Svg, element, join, label, number, polygon, rect, shortened, text_width, words
from triax.drawing.symbols import definitions
from triax.drawing.theme import LIGHT, Theme
from triax.games.core import V, View
from triax.games.events import Event
from triax.games.standings import places

WIDTH, HEIGHT = 1440, 900
TABLE = Box(32, 76, 996, 796)
"""Where the board lies."""
SIDE = Box(1064, 76, 344, 796)
"""The column of the scoreboards and the hand."""
BOLD = 17
"""The size whose width is safe for bold words of 15."""


@dataclass(frozen=True)
class Picture(Generic[V]):
    """What is to be drawn."""

    view: V
    theme: Theme
    events: Sequence[Event]
    names: Sequence[str]
    """A name a seat."""
    hands: Sequence[V]
    """Every seat's own view, to lay all hands open; else none."""


class Badge(NamedTuple):
    """What stands beside a player's name: their standing, or the decision they owe."""

    text: str
    active: bool


def document(box: Box, theme: Theme, title: str, description: str, *body: Svg, signs: bool) -> str:
    """A whole SVG that needs nothing from outside. `signs` chooses the three signs over the five symbols."""
    return element(
        "svg",
        element("title", words(title)),
        element("desc", words(description)),
        definitions(theme, signs=signs),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, box)),
        width=box.w,
        height=box.h,
        role="img",
        font_family="system-ui, sans-serif",
    )


def page(theme: Theme, game: str, counts: Sequence[str], description: str, *body: Svg, signs: bool = False) -> str:
    whole = Box(0, 0, WIDTH, HEIGHT)
    head = join(
        [
            rect(whole, fill=theme.paper),
            label(32, 45, "triax", 20, theme.ink, bold=True),
            label(98, 45, game, 20, theme.muted),
            label(SIDE.right, 45, " · ".join(counts), 15, theme.muted, anchor="end"),
        ]
    )
    return document(whole, theme, f"{game}: a position", description, head, *body, signs=signs)


def figure(
    size: tuple[float, float], title: str, description: str, *body: Svg, theme: Theme = LIGHT, signs: bool = False
) -> str:
    """A small picture for a text, with the table as its ground."""
    whole = Box(0, 0, *size)
    return document(whole, theme, title, description, rect(whole, 12, fill=theme.paper), *body, signs=signs)


def panel(box: Box, name: str, note: str, badge: Badge | None, theme: Theme) -> Svg:
    """A player's panel with its first line; the active one has a thicker border and says what is owed."""
    active = badge is not None and badge.active
    stroke, width = (theme.accent, 3) if active else (theme.line, 1.5)
    parts = [rect(box, 12, fill=theme.panel, stroke=stroke, stroke_width=width)]
    chip = text_width(badge.text, 14) + 20 if badge else 0
    room = box.w - 32 - text_width(note, 13) - (chip + 16 if badge else 8)
    shown = shortened(name, BOLD, room)
    x, y = box.x + 16, box.y + 26
    parts.append(label(x, y, shown, 15, theme.ink, bold=True))
    if badge:
        at = Box(min(x + text_width(shown, BOLD) + 8, box.right - 24 - text_width(note, 13) - chip), y - 16, chip, 22)
        parts.append(rect(at, 11, fill=theme.accent if active else theme.track))
        ink = theme.on_accent if active else theme.ink
        parts.append(label(at.middle[0], y, badge.text, 13, ink, bold=True, anchor="middle"))
    parts.append(label(box.right - 16, y, note, 13, theme.muted, anchor="end"))
    return join(parts)


def panels(count: int, height: float, highest: float) -> list[Box]:
    """Panels one under the other in the side column, within a height."""
    gap = 12
    each = min(highest, (height - gap * (count - 1)) / count)
    return [Box(SIDE.x, SIDE.y + n * (each + gap), SIDE.w, each) for n in range(count)]


def seat_names(names: Sequence[str] | None, players: int, seat: int | None) -> list[str]:
    if names is not None:
        return [names[n] if n < len(names) else f"Player {n + 1}" for n in range(players)]
    return ["You" if n == seat else f"Player {n + 1}" for n in range(players)]


def place_of(seat: int, standings: Sequence[Sequence[int]]) -> str:
    """1st, 2nd…"""
    place = next(place for place, seats in places(standings) if seat in seats)
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def seat_badge(view: View, seat: int, owed: str) -> Badge | None:
    """The place among several once the game is over; before, what the seat owes."""
    if view["standings"] is None:
        return Badge(owed, True) if seat in view["to_act"] else None
    return Badge(place_of(seat, view["standings"]), False) if view["players"] > 1 else None


def pointer(x: float, y: float, theme: Theme) -> Svg:
    """A small arrow to the right that ends at x."""
    return polygon([(x - 8, y - 5.5), (x, y), (x - 8, y + 5.5)], fill=theme.accent)
