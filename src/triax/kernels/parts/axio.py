"""The parts of an observation of Axio. Without a compiler, as the environments ask here too."""

from __future__ import annotations

from triax.games.axio.facts import track_top
from triax.games.axio.pieces import KINDS, PYRAMIDS, RACK, SIDE, TILES
from triax.games.tracks import COLOURS
from triax.kernels.parts import Part

PLANES = (*COLOURS, "pyramid", "bare", "pyramid age")


def parts(players: int, reach: int) -> list[Part]:
    return [
        Part("board", (len(PLANES), SIDE[players], SIDE[players]), PYRAMIDS, PLANES),
        Part("rack", (len(KINDS),), RACK, KINDS),
        Part("laid", (len(KINDS),), TILES, KINDS),
        Part("tracks", (players, len(COLOURS)), track_top(players)),
        Part("racks", (players,), RACK),
        Part("bag", (1,), TILES),
        Part("opened", (players,)),
        Part("turn", (players,)),
        Part("exchange", (1,)),
        Part("owed", (1,), len(COLOURS)),
        Part("over", (1,)),
    ]
