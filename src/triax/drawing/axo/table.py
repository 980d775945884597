"""AXO's table: who sits where, what is new on it, and what lies in the middle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from triax.drawing.axo.cards import RATIO, back, spelled_polyomino, vacant
from triax.drawing.materials import of
from triax.drawing.page import TABLE, Picture
from triax.drawing.svg import Box, Svg, circle, group, join, label, rect, shortened, text_width
from triax.drawing.theme import COLOUR_NAMES, GLOW, Theme
from triax.games.axo.events import AxoScored, CardPlayed, EffectUsed, Marked, Refilled, Revealed
from triax.games.axo.facts import SIMONA_SIDE, active_side
from triax.games.axo.notation import MarkOne, Wipe, parse
from triax.games.axo.pieces import AREA
from triax.games.axo.player import bit
from triax.games.axo.view import AxoView, read_made, seen_shape
from triax.games.events import Event

Sections = dict[tuple[int, str], int]
"""For a seat and a card of its area: sections as bits."""

BOTTOM, LEFT, TOP, RIGHT = range(4)
"""The sides of the table, clockwise, as the viewer sees them."""

NAME = 24
"""Room for the name over an area."""
GAP = 12


@dataclass
class Recent:
    """What is new: sections marked or wiped, cards laid in an area, points."""

    fresh: Sections = field(default_factory=lambda: defaultdict(int))
    wiped: Sections = field(default_factory=lambda: defaultdict(int))
    arrived: set[str] = field(default_factory=set)
    points: dict[int, int] = field(default_factory=dict)
    played: bool = False

    @classmethod
    def of(cls, events: Sequence[Event], views: Sequence[AxoView]) -> Recent:
        found = cls()
        for view in views:
            if view["marking"] and view["seat"] is not None:
                for made in read_made(view["marking"]):
                    found.fresh[view["seat"], made.card] |= made.sections
        for event in events:
            found._add(event)
        return found

    def _add(self, event: Event) -> None:
        match event:
            case CardPlayed():
                self.played = True
            case Marked(seat=seat, card=card, sections=sections):
                self.fresh[seat, card] |= sum(bit(x, y) for x, y in sections)
            case Revealed(seat=seat, marks=marks):
                for made in marks:
                    self.fresh[seat, made.card] |= sum(bit(x, y) for x, y in made.sections)
            case Refilled(cards=cards):
                self.arrived |= set(cards)
            case AxoScored(seat=seat, points=points):
                self.points[seat] = points
            case EffectUsed(seat=seat, move=text):
                match parse(text):
                    case MarkOne(card=card, x=x, y=y):
                        self.fresh[seat, card] |= bit(x, y)
                    case Wipe(seat=other, card=card, x=x, y=y):
                        self.wiped[other, card] |= bit(x, y)


def side_of(seat: int, viewer: int) -> int:
    """Player k sits at side k; a viewer sees their own side at the bottom."""
    return (seat - viewer) % 4


@dataclass(frozen=True)
class Seating:
    places: tuple[Box, ...]
    """An area's name and cards, a box a seat."""
    sides: tuple[int, ...]
    middle: Box
    simona: Box

    @classmethod
    def of(cls, view: AxoView) -> Seating:
        viewer = view["seat"] or 0
        sides = tuple(side_of(seat, viewer) for seat in range(view["players"]))
        simona = SIMONA_SIDE[view["options"]["simona"]] if view["players"] == 1 else None
        taken = {*sides, simona}
        flanks = sum(side in taken for side in (LEFT, RIGHT))
        flank = 196 if flanks == 1 else 176
        inner_left = TABLE.x + (flank + 28 if LEFT in taken else 0)
        inner_right = TABLE.right - (flank + 28 if RIGHT in taken else 0)
        widest = (inner_right - inner_left - 2 * GAP) / 3
        own = min(widest, 228)
        across = min(widest, 168) if TOP in taken else 0
        centre = (inner_left + inner_right) / 2

        def row(width: float, y: float) -> Box:
            whole = AREA * width + (AREA - 1) * GAP
            return Box(centre - whole / 2, y, whole, NAME + width * RATIO)

        def column(x: float) -> Box:
            height = NAME + AREA * flank * RATIO + (AREA - 1) * GAP
            return Box(x, TABLE.y + (TABLE.h - height) / 2, flank, height)

        boxes = {
            BOTTOM: row(own, TABLE.bottom - NAME - own * RATIO),
            LEFT: column(TABLE.x),
            TOP: row(across, TABLE.y),
            RIGHT: column(TABLE.right - flank),
        }
        top = boxes[TOP].bottom if TOP in taken else TABLE.y
        between = Box(inner_left, top, inner_right - inner_left, boxes[BOTTOM].y - top)
        hers = boxes[simona] if simona is not None else boxes[TOP]
        return cls(tuple(boxes[side] for side in sides), sides, _middle_of(between), hers)

    def cards(self, seat: int) -> list[Box]:
        at = self.places[seat]
        upright = self.sides[seat] in (LEFT, RIGHT)
        width = at.w if upright else (at.w - (AREA - 1) * GAP) / AREA
        height = width * RATIO
        steps = range(AREA)
        if upright:
            return [Box(at.x, at.y + NAME + n * (height + GAP), width, height) for n in steps]
        return [Box(at.x + n * (width + GAP), at.y + NAME, width, height) for n in steps]


