"""Learning solo AXO: what there is after a decision is worth as much as the game is likely to be won. A network says it
of the few decisions that are worth most by the tuned weights, plays what it likes best, now and then any of them, and
learns from every game: what it said of a decision comes closer to what it says of the next and to how the game ends.
"""

from __future__ import annotations

import numpy as np

from training.fit import Network, learn_from
from training.games import Learner, Recipe
from training.selfplay import Settings, best_of, gather
from triax.games.axo.pieces import GOAL
from triax.kernels import axo as kernel
from triax.kernels.arrays import Ints
from triax.kernels.axo import layout as lay
from triax.kernels.axo.alone import ROWS
from triax.kernels.axo.deal import PIECES, deal
from triax.kernels.axo.learned import new_looking, shortlist
from triax.kernels.axo.policy import workspace
from triax.kernels.chance import below, shuffle, stream
from triax.kernels.jit import njit
from triax.kernels.network import MOST_ROWS

DECISIONS = 400
"""More than a game has; of a longer one the first."""
NEAR = np.array([0.1])
"""What all the points of a win count beside winning: few of the first games are won."""


@njit
def play_games(
    network: Network, squares: Network, tables: Ints, settings: Settings, count: int, seed: np.uint64, rate: np.float32
) -> float:
    """So many games, learned from one by one. The mean square of what was wrong."""
    return _play_games(network, squares, tables, settings, count, seed, rate, True)[0]


@njit
def measure(network: Network, tables: Ints, settings: Settings, count: int, seed: np.uint64) -> float:
    """How many games are won by a network that only plays."""
    return _play_games(network, network, tables, settings, count, seed, np.float32(0), False)[1]


@njit
def _play_games(
    network: Network,
    squares: Network,
    tables: Ints,
    settings: Settings,
    count: int,
    seed: np.uint64,
    rate: np.float32,
    learns: bool,
) -> tuple[float, float]:
    setup, table, steps, moves, astray, trust, led = settings
    vec, order, rng = np.zeros(kernel.SIZE, np.int32), np.arange(PIECES).astype(np.int64), np.empty(1, np.uint64)
    room, looking = workspace(), new_looking(moves)
    _, _, few, (rows, counts, _, _, _) = looking
    kept, sizes = np.empty((DECISIONS, MOST_ROWS), np.int16), np.zeros(DECISIONS, np.int64)
    said, strayed = np.empty(DECISIONS, np.float32), np.zeros(DECISIONS, np.int64)
    hidden, one = np.empty(network.begin.size, np.float32), np.empty(MOST_ROWS, np.int16)
    wrong, learned, won = 0.0, 0, 0
    for game in range(count):
        rng[0] = stream(seed, game)
        for piece in range(PIECES):
            order[piece] = piece
        shuffle(order, 0, PIECES, rng)
        vec[:] = 0
        deal(vec, tables, setup, order, rng)
        taken = 0
        while vec[lay.PHASE] != lay.OVER:
            found = shortlist(vec, tables, 0, rng, table, room, looking)
            choice = 0
            if found > 1:
                best, most = best_of(network, 1 if led else found, rows, counts, one, hidden)
                choice = below(rng, found) if learns and below(rng, 1000) < astray else best
                if taken < DECISIONS:
                    said[taken], strayed[taken] = min(np.float32(1), most), choice != best
                    sizes[taken] = gather(rows, counts, choice, kept[taken])
                    taken += 1
            kernel.play(vec, tables, 0, int(few[choice]), rng)
        points = min(GOAL, vec[lay.SEATS + lay.POINTS])
        won += points == GOAL
        if not learns:
            continue
        target = np.float32((1 - steps[0]) * (points == GOAL) + steps[0] * points / GOAL)
        for at in range(taken - 1, -1, -1):
            if sizes[at]:
                wrong += learn_from(network, squares, kept[at, : sizes[at]], target, rate, hidden)
                learned += 1
            target = said[at] if strayed[at] else said[at] + trust * (target - said[at])
    return wrong / max(1, learned), won / count


RECIPES = {1: Recipe(100, 8000, shards=1, rate=0.03, trust=0.8, moves=8, astray=10, led=4)}
LEARNER = Learner(
    ROWS,
    kernel.tables(),
    NEAR,
    1.0,
    lambda _: kernel.SOLO_WEIGHTS,
    RECIPES,
    play_games,
    measure,
    options=(1, 1),
    scatter=0.03,
    measured_alone="share of games won",
)
