"""What a seat may know of a game of Axio Rota."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypedDict

from triax.games.core import View
from triax.games.rota.display import Cell, Laid
from triax.games.tracks import describe_tracks


class LaidView(TypedDict):
    tile: str
    at: list[int]
    turn: int


class RotaView(View):
    game: Literal["rota"]
    turn: int
    extra: bool
    owed: int
    display: list[LaidView]
    """In the order in which the tiles were laid."""
    hand: str | None
    hands: list[int]
    """How many tiles each seat holds: one or none."""
    stacks: list[int]
    supply: int
    tracks: list[list[int]]


class RotaOwn(TypedDict):
    """What a view has for its seat alone."""

    seat: int
    hand: str | None


def laid_view(cell: Cell, laid: Laid) -> LaidView:
    return {"tile": laid.tile, "at": [*cell], "turn": laid.turn}


def read_display(view: RotaView) -> dict[Cell, Laid]:
    """The tiles by cell, in the order in which they were laid."""
    return {(laid["at"][0], laid["at"][1]): Laid(laid["tile"], laid["turn"]) for laid in view["display"]}


def describe(view: RotaView) -> Iterator[str]:
    yield from describe_tracks(view, {"hands": view["hands"], "stacks": view["stacks"]})
    yield f"supply {view['supply']} · extra {int(view['extra'])} · owed {view['owed']}"
    laid = {cell: one.corners for cell, one in read_display(view).items()}
    across = range(min(x for x, _ in laid), max(x for x, _ in laid) + 1)
    down = range(min(y for _, y in laid), max(y for _, y in laid) + 1)
    yield f"display from {across.start},{down.start}"
    for y in down:
        row = [laid.get((x, y), "    ") for x in across]
        yield " ".join(tile[:2] for tile in row).rstrip()
        yield " ".join(tile[3] + tile[2] for tile in row).rstrip()
    if view["hand"]:
        yield f"hand {view['hand']}"
