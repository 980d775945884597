"""Games of Axio side by side."""

from __future__ import annotations

import numpy as np

from triax.games.axio.pieces import SIDE
from triax.games.axio.state import AxioState
from triax.games.core import Plain
from triax.kernels.arrays import Ints, Longs
from triax.kernels.axio.deal import PIECES
from triax.kernels.axio.layout import SIZE, TILES_AT
from triax.kernels.axio.states import load as load_state
from triax.kernels.axio.states import tables
from triax.kernels.parts.axio import parts
from triax.kernels.reach import no_reach
from triax.kernels.rows import loops_of, parts_of

__all__ = ["LOOPS", "PARTS", "PIECES", "SIZE", "actions", "load", "lying", "parts", "reach_for", "setup", "tables"]

PARTS = parts_of(__name__, room_size=16)
LOOPS = loops_of(__name__, PARTS)


def load(state: AxioState, reach: int) -> Ints:
    return load_state(state)


def reach_for(players: int, reach: int | None) -> int:
    return no_reach("Axio", reach)


def setup(players: int, options: Plain, reach: int) -> Ints:
    return np.array([players, options.get("start", -1), 0, 0], np.int32)


def actions(players: int, reach: int) -> int:
    side = SIDE[players]
    return 2 + 2 * side * (side - 1) * 25


def lying(tables: Ints, order: Longs) -> Ints | Longs:
    return tables[TILES_AT + order]
