"""Whose question the bots think about next."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from triax.server.bot_worker import Answer, Question

AGED = 10.0
"""Seconds after which a hint goes before moves: somebody waits for it, too."""
KNOWN = 10_000


@dataclass(frozen=True)
class Asker:
    """For whom a bot thinks: the turns of the bots are shared among hosts, then among a host's tables."""

    host: str = ""
    table: str = ""
    waits: bool = True
    """Is somebody there who waits for it?"""


@dataclass(eq=False)
class Asked:
    question: Question
    asker: Asker
    answer: asyncio.Future[Answer]
    number: int = 0
    since: float = field(default_factory=time.monotonic)

    @property
    def rank(self) -> int:
        """Moves that people wait for, hints, other moves, analyses."""
        if self.question.task == "study":
            return 3
        if self.question.task == "hint":
            return 0 if time.monotonic() - self.since > AGED else 1
        return 0 if self.asker.waits else 2


class BotQueue:
    """Within a rank a master's thought, which takes long, lets the others go first; then hosts take turns, and the
    tables of a host."""

    def __init__(self) -> None:
        self._waiting: list[Asked] = []
        self._numbers = count(1)
        self._served: OrderedDict[str, int] = OrderedDict()

    def __iter__(self) -> Iterator[Asked]:
        return iter(self._waiting)

    def add(self, asked: Asked) -> None:
        asked.number = next(self._numbers)
        self._waiting.append(asked)

    def has(self, *tasks: str) -> bool:
        return any(asked.question.task in tasks for asked in self._waiting)

    def next(self, *tasks: str) -> Asked | None:
        """The next of these kinds; those whose askers have left are passed over."""
        self._waiting = [asked for asked in self._waiting if not asked.answer.done()]
        found = min((one for one in self._waiting if one.question.task in tasks), key=self._order, default=None)
        if found is not None:
            self._waiting.remove(found)
            for who in (found.asker.host, found.asker.table):
                self._served[who] = next(self._numbers)
                self._served.move_to_end(who)
            while len(self._served) > KNOWN:
                self._served.popitem(last=False)
        return found

    def _order(self, asked: Asked) -> tuple[int, bool, int, int, int]:
        is_long = asked.question.task == "move" and asked.question.level == "master"
        host, table = (self._served.get(who, 0) for who in (asked.asker.host, asked.asker.table))
        return asked.rank, is_long, host, table, asked.number
