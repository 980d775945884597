"""Who of those with an account is here, at whichever process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.server.accounts import Accounts
from triax.server.database import Database
from triax.server.db_people import here
from triax.server.journal import Journal
from triax.server.presence import Presence
from triax.server.tasks import end, repeat

BEAT = 15.0
LATELY = 60.0
MOST = 1_000
log = logging.getLogger("triax.server.here")


class Here:
    def __init__(self, database: Database, journal: Journal, accounts: Accounts, presence: Presence) -> None:
        self.database = database
        self.journal = journal
        self.accounts = accounts
        self.presence = presence
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        # A process that is alone remembers for itself.
        if self.database.is_shared:
            self._task = asyncio.create_task(repeat(BEAT, self.write, log, "it could not be told who is here"))

    async def close(self) -> None:
        await end(self._task)

    async def write(self) -> None:
        """Tell the other processes."""
        people = sorted(await self._accounts())
        if not people:
            return
        now = time.time()
        dialect: Any = postgresql if self.database.is_postgres else sqlite
        added = dialect.insert(here)
        changed = added.on_conflict_do_update(index_elements=[here.c.player], set_={"seen": added.excluded.seen})

        def job(connection: sa.Connection) -> None:
            connection.execute(changed, [{"player": player, "seen": now} for player in people])
            connection.execute(sa.delete(here).where(here.c.seen < now - 10 * LATELY))

        await self.journal.run(job)

    async def everybody(self) -> set[str]:
        found = await self._accounts()
        if self.database.is_shared:
            query = sa.select(here.c.player).where(here.c.seen > time.time() - LATELY).limit(MOST)
            found |= {row.player for row in await self.database.rows(query)}
        return found

    async def of(self, people: Collection[str]) -> set[str]:
        """Those of these who are here."""
        found = self.presence.present() & set(people)
        if self.database.is_shared and people:
            query = sa.select(here.c.player).where(here.c.player.in_(people), here.c.seen > time.time() - LATELY)
            found |= {row.player for row in await self.database.rows(query)}
        return found

    async def _accounts(self) -> set[str]:
        seen = sorted(self.presence.present())[:MOST]
        known = [await self.accounts.find(player) for player in seen]
        return {player.id for player in known if player is not None and not player.is_guest}
