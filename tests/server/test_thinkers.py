"""Bots in worker processes: real processes that really die, and scripted ones where the order of things matters."""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import uvloop

from tests.support import VARIANTS, random_game
from triax.bots import BOTS
from triax.games import GAMES
from triax.games.core import Plain, State
from triax.games.errors import BadData
from triax.server import thinkers as module
from triax.server.thinkers import Thinkers, ThinkersClosed

Scenario = Callable[[], Coroutine[Any, Any, None]]
Run = Callable[[Scenario], None]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take its time to compile."""
    monkeypatch.setattr(module, "PATIENCE", 600.0)


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
    assert open_files() == before


def open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


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
    stat = Path(f"/proc/{pid}/stat")
    return gone(pid) or (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def position(name: str, players: int = 3) -> tuple[State, int, Plain]:
    state = GAMES[name].new(players, Random(5))
    seat = min(state.to_act)
    return state, seat, state.view(seat)


def legal(state: State, seat: int, text: str) -> bool:
    return GAMES[state.game].parse(text) in state.moves(seat)


def test_every_level_plays_a_legal_move_of_every_game(run: Run) -> None:
    async def scenario() -> None:
        bots = Thinkers(2)
        assert pids() == set(), "no worker before there is a question"

        async def one(name: str, level: str) -> None:
            state, seat, view = position(name)
            assert legal(state, seat, await bots.choose(name, view, level, 0.1, 16))

        for name in GAMES:
            # Alone, lest two workers compile the same engine.
            await one(name, "master")
        await asyncio.gather(*(one(name, level) for name in GAMES for level in BOTS))
        assert len(pids()) == 2
        assert (bots.questions, bots.deaths) == (len(GAMES) * (len(BOTS) + 1), 0)
        assert bots.thought_seconds > 0
        await bots.close()

    run(scenario)


def test_hints_are_legal_and_best_first(run: Run) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        for name in GAMES:
            state, seat, view = position(name)
            ideas = await bots.consider(name, view, 0.1, 200)
            assert len({idea.move for idea in ideas}) == len(ideas) > 1
            assert all(legal(state, seat, idea.move) for idea in ideas)
            assert all(0 <= idea.win_share <= 1 and idea.expected for idea in ideas)
            # The search gives the better half more and more playouts.
            playouts = [idea.playouts for idea in ideas]
            assert playouts == sorted(playouts, reverse=True)
            assert playouts[0] > playouts[-1] > 0
        await bots.close()

    run(scenario)


def test_a_worker_killed_in_thought_is_replaced_and_the_loop_never_waits(run: Run) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
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
        bots = Thinkers(1)
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
        bots = Thinkers(1)
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
    async def scenario() -> None:
        bots = Thinkers(1)
        state, seat, view = position("rota")
        await bots.choose("rota", view, "random", 0.1)
        (hanging,) = pids()
        os.kill(hanging, signal.SIGSTOP)
        monkeypatch.setattr(module, "PATIENCE", 4.0)
        assert legal(state, seat, await bots.choose("rota", view, "random", 0.1))
        assert gone(hanging)
        assert bots.deaths >= 1
        await bots.close()

    asyncio.run(scenario())


def test_close_ends_thoughts_and_processes_at_once(run: Run) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        _, _, view = position("axio")
        await bots.choose("axio", view, "random", 0.1)
        workers = pids()
        askers = [asyncio.create_task(bots.choose("axio", view, "master", 60)) for _ in range(3)]
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        await bots.close()
        assert time.monotonic() - begun < 5
        told = await asyncio.gather(*askers, return_exceptions=True)
        assert [type(error) for error in told] == [ThinkersClosed] * 3
        assert len(workers) == 1
        assert all(gone(pid) for pid in workers)
        with pytest.raises(ThinkersClosed):
            await bots.choose("axio", view, "random", 0.1)
        await bots.close()
        assert bots.deaths == 0

    run(scenario)


PROGRAM = """
import asyncio, multiprocessing, sys
from random import Random
from triax.games import GAMES
from triax.server.thinkers import Thinkers

