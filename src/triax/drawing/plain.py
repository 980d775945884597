"""A game without a drawing of its own: what a view shows, in words."""

from __future__ import annotations

from typing import Any

from triax.drawing.page import SIDE, TABLE, Picture, page
from triax.drawing.poster import BOARD, Art, Subject
from triax.drawing.svg import Box, group, join, label, rect, shortened
from triax.games import find_game

LINE = 22
"""From one line to the next."""


def draw_text(picture: Picture[Any]) -> str:
    view, theme = picture.view, picture.theme
    game = find_game(view["game"])
    described = [game.describe(one) for one in (view, *picture.hands)]
    lines = [line for text in described for line in text.splitlines()]
    box = TABLE._replace(w=SIDE.right - TABLE.x)
    pitch = min(LINE, (box.h - 32) / len(lines))
    body = [
        label(
            box.x + 24, box.y + 16 + (n + 0.7) * pitch, shortened(line, 15, box.w - 48), min(15, 0.7 * pitch), theme.ink
        )
        for n, line in enumerate(lines)
    ]
    ground = rect(Box(*box), 16, fill=theme.panel, stroke=theme.line, stroke_width=1.5)
    names = [shortened(name, 15, box.w / 2 / len(picture.names)) for name in picture.names]
    return page(theme, game.title, names, " ".join(lines), ground, group(join(body), class_="text"))


def paint(subject: Subject[Any]) -> Art:
    picture = subject.picture
    theme, scores = picture.theme, picture.view.get("scores")
    lines = find_game(picture.view["game"]).describe(picture.view).splitlines()
    pitch = min(30, (BOARD.h - 64) / len(lines))
    words = [
        label(
            BOARD.x + 32, BOARD.y + 32 + (n + 0.7) * pitch, shortened(line, 20, BOARD.w - 64), 0.68 * pitch, theme.ink
        )
        for n, line in enumerate(lines)
    ]
    numbers = [int(score) if isinstance(score, int) else 0 for score in scores or [0] * len(picture.names)]
    nothing, board = join([]), join([rect(BOARD, 18, fill=theme.panel), *words])
    return Art(nothing, board, numbers, nothing, picture.names, left=BOARD.right)
