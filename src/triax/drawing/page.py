"""What every picture shares: the document, the header, and the players' panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from triax.drawing import materials, symbols
from triax.drawing.materials import ground, wordmark
from triax.drawing.svg import TEXT, Box, Svg, element, join, label, number, polygon, rect, shortened, text_width, words
from triax.drawing.theme import LIGHT, Theme
from triax.games.core import V, View
from triax.games.events import Event
from triax.games.standings import places

WIDTH, HEIGHT = 1440, 900
TABLE = Box(32, 76, 996, 796)
"""Where the board lies."""
SIDE = Box(1064, 76, 344, 796)
"""The column of the scoreboards and the hand."""
BOLD = 15.5
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

    @property
    def is_over(self) -> bool:
        return self.view["standings"] is not None


class Badge(NamedTuple):
    """What stands beside a player's name: their standing, or the decision they owe."""

    text: str
    active: bool


def document(box: Box, theme: Theme, title: str, description: str, *body: Svg, signs: bool) -> str:
    """A whole SVG that needs nothing from outside. `signs` chooses the three signs over the five symbols."""
    drawn = join(body)
    known = [*materials.definitions(theme), *symbols.definitions(theme, signs=signs)]
    return element(
        "svg",
        element("title", words(title)),
        element("desc", words(description)),
        element("defs", *(one for one in known if _is_used(one, drawn))),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, box)),
        width=box.w,
        height=box.h,
        role="img",
        font_family=TEXT,
        font_weight="500",
    )


def _is_used(definition: Svg, drawn: Svg) -> bool:
    name = definition.partition(' id="')[2].partition('"')[0]
    return f"url(#{name})" in drawn or f'href="#{name}"' in drawn


def page(theme: Theme, game: str, counts: Sequence[str], description: str, *body: Svg, signs: bool = False) -> str:
    whole = Box(0, 0, WIDTH, HEIGHT)
    head = join(
        [
            ground(whole, theme),
            wordmark(32, 48, 30, theme),
            label(118, 48, game, 20, theme.muted, display=True),
            label(SIDE.right, 46, " · ".join(counts), 15, theme.muted, anchor="end"),
        ]
    )
    return document(whole, theme, f"{game}: a position", description, head, *body, signs=signs)


def figure(
    size: tuple[float, float], title: str, description: str, *body: Svg, theme: Theme = LIGHT, signs: bool = False
) -> str:
    """A small picture for a text, with the table as its ground."""
    whole = Box(0, 0, *size)
    return document(whole, theme, title, description, ground(whole, theme, 14), *body, signs=signs)


def panel(box: Box, name: str, note: str, badge: Badge | None, theme: Theme, *, total: int | None = None) -> Svg:
    """A player's panel with its first lines; the active one has an accent border and says what is owed."""
    active = badge is not None and badge.active
    stroke, width = (theme.accent, 2) if active else (theme.line, 1.5)
    parts = [rect(box, 14, fill=theme.panel, stroke=stroke, stroke_width=width)]
    end = box.right - 16
    if total is not None:
        size = 34 if box.h > 160 else 28
        parts.append(label(end, box.y + 10 + 0.75 * size, str(total), size, theme.ink, display=True, anchor="end"))
        end -= text_width(str(total), size, "display") + 12
    chip = text_width(badge.text, 13, "bold") + 20 if badge else 0
    shown = shortened(name, BOLD, end - box.x - 24 - chip)
    x, y = box.x + 16, box.y + 27
    parts.append(label(x, y, shown, 15, theme.ink, bold=True))
    if badge:
        at = Box(x + text_width(shown, 15, "bold") + 8, y - 15.5, chip, 21)
        parts.append(rect(at, 10.5, fill=theme.accent if active else theme.slot))
        ink = theme.on_accent if active else theme.ink
        parts.append(label(at.middle[0], y - 0.5, badge.text, 13, ink, bold=True, anchor="middle"))
    parts.append(label(x, y + 18, note, 13, theme.muted))
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
    return polygon([(x - 9, y - 5), (x, y), (x - 9, y + 5)], fill=theme.ink, class_="pointer")
