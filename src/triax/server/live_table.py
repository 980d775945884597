"""A table in memory, with those who listen to it."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass, field

from triax.server.connection import Connection
from triax.server.phrases import Phrase
from triax.server.table import Table

LOOKING = 60.0


@dataclass(frozen=True)
class ChatLine:
    number: int
    room: str
    """table: all may read it. spectators: those who hold no seat; all, once the game is over."""
    player: str
    text: str
    at: float
    uid: str
    phrase: Phrase | None = None


@dataclass
class Conversation:
    """What was said at a table last, as far as it was read."""

    lines: list[ChatLine] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class TurnLock(asyncio.Lock):
    """A lock that can be had at once, if nobody has it or waits for it."""

    _locked: bool

    def take(self) -> bool:
        # As `acquire` has it, without a coroutine that would take longer than most of what is done meanwhile.
        if self._locked or self._waiters:
            return False
        self._locked = True
        return True


@dataclass
class LiveTable:
    """A table in memory, with those who listen."""

    table: Table
    generation: str = ""
    """Of the database, when it was last looked at: an entry is for this past and no other."""
    lock: TurnLock = field(default_factory=TurnLock)
    connections: set[Connection] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    chat: Conversation = field(default_factory=Conversation)
    rematch: str | None = None
    finished: bool = False
    """Is its result written?"""
    behind: bool = False
    """Does someone wait to catch up with what other processes have written?"""

    looked: float = -math.inf
    """When somebody last came or went, or asked for it."""
    id: str = field(init=False)

    def __post_init__(self) -> None:
        self.id = self.table.meta.id

    @property
    def is_looked_at(self) -> bool:
        """Is somebody there, or was within the last minute?"""
        return bool(self.connections) or time.monotonic() - self.looked < LOOKING

    @property
    def is_attended(self) -> bool:
        """Is someone who sits there connected?"""
        return any(connection.seats for connection in self.connections)
