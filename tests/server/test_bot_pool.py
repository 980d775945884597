"""Bots in worker processes: real processes that really die."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.support.bot_pool import Run, gone, legal, orphan_gone, pids, position
from tests.support import VARIANTS, random_game
from triax.bots import LEVELS
from triax.games import GAMES
from triax.games.errors import BadData
from triax.server import bot_pool as module
from triax.server.bot_pool import BotPool, BotPoolClosed

pytestmark = pytest.mark.usefixtures("engines")
USUAL_PATIENCE = module.PATIENCE
"""Tests have more of it."""


def test_every_level_plays_a_legal_move_of_every_game(run: Run) -> None:
    async def scenario() -> None:
        bots = BotPool(2)
        assert pids() == set(), "no worker before there is a question"

        async def one(name: str, level: str) -> None:
            state, seat, view = position(name)
            assert legal(state, seat, await bots.choose(name, view, level, 0.1, 16))

        await asyncio.gather(*(one(name, level) for name in GAMES for level in LEVELS))
        assert len(pids()) == 2
        assert (bots.questions, bots.deaths) == (len(GAMES) * len(LEVELS), 0)
        assert bots.thought_seconds > 0
        await bots.close()

    run(scenario)


def test_hints_are_legal_and_best_first(run: Run) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        for name in GAMES:
            state, seat, view = position(name)
            ideas = await bots.consider(name, view, 0.1, 200)
            assert len({idea.move for idea in ideas}) == len(ideas) > 1
            assert all(legal(state, seat, idea.move) for idea in ideas)
            assert all(0 <= (idea.win_share or 0) <= 1 and idea.expected and idea.reason for idea in ideas)
            # The search gives the better half more and more playouts.
            playouts = [idea.playouts for idea in ideas]
            assert max(playouts) == playouts[0] > playouts[-1] > 0
        await bots.close()

    run(scenario)


def test_a_worker_killed_in_thought_is_replaced_and_the_loop_never_waits(run: Run) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        state, seat, view = position("rota")
        await bots.choose("rota", view, "master", 0.01)
        (first,) = pids()
        thought = asyncio.create_task(bots.choose("rota", view, "master", 1.0))
        ticks = 0
        while not thought.done():
            await asyncio.sleep(0.01)
            ticks += 1
            if ticks == 10:
                os.kill(first, signal.SIGKILL)
        assert ticks > 30, "1 s of thought after the kill"
        assert legal(state, seat, await thought)
        assert len(pids()) == 1
        assert first not in pids()
        assert gone(first)
        assert bots.deaths == 1
        await bots.close()

    run(scenario)


def test_signals_to_the_group_are_not_for_the_workers() -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        _, _, view = position("rota")
        thought = asyncio.create_task(bots.choose("rota", view, "novice", 0.1))
        # From the first instruction on.
        while not thought.done():
            await asyncio.sleep(0.005)
            for pid in pids():
                os.kill(pid, signal.SIGINT)
                os.kill(pid, signal.SIGTERM)
        assert bots.deaths == 0
        (worker,) = pids()
        assert os.getpriority(os.PRIO_PROCESS, worker) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 5)
        await bots.close()

    asyncio.run(scenario())


def test_an_idle_worker_that_dies_is_replaced_without_blame_on_a_question() -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        state, seat, view = position("axo")
        for _ in range(4):
            assert legal(state, seat, await bots.choose("axo", view, "random", 0.1))
            for pid in pids():
                os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.05)
        assert bots.deaths == 3
        await bots.close()

    asyncio.run(scenario())


def test_a_worker_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three that hang one after the other hold somebody up for so long at most.
    assert sum(USUAL_PATIENCE / 2**failures for failures in range(module.ATTEMPTS)) < 20

    async def scenario() -> None:
        bots = BotPool(1)
        state, seat, view = position("rota")
        await bots.choose("rota", view, "random", 0.1)
        (hanging,) = pids()
        os.kill(hanging, signal.SIGSTOP)
        monkeypatch.setattr(module, "PATIENCE", 4.0)
        async with asyncio.timeout(60):
            assert legal(state, seat, await bots.choose("rota", view, "random", 0.1))
        assert gone(hanging)
        assert bots.deaths >= 1
        await bots.close()

    asyncio.run(scenario())


def test_close_ends_thoughts_and_processes_at_once(run: Run) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        _, _, view = position("axio")
        await bots.choose("axio", view, "random", 0.1)
        workers = pids()
        askers = [asyncio.create_task(bots.choose("axio", view, "master", 60)) for _ in range(3)]
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        await bots.close()
        assert time.monotonic() - begun < 5
        received = await asyncio.gather(*askers, return_exceptions=True)
        assert [type(error) for error in received] == [BotPoolClosed] * 3
        assert len(workers) == 1
        assert all(gone(pid) for pid in workers)
        with pytest.raises(BotPoolClosed):
            await bots.choose("axio", view, "random", 0.1)
        await bots.close()
        assert bots.deaths == 0

    run(scenario)


PROGRAM = """
import asyncio, multiprocessing, sys
from random import Random
from triax.games import GAMES
from triax.server.bot_pool import BotPool

async def main():
    bots = BotPool(2)
    view = GAMES["rota"].new(2, Random(1), {"start": 0}).view(0)
    await asyncio.gather(*(bots.choose("rota", view, "random", 0.1) for _ in range(2)))
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    if sys.argv[1] == "think":
        await asyncio.gather(*(bots.choose("rota", view, "master", 600) for _ in range(2)))
    if sys.argv[1] == "leave":
        thought = asyncio.create_task(bots.choose("rota", view, "master", 600))
        await asyncio.sleep(0.3)
    if sys.argv[1] == "close":
        await bots.close()

asyncio.run(main())
"""


def test_workers_end_in_thought_when_their_parent_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM, "think"], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        time.sleep(1.0)
        assert len(workers) == 2
        assert not any(orphan_gone(pid) for pid in workers)
        parent.kill()
    until = time.monotonic() + 10
    while not all(orphan_gone(pid) for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize("ending", ["close", "forget", "leave"])
def test_a_program_ends_quietly(ending: str) -> None:
    # Who forgets to close may be warned of it.
    command = [sys.executable, "-W", "error" if ending == "close" else "default::RuntimeWarning", "-c", PROGRAM, ending]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    workers = [int(pid) for pid in done.stdout.split()]
    assert len(workers) == 2
    assert all(gone(pid) for pid in workers)


def test_bad_questions_are_refused_at_once() -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        _, _, view = position("rota")
        for game, level, budget in (("chess", "novice", 1.0), ("rota", "wizard", 1.0), ("rota", "novice", 0.0)):
            with pytest.raises(BadData):
                await bots.choose(game, view, level, budget)
        assert pids() == set()
        await bots.close()

    with pytest.raises(ValueError, match="0 workers"):
        BotPool(0)
    asyncio.run(scenario())


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_a_view_means_the_same_after_the_pipe(name: str, players: int, options: dict[str, Any]) -> None:
    for played in list(random_game(GAMES[name], players, 2, options))[::7]:
        view = played.before.view(played.seat)
        received = msgspec.json.decode(msgspec.json.encode(view))
        assert GAMES[name].sample(received, Random(1)) == GAMES[name].sample(view, Random(1))
