"""Our master against OpenSpiel's ISMCTS with random rollouts, on our games through the OpenSpiel adapter.

    python bench/compare.py rota axio axo --budget 0.5 --times 1 --times 10 --games 20

Each deal is played from both seats. ISMCTS gets `times` as long for a move as master. With --simulations both get that
many playouts a move instead, however long they take: that compares the search and leaves out how fast the rules are.
More workers than cores would take each other's time.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from os import cpu_count
from random import Random
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import pyspiel
import typer
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from triax.arena.tally import wilson
from triax.bots import BotSpec, warm
from triax.envs.openspiel import game_name
from triax.games import GAMES, find_game
from triax.games.errors import TriaxError

UCT = 2.0
"""How much ISMCTS explores: the value of OpenSpiel's own examples."""
LEAST = 2
"""Simulations without which ISMCTS has no opinion: the first only opens its tree."""

Think = Callable[[Any], int]
"""Chooses an action in a state of OpenSpiel."""


class TimedSearch(ismcts.ISMCTSBot):  # type: ignore[misc]  # untyped
    """OpenSpiel's ISMCTS until the time is up, where OpenSpiel's own counts simulations."""

    def __init__(self, game: Any, evaluator: Any, seconds: float, random_state: Any) -> None:  # noqa: ANN401
        super().__init__(game, evaluator, UCT, 1, random_state=random_state)
        self.seconds = seconds
        self.simulations = 0

    def run_search(self, state: Any) -> Any:  # noqa: ANN401
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        self._root_node = self.create_new_node(state)
        enough = perf_counter() + self.seconds
        done = 0
        while done < LEAST or perf_counter() < enough:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        self.simulations += done
        return self.get_final_policy(state, self._root_node)


@dataclass
class Side:
    """What one of the two did in all."""

    share: float = 0.0
    seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Trial:
    """One row: a game, and how much each may think."""

    game: str
    budget: float
    times: float
    simulations: int | None

    def label(self) -> str:
        return f"{self.simulations} playouts" if self.simulations else f"{self.times:g} ×"


def master(trial: Trial, rng: Random) -> Think:
    """Given a view and the legal moves, as any bot is."""
    bot = BotSpec("master", trial.budget, trial.simulations).build(trial.game)

    def think(state: Any) -> int:  # noqa: ANN401
        frame, here, seat = state.node.frame, state.node.state, state.current_player()
        code: int = frame.encoding.encode(bot.choose(here.view(seat), here.moves(seat), rng))
        return code

    return think


def search(trial: Trial, game: Any, seed: int) -> Any:  # noqa: ANN401
    random_state = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    if trial.simulations:
        return ismcts.ISMCTSBot(game, evaluator, UCT, max(LEAST, trial.simulations), random_state=random_state)
    return TimedSearch(game, evaluator, trial.budget * trial.times, random_state)


def play(game: Any, bots: list[Think], sides: list[Side], chance: Random) -> None:  # noqa: ANN401
    """One game; who sits where is the order of the bots and of their sides."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            codes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(codes, shares)[0])
            continue
        seat = state.current_player()
        begun = perf_counter()
        code = int(bots[seat](state))
        if len(state.legal_actions()) > 1:
            sides[seat].seconds.append(perf_counter() - begun)
        state.apply_action(code)
    for side, worth in zip(sides, state.returns(), strict=True):
        side.share += (1 + worth) / 2


def one_game(trial: Trial, seed: int, number: int) -> tuple[Side, Side, int]:
    """What master did, what ISMCTS did, and its simulations."""
    game = pyspiel.load_game(game_name(trial.game))
    deal, turned = divmod(number, 2)
    bot = search(trial, game, seed * 1_000_003 + number)
    ours, theirs = Side(), Side()
    pair: list[tuple[Think, Side]] = [(master(trial, Random(f"{seed}/{number}")), ours), (bot.step, theirs)]
    if turned:
        pair.reverse()
    play(game, [think for think, _ in pair], [side for _, side in pair], Random(f"{seed}/{deal}"))
    return ours, theirs, getattr(bot, "simulations", 0)


def get_ready(trial: Trial) -> None:
    """In a worker, before its clock runs."""
    warm([BotSpec("master", trial.budget, trial.simulations)], GAMES[trial.game], lambda _: None)


def compare(trial: Trial, games: int, workers: int, seed: int, advance: Callable[[], None]) -> list[str]:
    """A row of the table."""
    get_ready(trial)  # compiled once, for all the workers
    played: list[tuple[Side, Side, int]] = []
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), get_ready, (trial,)) as pool:
        for done in as_completed([pool.submit(one_game, trial, seed, number) for number in range(games)]):
            played.append(done.result())
            advance()
    share = sum(ours.share for ours, _, _ in played) / games
    low, high = wilson(share, games)
    ours = [second for side, _, _ in played for second in side.seconds]
    theirs = [second for _, side, _ in played for second in side.seconds]
    each = trial.simulations or round(sum(simulations for _, _, simulations in played) / max(1, len(theirs)))
    return [
        trial.game,
        trial.label(),
        str(games),
        f"{100 * share:.0f} %",
        f"{100 * low:.0f} – {100 * high:.0f}",
        *(f"{1000 * sum(seconds) / max(1, len(seconds)):.0f}" for seconds in (ours, theirs)),
        str(each),
    ]


def main(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help=f"{', '.join(GAMES)}; all if none is given.")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds that master may think about a move.")] = 0.5,
    times: Annotated[
        list[float] | None, typer.Option(help="How many times as long ISMCTS may think; 1 and 10 if not given.")
    ] = None,
    simulations: Annotated[int | None, typer.Option(help="Playouts a move for both, instead of time.")] = None,
    games: Annotated[int, typer.Option(min=2, help="Games a row, two a deal.")] = 20,
    workers: Annotated[int, typer.Option(min=1, help="Games at a time, each on a core of its own.")] = cpu_count() or 1,
    seed: int = 0,
) -> None:
    """Our master against OpenSpiel's ISMCTS with random rollouts, two players, on our games through the adapter."""
    console = Console()
    ratios = [1.0] if simulations else times or [1.0, 10.0]
    headings = ("game", "ISMCTS time", "games", "master wins", "95 %", "ms", "ISMCTS ms", "its playouts")
    table = Table(*headings, box=None, pad_edge=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        chosen = [find_game(name).name for name in names or GAMES]
        trials = [Trial(name, budget, ratio, simulations) for name in chosen for ratio in ratios]
        with Progress(*columns, console=console, transient=True) as progress:
            for trial in trials:
                task = progress.add_task(f"{trial.game} {trial.label()}", total=games)
                table.add_row(*compare(trial, games, workers, seed, lambda task=task: progress.advance(task)))  # type: ignore[misc]
    except TriaxError as error:
        Console(stderr=True).print(str(error), highlight=False)
        raise typer.Exit(2) from error
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
