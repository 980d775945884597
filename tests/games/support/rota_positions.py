"""Positions of Axio Rota, made for a test."""

from __future__ import annotations

from triax.games.facts import Options
from triax.games.rota import RotaState
from triax.games.rota.display import Laid

THREE_RED = {(0, 0): "GBRO", (1, 0): "GBOR", (0, 1): "GROB"}


def position(
    display: dict[tuple[int, int], str],
    hand: str,
    *,
    players: int = 2,
    tracks: tuple[int, ...] = (0, 0, 0, 0, 0),
    stack: tuple[str, ...] = ("RGBO", "GBOP"),
    supply: tuple[str, ...] = ("-RGB", "-GBR"),
) -> RotaState:
    """Seat 0 to place `hand` on a display of unturned tiles."""
    return RotaState(
        players=players,
        options=Options(start=0),
        display={cell: Laid(tile, 0) for cell, tile in display.items()},
        hands=(hand, *["RGBP"] * (players - 1)),
        stacks=(stack,) * players,
        supply=supply,
        tracks=(tracks, *[(0, 0, 0, 0, 0)] * (players - 1)),
        turn=0,
    )
