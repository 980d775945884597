"""Positions of AXO made by hand."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support import play_all
from triax.games import GAMES
from triax.games.axo import AxoState
from triax.games.axo.flow import open_marking
from triax.games.axo.pieces import standard_deck
from triax.games.axo.player import Player, Sheet
from triax.games.events import Event
from triax.games.facts import Options

AXO = GAMES["axo"]

Marked = tuple[str, str, str, str]
"""A card and the rows of its marks: x marked, . open."""


def sheet(marked: Marked) -> Sheet:
    card, *rows = marked
    return Sheet(card, sum(1 << i for i, mark in enumerate("".join(rows)) if mark == "x"))


def position(
    areas: Sequence[Sequence[Marked]],
    *,
    phase: str = "choose",
    active: int | None = 0,
    card: str | None = None,
    colour: str | None = None,
    extra: int = 0,
    pivots: int = 0,
    points: int = 0,
    effects: bool = True,
    pile: tuple[str, ...] | None = None,
    discard: tuple[str, ...] = (),
    simona: tuple[str, ...] | None = None,
) -> AxoState:
    """Areas as given; every other card is dealt in order: hands of four, then the pile."""
    used = {marked[0] for area in areas for marked in area} | {card, *discard, *(simona or ()), *(pile or ())}
    rest = iter([other for other in standard_deck() if other not in used])
    seats = tuple(
        Player(
            hand=tuple(next(rest) for _ in range(3 if card and seat == active else 4)),
            area=tuple(sheet(marked) for marked in area),
            extra=extra,
            earned=extra,
            pivots=pivots,
            points=points,
        )
        for seat, area in enumerate(areas)
    )
    options = {"start": 0, "effects": effects, **({"simona": "left"} if len(areas) == 1 else {})}
    return AxoState(
        players=len(areas),
        options=Options(options),
        cards=standard_deck(),
        phase=phase,
        seats=seats,
        active=active,
        pile=tuple(rest) if pile is None else pile,
        discard=discard,
        simona=simona if len(areas) > 1 or simona is not None else ("40", "41"),
        card=card,
        colour=colour,
    )


def choosing(players: int = 2, active: int = 0) -> AxoState:
    blank = ("...", "...", "...")
    areas = [[(f"{3 * seat + n:02}", *blank) for n in (1, 2, 3)] for seat in range(players)]
    return position(areas, active=active)


def marking(
    card: str,
    colour: str,
    areas: Sequence[Sequence[Marked]],
    *,
    extra: int = 0,
    pivots: int = 0,
    points: int = 0,
    effects: bool = True,
    active: int | None = 0,
    pile: tuple[str, ...] | None = None,
    discard: tuple[str, ...] = (),
    simona: tuple[str, ...] | None = None,
) -> AxoState:
    """The card has been played: everybody marks."""
    return open_marking(
        position(
            areas,
            active=active,
            card=card,
            colour=colour,
            extra=extra,
            pivots=pivots,
            points=points,
            effects=effects,
            pile=pile,
            discard=discard,
            simona=simona,
        )
    )


def play(state: AxoState, *texts: tuple[int, str]) -> tuple[AxoState, list[Event]]:
    after, events = play_all(state, AXO, *texts)
    assert isinstance(after, AxoState)
    return after, events


def moves_of(state: AxoState, seat: int) -> list[str]:
    return [str(move) for move in state.moves(seat)]
