"""Bots in worker processes: scripted ones, where the order of things matters."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from typing import Any, Literal

import pytest

from tests.server.support.bot_pool import Run, legal, pids, position, settle
from triax.bots.hints import Idea
from triax.bots.reasons import Reason
from triax.games import GAMES
from triax.games.errors import BadData
from triax.server import bot_pool as module
from triax.server import bot_worker, engine_compiler
from triax.server.bot_pool import BotPool
from triax.server.bot_queue import Asked, Asker, BotQueue
from triax.server.bot_worker import Question
from triax.server.priorities import Work

REASON = {"code": "lowest", "values": {"to": 2}}
IDEA = {
    "move": "b",
    "gain": "R1",
    "win_share": 0.5,
    "expected": [1, 2.5],
    "playouts": 3,
    "outlook": "open",
    "reason": REASON,
}


class Scripted:
    """A worker in the hands of the test: hears questions, answers when told to."""

    pid = 0

    def __init__(self, work: Work) -> None:
        self.work = work
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
        received: dict[str, Any] = json.loads(heard)
        return received

    def answer(self, **answer: object) -> None:
        self.theirs.sendall(json.dumps(answer).encode() + b"\n")


@pytest.fixture
def hired(monkeypatch: pytest.MonkeyPatch) -> list[Scripted]:
    """All workers so far; every engine is on disk."""
    workers: list[Scripted] = []

    def start_worker(work: Work) -> tuple[Scripted, socket.socket]:
        workers.append(Scripted(work))
        return workers[-1], workers[-1].ours

    monkeypatch.setattr(bot_worker, "start_worker", start_worker)
    monkeypatch.setattr(engine_compiler, "is_compiled", lambda game: True)
    return workers


@pytest.fixture
def cold(hired: list[Scripted], monkeypatch: pytest.MonkeyPatch) -> list[Scripted]:
    """All workers so far; no engine is on disk."""
    monkeypatch.setattr(engine_compiler, "is_compiled", lambda game: False)
    return hired


def test_a_worker_is_told_a_view_and_nothing_else(hired: list[Scripted], run: Run) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        for name in GAMES:
            _, _, view = position(name)
            move = asyncio.create_task(bots.choose(name, view, "adept", 0.5, 7))
            await settle()
            received = await hired[0].question()
            plain = json.loads(json.dumps(view))
            about = {"game": name, "view": plain, "engine": True}
            told = {"level": "adept", "strength": None, "budget": 0.5, "playouts": 7}
            assert received == {"task": "move", **told, **about}
            hired[0].answer(move="a move")
            assert await move == "a move"
            hint = asyncio.create_task(bots.consider(name, view, 2.0))
            await settle()
            received = await hired[0].question()
            told = {"level": "master", "strength": None, "budget": 2.0, "playouts": None}
            assert received == {"task": "hint", **told, **about}
            hired[0].answer(ideas=[IDEA])
            assert await hint == [Idea("b", "R1", 0.5, (1.0, 2.5), 3, "open", Reason("lowest", {"to": 2}))]
        await bots.close()

    run(scenario)


def test_a_huge_question_to_a_worker_that_does_not_listen_blocks_nobody(hired: list[Scripted], run: Run) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        move = asyncio.create_task(bots.choose("rota", {"ballast": "x" * 4_000_000}, "novice", 1))
        await settle()
        assert len((await hired[0].question())["view"]["ballast"]) == 4_000_000
        hired[0].answer(move="a move")
        assert await move == "a move"
        await bots.close()

    run(scenario)


def test_hints_leave_a_worker_free_for_moves(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(3)
        hints = [asyncio.create_task(bots.consider("rota", {"n": n}, 1)) for n in range(3)]
        await settle()
        assert len(hired) == 2, "the third worker is kept for moves"
        moves = [asyncio.create_task(bots.choose("rota", {"n": n}, "novice", 1)) for n in range(10, 13)]
        await settle()
        assert len(hired) == 3
        assert [(await worker.question())["view"]["n"] for worker in hired] == [0, 1, 10]
        for worker, n in ((0, 11), (1, 12), (2, 2)):
            hired[worker].answer(move="x")
            assert (await hired[worker].question())["view"]["n"] == n
        assert len(hired) == 3
        await bots.close()
        await asyncio.gather(*hints, *moves, return_exceptions=True)

    asyncio.run(scenario())


def test_moves_that_people_wait_for_go_first_then_hints_then_other_moves(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        tasks = [asyncio.create_task(bots.choose("rota", {"n": "first"}, "novice", 1))]
        await settle()
        for n, asker in (
            ("nobody", Asker("h", "t", waits=False)),
            ("master", Asker("h", "u")),
            ("move", Asker("h", "v")),
        ):
            level = "master" if n == "master" else "novice"
            tasks.append(asyncio.create_task(bots.choose("rota", {"n": n}, level, 1, asker=asker)))
            await settle()
        hint = asyncio.create_task(bots.consider("rota", {"n": "hint"}, 1))
        await settle()
        order = []
        for _ in range(5):
            order.append((await hired[0].question())["view"]["n"])
            hired[0].answer(move="x")
        assert order == ["first", "move", "master", "hint", "nobody"]
        await asyncio.gather(*tasks, hint)
        await bots.close()

    asyncio.run(scenario())


def test_the_turns_of_the_bots_are_shared_among_hosts_and_tables() -> None:
    async def scenario() -> None:
        queue, loop = BotQueue(), asyncio.get_running_loop()

        def ask(host: str, table: str, task: Literal["move", "hint"] = "move") -> Asked:
            asked = Asked(Question(task, "rota", level="novice"), Asker(host, table), loop.create_future())
            queue.add(asked)
            return asked

        # One host with many tables, who was first; another with two; a third with one.
        for round_ in range(3):
            for table in range(4):
                ask("greedy", f"g{table}")
            if round_ < 2:
                ask("other", f"o{round_}")
        ask("third", "t")
        served = [asked.asker for _ in range(15) if (asked := queue.next("move"))]
        assert [asker.host for asker in served[:6]] == ["greedy", "other", "third", "greedy", "other", "greedy"]
        assert [asker.table for asker in served if asker.host == "greedy"] == ["g0", "g1", "g2", "g3"] * 3
        assert queue.next("move") is None
        # Whoever has left is passed over, and a hint that has waited for long goes first.
        left, hint, move = ask("a", "a"), ask("b", "b", "hint"), ask("c", "c")
        left.answer.cancel()
        assert queue.next("move", "hint") is move
        move = ask("c", "c")
        hint.since -= 60
        assert [queue.next("move", "hint"), queue.next("move", "hint")] == [hint, move]

    asyncio.run(scenario())


def test_a_lone_worker_gives_hints_too(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        hint = asyncio.create_task(bots.consider("rota", {}, 1))
        await settle()
        await hired[0].question()
        hired[0].answer(ideas=[])
        assert await hint == []
        await bots.close()

    asyncio.run(scenario())


def test_an_analysis_thinks_while_nobody_else_waits(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        study = bots.study("rota", {"n": "study"}, 0.4)
        growing = asyncio.ensure_future(anext(study))
        await settle()
        assert "known" not in (first := await hired[0].question()) or not first["known"]
        move = asyncio.create_task(bots.choose("rota", {"n": "move"}, "novice", 1))
        hint = asyncio.create_task(bots.consider("rota", {"n": "hint"}, 1))
        known = {"move": "b", "win_share": 0.5, "expected": [1.0, 2.5], "playouts": 3, "value": 0.5}
        hired[0].answer(ideas=[IDEA], known=[known])
        assert [idea.move for idea in await growing] == ["b"]
        growing = asyncio.ensure_future(anext(study))
        order = []
        for _ in range(3):
            order.append(await hired[0].question())
            hired[0].answer(move="x", ideas=[IDEA])
        assert [asked["view"]["n"] for asked in order] == ["move", "hint", "study"]
        assert order[-1]["known"] == [known], "it goes on from what it knows"
        await asyncio.gather(move, hint, growing)
        await study.aclose()
        await bots.close()

    asyncio.run(scenario())


def test_an_asker_who_leaves_costs_no_worker(hired: list[Scripted], run: Run) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
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
        bots = BotPool(1)
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
    received = [
        (record.levelname, record.getMessage()) for record in caplog.records if record.name == "triax.server.bots"
    ]
    assert received == [
        ("WARNING", "axio, master: a worker failed: ValueError in somewhere.py:3"),
        ("WARNING", "axio, master: a worker failed: no answer: ConnectionResetError"),
        ("WARNING", "axio, master: a worker failed: ValueError in somewhere.py:3"),
        ("ERROR", "axio, master: given up after 3 failures; a random move or no hint instead"),
        *[("WARNING", "axio, hint: a worker failed: no answer: ConnectionResetError")] * 3,
        ("ERROR", "axio, hint: given up after 3 failures; a random move or no hint instead"),
    ]


def test_a_failure_in_a_worker_does_not_quote_the_game(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        with pytest.raises(BadData):
            await bots.choose("rota", {"seat": "a secret"}, "random", 0.1)
        assert bots.deaths == 3
        assert len(pids()) == 1, "the worker stays"
        await bots.close()

    asyncio.run(scenario())
    assert "BadData in " in caplog.text
    assert "secret" not in caplog.text


def test_quick_bots_go_before_masters_in_the_queue(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        levels = ["master", "master", "adept", "master", "novice"]
        moves = [asyncio.create_task(bots.choose("rota", {"n": n}, level, 1)) for n, level in enumerate(levels)]
        await settle()
        order = []
        for _ in levels:
            order.append((await hired[0].question())["view"]["n"])
            hired[0].answer(move="x")
        assert order == [0, 2, 4, 1, 3]
        await asyncio.gather(*moves)
        await bots.close()

    asyncio.run(scenario())


async def compiling(worker: Scripted) -> str:
    received = await worker.question()
    assert (received["task"], worker.work) == ("compile", "compiling")
    return str(received["game"])


def test_until_its_engine_is_compiled_a_level_plays_by_a_rule(cold: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)

        async def asked(level: str) -> bool:
            move = asyncio.create_task(bots.choose("axio", {}, level, 1))
            await settle()
            thinking = next(worker for worker in cold if worker.work == "thinking")
            received = await thinking.question()
            thinking.answer(move="x")
            assert await move == "x"
            return bool(received["engine"])

        assert await asked("novice")
        assert len(cold) == 1, "it needs none"
        assert [await asked(level) for level in ("adept", "expert", "master")] == [False] * 3
        (compiler,) = cold[1:]
        assert await compiling(compiler) == "axio"
        compiler.answer()
        await settle()
        assert not compiler.alive
        assert await asked("adept")
        assert len(cold) == 2
        await bots.close()

    asyncio.run(scenario())


def test_an_engine_being_loaded_is_waited_for_but_not_long(
    hired: list[Scripted], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        for patience, answers in ((600.0, [True, True, True]), (0.0, [True, False])):
            monkeypatch.setattr(module, "LOADING", patience)
            move = asyncio.create_task(bots.choose("axo", {}, "master", 1))
            await settle()
            for number, engine in enumerate(answers, 1):
                assert (await hired[0].question())["engine"] is engine
                hired[0].answer(**({"move": "x"} if number == len(answers) else {"later": True}))
            assert await move == "x"
        await bots.close()

    asyncio.run(scenario())


def test_until_its_engine_is_compiled_a_hint_comes_from_a_rule(cold: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)

        async def asked(*answers: dict[str, object]) -> list[bool]:
            hint = asyncio.create_task(bots.consider("rota", {}, 1))
            await settle()
            thinking = next(worker for worker in cold if worker.work == "thinking")
            engines = []
            for answer in answers:
                received = await thinking.question()
                assert received["task"] == "hint"
                engines.append(received["engine"])
                thinking.answer(**answer)
            assert [idea.move for idea in await hint] == ["b"]
            return engines

        idea: dict[str, object] = {"ideas": [IDEA]}
        assert await asked(idea) == [False]
        (compiler,) = (worker for worker in cold if worker.work == "compiling")
        assert await compiling(compiler) == "rota"
        compiler.answer()
        await settle()
        assert await asked({"later": True}, {"later": True}, idea) == [True] * 3, "it waits until it is loaded"
        await bots.close()

    asyncio.run(scenario())


def test_the_game_at_hand_is_compiled_first(cold: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        warming = asyncio.create_task(bots.warm(["rota", "axio", "axo", "a game without an engine"]))
        await settle()
        assert await compiling(cold[0]) == "rota"
        assert (await cold[1].question())["task"] == "load"
        cold[1].answer()
        await settle()
        hints = [asyncio.create_task(bots.consider(game, {}, 1)) for game in ("axo", "axio", "axo")]
        await settle()
        assert not cold[0].alive, "nobody plays it: it gives way"
        for number, game in enumerate(("axo", "axio", "rota"), 1):
            workers = [worker for worker in cold if worker.work == "compiling"]
            assert await compiling(workers[number]) == game
            workers[number].answer()
            await settle()
        assert sum(worker.work == "compiling" for worker in cold) == 4
        for asking in (warming, *hints):
            asking.cancel()
        await bots.close()

    asyncio.run(scenario())


def test_a_game_that_somebody_plays_does_not_give_way(cold: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        hints = []
        for game in ("axo", "rota"):
            hints.append(asyncio.create_task(bots.consider(game, {}, 1)))
            await settle()
        (compiler,) = (worker for worker in cold if worker.work == "compiling")
        assert compiler.alive
        assert await compiling(compiler) == "axo"
        compiler.answer()
        await settle()
        _, following = (worker for worker in cold if worker.work == "compiling")
        assert await compiling(following) == "rota"
        for hint in hints:
            hint.cancel()
        await bots.close()

    asyncio.run(scenario())


def test_warming_up_loads_what_is_compiled(hired: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        warming = asyncio.create_task(bots.warm(["rota", "axo"]))
        for game, engine in (("rota", False), ("rota", True), ("axo", True)):
            await settle()
            asked = await hired[0].question()
            assert (asked["task"], asked["game"], asked["engine"]) == ("load", game, engine)
            hired[0].answer(later=engine)
        await warming
        assert len(hired) == 1
        await bots.close()

    asyncio.run(scenario())


def test_a_compiler_that_dies_leaves_it_to_the_workers(cold: list[Scripted]) -> None:
    async def scenario() -> None:
        bots = BotPool(1)
        for engine in (False, True):
            hint = asyncio.create_task(bots.consider("rota", {}, 1))
            await settle()
            compiler, thinking = sorted(cold, key=lambda worker: worker.work)
            received = await thinking.question()
            assert (received["task"], received["engine"]) == ("hint", engine)
            thinking.answer(ideas=[])
            assert await hint == []
            if compiler.alive:
                assert await compiling(compiler) == "rota"
                compiler.kill()
                await settle()
        assert bots.deaths == 0
        await bots.close()

    asyncio.run(scenario())
