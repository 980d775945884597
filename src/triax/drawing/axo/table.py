"""AXO's table: who sits where, what is new on it, and what lies in the middle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from triax.drawing.axo.cards import RATIO, back, spelled_polyomino, vacant
from triax.drawing.page import BOLD, TABLE, Picture
from triax.drawing.svg import Box, Svg, group, join, label, polygon, rect, shortened
from triax.drawing.symbols import outline, shadow, symbol
from triax.drawing.theme import COLOUR_NAMES, Theme
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
    height = min(260, between.h - 48)
    return between.centred(height + 148, height)


def middle(picture: Picture[AxoView], box: Box, *, ringed: bool) -> Svg:
    """The card in play: its polyomino as this viewer sees it, spelled in the sign of the declared colour."""
    view, theme = picture.view, picture.theme
    number, colour = view["card"], view["colour"]
    if number is None or colour is None:
        return _waiting(picture, box)
    active = active_side(view["active"], view["options"])
    player = "Simona" if view["active"] is None else picture.names[view["active"]]
    frame = box.h - 56
    x, y = box.x + frame + 48, box.middle[1]
    declared = group(
        symbol(colour, x + 13, y + 4, 13, theme),
        label(x + 36, y + 12, COLOUR_NAMES[colour], 24, theme.ink, bold=True),
        data_colour=colour,
    )
    parts = [
        shadow(box, 14, theme),
        rect(box, 14, fill=theme.panel, stroke=theme.line, stroke_width=1.5, class_="card"),
        spelled_polyomino(seen_shape(view, number), colour, Box(box.x + 28, box.y + 28, frame, frame), theme),
        label(x, y - 44, shortened(player, BOLD, box.right - x - 12), 15, theme.ink, bold=True),
        label(x, y - 24, f"card {number}", 13, theme.muted),
        declared,
        label(x, y + 50, _whose_eyes(view, active), 13, theme.muted),
        _towards(side_of(active, view["seat"] or 0), box, theme),
    ]
    if ringed:
        parts.append(outline(box, 14, theme, 3))
    return join(parts)


def _whose_eyes(view: AxoView, active: int) -> str:
    if view["seat"] is None:
        return "as the player sees it"
    return "upright" if active == view["seat"] else "as you see it"


def _towards(side: int, box: Box, theme: Theme) -> Svg:
    """An arrow at the edge of the card, towards the side it was played from."""
    x, y = box.middle
    tip = {BOTTOM: (x, box.bottom - 5), LEFT: (box.x + 5, y), TOP: (x, box.y + 5), RIGHT: (box.right - 5, y)}[side]
    dx, dy = {BOTTOM: (0, -1), LEFT: (1, 0), TOP: (0, 1), RIGHT: (-1, 0)}[side]
    base = (tip[0] + 8 * dx, tip[1] + 8 * dy)
    return polygon([tip, (base[0] + 7 * dy, base[1] + 7 * dx), (base[0] - 7 * dy, base[1] - 7 * dx)], fill=theme.muted)


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
            rect(place, 14, fill="none", stroke=theme.line, stroke_width=2, stroke_dasharray="8 8"),
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
