"""Axio Rota by simple rules, and how its moves meet the eye."""

from __future__ import annotations

from collections.abc import Sequence

from triax.bots.rules import PlainRules
from triax.bots.sight import Glimpse, Place
from triax.bots.track_rules import gains_of, glance, points_after, tracks_after
from triax.games.rota import ROTA, RotaPlace, RotaState, RotaView


def looks(view: RotaView, state: RotaState, seat: int, moves: Sequence[RotaPlace]) -> tuple[list[Glimpse], list[Place]]:
    """By cells; the tile is in hand as it was drawn."""
    found = [
        Glimpse(*glance(gain), (move.x, move.y), move.turn != 0)
        for move, gain in zip(moves, gains_of(state, seat), strict=True)
    ]
    return found, [tuple(laid["at"]) for laid in view["display"][-view["players"] :]]


RULES = PlainRules(ROTA, looks, points_after, tracks_after)
