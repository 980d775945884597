"""The compiled engines measured on one core, beside OpenSpiel's C++ engine in the same run.

    python bench/kernels.py [--rounds 20]

Their random moves a second are those of the rollouts in MCTS (one simulation, many rollouts): rollouts a second times
the mean length of a random game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from time import thread_time
from typing import Any

import numpy as np

from triax.games import GAMES
from triax.games.axio.pieces import SIDE
from triax.kernels import axio, axo, rota
from triax.kernels.trials import batch

DEALS = 32
SECONDS = 0.04
"""At least so long is one measurement."""
KERNELS: dict[str, Any] = {"rota": rota, "axio": axio, "axo": axo}
POLICIES = {"random": axio.RANDOM, "greedy": axio.GREEDY}
BOARDS = {"axio": {players: f"{side} × {side}" for players, side in SIDE.items()}}

YARDSTICK = "havannah(board_size=8)"
THEIRS = (YARDSTICK, "hex(board_size=11)")
AIMS = {"rota random": 3.0, "rota greedy": 0.5, "axio random": 1.0, "axo random": 1.0}
"""For two players, as multiples of the yardstick."""


@dataclass
class Meter:
    """Measures something over and over, by the processor time of this thread; the best round counts."""

    run: Callable[[int, int], float]
    """Plays so many times with a seed; gives the number of decisions."""
    playouts: int
    """In one time."""
    times: int = 1
    decisions_a_second: float = 0.0
    seconds_a_playout: float = float("inf")

    def warm_up(self) -> None:
        """Compile, then find out how often to play in a round."""
        self.run(1, 0)
        while self.measure(0) < SECONDS:
            self.times *= 2

    def measure(self, seed: int) -> float:
        begun = thread_time()
        decisions = self.run(self.times, seed)
        seconds = thread_time() - begun
        self.decisions_a_second = max(self.decisions_a_second, decisions / seconds)
        self.seconds_a_playout = min(self.seconds_a_playout, seconds / (self.times * self.playouts))
        return seconds


def ours(game: str, players: int, policy: str) -> Meter:
    """Playouts of a compiled engine from the start of several deals."""
    states: list[Any] = [GAMES[game].new(players, Random(f"bench/{number}")) for number in range(DEALS)]
    kernel = KERNELS[game]
    vecs = np.array([kernel.load(state) for state in states])
    weights = axo.DEFAULT_WEIGHTS if game == "axo" else kernel.DEFAULT_TABLE
    if game == "axio":
        weights = axio.default_table(players)
    tables = kernel.tables()

    def run(times: int, seed: int) -> float:
        return float(batch(kernel.trial, vecs, tables, times, POLICIES[policy], weights, seed=seed).decisions)

    return Meter(run, DEALS)


def theirs(name: str) -> Meter | None:
    """Random rollouts of OpenSpiel's C++ engine; None where it is not installed."""
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    length = _mean_length(game, 200)

    def run(times: int, seed: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=times, seed=seed)
        bot = pyspiel.MCTSBot(
            game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=64, solve=False, seed=seed, verbose=False
        )
        bot.mcts_search(game.new_initial_state())
        return times * length

    return Meter(run, 1)


def _mean_length(game: Any, games: int) -> float:  # noqa: ANN401
    """Moves of a random game."""
    rng, moves = Random(0), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / games


def compare(rounds: int) -> None:
    """Two players: decisions a second, and as multiples of the yardstick measured in turn with them."""
    meters = {f"{game} {policy}": ours(game, 2, policy) for game in KERNELS for policy in POLICIES}
    meters |= {name: meter for name in THEIRS if (meter := theirs(name))}
    yardstick = meters.get(YARDSTICK)
    if yardstick is None:
        print("OpenSpiel is not installed (an optional dependency): only our own engines are measured")
    print(f"{'two players':<24} {'decisions/s':>12}  multiple of {YARDSTICK}")
    for name, meter in meters.items():
        beside = replace(yardstick) if yardstick else None
        measure([meter, beside] if beside else [meter], rounds)
        times = ""
        if beside:
            multiple = meter.decisions_a_second / beside.decisions_a_second
            reached = "reached" if multiple >= AIMS.get(name, 0) else "missed"
            times = f"{multiple:6.2f}" + (f"  aim {AIMS[name]}: {reached}" if name in AIMS else "")
        print(f"{name:<24} {meter.decisions_a_second:>12,.0f}  {times}".rstrip(), flush=True)


def measure(meters: list[Meter], rounds: int) -> None:
    """So many rounds, in turn."""
    for meter in meters:
        meter.warm_up()
    for number in range(rounds):
        for meter in meters:
            meter.measure(number)


def sizes(rounds: int) -> None:
    """The time of a playout by number of players, and so by size of the board."""
    for game in KERNELS:
        print(f"\n{game:<24}" + "".join(f"{policy + ', µs/playout':>22}" for policy in POLICIES))
        for players in range(1, 5):
            meters = [ours(game, players, policy) for policy in POLICIES]
            measure(meters, rounds)
            board = BOARDS.get(game, {}).get(players, "")
            who = f"  {players} player{'s' if players > 1 else ' '}  {board}"
            print(f"{who:<24}" + "".join(f"{meter.seconds_a_playout * 1e6:>22,.1f}" for meter in meters), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=20, help="the best of so many counts")
    rounds = parser.parse_args().rounds
    if rounds < 1:
        parser.error("expected at least one round")
    print(f"one core, processor time of the thread, engines in turn, best of {rounds} rounds")
    compare(rounds)
    sizes(max(1, rounds // 4))


if __name__ == "__main__":
    main()
