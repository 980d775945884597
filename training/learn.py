"""Learns to judge placements by self-play, round by round.

A round is played by so many shards, each from the same network and with a seed of its own, and the mean of what they
have learned is the network of the next round: the same settings give the same weights, whatever the number of
processes. After each round all is kept, so a run that was ended goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from training import axio, axo, axo_alone, rota
from training.fit import Network, mean_of, start_squares, untrained
from training.games import Learner, Recipe
from training.networks import save_network
from triax.kernels.chance import stream
from triax.kernels.network import HIDDEN

LEARNERS = {
    (game, players): learner
    for game, learner in (
        ("rota", rota.LEARNER),
        ("axio", axio.LEARNER),
        ("axo", axo_alone.LEARNER),
        ("axo", axo.LEARNER),
    )
    for players in learner.recipes
}
"""By game and number of players."""
LATE, LATE_RATE = 0.6, 0.25
"""In the last part of the rounds the rate is smaller."""
MEASURED = 2000
"""Games, on deals that nobody learns from."""
FRESH = np.uint64(99)


class Plan(NamedTuple):
    game: str
    players: int
    seed: int
    recipe: Recipe

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.seed}-" + "-".join(map(str, self.recipe))

    @property
    def learner(self) -> Learner:
        return LEARNERS[self.game, self.players]


class Learned(NamedTuple):
    network: Network
    squares: Network
    wrong: float = 0.0
    """The mean square of what was wrong in the last round."""


def begin(plan: Plan) -> Learned:
    learner = plan.learner
    network = untrained(learner.rows, HIDDEN, plan.seed, learner.scatter)
    return Learned(network, start_squares(network))


def play_shard(plan: Plan, number: int, start: Learned, shard: int) -> Learned:
    learner, recipe = plan.learner, plan.recipe
    network, squares = (Network(*(part.copy() for part in parts)) for parts in start[:2])
    rate = np.float32(recipe.rate * (LATE_RATE if number >= LATE * recipe.rounds else 1.0))
    luck = np.uint64(stream(np.uint64(plan.seed), number * recipe.shards + shard))
    settings = learner.settings(plan.players, recipe, number)
    wrong = learner.play(network, squares, learner.tables, settings, recipe.games, luck, rate)
    return Learned(network, squares, wrong)


def play_round(plan: Plan, number: int, start: Learned, pool: Executor) -> Learned:
    shards = list(pool.map(partial(play_shard, plan, number, start), range(plan.recipe.shards)))
    networks, squares, wrong = zip(*shards, strict=True)
    return Learned(mean_of(networks), mean_of(squares), sum(wrong) / len(shards))


def strength(plan: Plan, network: Network) -> float:
    """What a learner measures."""
    learner = plan.learner
    settings = learner.settings(plan.players, plan.recipe, plan.recipe.rounds)
    return learner.measure(network, learner.tables, settings, MEASURED, FRESH)


def keep(path: Path, number: int, learned: Learned) -> None:
    part = path.with_suffix(".part.npz")
    both = {"network": learned.network, "squares": learned.squares}
    kept = {f"{kind}_{name}": value for kind, one in both.items() for name, value in one._asdict().items()}
    np.savez(part, number=number, **kept)
    part.replace(path)


def go_on(path: Path, plan: Plan) -> tuple[int, Learned]:
    """The number of the next round and what it begins with."""
    if not path.exists():
        return 0, begin(plan)
    with np.load(path) as file:
        network, squares = (
            Network(*(file[f"{kind}_{name}"] for name in Network._fields)) for kind in ("network", "squares")
        )
        return int(file["number"]) + 1, Learned(network, squares)


def learn(
    plan: Plan, *, folder: Path, out: Path | None, workers: int, say: Callable[[int, Learned], object]
) -> tuple[Path, Network]:
    """All rounds that have not been played yet; writes the weights."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{plan.name}.npz"
    number, learned = go_on(path, plan)
    with ProcessPoolExecutor(workers) if workers > 1 else ThreadPoolExecutor(1) as pool:
        while number < plan.recipe.rounds:
            learned = play_round(plan, number, learned, pool)
            keep(path, number, learned)
            say(number, learned)
            number += 1
    return save_network(plan.game, plan.players, learned.network, out), learned.network
