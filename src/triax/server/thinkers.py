"""Bots that think in processes of their own, so that the event loop never waits for them.

A worker is told a question as one line of JSON and answers with another. It knows a seat's view and nothing else.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import multiprocessing
import os
import signal
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from random import Random
from threading import Thread
from typing import Any

import msgspec

from triax.bots import find_bot
from triax.games import find_game
from triax.games.core import Plain

ATTEMPTS, SLOW, PATIENCE = 3, 5.0, 90.0
"""Seconds beyond its budget until a thought is noticed, and killed: a first one compiles its engine, up to a minute."""
POSIX = hasattr(signal, "pthread_sigmask")
log = logging.getLogger("triax.server.bots")
Asked = tuple["Question", "asyncio.Future[Answer]"]


class ThinkersClosed(RuntimeError):
    """A question came after `close`, or was cut short by it."""


@dataclass(frozen=True)
class Idea:
    """A candidate for a hint."""

    move: str
    win_share: float
    expected: tuple[float, ...]
    playouts: int


class Question(msgspec.Struct, frozen=True):
    """All that a worker is ever told. Without a level it is asked for ideas, else for that level's move."""

    game: str
    view: Plain
    level: str | None
    budget: float
    playouts: int | None


class Answer(msgspec.Struct, frozen=True):
    move: str = ""
    ideas: list[Idea] = []
    error: str = ""


class Thinkers:
    """At most `workers` processes, started when there is a question for them.

    Questions are answered in the order in which they come. For a hint somebody waits: it goes before the moves in the
    queue, but not before a move that has let another hint go first; and hints leave one worker free for moves.
    `notice` is told, in words, when a thought takes long, as a first one does while its engine is compiled.
    """

    def __init__(self, workers: int, *, notice: Callable[[str], None] | None = None) -> None:
        if workers < 1:
            raise ValueError(f"{workers} workers; expected at least 1")
        # For metrics. The seconds include a worker's start; a worker that fails or hangs counts as a death.
        self.thought_seconds, self.questions, self.deaths = 0.0, 0, 0
        self._workers, self._notice, self._closed = workers, notice or log.info, False
        self._moves, self._hints = list[Asked](), list[Asked]()
        self._was_hint = False
        self._busy: dict[asyncio.Task[None], Asked] = {}
        self._crew: dict[BaseProcess, socket.socket] = {}
        self._idle: list[BaseProcess] = []
        # At exit multiprocessing sends SIGTERM, which workers ignore, and waits.
        atexit.register(self._kill)

    async def choose(self, game: str, view: Plain, level: str, budget: float, playouts: int | None = None) -> str:
        """A legal move of the view's seat; a random one if the bot fails again and again."""
        answer = await self._ask(Question(game, view, level, budget, playouts))
        return answer.move or _think(Question(game, view, "random", budget, None)).move

    async def consider(self, game: str, view: Plain, budget: float, playouts: int | None = None) -> list[Idea]:
        """What the master thinks of its candidates, best first; nothing if it fails again and again."""
        return (await self._ask(Question(game, view, None, budget, playouts))).ideas

    async def close(self) -> None:
        """End all workers now. Whoever still waits is told ThinkersClosed."""
        self._closed = True
        for _, future in (*self._moves, *self._hints, *self._busy.values()):
            if not future.done():
                future.set_exception(ThinkersClosed())
        self._kill()
        await asyncio.gather(*self._busy, return_exceptions=True)
        for process in list(self._crew):
            self._dismiss(process)
        atexit.unregister(self._kill)

    async def _ask(self, question: Question) -> Answer:
        if self._closed:
            raise ThinkersClosed
        find_game(question.game)
        find_bot(question.level or "master", question.budget, question.playouts)
        self.questions += 1
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        (self._hints if question.level is None else self._moves).append((question, future))
        self._dispatch()
        return await future

    def _dispatch(self, done: asyncio.Task[None] | None = None) -> None:
        if done is not None:
            del self._busy[done]
        while len(self._busy) < self._workers:
            hints = sum(question.level is None for question, _ in self._busy.values())
            first = hints < max(1, self._workers - 1) and not (self._was_hint and self._moves)
            queue = self._hints if self._hints and first else self._moves
            if not queue:
                return
            question, future = queue.pop(0)
            if not future.done():  # else its asker has left
                self._was_hint = question.level is None
                task = asyncio.create_task(self._serve(question, future))
                self._busy[task] = question, future
                task.add_done_callback(self._dispatch)

    async def _serve(self, question: Question, future: asyncio.Future[Answer]) -> None:
        """See a question through; when its asker has left, the thought in progress is the last."""
        what, failures = f"{question.game}, {question.level or 'hint'}", 0
        while not future.done():
            try:
                answer = await self._attempt(question)
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

    async def _attempt(self, question: Question) -> Answer:
        process, loop = self._take(), asyncio.get_running_loop()
        begun = loop.time()
        words = f"a bot thinks long about {question.game}: a first thought compiles its engine, for up to a minute"
        notice = loop.call_later(question.budget + SLOW, self._notice, words)
        try:
            async with asyncio.timeout(question.budget + PATIENCE):
                answer = await _converse(self._crew[process], question)
        except BaseException:
            self._dismiss(process)
            raise
        finally:
            notice.cancel()
            self.thought_seconds += loop.time() - begun
        self._idle.append(process)
        return answer

    def _take(self) -> BaseProcess:
        while self._idle:
            process = self._idle.pop()  # the one that worked last: its engines are loaded
            if process.is_alive():
                return process
            self.deaths += 1
            log.warning("an idle worker has died; another takes its place")
            self._dismiss(process)
        process, self._crew[process] = hire()
        return process

    def _dismiss(self, process: BaseProcess) -> None:
        process.kill()
        # It is gone in a few milliseconds; the loop is not to hang on one that the system holds back.
        process.join(1.0)
        self._crew.pop(process).close()

    def _kill(self) -> None:
        for process in self._crew:
            process.kill()


