"""What a seat sees, as numbers: made from its view alone, seats counted from its own.

Who else owes a decision at the same moment is left out: environments ask one seat after another, where at the table all
decide at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy.typing as npt

from triax.envs.layout import Layout, Numbers, Piece
from triax.envs.rota_actions import most_laid
from triax.games.axio.notation import DIRECTIONS
from triax.games.axio.pieces import KINDS, PYRAMIDS, RACK, SIDE, TILES
from triax.games.axo.pieces import AREA, CARDS, EXTRA_MARKS, HAND, SOLO_PILE
from triax.games.axo.pieces import COLOURS as AXO_COLOURS
from triax.games.core import Plain
from triax.games.errors import BadData
from triax.games.rota.display import turned
from triax.games.rota.pieces import EMPTY, STACK, TRACK
from triax.games.tracks import COLOURS

CORNERS = ("top left", "top right", "bottom right", "bottom left")
CORNER_KINDS = COLOURS + EMPTY
PHASES = ("area", "choose", "mark", "effects", "refill", "over")
STEPS = ("apply", "free", "extra", "done")
MOST_POINTS = 12

Pieces = Mapping[str, npt.NDArray[Any]]
Fill = Callable[[Any, Pieces, Sequence[int]], None]


def rota_layout(players: int, reach: int) -> Layout:
    across = 2 * reach + 2
    planes = ("tile", *(f"{corner} {colour}" for corner in CORNERS for colour in COLOURS))
    return Layout(
        [
            Piece("display", (len(planes), across, across), planes=planes),
            Piece("hand", (4, len(CORNER_KINDS)), planes=CORNERS),
            Piece("tracks", (players, 5), TRACK),
            Piece("hands", (players,)),
            Piece("stacks", (players,), STACK),
            Piece("supply", (1,), 60),
            Piece("turn", (players,)),
            Piece("extra", (1,)),
            Piece("owed", (1,), len(COLOURS)),
            Piece("over", (1,)),
        ]
    )


def fill_rota(view: Any, into: Pieces, seats: Sequence[int]) -> None:  # noqa: ANN401
    display = into["display"]
    middle = display.shape[-1] // 2 - 1
    for laid in view["display"]:
        x, y = laid["at"][0] + middle, laid["at"][1] + middle
        if not (0 <= x < display.shape[-1] and 0 <= y < display.shape[-1]):
            raise BadData(f"the tile on {laid['at'][0]},{laid['at'][1]} lies beyond the reach of {middle}")
        display[0, y, x] = 1
        for corner, colour in enumerate(turned(laid["tile"], laid["turn"])):
            if colour != EMPTY:
                display[1 + 5 * corner + COLOURS.index(colour), y, x] = 1
    for corner, colour in enumerate(view["hand"] or ""):
        into["hand"][corner, CORNER_KINDS.index(colour)] = 1
    for name in ("tracks", "hands", "stacks"):
        into[name][:] = [view[name][seat] for seat in seats]
    into["turn"][seats.index(view["turn"])] = 1
    for name in ("supply", "extra", "owed"):
        into[name][0] = view[name]
    into["over"][0] = not view["to_act"]


def axio_layout(players: int) -> Layout:
    side = SIDE[players]
    planes = (*COLOURS, "pyramid", "bare", "pyramid age")
    return Layout(
        [
            Piece("board", (len(planes), side, side), PYRAMIDS, planes),
            Piece("rack", (len(KINDS),), RACK, KINDS),
            Piece("laid", (len(KINDS),), TILES, KINDS),
            Piece("tracks", (players, 5), 36 if players == 1 else 18),
            Piece("racks", (players,), RACK),
            Piece("bag", (1,), TILES),
            Piece("opened", (players,)),
            Piece("turn", (players,)),
            Piece("exchange", (1,)),
            Piece("owed", (1,), len(COLOURS)),
            Piece("over", (1,)),
        ]
    )


def fill_axio(view: Any, into: Pieces, seats: Sequence[int]) -> None:  # noqa: ANN401
    board = into["board"]
    middle = view["side"] // 2

    def put(plane: int, x: int, y: int, value: int = 1) -> None:
        # What is printed outside the play area of few players is not there.
        if max(abs(x), abs(y)) <= middle:
            board[plane, y + middle, x + middle] = value

    for x, y, colour in view["printed"]:
        put(COLOURS.index(colour), x, y)
    for laid in view["tiles"]:
        x, y = laid["at"]
        dx, dy = DIRECTIONS[laid["to"]]
        put(COLOURS.index(laid["tile"][0]), x, y)
        put(COLOURS.index(laid["tile"][1]), x + dx, y + dy)
        into["laid"][KINDS.index(laid["tile"])] += 1
    newest_first = reversed(view["pyramids"])
    for age, (x, y) in enumerate(newest_first, 1):
        put(5, x, y)
        put(7, x, y, age)
    for x, y in view["bare"]:
        put(6, x, y)
    for tile in view["rack"] or ():
        into["rack"][KINDS.index(tile)] += 1
    for name in ("tracks", "racks", "opened"):
        into[name][:] = [view[name][seat] for seat in seats]
    into["turn"][seats.index(view["turn"])] = 1
    into["bag"][0], into["owed"][0] = view["bag"], view["owed"]
    into["exchange"][0] = view["phase"] == "exchange"
    into["over"][0] = view["phase"] == "over"


def axo_layout(players: int) -> Layout:
    return Layout(
        [
            Piece("phase", (len(PHASES),), planes=PHASES),
            Piece("active", (players + 1,)),
            Piece("card", (CARDS,)),
            Piece("colour", (3,), planes=tuple(AXO_COLOURS)),
            Piece("hand", (CARDS,)),
            Piece("chosen", (CARDS,)),
            Piece("areas", (players, CARDS)),
            Piece("marks", (players, CARDS, 9)),
            Piece("step", (len(STEPS),), planes=STEPS),
            Piece("made", (CARDS, 9)),
            Piece("applied", (CARDS,)),
            Piece("effects", (players, CARDS), AREA * players),
            Piece("points", (players,), MOST_POINTS),
            Piece("extra", (players,), EXTRA_MARKS),
            Piece("earned", (players,), EXTRA_MARKS),
            Piece("pivots", (players,), CARDS),
            Piece("hands", (players,), AREA + HAND),
            Piece("discard", (CARDS,)),
            Piece("pile", (1,), CARDS),
            Piece("simona", (1,), SOLO_PILE),
        ]
    )


def fill_axo(view: Any, into: Pieces, seats: Sequence[int]) -> None:  # noqa: ANN401
    into["phase"][PHASES.index(view["phase"])] = 1
    into["active"][len(seats) if view["active"] is None else seats.index(view["active"])] = 1
    for name in ("hand", "discard"):
        _put_cards(into[name], view[name] or ())
    _put_cards(into["chosen"], view["laid"] or ())
    _put_cards(into["card"], [view["card"]] if view["card"] else ())
    if view["colour"]:
        into["colour"][AXO_COLOURS.index(view["colour"])] = 1
    for place, seat in enumerate(seats):
        player = view["seats"][seat]
        for sheet in player["area"]:
            card = int(sheet["card"]) - 1
            into["areas"][place, card] = 1
            into["marks"][place, card] = [mark == "x" for mark in sheet["marks"]]
        for name in ("points", "extra", "earned", "pivots"):
            into[name][place] = player[name]
        into["hands"][place] = player["hand"]
    if view["marking"]:
        into["step"][STEPS.index(view["marking"]["step"])] = 1
        for made in view["marking"]["made"]:
            card = int(made["card"]) - 1
            into["applied"][card] |= made["what"] == "mark"
            for x, y in made["sections"]:
                into["made"][card, 3 * y + x] = 1
    for place, (seat, effect) in enumerate(view["effects"], 1):
        into["effects"][seats.index(seat), int(effect) - 1] = place
    into["pile"][0], into["simona"][0] = view["pile"], view["simona"] or 0


def _put_cards(into: npt.NDArray[Any], cards: Sequence[str]) -> None:
    for card in cards:
        into[int(card) - 1] = 1


FILLS: dict[str, Fill] = {"rota": fill_rota, "axio": fill_axio, "axo": fill_axo}


def layout_for(game: str, players: int, reach: int | None = None) -> Layout:
    if game == "rota":
        return rota_layout(players, most_laid(players) if reach is None else reach)
    return axio_layout(players) if game == "axio" else axo_layout(players)


def observe(view: Plain, layout: Layout, seat: int) -> Numbers:
    """A view as numbers, seats counted from one of them."""
    players = view["players"]
    seats = [(seat + place) % players for place in range(players)]
    observation = layout.empty()
    FILLS[view["game"]](view, layout.split(observation), seats)
    return observation