async def main():
    bots = Thinkers(2)
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
        bots = Thinkers(1)
        _, _, view = position("rota")
        for game, level, budget in (("chess", "novice", 1.0), ("rota", "wizard", 1.0), ("rota", "novice", 0.0)):
            with pytest.raises(BadData):
                await bots.choose(game, view, level, budget)
        assert pids() == set()
        await bots.close()

    with pytest.raises(ValueError, match="0 workers"):
        Thinkers(0)
    asyncio.run(scenario())


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
def test_a_view_means_the_same_after_the_pipe(name: str, players: int, options: dict[str, Any]) -> None:
    for played in list(random_game(GAMES[name], players, 2, options))[::7]:
        view = played.before.view(played.seat)
        told = msgspec.json.decode(msgspec.json.encode(view))
        assert GAMES[name].sample(told, Random(1)) == GAMES[name].sample(view, Random(1))


class Scripted:
    """A worker in the hands of the test: hears questions, answers when told to."""

    pid = 0

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.ours.setblocking(False)
        self.theirs.settimeout(5)
        self.alive = True

    def is_alive(self) -> bool:
        return self.alive

    def kill(self) -> None:
        self.alive = False
        self.theirs.close()

    def join(self, timeout: float) -> None:
        assert not self.alive

    async def question(self) -> dict[str, Any]:
        heard = b""
        while not heard.endswith(b"\n"):
            heard += await asyncio.to_thread(self.theirs.recv, 1 << 20)
        told: dict[str, Any] = json.loads(heard)
        return told

    def answer(self, **answer: object) -> None:
        self.theirs.sendall(json.dumps(answer).encode() + b"\n")


@pytest.fixture
def hired(monkeypatch: pytest.MonkeyPatch) -> list[Scripted]:
    crew: list[Scripted] = []

    def hire() -> tuple[Scripted, socket.socket]:
        crew.append(Scripted())
        return crew[-1], crew[-1].ours

    monkeypatch.setattr(module, "hire", hire)
    return crew


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0.002)


def test_a_worker_is_told_a_view_and_nothing_else(hired: list[Scripted], run: Run) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        for name in GAMES:
            _, _, view = position(name)
            move = asyncio.create_task(bots.choose(name, view, "adept", 0.5, 7))
            await settle()
            told = await hired[0].question()
            plain = json.loads(json.dumps(view))
            assert told == {"game": name, "view": plain, "level": "adept", "budget": 0.5, "playouts": 7}
            hired[0].answer(move="a move")
            assert await move == "a move"
            hint = asyncio.create_task(bots.consider(name, view, 2.0))
            await settle()
            told = await hired[0].question()
            assert told == {"game": name, "view": plain, "level": None, "budget": 2.0, "playouts": None}
            hired[0].answer(ideas=[{"move": "b", "win_share": 0.5, "expected": [1, 2.5], "playouts": 3}])
            assert await hint == [module.Idea("b", 0.5, (1.0, 2.5), 3)]
        await bots.close()

    run(scenario)


def test_a_huge_question_to_a_worker_that_does_not_listen_blocks_nobody(hired: list[Scripted], run: Run) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        move = asyncio.create_task(bots.choose("rota", {"ballast": "x" * 4_000_000}, "novice", 1))
        await settle()
        assert len((await hired[0].question())["view"]["ballast"]) == 4_000_000
        hired[0].answer(move="a move")
        assert await move == "a move"
        await bots.close()

    run(scenario)


