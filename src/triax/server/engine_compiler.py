"""Has engines compiled in a process of its own, one after the other, at the lowest priority."""

from __future__ import annotations

import asyncio
import logging

from triax.kernels.cache import is_compiled
from triax.server.bot_worker import Question, Worker
from triax.server.tasks import end

log = logging.getLogger("triax.server.bots")


class EngineCompiler:
    """The games that somebody plays come first. An engine that is only warmed up gives way to them; what has been
    compiled of it so far is kept."""

    def __init__(self) -> None:
        self._asked, self._warming = list[str](), list[str]()
        self._ready: dict[str, asyncio.Event] = {}
        self._current = ""
        self._worker: Worker | None = None
        self._task: asyncio.Task[None] | None = None

    def is_ready(self, game: str) -> bool:
        """Is its engine on disk, as far as can be?"""
        ready = self._ready.setdefault(game, asyncio.Event())
        if not ready.is_set() and is_compiled(game):
            ready.set()
        return ready.is_set()

    def want(self, game: str, *, asked: bool = True) -> None:
        """Have an engine compiled; unless `asked` for, after all that are."""
        if self.is_ready(game) or game in self._asked:
            return
        if asked:
            self._asked.append(game)
            if self._current not in self._asked:
                self.kill()
        elif game not in self._warming:
            self._warming.append(game)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def compiled(self, game: str, *, asked: bool = True) -> None:
        """Wait for an engine."""
        self.want(game, asked=asked)
        await self._ready[game].wait()

    async def close(self) -> None:
        await end(self._task)

    def kill(self) -> None:
        if self._worker is not None:
            self._worker.kill()

    async def _run(self) -> None:
        while waiting := [*self._asked, *self._warming]:
            game = self._current = waiting[0]
            done = await self._compile(game)
            if not done and self._asked and self._asked[0] != game:
                continue  # it has given way
            # Where it could not be compiled, workers try for themselves.
            self._asked, self._warming = (
                [one for one in games if one != game] for games in (self._asked, self._warming)
            )
            self._ready[game].set()

    async def _compile(self, game: str) -> bool:
        log.info("compiling the engine for %s, once; until then its stronger bots play by simple rules", game)
        worker = self._worker = Worker("compiling")
        try:
            answer = await worker.ask(Question("compile", game))
        except OSError:  # it was stopped, or has died
            return False
        finally:
            self._worker = None
            worker.dismiss()
        if answer.error:
            log.error("the engine for %s cannot be compiled: %s", game, answer.error)
        return True
