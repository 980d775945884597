"""The picture that goes with a link: a game, who plays it, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from triax.drawing.materials import ground, wordmark
from triax.drawing.page import Picture, document, seat_names
from triax.drawing.poster import BOARD, Paint, Subject, winner
from triax.drawing.svg import Box, Svg, label, placed, text_width, wrapped
from triax.drawing.theme import Theme, theme_of
from triax.games import find_game
from triax.games.core import AnyState, Dice, Plain

WIDTH, HEIGHT = 1200, 630
LEFT = 748
"""Where the words begin."""
ROOM = WIDTH - LEFT - 48
SAMPLE_MOVES = 64
"""How far the game is played that stands for one that has not begun."""


def draw_preview(game: str, view: Plain | None, names: Sequence[str], lines: Sequence[str], paint: Paint) -> str:
    """1200 × 630. Without a view a game that nobody plays is shown, always the same."""
    theme = theme_of("dark", game)
    shown = sample(game) if view is None else view
    called = seat_names(names, shown["players"], None)
    picture: Picture[Any] = Picture(shown, theme, (), called, ())
    art = paint(Subject(picture, 0, "en", shown))
    seat = winner(picture, art.numbers)
    art = paint(Subject(picture, seat, "en", shown))
    scale = 0.72
    title = find_game(game).title
    words: list[Svg] = [label(LEFT, 132, title, 64, theme.ink, display=True)]
    y = 190.0
    if view is not None and view["standings"] is not None:
        words += _score(art.numbers, seat, theme)
        y = 436
    # Long names may take two lines, three in all: what they did is not cut, and the wordmark has its place.
    free = 3
    for n, line in enumerate(lines):
        parts = wrapped(line, 29, ROOM, min(2, max(1, free)))
        free -= len(parts)
        for part in parts:
            words.append(label(LEFT + 2, y, part, 28, theme.ink if n == 0 else theme.muted))
            y += 38
    board = placed(378 - scale * BOARD.middle[0], HEIGHT / 2 - scale * BOARD.middle[1], scale, art.board)
    body = [ground(Box(0, 0, WIDTH, HEIGHT), theme), board, *words, wordmark(WIDTH - 48 - 2.261 * 48, 578, 48, theme)]
    says = ". ".join([title, *lines])
    return document(Box(0, 0, WIDTH, HEIGHT), theme, title, says, *body, signs=art.signs)


def _score(numbers: Sequence[int], seat: int, theme: Theme) -> list[Svg]:
    own = str(numbers[seat])
    parts = [label(LEFT - 8, 372, own, 220, theme.ink, display=True)]
    others = [number for other, number in enumerate(numbers) if other != seat]
    if others:
        x = LEFT + text_width(own, 220, "display") + 12
        parts.append(label(x, 372, f"to {max(others)}", 64, theme.ink, display=True))
    return parts


def sample(game: str) -> Plain:
    rules, rng = find_game(game), Random(5)
    state: AnyState = rules.new(max(rules.facts.players[0], 2), rng)
    for _ in range(SAMPLE_MOVES):
        if not state.to_act:
            break
        mover = min(state.to_act)
        state, _ = state.play(mover, rng.choice(state.moves(mover)), Dice(rng))
    return {**state.view(None), "standings": None}
