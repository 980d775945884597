"""Games of Axio Rota side by side."""

from __future__ import annotations

import numpy as np

from triax.games.core import Plain
from triax.games.rota.facts import most_laid
from triax.games.rota.state import RotaState
from triax.kernels.arrays import Ints
from triax.kernels.parts.rota import parts
from triax.kernels.reach import checked_reach
from triax.kernels.rota.actions import (
    EACH,
    act,
    allowed,
    current,
    fill_mask,
    play_randomly,
    random_action,
    renew_mask,
)
from triax.kernels.rota.deal import PIECES, deal
from triax.kernels.rota.layout import REACH, SIZE
from triax.kernels.rota.observe import observe, renew
from triax.kernels.rota.rules import alone, rank, reshuffle
from triax.kernels.rota.states import load as load_state
from triax.kernels.rota.states import tables
from triax.kernels.rows import loops_of

__all__ = ["LOOPS", "PARTS", "PIECES", "SIZE", "actions", "load", "parts", "reach_for", "setup", "tables"]

USUAL_REACH = 8

PARTS = {
    "pieces": PIECES,
    "room_size": 1,
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


def load(state: RotaState, reach: int) -> Ints:
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
