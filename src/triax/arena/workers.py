"""Games on this machine's cores: a process a worker, one game at a time. A worker that dies loses nothing."""

from __future__ import annotations

import multiprocessing
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from triax.arena.match import DEATHS, GameFailed, Play, Played, attempt, play_match
from triax.arena.schedule import Match
from triax.bots.processes import spawn


@dataclass
class _Worker:
    process: BaseProcess
    # What travels: matches there, games or the text of a failure back.
    pipe: Any
    match: Match | None = None


def play_here(matches: Iterable[Match], workers: int, play: Play = play_match) -> Generator[Played, None, None]:
    """Play on `workers` processes; games are given as they end. The game of a worker that dies is played again."""
    waiting = deque(matches)
    deaths: Counter[int] = Counter()
    crew: list[_Worker] = []
    try:
        while True:
            while waiting and len(crew) < workers:
                crew.append(_hire(play))
            for worker in crew:
                if worker.match is None and waiting:
                    worker.match = waiting.popleft()
                    _send(worker)
            busy = {worker.pipe: worker for worker in crew if worker.match is not None}
            if not busy:
                return
            for pipe in connection.wait(list(busy)):
                worker = busy[pipe]
                match, answer = worker.match, _receive(worker)
                worker.match = None
                if isinstance(answer, str):
                    raise GameFailed(answer)
                if answer is not None:
                    yield answer
                elif match is not None:
                    _dismiss(worker)
                    crew.remove(worker)
                    deaths[match.number] += 1
                    if deaths[match.number] > DEATHS:
                        raise GameFailed(f"game {match.number}: {DEATHS + 1} workers died over it")
                    waiting.appendleft(match)
    finally:
        for worker in crew:
            _dismiss(worker)


def in_order(games: Iterable[Played]) -> Iterator[Played]:
    """The games by number, each as soon as those before it have ended."""
    early: dict[int, Played] = {}
    following = 0
    for game in games:
        early[game.match.number] = game
        while following in early:
            yield early.pop(following)
            following += 1


def _hire(play: Play) -> _Worker:
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = spawn(_work, play, theirs)
    # Now the worker alone holds its end: when it dies, the pipe says so.
    theirs.close()
    return _Worker(process, ours)


def _send(worker: _Worker) -> None:
    try:
        worker.pipe.send(worker.match)
    except OSError:
        # It has died; reading its answer will tell.
        return


def _receive(worker: _Worker) -> Played | str | None:
    """A game, why it failed, or None from a worker that has died."""
    try:
        answer: Played | str = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    return answer


def _dismiss(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.process.close()
    worker.pipe.close()


def _work(play: Play, pipe: Connection[Played | str, Match]) -> None:
    while True:
        try:
            match = pipe.recv()
        except EOFError:
            return
        answer = attempt(play, match)
        try:
            pipe.send(answer)
        except OSError:
            # Nobody is listening any more.
            return
