"""Games of Axio side by side."""

from __future__ import annotations

import numpy as np

from triax.games.axio.pieces import SIDE
from triax.games.axio.state import AxioState
from triax.games.core import Plain
from triax.kernels.arrays import Ints
from triax.kernels.axio.actions import act, allowed, current, fill_mask, random_action, renew_mask
from triax.kernels.axio.deal import PIECES, deal
from triax.kernels.axio.layout import SIZE
from triax.kernels.axio.observe import observe, renew
from triax.kernels.axio.playouts import play_randomly, reshuffle
from triax.kernels.axio.rules import alone, rank
from triax.kernels.axio.states import load as load_state
from triax.kernels.axio.states import tables
from triax.kernels.parts.axio import parts
from triax.kernels.reach import no_reach
from triax.kernels.rows import loops_of

__all__ = ["LOOPS", "PARTS", "PIECES", "SIZE", "actions", "load", "parts", "reach_for", "setup", "tables"]

PARTS = {
    "pieces": PIECES,
    "room_size": 16,
    "deal": deal,
    "current": current,
    "allowed": allowed,
    "act": act,
    "random_action": random_action,
    "fill_mask": fill_mask,
    "renew_mask": renew_mask,
    "observe": observe,
    "renew": renew,
    "reshuffle": reshuffle,
    "rank": rank,
    "alone": alone,
    "play_randomly": play_randomly,
}
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
