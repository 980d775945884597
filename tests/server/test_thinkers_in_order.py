"""Bots in worker processes: scripted ones, where the order of things matters."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from typing import Any

import pytest

from tests.server.support.bot_pool import Run, legal, pids, position, settle
from triax.games import GAMES
from triax.server import thinkers as module
from triax.server.thinkers import Thinkers


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


def test_hints_go_before_moves_in_turn_and_leave_a_worker_free(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = Thinkers(3)
        hints = [asyncio.create_task(bots.consider("rota", {"n": n}, 1)) for n in range(3)]
        await settle()
        assert len(hired) == 2, "the third worker is kept for moves"
        moves = [asyncio.create_task(bots.choose("rota", {"n": n}, "novice", 1)) for n in range(10, 13)]
        await settle()
        assert len(hired) == 3
        assert [(await worker.question())["view"]["n"] for worker in hired] == [0, 1, 10]
        hired[0].answer(ideas=[])
        assert (await hired[0].question())["view"]["n"] == 2, "somebody waits for it"
        for worker, n in ((0, 11), (1, 12)):
            hired[worker].answer(move="x")
            assert (await hired[worker].question())["view"]["n"] == n
        assert len(hired) == 3
        await bots.close()
        await asyncio.gather(*hints, *moves, return_exceptions=True)

    asyncio.run(scenario())


def test_hints_do_not_keep_a_lone_worker_from_moves(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = Thinkers(1)
        moves = [asyncio.create_task(bots.choose("rota", {"n": f"move {n}"}, "novice", 1)) for n in range(3)]
        await settle()
        hints = [asyncio.create_task(bots.consider("rota", {"n": f"hint {n}"}, 1)) for n in range(2)]
        await settle()
        order = []
        for _ in range(5):
            order.append((await hired[0].question())["view"]["n"])
            hired[0].answer(move="x")
        assert order == ["move 0", "hint 0", "move 1", "hint 1", "move 2"]
        await asyncio.gather(*moves, *hints)
        await bots.close()

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