async def _converse(pipe: socket.socket, question: Question) -> Answer:
    loop, heard = asyncio.get_running_loop(), b""
    await loop.sock_sendall(pipe, msgspec.json.encode(question) + b"\n")
    while not heard.endswith(b"\n"):
        heard += (part := await loop.sock_recv(pipe, 1 << 16))
        if not part:
            raise ConnectionResetError
    return msgspec.json.decode(heard, type=Answer)


def hire() -> tuple[BaseProcess, socket.socket]:
    """Start a worker, in about a millisecond. No other process inherits its pipe: if a side dies, the other is told."""
    resource_tracker.ensure_running()  # started on the way, it would unblock the signals
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    # A fresh interpreter: a fork would copy threads and connections in no known state.
    process = multiprocessing.get_context("spawn").Process(target=_work, args=(theirs,), daemon=True)
    # Ctrl-C, or SIGTERM to the group, is for the parent to answer. What is blocked here stays so in the new process.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM]) if POSIX else set()
    try:
        process.start()
    finally:
        theirs.close()
        if POSIX:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process, ours


def _work(pipe: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if POSIX:
        os.nice(5)
    try:
        for line in pipe.makefile("rb"):
            # Not here: the end of the parent is to end a thought as well.
            Thread(target=_answer, args=(pipe, line), daemon=True).start()
    finally:
        os._exit(0)


def _answer(pipe: socket.socket, line: bytes) -> None:
    try:
        answer = _think(msgspec.json.decode(line, type=Question))
    except Exception as error:
        # Where it was, but not its words: they may quote the game.
        at = traceback.extract_tb(error.__traceback__)[-1]
        answer = Answer(error=f"{type(error).__name__} in {at.filename}:{at.lineno}")
    with suppress(OSError):
        pipe.sendall(msgspec.json.encode(answer) + b"\n")


def _think(question: Question) -> Answer:
    view, rng = question.view, Random()
    bot: Any = find_bot(question.level or "master", question.budget, question.playouts).build(question.game)
    if question.level is None:
        return Answer(ideas=[Idea(str(c.move), c.win_share, c.expected, c.playouts) for c in bot.think(view, rng)])
    # The same for every state that fits the view.
    moves = find_game(question.game).sample(view, rng).moves(view["seat"])
    return Answer(move=str(bot.choose(view, moves, rng)))
