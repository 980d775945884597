"""The processes in which bots think, so that the event loop never waits for them, and who is answered first."""

from __future__ import annotations

import asyncio
import atexit
import logging
import math
from collections.abc import AsyncGenerator, Iterable

from msgspec.structs import replace

from triax.bots.hints import TEACHER, Idea, KnownMove
from triax.bots.registry import find_spec, has_engine, needs_engine
from triax.games.core import Plain
from triax.server.bot_queue import Asked, Asker, BotQueue
from triax.server.bot_worker import Answer, Question, Worker, answer_to
from triax.server.engine_compiler import EngineCompiler

ATTEMPTS, PATIENCE = 3, 10.0
"""Seconds beyond its budget until a worker that does not answer is killed; then half as long, and half of that."""
SOMEBODY = Asker()
LOADING = 1.0
"""Seconds that a move waits for an engine to be loaded; then it is chosen by a rule."""
log = logging.getLogger("triax.server.bots")


class BotPoolClosed(RuntimeError):
    """A question came after `close`, or was cut short by it."""


class BotPool:
    """At most `workers` processes, started when there is a question for them.

    Who is answered next is the queue's to say: moves that people wait for, then hints, then other moves. Hints leave
    one worker free for moves. An analysis thinks in short slices, while nobody else waits.

    Nobody waits for a compiler: until a game's engine is compiled, the stronger levels play by a rule, and hints come
    from one. A hint does wait for an engine to be loaded, but keeps no worker from moves.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise ValueError(f"{workers} workers; expected at least 1")
        # For metrics. The seconds include a worker's start; a worker that fails or hangs counts as a death.
        self.thought_seconds, self.questions, self.deaths = 0.0, 0, 0
        self._limit, self._closed = workers, False
        self._compiler = EngineCompiler()
        self._queue = BotQueue()
        self._busy: dict[asyncio.Task[None], Asked] = {}
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        # At exit multiprocessing sends SIGTERM, which workers ignore, and waits.
        atexit.register(self._kill)

    async def choose(
        self,
        game: str,
        view: Plain,
        level: str,
        budget: float,
        playouts: int | None = None,
        *,
        strength: float | None = None,
        asker: Asker = SOMEBODY,
    ) -> str:
        """A legal move of the view's seat; a random one if the bot fails again and again."""
        question = self._prepared(Question("move", game, view, level, budget, playouts, strength))
        answer = await self._answered(question, asker, LOADING)
        return answer.move or answer_to(Question("move", game, view, "random")).move

    async def consider(
        self, game: str, view: Plain, budget: float, playouts: int | None = None, *, asker: Asker = SOMEBODY
    ) -> list[Idea]:
        """Ideas, best first; nothing if the one who gives them fails again and again."""
        question = self._prepared(Question("hint", game, view, TEACHER, budget, playouts))
        return (await self._answered(question, asker)).ideas

    async def study(
        self, game: str, view: Plain, slice_seconds: float, playouts: int | None = None, *, asker: Asker = SOMEBODY
    ) -> AsyncGenerator[list[Idea]]:
        """Ideas that grow for as long as they are asked for: slice by slice, all others first."""
        known: list[KnownMove] = []
        while True:
            question = Question("study", game, view, TEACHER, slice_seconds, playouts, known=known)
            question = self._prepared(question)
            answer = await self._answered(question, asker)
            known = answer.known if question.engine else []
            yield answer.ideas
            if not question.engine:
                await self._compiler.compiled(game)

    def _prepared(self, question: Question) -> Question:
        """A question that may be asked, counted; with the engine if it is there."""
        find_spec(question.level, question.game, question.budget, question.playouts)
        self.questions += 1
        if not needs_engine(question.level, question.game, question.strength):
            return question
        question = replace(question, engine=self._compiler.is_ready(question.game))
        self._compiler.want(question.game)
        return question

    async def _answered(self, question: Question, asker: Asker, patience: float = math.inf) -> Answer:
        """Asked until the engine is loaded; without it if that takes too long."""
        clock = asyncio.get_running_loop().time
        until = clock() + patience
        while (answer := await self._ask(question, asker)).later:
            await asyncio.sleep(0.05)
            if clock() >= until:
                question = replace(question, engine=False)
        return answer

    @property
    def has_waiting(self) -> bool:
        """Does anybody wait for a move or a hint that no worker thinks about yet?"""
        return self._queue.has("move", "hint")

    async def compiled(self, game: str) -> None:
        """Wait for a game's engine."""
        if self._closed:
            raise BotPoolClosed
        await self._compiler.compiled(game)

    async def warm(self, games: Iterable[str]) -> None:
        """Have engines compiled, and loaded by a worker, before anybody asks."""
        games = [game for game in games if has_engine(game)]
        for game in games:
            self._compiler.want(game, asked=False)
        for game in games[:1]:
            await self._ask(Question("load", game, engine=False))  # a worker is there for the first who asks
        for game in games:
            await self._compiler.compiled(game, asked=False)
            await self._ask(Question("load", game))

    async def close(self) -> None:
        """End all workers now. Whoever still waits gets BotPoolClosed."""
        self._closed = True
        for asked in (*self._queue, *self._busy.values()):
            if not asked.answer.done():
                asked.answer.set_exception(BotPoolClosed())
        self._kill()
        await self._compiler.close()
        await asyncio.gather(*self._busy, return_exceptions=True)
        for worker in list(self._workers):
            self._dismiss(worker)
        atexit.unregister(self._kill)

    async def _ask(self, question: Question, asker: Asker = SOMEBODY) -> Answer:
        if self._closed:
            raise BotPoolClosed
        asked = Asked(question, asker, asyncio.get_running_loop().create_future())
        self._queue.add(asked)
        self._dispatch()
        return await asked.answer

    def _dispatch(self, done: asyncio.Task[None] | None = None) -> None:
        if done is not None:
            del self._busy[done]
        while len(self._busy) < self._limit:
            tasks = [asked.question.task for asked in self._busy.values()]
            spare = max(1, self._limit - 1) - tasks.count("hint")
            kinds = ["move", "load", *["hint"] * (spare > 0), *["study"] * (spare > tasks.count("study"))]
            if (asked := self._queue.next(*kinds)) is None:
                return
            task = asyncio.create_task(self._serve(asked.question, asked.answer))
            self._busy[task] = asked
            task.add_done_callback(self._dispatch)

    async def _serve(self, question: Question, future: asyncio.Future[Answer]) -> None:
        """See a question through; when its asker has left, the thought in progress is the last."""
        what, failures = f"{question.game}, {question.level if question.task == 'move' else question.task}", 0
        while not future.done():
            try:
                answer = await self._attempt(question, PATIENCE / 2**failures)
            except Exception as error:
                answer = Answer(error=f"no answer: {type(error).__name__}")
            if answer.error and not self._closed:
                failures += 1
                self.deaths += 1
                log.warning("%s: a worker failed: %s", what, answer.error)
            if failures == ATTEMPTS:
                log.error("%s: given up after %d failures; a random move or no hint instead", what, failures)
            if not future.done() and (not answer.error or failures == ATTEMPTS):
                future.set_result(answer)

    async def _attempt(self, question: Question, patience: float) -> Answer:
        worker, clock = self._take(), asyncio.get_running_loop().time
        begun = clock()
        try:
            async with asyncio.timeout(question.budget + patience):
                answer = await worker.ask(question)
        except BaseException:
            self._dismiss(worker)
            raise
        finally:
            self.thought_seconds += clock() - begun
        self._idle.append(worker)
        return answer

    def _take(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()  # the one that worked last: its engines are loaded
            if worker.is_alive:
                return worker
            self.deaths += 1
            log.warning("an idle worker has died; another takes its place")
            self._dismiss(worker)
        worker = Worker()
        self._workers.add(worker)
        return worker

    def _dismiss(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.dismiss()

    def _kill(self) -> None:
        self._compiler.kill()
        for worker in self._workers:
            worker.kill()
