"""Databases with which something happens behind what they do, before they tell of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.server.database import Database

T = TypeVar("T")


class Interrupted(Database):
    async def behind(self) -> None:
        """What happens once something is committed."""

    async def transact(self, job: Callable[[sa.Connection], T]) -> T:
        answer = await super().transact(job)
        await self.behind()
        return answer

    async def commit(self, statement: str, *given: object) -> int:
        written = await super().commit(statement, *given)
        await self.behind()
        return written


class CutOff(Interrupted):
    """Commits in truth, but says the connection broke; `meanwhile` happens before it is tried again."""

    cuts = 0
    error: Exception = ConnectionResetError("cut off behind the commit")

    async def meanwhile(self) -> None:
        return

    async def behind(self) -> None:
        if self.cuts:
            self.cuts -= 1
            await self.meanwhile()
            raise self.error


class SlowToCommit(Interrupted):
    """What it has committed is told only when it is let go."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.may_tell = asyncio.Event()
        self.may_tell.set()
        self.has_done = asyncio.Event()

    def hold(self) -> None:
        self.may_tell.clear()
        self.has_done.clear()

    async def behind(self) -> None:
        self.has_done.set()
        await self.may_tell.wait()


class Slow(SlowToCommit):
    """The same for what it has read."""

    async def read(self, ask: Callable[[AsyncConnection], Awaitable[T]], *, at_leisure: bool = False) -> T:
        answer = await super().read(ask, at_leisure=at_leisure)
        await self.behind()
        return answer
