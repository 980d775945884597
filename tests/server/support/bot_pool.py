"""What tests of the bots' worker processes share."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvloop

from triax.games import GAMES
from triax.games.core import AnyState, Plain
from triax.kernels.cache import is_compiled
from triax.server import bot_pool as module


def compile_engines() -> None:
    """Once, in a process of its own, where nobody has done it yet: tests look at bots with their engines."""
    missing = [name for name in GAMES if not is_compiled(name)]
    program = f"from triax.bots.registry import load_engine\nfor name in {missing}: load_engine(name)"
    if missing:
        subprocess.run([sys.executable, "-c", program], check=True)


Scenario = Callable[[], Coroutine[Any, Any, None]]
Run = Callable[[Scenario], None]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take its time."""
    monkeypatch.setattr(module, "PATIENCE", 600.0)


@pytest.fixture(scope="session")
def engines() -> None:
    compile_engines()


@pytest.fixture(params=[pytest.param("asyncio", marks=pytest.mark.slow), "uvloop"])
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    """Runs a scenario on a loop of either kind; it leaves no process and no open file behind."""

    def go(scenario: Scenario) -> None:
        factory = uvloop.new_event_loop if request.param == "uvloop" else asyncio.new_event_loop
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(asyncio.wait_for(scenario(), 600))

    # What a process keeps for good once it has had a loop and a child.
    go(settle)
    resource_tracker.ensure_running()
    before = open_files()
    yield go
    assert multiprocessing.active_children() == []
    # What earlier tests left may be closed meanwhile, and what a thread holds only a moment later.
    until = time.monotonic() + 10
    while (left := open_files() - before) and time.monotonic() < until:
        time.sleep(0.05)
    assert not left


def open_files() -> set[tuple[str, str]]:
    """Each with its number and what it stands for; without garbage that nobody has collected yet."""
    gc.collect()
    found = set()
    for link in Path("/proc/self/fd").glob("*"):
        with contextlib.suppress(OSError):  # the folder itself, read a moment ago
            found.add((link.name, str(link.readlink())))
    return found


def pids() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid is not None}


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def orphan_gone(pid: int) -> bool:
    """A dead orphan stays listed where nobody adopts it, as in some containers."""
    try:
        return gone(pid) or Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):  # gone meanwhile, or no such list here
        return gone(pid)


def position(name: str, players: int = 3) -> tuple[AnyState, int, Plain]:
    state = GAMES[name].new(players, Random(5))
    seat = min(state.to_act)
    return state, seat, state.view(seat)


def legal(state: AnyState, seat: int, text: str) -> bool:
    return GAMES[state.game].parse(text) in state.moves(seat)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0.002)
