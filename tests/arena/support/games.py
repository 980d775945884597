"""Games made for the tests of the arena: short schedules, and players that hang, fail or kill their worker."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path
from threading import Thread

from triax.arena.match import Play, Played, play_match
from triax.arena.schedule import Match, Schedule, tournament
from triax.bots import BotSpec

RANDOM = BotSpec("random")
FATEFUL = 3
"""The game over which a worker dies."""


def duels(games: int, game: str = "rota") -> Schedule:
    return tournament(game, 2, {}, [RANDOM, RANDOM], seed=7, games=games)


def records(games: list[Played]) -> list[str]:
    return [game.record for game in sorted(games, key=lambda game: game.match.number)]


def hanging_once(folder: Path) -> Play:
    """The fateful game hangs the first time it is played, and leaves word of the process that plays it."""
    return partial(_hang_once, folder)


def _hang_once(folder: Path, match: Match) -> Played:
    if match.number == FATEFUL:
        first = not list(folder.iterdir())
        (folder / str(os.getpid())).touch()
        if first:
            time.sleep(120)
    return play_match(match)


def kill_the_hanging(folder: Path) -> Thread:
    """Kill the worker of the fateful game as soon as there is one."""

    def kill() -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            for file in folder.iterdir():
                os.kill(int(file.name), signal.SIGKILL)
                return
            time.sleep(0.02)

    killer = Thread(target=kill)
    killer.start()
    return killer


def deadly(match: Match) -> Played:
    if match.number == FATEFUL:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_match(match)


def failing(match: Match) -> Played:
    if match.number == FATEFUL:
        raise RuntimeError("the bot fell off its chair")
    return play_match(match)
