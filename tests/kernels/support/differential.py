"""The compiled rules against the written ones, over many games: each is played on both sides and compared step by step.

    python -m tests.kernels.support.differential --games 100000 [--game rota] [--workers 2] [--seed 1]

Needs neither pytest nor rich; with rich it draws a progress bar. Where triax is not installed, set PYTHONPATH=src.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from time import perf_counter

from tests.kernels.support.axio_walk import walk_axio
from tests.kernels.support.axo_walk import walk_axo
from tests.kernels.support.rota_walk import walk_rota

WALKS: dict[str, Callable[[int, int], Counter[str]]] = {"rota": walk_rota, "axio": walk_axio, "axo": walk_axo}
CHUNK = 40
"""Games that a worker is given at a time: all styles, player counts and options come up in it."""

Advance = Callable[[int], None]


def differential(game: str, first: int, games: int, seed: int) -> Counter[str]:
    """Walk some games of a numbered series, comparing all the way; counts what came up."""
    seen = Counter({"games": games})
    for number in range(first, first + games):
        try:
            seen += WALKS[game](number, seed)
        except Exception as error:
            error.add_note(f"{game}: game {number} of seed {seed}")
            raise
    return seen


def sweep(game: str, games: int, seed: int, workers: int, advance: Advance) -> Counter[str]:
    """The whole series over processes."""
    # The first games are walked here: whatever has to be compiled is compiled once.
    seen = differential(game, 0, min(CHUNK, games), seed)
    advance(min(CHUNK, games))
    with ProcessPoolExecutor(workers) as pool:
        sizes = {first: min(CHUNK, games - first) for first in range(CHUNK, games, CHUNK)}
        jobs = [pool.submit(differential, game, first, size, seed) for first, size in sizes.items()]
        try:
            for job in as_completed(jobs):
                seen += job.result()
                advance(job.result()["games"])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return seen


@contextmanager
def progress(game: str, games: int) -> Iterator[Advance]:
    """A bar on a terminal that rich can draw on, else a line for every tenth."""
    try:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415
    except ImportError:
        bar = None
    else:
        bar = Progress("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    if bar is not None and sys.stdout.isatty():
        with bar:
            task = bar.add_task(game, total=games)
            yield lambda count: bar.update(task, advance=count)
        return
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        if (done + count) * 10 // games > done * 10 // games:
            print(f"{game}: {done + count:,} of {games:,} games", flush=True)
        done += count

    yield advance


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=2_000, help="of each game")
    parser.add_argument("--game", choices=WALKS, help="this one only")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.games < 1 or chosen.workers < 1:
        parser.error("expected at least one game and one worker")
    for game in [chosen.game] if chosen.game else WALKS:
        begun = perf_counter()
        with progress(game, chosen.games) as advance:
            seen = sweep(game, chosen.games, chosen.seed, chosen.workers, advance)
        counts = ", ".join(f"{what} {count:,}" for what, count in seen.items() if what != "games")
        print(f"{game}: {seen['games']:,} games agree in {perf_counter() - begun:,.0f} s; {counts}", flush=True)


if __name__ == "__main__":
    main()
