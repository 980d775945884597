"""Packs: many games on many processes. What comes out is the same for a seed, however many work at it."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count
from time import monotonic

from triax.bots.engines import ENGINES
from triax.games.core import AnyGame
from triax.puzzles.finding import Task, find
from triax.puzzles.pack import Puzzle

AHEAD_OF_TIME = 3
"""Games handed out for each worker: so that none waits."""
TABLES = (2, 2, 2, 3, 2, 2, 2, 4)
ALONE = (2, 2, 1, 3, 2, 2, 1, 4)
"""How many play in one game after the other; alone only where a solo game is won or lost."""


def screen_playouts(game: str) -> int:
    """For a move of the bots that play: those of an expert at most."""
    return min(600, ENGINES[game].screen_playouts)


def usual_tables(game: AnyGame) -> tuple[int, ...]:
    wanted = ALONE if game.facts.won_alone else TABLES
    return tuple(one for one in wanted if one in game.facts.players)


def tasks(game: str, tables: Sequence[int], seed: int, playouts: int, first: int = 0) -> Iterator[Task]:
    for number in count(first):
        yield Task(game, tables[number % len(tables)], seed, number, playouts)


def search_games(
    waiting: Iterator[Task], workers: int, seconds: float | None
) -> Generator[tuple[Task, list[Puzzle]], None, None]:
    """Game after game with its puzzles, in order, until nobody asks for more or the time is over."""
    end = None if seconds is None else monotonic() + seconds
    if workers == 1:
        for task in waiting:
            if end is not None and monotonic() > end:
                return
            yield task, find(task)
    # A fresh interpreter each; Ctrl-C is for the parent to answer.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_deaf)
    handed: list[tuple[Task, Future[list[Puzzle]]]] = []
    try:
        while True:
            while len(handed) < AHEAD_OF_TIME * workers:
                task = next(waiting)
                handed.append((task, pool.submit(find, task)))
            task, future = handed.pop(0)
            left = None if end is None else max(0.0, end - monotonic())
            try:
                puzzles = future.result(left)
            except TimeoutError:
                return
            yield task, puzzles
    finally:
        for process in multiprocessing.active_children():
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
