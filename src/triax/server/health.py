"""Can the server do what it is there for: read, and write?"""

from __future__ import annotations

import asyncio
import time

import sqlalchemy as sa

from triax.server.database import Database
from triax.server.db_schema import settings
from triax.server.errors import Refused
from triax.server.journal import Journal

PATIENCE = 2.0
"""Seconds until a database that does not answer is called away: whoever asks wants to know soon."""
FRESH = 5.0
"""Seconds for which what was written last shows that more can be."""


class Health:
    def __init__(self, database: Database, journal: Journal) -> None:
        self.database = database
        self.journal = journal
        self._commits = -1
        self._written = 0.0
        self._probing = asyncio.Lock()

    async def check(self) -> None:
        """Refused in words when the database cannot be read or written, or is damaged."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.database.setting("generation")
                await self._check_writing()
        except TimeoutError:
            raise Refused("unavailable", self.journal.trouble or "the database is away") from None
        if self.database.is_damaged:
            raise Refused("unavailable", "the database is damaged")

    async def _check_writing(self) -> None:
        """Where nobody has written anything lately, something is that changes nothing."""
        async with self._probing:
            if self.journal.commits == self._commits and time.monotonic() - self._written > FRESH:
                same = sa.update(settings).where(settings.c.key == "generation").values(value=settings.c.value)
                await self.journal.run(lambda connection: connection.execute(same).rowcount)
            if self.journal.commits != self._commits:
                self._commits, self._written = self.journal.commits, time.monotonic()
