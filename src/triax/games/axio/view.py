"""What a seat may know of a game of Axio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypedDict

from triax.games.axio.board import BARE, PYRAMID
from triax.games.axio.notation import DIRECTIONS, AxioPlace
from triax.games.axio.pieces import Space
from triax.games.core import View
from triax.games.tracks import describe_tracks


class PlacedView(TypedDict):
    tile: str
    at: list[int]
    to: str


class AxioView(View):
    game: Literal["axio"]
    turn: int
    phase: str
    """place, exchange or over."""
    owed: int
    side: int
    printed: list[tuple[int, int, str]]
    tiles: list[PlacedView]
    """In the order in which they were laid."""
    pyramids: list[list[int]]
    """The one longest in its place first."""
    bare: list[list[int]]
    """Spaces that a pyramid has left."""
    opened: list[bool]
    rack: list[str] | None
    racks: list[int]
    bag: int
    tracks: list[list[int]]


class AxioOwn(TypedDict):
    """What a view has for its seat alone."""

    seat: int
    rack: list[str]


def placed_view(laid: AxioPlace) -> PlacedView:
    return {"tile": laid.tile, "at": [laid.x, laid.y], "to": laid.to}


def halves_of(placed: PlacedView) -> tuple[Space, Space]:
    """The spaces on which a tile's first and second colour lie."""
    (x, y), (dx, dy) = placed["at"], DIRECTIONS[placed["to"]]
    return (x, y), (x + dx, y + dy)


def read_board(view: AxioView) -> dict[Space, str]:
    """What lies on the spaces of the play area that are not empty: a colour, `PYRAMID` or `BARE`."""
    board = {(x, y): colour for x, y, colour in view["printed"]}
    for laid in view["tiles"]:
        board.update(zip(halves_of(laid), laid["tile"], strict=True))
    for spaces, content in ((view["pyramids"], PYRAMID), (view["bare"], BARE)):
        for x, y in spaces:
            board[x, y] = content
    return board


def describe(view: AxioView) -> Iterator[str]:
    yield from describe_tracks(view, {"racks": view["racks"], "opened": view["opened"]})
    yield f"bag {view['bag']} · {view['phase']} · owed {view['owed']}"
    board = read_board(view)
    across = range(-(view["side"] // 2), view["side"] // 2 + 1)
    for y in across:
        yield " ".join(board.get((x, y), ".") for x in across)
    if view["pyramids"]:
        yield "pyramids, oldest first: " + " ".join(f"{x},{y}" for x, y in view["pyramids"])
    if kinds := Counter(laid["tile"] for laid in view["tiles"]):
        yield "laid " + " ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
    if view["rack"]:
        yield "rack " + " ".join(sorted(view["rack"]))
