"""The process in which bots think: a question is one line of JSON, and so is its answer. It knows a seat's view and
nothing else."""

from __future__ import annotations

import asyncio
import os
import socket
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from random import Random
from threading import Thread
from typing import Literal

import msgspec

from triax.bots.hints import Idea, KnownMove, study
from triax.bots.processes import spawn
from triax.bots.registry import STAND_IN, find_bot, load_engine, needs_engine
from triax.games import find_game
from triax.games.core import Plain
from triax.server.priorities import NICENESS, Work, give_way

AnswerLine = Callable[[bytes], bytes]


class Question(msgspec.Struct, frozen=True):
    """All that a worker ever gets."""

    task: Literal["move", "hint", "study", "load", "compile"]
    game: str
    view: Plain = {}
    level: str = "master"
    budget: float = 1.0
    playouts: int | None = None
    strength: float | None = None
    """Of one that adapts."""
    engine: bool = True
    """Is the engine on disk? Without it a stronger level plays by a rule."""
    known: list[KnownMove] | msgspec.UnsetType = msgspec.UNSET
    """For an analysis: what was found out before."""


class Answer(msgspec.Struct, frozen=True):
    move: str = ""
    ideas: list[Idea] = []
    known: list[KnownMove] = []
    later: bool = False
    """The engine is being loaded: ask again."""
    error: str = ""


class Worker:
    """A worker process, as the server sees it."""

    def __init__(self, work: Work = "thinking") -> None:
        self._process, self._pipe = start_worker(work)

    async def ask(self, question: Question) -> Answer:
        return msgspec.json.decode(await self._exchange(msgspec.json.encode(question)), type=Answer)

    async def _exchange(self, line: bytes) -> bytes:
        loop, heard = asyncio.get_running_loop(), b""
        await loop.sock_sendall(self._pipe, line + b"\n")
        while not heard.endswith(b"\n"):
            heard += (part := await loop.sock_recv(self._pipe, 1 << 16))
            if not part:
                raise ConnectionResetError
        return heard

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()

    def dismiss(self) -> None:
        self._process.kill()
        # It is gone in a few milliseconds; the loop is not to hang on one that the system holds back.
        self._process.join(1.0)
        self._pipe.close()


def start_worker(work: Work = "thinking") -> tuple[BaseProcess, socket.socket]:
    return start_process(work, _answer_line)


def start_process(work: Work, answer: AnswerLine) -> tuple[BaseProcess, socket.socket]:
    """No other process inherits the pipe: if a side dies, the other notices."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    try:
        return spawn(_work, theirs, NICENESS[work], answer), ours
    finally:
        theirs.close()


def _work(pipe: socket.socket, niceness: int, answer: AnswerLine) -> None:
    give_way(niceness)
    try:
        for line in pipe.makefile("rb"):
            # Not here: the end of the parent is to end a thought as well.
            Thread(target=_reply, args=(pipe, line, answer), daemon=True).start()
    finally:
        os._exit(0)


def _reply(pipe: socket.socket, line: bytes, answer: AnswerLine) -> None:
    try:
        reply = answer(line)
    except Exception as error:
        # Where it was, but not its words: they may quote the game.
        at = traceback.extract_tb(error.__traceback__)[-1]
        reply = msgspec.json.encode({"error": f"{type(error).__name__} in {at.filename}:{at.lineno}"})
    with suppress(OSError):
        pipe.sendall(reply + b"\n")


def _answer_line(line: bytes) -> bytes:
    return msgspec.json.encode(answer_to(msgspec.json.decode(line, type=Question)))


def answer_to(question: Question) -> Answer:
    game, view, level, rng = question.game, question.view, question.level, Random()
    if question.task == "compile":
        load_engine(game)
        return Answer()
    if needs_engine(level, game, question.strength):
        if not question.engine:
            level = STAND_IN
        elif not _is_loaded(game):
            return Answer(later=True)
    if question.task == "load":
        return Answer()
    if question.task in {"hint", "study"}:
        ideas, known = study(
            view, rng, question.budget, question.playouts, question.known or (), engine=question.engine
        )
        return Answer(ideas=ideas, known=known)
    bot = find_bot(level, game, question.budget, question.playouts, question.strength)
    # The same for every state that fits the view.
    moves = find_game(game).sample(view, rng).moves(view["seat"])
    return Answer(move=str(bot.choose(view, moves, rng)))


_loading: dict[str, Thread] = {}


def _is_loaded(game: str) -> bool:
    """A thread of its own loads the engine, once: that may take seconds, in which others are answered."""
    if game not in _loading:
        _loading[game] = Thread(target=load_engine, args=(game,), daemon=True)
        _loading[game].start()
    return not _loading[game].is_alive()
