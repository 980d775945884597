"""Axio by simple rules, and how its moves meet the eye. An exchange is taken where it is offered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from triax.bots.rules import PlainRules
from triax.bots.sight import Glimpse, Place
from triax.bots.track_rules import gains_of, glance, points_after, tracks_after
from triax.games.axio import AXIO, EXCHANGE, AxioMove, AxioPlace, AxioState, AxioView

Valued = Callable[[AxioState, int, Sequence[AxioMove]], Sequence[Any]]


def exchanging(worth: Valued) -> Valued:
    return lambda state, seat, moves: (
        [move == EXCHANGE for move in moves] if state.deciding else worth(state, seat, moves)
    )


def looks(view: AxioView, state: AxioState, seat: int, moves: Sequence[AxioMove]) -> tuple[list[Glimpse], list[Place]]:
    """By spaces; tiles lie on the rack from west to east."""
    found = [
        Glimpse(*glance(gain), (move.x, move.y), move.to != "E") if isinstance(move, AxioPlace) else Glimpse(0)
        for move, gain in zip(moves, gains_of(state, seat), strict=True)
    ]
    return found, [tuple(laid["at"]) for laid in view["tiles"][-view["players"] :]]


RULES = PlainRules(AXIO, looks, exchanging(points_after), exchanging(tracks_after))
