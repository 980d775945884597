"""Games of AXO side by side."""

from __future__ import annotations

import numpy as np

from triax.games.axo.facts import SIMONA_SIDE
from triax.games.axo.picks import PICKS
from triax.games.axo.state import AxoState
from triax.games.core import Plain
from triax.kernels.arrays import Ints, Longs
from triax.kernels.axo.actions import ROOM
from triax.kernels.axo.deal import PIECES
from triax.kernels.axo.layout import SIZE
from triax.kernels.axo.states import load as load_state
from triax.kernels.axo.states import tables
from triax.kernels.parts import Part, picked_part
from triax.kernels.parts.axo import parts as shown
from triax.kernels.reach import no_reach
from triax.kernels.rows import loops_of, parts_of

__all__ = ["LOOPS", "PARTS", "PIECES", "SIZE", "actions", "load", "lying", "parts", "reach_for", "setup", "tables"]

PARTS = parts_of(__name__, room_size=ROOM)
LOOPS = loops_of(__name__, PARTS)


def load(state: AxoState, reach: int) -> Ints:
    return load_state(state)


def reach_for(players: int, reach: int | None) -> int:
    return no_reach("AXO", reach)


def parts(players: int, reach: int) -> list[Part]:
    return [*shown(players, reach), picked_part(PICKS)]


def setup(players: int, options: Plain, reach: int) -> Ints:
    return np.array(
        [players, options.get("start", -1), options["effects"], SIMONA_SIDE[options.get("simona", "left")]], np.int32
    )


def actions(players: int, reach: int) -> int:
    return PICKS


def lying(tables: Ints, order: Longs) -> Ints | Longs:
    return order + 1