def test_moves_go_before_hints_which_leave_a_worker_free(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = Thinkers(3)
        hints = [asyncio.create_task(bots.consider("rota", {"n": n}, 1)) for n in range(3)]
        await settle()
        assert len(hired) == 2, "the third worker is kept for moves"
        moves = [asyncio.create_task(bots.choose("rota", {"n": n}, "novice", 1)) for n in range(10, 13)]
        await settle()
        assert len(hired) == 3
        assert [(await worker.question())["view"]["n"] for worker in hired] == [0, 1, 10]
        order = []
        for _ in range(2):
            hired[0].answer(move="x")
            order.append((await hired[0].question())["view"]["n"])
        hired[0].answer(move="x")
        order.append((await hired[0].question())["view"]["n"])
        assert order == [11, 12, 2], "moves first, each in its turn"
        assert len(hired) == 3
        await bots.close()
        await asyncio.gather(*hints, *moves, return_exceptions=True)

    asyncio.run(scenario())


def test_a_lone_worker_gives_hints_too(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        hint = asyncio.create_task(bots.consider("rota", {}, 1))
        await settle()
        await hired[0].question()
        hired[0].answer(ideas=[])
        assert await hint == []
        await bots.close()

    asyncio.run(scenario())


def test_an_asker_who_leaves_costs_no_worker(hired: list[Scripted], run: Run) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        thinking, waiting, last = (
            asyncio.create_task(bots.choose("rota", {"n": n}, "novice", 1)) for n in ("thinking", "waiting", "last")
        )
        await settle()
        thinking.cancel()
        waiting.cancel()
        await asyncio.gather(thinking, waiting, return_exceptions=True)
        assert thinking.cancelled()
        assert (await hired[0].question())["view"]["n"] == "thinking"
        hired[0].answer(move="too late")
        assert (await hired[0].question())["view"]["n"] == "last"
        hired[0].answer(move="in time")
        assert await last == "in time"
        assert (len(hired), bots.deaths) == (1, 0)
        await bots.close()

    run(scenario)


def test_after_three_failures_a_random_move_and_no_hint(
    hired: list[Scripted], caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        state, seat, view = position("axio")
        move = asyncio.create_task(bots.choose("axio", view, "master", 1))
        await settle()
        await hired[0].question()
        hired[0].answer(error="ValueError in somewhere.py:3")
        await hired[0].question()
        hired[0].kill()
        await settle()
        await hired[1].question()
        hired[1].answer(error="ValueError in somewhere.py:3")
        assert legal(state, seat, await move)
        hint = asyncio.create_task(bots.consider("axio", view, 1))
        for number in (1, 2, 3):
            await settle()
            await hired[number].question()
            hired[number].kill()
        assert await hint == []
        assert (bots.deaths, bots.questions) == (6, 2)
        await bots.close()

    with caplog.at_level(logging.INFO, "triax.server.bots"):
        asyncio.run(scenario())
    told = [(record.levelname, record.getMessage()) for record in caplog.records if record.name == "triax.server.bots"]
    assert told == [
        ("WARNING", "axio, master: a worker failed: ValueError in somewhere.py:3"),
        ("WARNING", "axio, master: a worker failed: no answer: ConnectionResetError"),
        ("WARNING", "axio, master: a worker failed: ValueError in somewhere.py:3"),
        ("ERROR", "axio, master: given up after 3 failures; a random move or no hint instead"),
        *[("WARNING", "axio, hint: a worker failed: no answer: ConnectionResetError")] * 3,
        ("ERROR", "axio, hint: given up after 3 failures; a random move or no hint instead"),
    ]


def test_a_failure_in_a_worker_does_not_quote_the_game(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        with pytest.raises(KeyError):
            await bots.choose("rota", {"seat": "a secret"}, "random", 0.1)
        assert bots.deaths == 3
        assert len(pids()) == 1, "the worker stays"
        await bots.close()

    asyncio.run(scenario())
    assert "KeyError in " in caplog.text
    assert "secret" not in caplog.text


def test_a_slow_thought_is_noticed(hired: list[Scripted], monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        told: list[str] = []
        bots = Thinkers(1, notice=told.append)
        for wait in (0.0, 0.3):
            move = asyncio.create_task(bots.choose("rota", {}, "master", 0.1))
            await settle()
            await hired[0].question()
            await asyncio.sleep(wait)
            hired[0].answer(move="x")
            await move
        await asyncio.sleep(0.3)
        assert told == ["a bot thinks long about rota: a first thought compiles its engine, for up to a minute"]
        await bots.close()

    monkeypatch.setattr(module, "SLOW", 0.1)
    asyncio.run(scenario())
