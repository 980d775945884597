"""Environment steps a second: ours beside PettingZoo's classic games and OpenSpiel's games, in one run.

A step is what a random agent does: look (observation and legal actions), choose, act. Seconds are those of one core.
PettingZoo's classic games need packages of their own (`pip install 'pettingzoo[classic]'`); those that are not
installed are left out with a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Annotated, Any

import numpy as np
import pyspiel
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from triax.envs import openspiel, pettingzoo
from triax.games import GAMES

CLASSIC = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6", "go_v5")
IN_PYTHON = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")
COMPILED = ("tic_tac_toe", "connect_four", "leduc_poker", "backgammon", "chess", "go")

Playing = Callable[[Random, float], tuple[int, float]]
"""Plays random games for so many seconds; gives the steps and the seconds that they took."""


def agents(env: Any) -> Playing:  # noqa: ANN401
    """PettingZoo: `last`, then `step`."""

    def play(rng: Random, seconds: float) -> tuple[int, float]:
        steps, begun = 0, process_time()
        while (spent := process_time() - begun) < seconds:
            env.reset(seed=rng.randrange(2**31))
            for _ in env.agent_iter():
                observation, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = (observation if "action_mask" in observation else info)["action_mask"]
                legal = np.flatnonzero(mask.astype(bool))  # much faster than over numbers
                env.step(int(legal[rng.randrange(len(legal))]))
                steps += 1
        return steps, spent

    return play


def players(game: Any) -> Playing:  # noqa: ANN401
    """OpenSpiel from Python: an observation tensor where there is one, legal actions, `apply_action`; draws of chance
    are part of the time but not of the steps."""
    sees = game.get_type().provides_observation_tensor

    def play(rng: Random, seconds: float) -> tuple[int, float]:
        steps, begun = 0, process_time()
        while (spent := process_time() - begun) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    codes, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(codes, shares)[0])
                    continue
                if sees:
                    state.observation_tensor(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[rng.randrange(len(legal))])
                steps += 1
        return steps, spent

    return play


def contestants(console: Console) -> Iterator[tuple[str, str, Playing]]:
    for name in GAMES:
        yield "PettingZoo", f"triax {name}, 2 players", agents(pettingzoo.env(name, 2))
    yield "PettingZoo", "triax rota, 2 players, reach 8", agents(pettingzoo.rota(2, reach=8))
    for name in GAMES:
        written = agents(pettingzoo.env(name, 2, compiled=False))
        yield "PettingZoo", f"triax {name}, 2 players, by the written rules", written
    yield "PettingZoo", "triax axo, 2 players, by moves", agents(pettingzoo.axo(2, actions="moves"))
    for name in CLASSIC:
        try:
            module = import_module(f"pettingzoo.classic.{name}")
        except ImportError as error:
            console.print(f"pettingzoo {name} is left out: {error}", style="dim", highlight=False)
            continue
        yield "PettingZoo", name, agents(module.env())
    for name in GAMES:
        yield "OpenSpiel, Python", openspiel.game_name(name), players(pyspiel.load_game(openspiel.game_name(name)))
    reach = f"{openspiel.game_name('rota')}(reach=8)"
    yield "OpenSpiel, Python", reach, players(pyspiel.load_game(reach))
    for name in IN_PYTHON:
        import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
        yield "OpenSpiel, Python", name, players(pyspiel.load_game(name))
    for name in COMPILED:
        yield "OpenSpiel, C++", name, players(pyspiel.load_game(name))


def main(
    seconds: Annotated[float, typer.Option(help="How long each is played, three times; the middle one counts.")] = 1.0,
    seed: int = 0,
) -> None:
    """Environment steps a second: ours beside PettingZoo's classic games and OpenSpiel's games, in one run."""
    console = Console()
    table = Table("interface", "environment", "steps a second", box=None)
    table.columns[2].justify = "right"
    for interface, name, play in track(list(contestants(console)), "playing", console=console, transient=True):
        play(Random(seed), 0.05)  # what is made once is made now
        speeds = [steps / spent for steps, spent in (play(Random(seed), seconds) for _ in range(3))]
        table.add_row(interface, name, f"{median(speeds):,.0f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
