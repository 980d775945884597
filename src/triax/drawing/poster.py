"""A position as a poster: the board, who won with what, and the day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic

from triax.drawing.materials import ground, wordmark
from triax.drawing.page import Picture, document
from triax.drawing.svg import Box, Svg, circle, group, join, label, path, shortened, text_width, wrapped
from triax.drawing.symbols import symbol
from triax.drawing.theme import GLOW, Theme
from triax.drawing.words import day, listed, say
from triax.games import find_game
from triax.games.core import V
from triax.games.tracks import COLOURS

WIDTH, HEIGHT = 1080, 1350
BOARD = Box(64, 172, 952, 756)
"""Where the board lies."""
EMBLEM = Box(516, 1010, 500, 170)
"""Where the winner's score is told in full."""


@dataclass(frozen=True)
class Subject(Generic[V]):
    """What a game is asked to draw for a poster."""

    picture: Picture[V]
    seat: int
    """Whose poster it is."""
    lang: str
    final: V
    """The position that the whole is measured by: the last one of a game that is shown as it grows."""


@dataclass(frozen=True)
class Art:
    """What a game gives to a poster."""

    inlay: Svg
    board: Svg
    numbers: Sequence[int]
    """What counts, a number a seat."""
    emblem: Svg
    notes: Sequence[str]
    signs: bool = False
    left: float = EMBLEM.x
    """Where the emblem begins."""
    alone: Sequence[str] = ()
    """Who won, where one plays against the game itself."""


Paint = Callable[[Subject[Any]], Art]


def draw_poster(subject: Subject[Any], paint: Paint, when: date | None) -> str:
    picture, lang = subject.picture, subject.lang
    theme, view = picture.theme, picture.view
    title = find_game(view["game"]).title
    art = paint(subject)
    whole = Box(0, 0, WIDTH, HEIGHT)
    number = str(art.numbers[subject.seat])
    size = 330 if len(number) == 1 else 250
    beside = 48 + text_width(number, size, "display") - 0.015 * size * len(number) + 20
    body = [
        ground(whole, theme),
        art.inlay,
        label(64, 128, title, 76, theme.ink, display=True),
        label(1016, 128, day(lang, when), 26, theme.muted, anchor="end") if when else join([]),
        art.board,
        label(48, 1216 if len(number) == 1 else 1200, number, size, theme.ink, display=True),
        *_result(subject, art, beside),
        art.emblem,
        path("M64 1246H1016", stroke=theme.line, stroke_width=2, fill="none"),
        label(64, 1300, shortened(" · ".join(art.notes), 26, 780), 26, theme.muted),
        wordmark(1016 - 2.261 * 54, 1304, 54, theme),
    ]
    says = f"{title}. {' '.join(_words(subject, art))}. {' · '.join(art.notes)}."
    return document(whole, theme, f"{title}: {number}", says, *body, signs=art.signs)


def winner(picture: Picture[Any], numbers: Sequence[int]) -> int:
    """The first of the standings; before there are any, whoever leads."""
    standings = picture.view["standings"]
    if standings and standings[0]:
        return int(standings[0][0])
    return max(range(len(numbers)), key=lambda seat: numbers[seat])


def _result(subject: Subject[Any], art: Art, x: float) -> list[Svg]:
    theme, lang = subject.picture.theme, subject.lang
    others = [number for seat, number in enumerate(art.numbers) if seat != subject.seat]
    room = art.left - 24 - x
    lines = _words(subject, art)
    if others and room >= text_width(say(lang, "to", max(others)), 58, "display"):
        parts = [label(x, 1072, say(lang, "to", max(others)), 58, theme.ink, display=True)]
        top = 1118
    else:
        parts, top = [], 1084
    if room < 170:
        # Two figures leave no room at their side: the words go above the tracks.
        above = wrapped(" ".join(lines), 23, EMBLEM.w, 2)
        return parts + [label(EMBLEM.x, 988 - 30 * n, line, 23, theme.muted) for n, line in enumerate(reversed(above))]
    size = 25
    if any(text_width(line, size) > room for line in lines):
        said = " ".join(lines)
        lines = wrapped(said, size, room, 4)
        if any(line.endswith("…") for line in lines):
            # Long names: smaller letters, and a line more.
            size = 21
            lines = wrapped(said, size, room, 5)
    return parts + [label(x + 2, top + 1.36 * size * n, line, size, theme.muted) for n, line in enumerate(lines)]


def _words(subject: Subject[Any], art: Art) -> list[str]:
    picture, lang, seat = subject.picture, subject.lang, subject.seat
    names, standings = picture.names, picture.view["standings"]
    others = listed(lang, [name for other, name in enumerate(names) if other != seat])
    if len(names) == 1:
        return list(art.alone) or [say(lang, "alone", names[0])]
    if standings is None:
        leads = all(art.numbers[seat] > number for other, number in enumerate(art.numbers) if other != seat)
        return [say(lang, "leads", names[seat]) if leads else names[seat], say(lang, "against", others)]
    first = standings[0] if standings else []
    if seat in first and len(first) > 1:
        rest = [name for other, name in enumerate(names) if other not in first]
        lines = [say(lang, "shared", listed(lang, [names[one] for one in first]))]
        return [*lines, say(lang, "against", listed(lang, rest))] if rest else lines
    if seat in first:
        return [say(lang, "won", names[seat]), say(lang, "against", others)]
    return [names[seat], say(lang, "against", others)]


def five_tracks(values: Sequence[int], theme: Theme) -> Svg:
    """The five tracks in a row: a jewel and its number each."""
    parts = []
    for n, (colour, value) in enumerate(zip(COLOURS, values, strict=True)):
        x = EMBLEM.x + 50 + 100 * n
        parts.append(
            group(
                circle(x, 1072, 33, fill=theme.pit, stroke=GLOW[colour], stroke_width=2.5),
                symbol(colour, x, 1072, 19, theme),
                label(x, 1152, str(value), 42, theme.ink, display=True, anchor="middle"),
                data_colour=colour,
            )
        )
    return join(parts)
