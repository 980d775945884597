"""An event loop whose time is made up, and processes on it that have clocks of their own and can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

T = TypeVar("T")
EPOCH = 1_800_000_000.0


class Process:
    """What runs together and dies together. The dead do nothing more: not even clear up behind themselves."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_dead = False
        self.clock = 0.0
        """By how much its clock is wrong."""
        self.context: Context = copy_context()
        self.context.run(PROCESS.set, self)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        return asyncio.get_running_loop().create_task(work, context=self.context.copy())


PROCESS: ContextVar[Process | None] = ContextVar("PROCESS", default=None)


class Stuck(AssertionError):
    """Everybody waits for somebody."""


class NumberedTask(asyncio.Task[Any]):
    """In a set, those begun first come first, wherever in memory they are."""

    def __init__(self, number: int, work: Any, loop: asyncio.AbstractEventLoop, context: Context | None) -> None:  # noqa: ANN401
        self.number = number  # before asyncio has it in its own set, where thousands alike are slow
        super().__init__(work, loop=loop, context=context)

    def __hash__(self) -> int:
        return self.number


class SimulatedLoop(asyncio.BaseEventLoop):
    """Time goes on when nobody has anything to do; nothing is waited for in truth. What is ready is done in order, as
    on every loop: what makes one run differ from another is how long things take, which the seed says."""

    def __init__(self) -> None:
        super().__init__()
        self._made_up = 0.0
        self.steps = 0
        self._begun: list[asyncio.Task[Any]] = []
        """Those of the dead as well: nobody is to clear them away in the middle of things."""
        self.set_task_factory(self._begin)

    def _begin(self, _loop: object, work: Any, context: Context | None = None) -> asyncio.Task[Any]:  # noqa: ANN401
        task = NumberedTask(len(self._begun), work, self, context)
        self._begun.append(task)
        return task

    async def clear(self) -> None:
        """What is still under way is given up, without another step of it."""
        own = asyncio.current_task()
        for task in self._begun:
            if task is not own and not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                with contextlib.suppress(BaseException):
                    task.get_coro().close()

    def time(self) -> float:
        return self._made_up

    def _process_events(self, event_list: object) -> None:
        """There are none from outside."""

    def _write_to_self(self) -> None:
        """Nobody sleeps who could be woken."""

    def _check_closed(self) -> None:
        """What is left of a simulation is cleared away behind it."""

    def run_in_executor(self, executor: object, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]  # noqa: ANN401
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]
        timers: list[Any] = self._scheduled  # type: ignore[attr-defined]
        if not ready:
            while timers and timers[0]._cancelled:
                heapq.heappop(timers)._scheduled = False
            if not timers:
                raise Stuck
            self._made_up = max(self._made_up, timers[0]._when)
            while timers and timers[0]._when <= self._made_up:
                timer = heapq.heappop(timers)
                timer._scheduled = False
                ready.append(timer)
        for _ in range(len(ready)):
            handle = ready.popleft()
            process = handle._context.get(PROCESS)
            if handle._cancelled or (process is not None and process.is_dead):
                continue
            self.steps += 1
            handle._run()