def _middle_of(between: Box) -> Box:
    """The card in play, larger where the table has room."""
    height = min(330, between.h - 36)
    return between.centred(height + 60, height)


def middle(picture: Picture[AxoView], box: Box, *, ringed: bool) -> Svg:
    """The card in play: its polyomino as this viewer sees it, in the declared colour, on a compass of the sides."""
    view, theme = picture.view, picture.theme
    number, colour = view["card"], view["colour"]
    if number is None or colour is None:
        return _waiting(picture, box)
    active = active_side(view["active"], view["options"])
    player = "Simona" if view["active"] is None else picture.names[view["active"]]
    r = (box.h - WORDS) / 2
    x, y = box.middle[0], box.y + r
    rim = {"stroke": theme.accent if ringed else theme.line, "stroke_width": 3 if ringed else 1.5}
    note = f"card {number} · {shortened(player, 15, 160)} · {_whose_eyes(view, active)}"
    called = COLOUR_NAMES[colour].capitalize()
    wide = text_width(called, 22, "display") + 10 + text_width(note, 15)
    return group(
        circle(x, y, 2.1 * r, fill=of(theme, f"halo-{colour}"), fill_opacity=0.55, class_="glow"),
        circle(x, y, r, fill=theme.grounds[2], fill_opacity=0.55, **rim),
        *(
            _side(side, x, y, r, theme, lit=side == side_of(active, view["seat"] or 0), colour=colour)
            for side in range(4)
        ),
        spelled_polyomino(seen_shape(view, number), colour, Box(x, y, 0, 0).centred(1.28 * r, 1.28 * r), theme),
        label(x - wide / 2, box.bottom - 6, called, 22, theme.ink, display=True),
        label(x + wide / 2, box.bottom - 6, note, 15, theme.muted, anchor="end"),
        data_colour=colour,
    )


WORDS = 34
"""Room for the line beneath the compass."""


def _side(side: int, x: float, y: float, r: float, theme: Theme, *, lit: bool, colour: str) -> Svg:
    """A point of the compass; that of the side the card was played from is lit."""
    dx, dy = {BOTTOM: (0, 1), LEFT: (-1, 0), TOP: (0, -1), RIGHT: (1, 0)}[side]
    at = (x + r * dx, y + r * dy)
    if lit:
        return circle(*at, 9, fill=GLOW[colour], stroke=theme.panel, stroke_width=2)
    return circle(*at, 6, fill=theme.panel2, stroke=theme.muted, stroke_width=2)


def _whose_eyes(view: AxoView, active: int) -> str:
    if view["seat"] is None:
        return "as the player sees it"
    return "upright" if active == view["seat"] else "as you see it"


def _waiting(picture: Picture[AxoView], box: Box) -> Svg:
    """No card in the middle: say what everybody waits for."""
    view, theme, called = picture.view, picture.theme, picture.names
    match view["phase"]:
        case "area":
            text = "Everyone lays three cards"
        case "choose":
            text = f"{called[view['to_act'][0]]}: choose a card"
        case "refill":
            text = f"{called[view['to_act'][0]]}: fill the area"
        case _:
            text = "The game is over"
    place = box.centred(box.w, 96)
    x, y = place.middle
    return join(
        [
            rect(place, 14, fill="none", stroke=theme.edge, stroke_width=1.5, stroke_dasharray="6 7"),
            label(x, y + 5, shortened(text, 15, place.w - 32), 15, theme.muted, anchor="middle"),
        ]
    )


def simona_pile(count: int, at: Box, theme: Theme) -> Svg:
    """Her cards, face down, and how many there are left."""
    width = min(at.w - 24, 152)
    box = at._replace(y=at.middle[1] - width * RATIO / 2, h=width * RATIO, w=width)
    parts = [label(at.x, box.y - 14, "Simona", 15, theme.muted, bold=True)]
    if not count:
        parts.append(vacant(box, theme))
    shown = min(count, 5)
    parts += [back(box._replace(x=box.x + 4 * n, y=box.y + 4 * n), theme) for n in reversed(range(shown))]
    words = "1 card left" if count == 1 else f"{count} cards left"
    parts.append(label(at.x, box.bottom + 42, words, 15, theme.ink, bold=True))
    return join(parts)
