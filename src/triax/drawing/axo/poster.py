"""AXO as a poster: the winner's cards large, everybody else's above them, nine points as a lantern."""

from __future__ import annotations

from triax.drawing.axo.cards import RATIO, card, vacant
from triax.drawing.axo.panels import lantern
from triax.drawing.axo.table import Recent
from triax.drawing.materials import rays
from triax.drawing.poster import BOARD, EMBLEM, Art, Subject
from triax.drawing.svg import Box, Svg, group, join, label, shortened
from triax.drawing.words import counted, say
from triax.games.axo.pieces import AREA, deck_of
from triax.games.axo.view import AxoView, read_area

OWN, GAP = 306, 17
"""The winner's cards: how wide, and how far apart."""
OTHERS = (168, 136, 92)
"""The cards of one, two or three others: the fewer, the larger."""
NAME, APART = 30, 44
"""Above the others' cards, and between them and the winner's."""


def paint(subject: Subject[AxoView]) -> Art:
    picture, seat, lang = subject.picture, subject.seat, subject.lang
    view, theme = picture.view, picture.theme
    own = view["seats"][seat]
    others = [other for other in range(view["players"]) if other != seat]
    high, each = OWN * RATIO, OTHERS[len(others) - 1]
    above = NAME + each * RATIO + APART if others else 0
    top = BOARD.middle[1] + (above - high) / 2
    parts = [_area(subject, seat, Box(BOARD.x, top, OWN, high), GAP)]
    gap = 0.087 * each
    wide = AREA * each + (AREA - 1) * gap
    for n, other in enumerate(others):
        left = BOARD.middle[0] - (len(others) * (wide + 28) - 28) / 2 + n * (wide + 28)
        at = Box(left, top - APART - each * RATIO, each, each * RATIO)
        name = shortened(picture.names[other], 20, wide)
        parts += [label(at.x, at.y - 14, name, 20, theme.muted), _area(subject, other, at, gap)]
    x, y = BOARD.middle
    emblem = group(
        lantern(Box(EMBLEM.x + 336, EMBLEM.y - 12, 164, 164), own["points"], theme),
        class_="lantern",
    )
    notes = [say(lang, "cards", own["points"])]
    if own["extra"]:
        notes.append(counted(lang, "one extra", "extra", own["extra"]))
    return Art(
        rays(x, y, 120, 1300, theme),
        join(parts),
        [one["points"] for one in view["seats"]],
        emblem,
        notes,
        signs=True,
        left=EMBLEM.x + 320,
        alone=_against_simona(subject),
    )


def _against_simona(subject: Subject[AxoView]) -> list[str]:
    view, lang, name = subject.picture.view, subject.lang, subject.picture.names[0]
    if view["simona"] is None or view["standings"] is None:
        return []
    if view["standings"]:
        return [say(lang, "won", name), say(lang, "against", "Simona")]
    return [name, say(lang, "won", "Simona")]


def _area(subject: Subject[AxoView], seat: int, first: Box, gap: float) -> Svg:
    picture = subject.picture
    view, theme = picture.view, picture.theme
    deck = deck_of(view["options"])
    recent = Recent.of([] if picture.is_over else picture.events, [view])
    boxes = [first._replace(x=first.x + n * (first.w + gap)) for n in range(AREA)]
    sheets = read_area(view["seats"][seat])
    cards = [
        card(
            box,
            sheet.card,
            deck[sheet.card],
            theme,
            marks=sheet.marks,
            fresh=recent.fresh[seat, sheet.card],
            effects=view["options"]["effects"],
            lang=subject.lang,
        )
        for sheet, box in zip(sheets, boxes, strict=False)
    ]
    return join([*cards, *(vacant(box, theme) for box in boxes[len(sheets) :])])
