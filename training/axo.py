"""Learning AXO for two players and more: who wins, said of the beginning of every turn in games that are played
greedily, with any decision now and then. What is said of one turn comes closer to what is said of the next and to how
the game ends.
"""

from __future__ import annotations

import numpy as np

from training.fit import Network, Shorts, learn_from, value_of
from training.games import Learner, Recipe
from training.selfplay import Settings
from triax.kernels import axo as kernel
from triax.kernels.arrays import Ints, Longs
from triax.kernels.axo import layout as lay
from triax.kernels.axo.deal import PIECES, deal
from triax.kernels.axo.judgement import ROWS, fill_rows
from triax.kernels.axo.policy import best_move, workspace
from triax.kernels.axo.rules import owed, seat_in
from triax.kernels.chance import below, shuffle, stream
from triax.kernels.jit import njit
from triax.kernels.network import MOST_ROWS

TURNS = 160
"""More than a game has; of a longer one the first."""
LONGEST = 5000
"""Decisions."""


@njit
def play_games(
    network: Network, squares: Network, tables: Ints, settings: Settings, count: int, seed: np.uint64, rate: np.float32
) -> float:
    """So many games, learned from one by one. The mean square of what was wrong."""
    return _play_games(network, squares, tables, settings, count, seed, rate, True)[0]


@njit
def measure(network: Network, tables: Ints, settings: Settings, count: int, seed: np.uint64) -> float:
    """How much of the luck of games nobody learns from is known beforehand: the part of the variance of the win that is
    explained by what is said, on average over all turns."""
    none = np.float32(0)
    return _play_games(network, network, tables, settings, count, seed, none, False)[1]


@njit
def _note(vec: Ints, tables: Ints, one: Longs, kept: Shorts, sizes: Longs) -> None:
    """The rows of a turn's beginning, as each seat looks at it."""
    for seat in range(vec[lay.PLAYERS]):
        sizes[seat] = fill_rows(vec, tables, seat, one)
        for at in range(sizes[seat]):
            kept[seat, at] = one[at]


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
    setup, table, _, _, astray, trust, _ = settings
    players = setup[0]
    vec, order, rng = np.zeros(kernel.SIZE, np.int32), np.arange(PIECES).astype(np.int64), np.empty(1, np.uint64)
    room, one = workspace(), np.empty(MOST_ROWS, np.int64)
    kept, sizes = np.empty((4, TURNS, MOST_ROWS), np.int16), np.zeros((4, TURNS), np.int64)
    hidden, shares = np.empty(network.begin.size, np.float32), np.empty(4)
    said = np.empty(TURNS, np.float32)
    wrong, missed, spread, learned = 0.0, 0.0, 0.0, 0
    for game in range(count):
        rng[0] = stream(seed, game)
        for piece in range(PIECES):
            order[piece] = piece
        shuffle(order, 0, PIECES, rng)
        vec[:] = 0
        deal(vec, tables, setup, order, rng)
        turns = 0
        for _ in range(LONGEST):
            seats = kernel.to_act(vec)
            if seats == 0:
                break
            if vec[lay.PHASE] == lay.CHOOSING and turns < TURNS:
                _note(vec, tables, one, kept[:, turns], sizes[:, turns])
                turns += 1
            seat = seat_in(seats, 0)
            if below(rng, 1000) < astray:
                found = owed(vec, tables, seat, room[0])
                code = int(room[0][below(rng, found)])
            else:
                code = best_move(vec, tables, seat, rng, table, *room)
            kernel.play(vec, tables, seat, code, rng)
        kernel.result(vec, shares)
        for seat in range(players):
            for turn in range(turns):
                said[turn] = value_of(network, kept[seat, turn, : sizes[seat, turn]], hidden)
                missed += (said[turn] - shares[seat]) ** 2
                spread += (1 / players - shares[seat]) ** 2
            target = np.float32(shares[seat])
            for turn in range(turns - 1, -1, -1):
                if learns:
                    rows = kept[seat, turn, : sizes[seat, turn]]
                    wrong += learn_from(network, squares, rows, target, rate, hidden)
                learned += 1
                target = said[turn] + trust * (target - said[turn])
    return wrong / max(1, learned), 1 - missed / max(1e-9, spread)


RECIPES = {
    2: Recipe(16, 20_000, shards=1, trust=0.8, astray=20),
    3: Recipe(16, 12_000, shards=1, trust=0.8, astray=20),
    4: Recipe(16, 8_000, shards=1, trust=0.8, astray=20),
}
LEARNER = Learner(
    ROWS,
    kernel.tables(),
    np.zeros(0),
    1.0,
    lambda _: kernel.DEFAULT_WEIGHTS,
    RECIPES,
    play_games,
    measure,
    options=(1, 1),
    scatter=0.03,
    measured="part of the luck that is foreseen",
)
