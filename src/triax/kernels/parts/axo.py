"""The parts of an observation of AXO. Without a compiler, as the environments ask here too."""

from __future__ import annotations

from triax.games.axo.picks import SECTIONS
from triax.games.axo.pieces import AREA, CARDS, COLOURS, EXTRA_MARKS, HAND, SOLO_PILE
from triax.kernels.parts import Part

PHASES = ("area", "choose", "mark", "effects", "refill", "over")
MARKING_STEPS = ("apply", "free", "extra", "done")
MOST_POINTS = 12


def parts(players: int, reach: int) -> list[Part]:
    return [
        Part("phase", (len(PHASES),), planes=PHASES),
        Part("active", (players + 1,)),
        Part("card", (CARDS,)),
        Part("colour", (len(COLOURS),), planes=tuple(COLOURS)),
        Part("hand", (CARDS,)),
        Part("chosen", (CARDS,)),
        Part("areas", (players, CARDS)),
        Part("marks", (players, CARDS, SECTIONS)),
        Part("step", (len(MARKING_STEPS),), planes=MARKING_STEPS),
        Part("made", (CARDS, SECTIONS)),
        Part("applied", (CARDS,)),
        Part("effects", (players, CARDS), AREA * players),
        Part("points", (players,), MOST_POINTS),
        Part("extra", (players,), EXTRA_MARKS),
        Part("earned", (players,), EXTRA_MARKS),
        Part("pivots", (players,), CARDS),
        Part("hands", (players,), AREA + HAND),
        Part("discard", (CARDS,)),
        Part("pile", (1,), CARDS),
        Part("simona", (1,), SOLO_PILE),
    ]
