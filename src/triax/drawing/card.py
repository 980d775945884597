"""A result of a deal of the day as a picture that says nothing of the deal: others may still play it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from triax.drawing.materials import ground, wordmark
from triax.drawing.page import document
from triax.drawing.svg import Box, Svg, circle, group, join, label, shortened
from triax.drawing.symbols import symbol
from triax.drawing.theme import GLOW, Theme, theme_of
from triax.drawing.words import day, say
from triax.games import find_game
from triax.games.facts import TrackScore

WIDTH, HEIGHT = 1080, 1080


def draw_card(
    game: str, scores: Sequence[int], name: str, when: date, *, theme: str, lang: str, better: int | None, streak: int
) -> str:
    """1080 × 1080: the game, the day, what was reached, and how it compares."""
    light, facts = theme_of(theme, game), find_game(game).facts
    whole = Box(0, 0, WIDTH, HEIGHT)
    lines = [say(lang, "alone", name)]
    if better:
        lines.append(say(lang, "better", better))
    if streak > 1:
        lines.append(say(lang, "streak", streak))
    number = str(min(scores) if isinstance(facts.scores[1], TrackScore) else scores[0])
    body = [
        ground(whole, light),
        label(72, 150, facts.title, 84, light.ink, display=True),
        label(72, 210, f"{say(lang, 'of the day')} · {day(lang, when)}", 32, light.muted),
        label(64, 600, number, 380, light.ink, display=True),
        _tracks(facts.scores[1].colours, scores, light) if isinstance(facts.scores[1], TrackScore) else join([]),
        *(label(72, 840 + 56 * n, shortened(line, 38, 936), 38, light.ink) for n, line in enumerate(lines)),
        wordmark(WIDTH - 72 - 2.261 * 60, 1016, 60, light),
    ]
    said = f"{facts.title}: {number}"
    return document(whole, light, said, ". ".join([said, *lines]), *body, signs=False)


def _tracks(colours: str, scores: Sequence[int], theme: Theme) -> Svg:
    parts = []
    for n, (colour, value) in enumerate(zip(colours, scores, strict=True)):
        x = 480 + 116 * n
        parts.append(
            group(
                circle(x, 400, 40, fill=theme.pit, stroke=GLOW[colour], stroke_width=3),
                symbol(colour, x, 400, 23, theme),
                label(x, 510, str(value), 54, theme.ink, display=True, anchor="middle"),
                data_colour=colour,
            )
        )
    return join(parts)
