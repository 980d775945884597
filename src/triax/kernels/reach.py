"""How far from the start actions can go: a setting of Axio Rota, whose display has no border. Other games have none."""

from __future__ import annotations

from triax.games.errors import BadData

LEAST_REACH = 4
"""A display cut off here still has a free cell for every tile."""


def checked_reach(reach: int, players: int, most: int) -> int:
    if type(reach) is not int or not LEAST_REACH <= reach <= most:
        raise BadData(f"reach: {reach!r}; expected a whole number from {LEAST_REACH} to {most}, for {players} players")
    return reach


def no_reach(title: str, reach: int | None) -> int:
    if reach is not None:
        raise BadData(f"reach: {reach!r}; {title} has none")
    return 0
