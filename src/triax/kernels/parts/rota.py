"""The parts of an observation of Axio Rota. Without a compiler, as the environments ask here too."""

from __future__ import annotations

from triax.games.rota.pieces import EMPTY, STACK, TILES, TRACK
from triax.games.tracks import COLOURS
from triax.kernels.parts import Part

CORNERS = ("top left", "top right", "bottom right", "bottom left")
CORNER_KINDS = COLOURS + EMPTY
PLANES = ("tile", *(f"{corner} {colour}" for corner in CORNERS for colour in COLOURS))


def parts(players: int, reach: int) -> list[Part]:
    across = 2 * reach + 2
    return [
        Part("display", (len(PLANES), across, across), planes=PLANES),
        Part("hand", (len(CORNERS), len(CORNER_KINDS)), planes=CORNERS),
        Part("tracks", (players, len(COLOURS)), TRACK),
        Part("hands", (players,)),
        Part("stacks", (players,), STACK),
        Part("supply", (1,), TILES),
        Part("turn", (players,)),
        Part("extra", (1,)),
        Part("owed", (1,), len(COLOURS)),
        Part("over", (1,)),
    ]
