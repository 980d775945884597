"""Games of Axio Rota side by side."""

from __future__ import annotations

import numpy as np

from triax.games.core import Plain
from triax.games.errors import BadData
from triax.games.rota.facts import most_laid
from triax.games.rota.state import RotaState
from triax.kernels.arrays import Ints, Longs
from triax.kernels.parts.rota import parts
from triax.kernels.reach import checked_reach
from triax.kernels.rota.actions import EACH
from triax.kernels.rota.deal import PIECES
from triax.kernels.rota.layout import REACH, SIZE
from triax.kernels.rota.states import load as load_state
from triax.kernels.rota.states import tables
from triax.kernels.rows import loops_of, parts_of

__all__ = ["LOOPS", "PARTS", "PIECES", "SIZE", "actions", "load", "lying", "parts", "reach_for", "setup", "tables"]

USUAL_REACH = 8

PARTS = parts_of(__name__, room_size=1)
LOOPS = loops_of(__name__, PARTS)


def load(state: RotaState, reach: int) -> Ints:
    for x, y in state.display:
        if not (-reach <= x <= reach + 1 and -reach <= y <= reach + 1):
            raise BadData(f"the tile on {x},{y} lies beyond the reach of {reach}")
    vec = load_state(state)
    vec[REACH] = reach
    return vec


def reach_for(players: int, reach: int | None) -> int:
    most = most_laid(players)
    return min(USUAL_REACH, most) if reach is None else checked_reach(reach, players, most)


def setup(players: int, options: Plain, reach: int) -> Ints:
    return np.array([players, options.get("start", -1), reach, 0], np.int32)


def actions(players: int, reach: int) -> int:
    return EACH * 2 * reach * (reach + 3)


def lying(tables: Ints, order: Longs) -> Ints | Longs:
    return tables[order]
