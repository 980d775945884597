"""Positions as pictures, drawn from what a seat may know, never from a state: SVG, PNG, posters, time-lapses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Any

from triax.drawing import axio, axo, plain, rota
from triax.drawing.card import draw_card
from triax.drawing.page import Picture, seat_names
from triax.drawing.poster import Paint, Subject, draw_poster, winner
from triax.drawing.preview import draw_preview
from triax.drawing.raster import png
from triax.drawing.theme import THEMES, theme_of
from triax.drawing.timelapse import FORMATS, animation, chosen
from triax.drawing.words import LANGUAGES
from triax.games.core import Plain
from triax.games.errors import BadData
from triax.games.events import Event, redact
from triax.games.record import Record

__all__ = ["FORMATS", "LANGUAGES", "THEMES", "draw", "link_picture", "png", "poster", "result_card", "timelapse"]

_DRAWINGS: dict[str, Callable[[Picture[Any]], str]] = dict([rota.DRAWING, axio.DRAWING, axo.DRAWING])
_POSTERS: dict[str, Paint] = dict([rota.POSTER, axio.POSTER, axo.POSTER])


def draw(
    view: Plain,
    *,
    theme: str = "light",
    events: Sequence[Event] = (),
    names: Sequence[str] | None = None,
    hands: Sequence[Plain] | None = None,
) -> str:
    """A whole SVG, 1440 × 900, of a position as `state.view` gives it.

    `events` are those of the last move, as `redact` leaves them: the piece just laid gets a dot, and what gave points
    lights up. `names` are the seats' names. `hands`, the view of every seat in order, lays all hands open, as a replay
    does. A game without a drawing of its own is shown as the text that it describes itself with.
    """
    if hands is not None and [own["seat"] for own in hands] != list(range(view["players"])):
        raise BadData("hands: expected the view of every seat, in order")
    drawing = _DRAWINGS.get(view["game"], plain.draw_text)
    return drawing(_picture(view, theme, events, names, hands))


def poster(
    view: Plain,
    *,
    theme: str = "dark",
    names: Sequence[str] | None = None,
    seat: int | None = None,
    when: date | None = None,
    lang: str = "en",
    events: Sequence[Event] = (),
    final: Plain | None = None,
) -> str:
    """A position as a poster, an SVG of 1080 × 1350: the board, what counts in large, the names, the day.

    It is the winner's, or that of a `seat`. A spectator's view, `state.view(None)`, shows no more than all may know.
    `final`, a later view of the same game, says how much room to leave.
    """
    if lang not in LANGUAGES:
        raise BadData(f"'{lang}' is not a language: expected {' or '.join(LANGUAGES)}")
    picture = _picture(view, theme, events, names, None)
    paint = _POSTERS.get(view["game"], plain.paint)
    whose = Subject(picture, seat or 0, lang, view if final is None else final)
    if seat is None:
        whose = Subject(picture, winner(picture, paint(whose).numbers), lang, whose.final)
    return draw_poster(whose, paint, when)


def link_picture(game: str, view: Plain | None = None, *, names: Sequence[str] = (), lines: Sequence[str] = ()) -> str:
    """The picture that goes with a link, an SVG of 1200 × 630: a position and its result, or a game to come."""
    return draw_preview(game, view, names, lines, _POSTERS.get(game, plain.paint))


def result_card(
    game: str,
    scores: Sequence[int],
    name: str,
    when: date,
    *,
    theme: str = "dark",
    lang: str = "en",
    better: int | None = None,
    streak: int = 0,
) -> str:
    """The result of a deal of the day, an SVG of 1080 × 1080 that says nothing of the deal."""
    return draw_card(game, scores, name, when, theme=theme, lang=lang, better=better, streak=streak)


def timelapse(
    record: Record,
    suffix: str = ".webp",
    *,
    theme: str = "dark",
    names: Sequence[str] | None = None,
    when: date | None = None,
    lang: str = "en",
    width: int = 540,
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """A game as a moving picture, WebP or GIF, that ends as its poster. Nothing hidden is in it.

    `progress` is told how many frames are drawn, and of how many.
    """
    steps = list(record.replay())
    states = [record.start(), *(step.after for step in steps)]
    happened = [(), *(redact(step.events, None) for step in steps)]
    final = states[-1].view(None)
    first = final["standings"][0][0] if final["standings"] and final["standings"][0] else 0
    seen: list[tuple[Plain, Sequence[Event]]] = []
    for state, events in zip(states, happened, strict=True):
        view = state.view(None)
        # What changes nothing for whoever looks on needs no frame of its own.
        if not seen or view != seen[-1][0]:
            seen.append((view, events))
    frames = [
        partial(poster, view, theme=theme, names=names, seat=first, when=when, lang=lang, events=events, final=final)
        for view, events in (seen[n] for n in chosen(len(seen)))
    ]
    return animation(frames, suffix, width=width, progress=progress)


def _picture(
    view: Plain, theme: str, events: Sequence[Event], names: Sequence[str] | None, hands: Sequence[Plain] | None
) -> Picture[Any]:
    if theme not in THEMES:
        raise BadData(f"'{theme}' is not a theme: expected {' or '.join(THEMES)}")
    called = seat_names(names, view["players"], view["seat"])
    return Picture(view, theme_of(theme, view["game"]), events, called, hands or ())
