"""AXO: areas around the table as the players sit, the card in the middle as this viewer sees it, and the hand."""

from __future__ import annotations

from collections.abc import Sequence

from triax.drawing.axo.cards import card, rows_of_cards, vacant
from triax.drawing.axo.panels import player_panels, simona_panel
from triax.drawing.axo.poster import paint
from triax.drawing.axo.table import Recent, Seating, middle, simona_pile
from triax.drawing.materials import rays
from triax.drawing.page import BOLD, SIDE, Picture, page, panels
from triax.drawing.svg import Box, Svg, group, label, shortened
from triax.drawing.theme import COLOUR_NAMES
from triax.games.axo.facts import FACTS
from triax.games.axo.pieces import Deck, deck_of
from triax.games.axo.view import AxoView, read_area

PANEL = 94
"""The height of a player's panel."""


def draw_axo(picture: Picture[AxoView]) -> str:
    view, theme = picture.view, picture.theme
    deck = deck_of(view["options"])
    recent = Recent.of(picture.events, picture.hands or [view])
    seating = Seating.of(view)
    x, y = seating.middle.middle
    body = [
        rays(x, y, 0.72 * seating.middle.h, 900, theme),
        middle(picture, seating.middle, ringed=recent.played),
        *(_area(picture, seat, seating, deck, recent) for seat in range(view["players"])),
        *_side(picture, deck, recent),
    ]
    if view["simona"] is not None:
        body.append(simona_pile(view["simona"], seating.simona, theme))
    counts = [f"draw pile {view['pile']}", f"discard {len(view['discard'])}"]
    return page(theme, FACTS.title, counts, _description(view, picture.names), *body, signs=True)


def _area(picture: Picture[AxoView], seat: int, seating: Seating, deck: Deck, recent: Recent) -> Svg:
    view, theme = picture.view, picture.theme
    at = seating.places[seat]
    parts = [label(at.x, at.y + 14, shortened(picture.names[seat], BOLD, at.w), 15, theme.muted, bold=True)]
    waiting = {card for owner, card in view["effects"] if owner == seat}
    # With all hands open, each area shows its owner's marks of this turn as well.
    sheets = read_area((picture.hands[seat] if picture.hands else view)["seats"][seat])
    boxes = seating.cards(seat)
    for sheet, box in zip(sheets, boxes, strict=False):
        number = sheet.card
        parts.append(
            card(
                box,
                number,
                deck[number],
                theme,
                marks=sheet.marks,
                fresh=recent.fresh[seat, number],
                wiped=recent.wiped[seat, number],
                ringed=number in waiting or number in recent.arrived,
                effects=view["options"]["effects"],
            )
        )
    parts += [vacant(box, theme) for box in boxes[len(sheets) :]]
    return group(*parts, class_="area")


def _side(picture: Picture[AxoView], deck: Deck, recent: Recent) -> list[Svg]:
    """The panels and, beneath or inside them, the hands that may be seen."""
    view, theme = picture.view, picture.theme
    solo = view["simona"] is not None
    effects = view["options"]["effects"]
    boxes = panels(view["players"] + solo, SIDE.h, 220 if picture.hands else PANEL)
    parts = [player_panels(picture, boxes, recent)]
    if solo:
        parts.append(simona_panel(view, boxes[-1], theme))
    if picture.hands:
        for box, own in zip(boxes, picture.hands, strict=False):
            hand = own["hand"] or []
            at = Box(box.x + 12, box.y + PANEL - 4, box.w - 24, box.h - PANEL - 8)
            parts.append(rows_of_cards(hand, deck, at, theme, columns=max(4, len(hand)), effects=effects))
    elif view["hand"]:
        top = boxes[-1].bottom + 28
        at = Box(SIDE.x, top + 16, SIDE.w, min(SIDE.bottom - top - 16, 424))
        columns = 2 if len(view["hand"]) <= 4 else 3
        chosen = view["laid"] or ()
        parts += [
            label(SIDE.x, top + 4, "Your hand", 15, theme.muted, bold=True),
            rows_of_cards(view["hand"], deck, at, theme, columns=columns, effects=effects, ringed=chosen),
        ]
    return parts


def _description(view: AxoView, called: Sequence[str]) -> str:
    parts = []
    if view["card"] and view["colour"]:
        parts.append(f"Card {view['card']} is in the middle, {COLOUR_NAMES[view['colour']]} is declared.")
    for name, player in zip(called, view["seats"], strict=True):
        area = "; ".join(f"card {sheet.card} with {sheet.marks.bit_count()} marks" for sheet in read_area(player))
        points = "1 point" if player["points"] == 1 else f"{player['points']} points"
        parts.append(f"{name}: {points}, {area or 'no cards laid'}.")
    if view["hand"]:
        parts.append(f"In hand: cards {', '.join(view['hand'])}.")
    return " ".join(parts)


DRAWING = FACTS.name, draw_axo
POSTER = FACTS.name, paint
