"""The process in which games that are over are reviewed, one decision after another. It has the lowest priority there
is, and begins nothing while anybody waits for a move or a hint."""

from __future__ import annotations

import asyncio
import atexit
import logging
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import msgspec

from triax.games.record import Record, read_record
from triax.review import Judged, Plan, conclude, plan, review
from triax.review.report import VERSION
from triax.server.bot_pool import BotPool
from triax.server.bot_worker import Worker, start_process
from triax.server.visibility import open_judgement, open_record

ATTEMPTS, PATIENCE = 3, 300.0
"""Seconds until one that does not answer is killed: it may have to wait long for a processor."""
GIVING_WAY = 0.05
log = logging.getLogger("triax.server.reviews")

__all__ = ["VERSION", "NotJudged", "Reviewer"]


class NotJudged(Exception):
    """A decision could not be judged, however often it was tried."""


class Begun(msgspec.Struct, frozen=True):
    """A game to be reviewed from here on."""

    record: str
    seed: int
    playouts: int
    """For each decision; 0: as many as is usual."""
    known: list[Any]


class ReviewQuestion(msgspec.Struct, frozen=True):
    """What comes next: of this game, or of the one before."""

    begun: Begun | None = None


class ReviewAnswer(msgspec.Struct, frozen=True):
    part: Any = None
    whole: Any = None
    """Made of all parts, when there is none left."""
    error: str = ""


class ReviewWorker(Worker):
    def __init__(self) -> None:
        self._process, self._pipe = start_process("reviewing", answer_line)

    async def judge(self, question: ReviewQuestion) -> ReviewAnswer:
        return msgspec.json.decode(await self._exchange(msgspec.json.encode(question)), type=ReviewAnswer)


class Reviewer:
    """At most one process, started when there is a game for it."""

    def __init__(self, pool: BotPool, playouts: int = 0) -> None:
        self._pool, self._playouts = pool, playouts
        self._worker: ReviewWorker | None = None
        # As for the bots' processes.
        atexit.register(self.rest)

    def rest(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.dismiss()

    async def review(self, record: Record, seed: int, known: Sequence[Any]) -> AsyncGenerator[ReviewAnswer]:
        """What is not known yet, part by part, and at last the whole."""
        await self._pool.compiled(record.game.name)
        parts, failures, begun = list(known), 0, False
        while True:
            while self._pool.has_waiting:
                await asyncio.sleep(GIVING_WAY)
            if self._worker is None or not self._worker.is_alive:
                self.rest()
                self._worker, begun = ReviewWorker(), False
            game = None if begun else Begun(open_record(record), seed, self._playouts, [*parts])
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await self._worker.judge(ReviewQuestion(game))
            except (OSError, TimeoutError) as error:
                answer = ReviewAnswer(error=f"no answer: {type(error).__name__}")
            except BaseException:
                self.rest()  # it still thinks about what nobody waits for
                raise
            if answer.error:
                failures += 1
                log.warning("%s: a review failed: %s", record.game.name, answer.error)
                self.rest()
                if failures == ATTEMPTS:
                    raise NotJudged(answer.error)
                continue
            begun = True
            yield answer
            if answer.whole is not None:
                return
            parts.append(answer.part)
            failures = 0


# In the process.


class _RunningReview:
    """A game being reviewed."""

    def __init__(self, begun: Begun) -> None:
        self._record = read_record(begun.record)
        self._plan = plan_of(self._record, begun.seed, begun.playouts)
        self._known = [Judged.from_json(part) for part in begun.known]
        self._parts = review(self._record, self._plan, {one.entry for one in self._known})

    def next(self) -> ReviewAnswer:
        part = next(self._parts, None)
        if part is None:
            return ReviewAnswer(whole=open_judgement(conclude(self._record, self._known, self._plan.seed)))
        self._known.append(part)
        return ReviewAnswer(part=open_judgement(part))


def plan_of(record: Record, seed: int, playouts: int) -> Plan:
    return Plan(playouts, playouts, seed) if playouts else plan(record, seed)


_current: list[_RunningReview] = []


def answer_line(line: bytes) -> bytes:
    question = msgspec.json.decode(line, type=ReviewQuestion)
    if question.begun is not None:
        _current[:] = [_RunningReview(question.begun)]
    return msgspec.json.encode(_current[0].next())
