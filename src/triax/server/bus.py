"""How several processes on one PostgreSQL keep together: who is alive, and word of what another has written.

On SQLite there is one process, which is always in charge; only changes made behind its back (a restored backup) are
looked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable

import asyncpg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.server import schema
from triax.server.database import Database, is_away
from triax.server.errors import Refused
from triax.server.journal import CHANNEL, Journal

BEAT = 1.0
GONE = 5.0
"""Seconds without a sign of life after which others take over."""
log = logging.getLogger("triax.server.bus")


class Bus:
    def __init__(self, database: Database, journal: Journal) -> None:
        self.database = database
        self.journal = journal
        self.alive: tuple[str, ...] = (journal.server,)
        self.on_table: Callable[[str], None] = lambda table: None
        """Another process has written to a table."""
        self.on_resync: Callable[[], Awaitable[None]] = _nothing
        """Anything may have been written, at any table."""
        self.on_members: Callable[[], None] = lambda: None
        """Processes have come or gone."""
        self._tasks: list[asyncio.Task[None]] = []

    def is_mine(self, table: str) -> bool:
        """Is this process in charge of the table's bots and clocks? The living ones share the tables out by hash."""
        return max(self.alive, key=lambda server: _weight(server, table)) == self.journal.server

    async def open(self) -> None:
        await self._beat()
        self._tasks = [asyncio.create_task(self._beats())]
        if self.database.is_postgres:
            self._tasks.append(asyncio.create_task(self._listen()))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.database.is_postgres:
            own = sa.delete(schema.servers).where(schema.servers.c.id == self.journal.server)
            # Others find out by themselves if the database does not answer now.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(2), self.database.write() as connection:
                    await connection.execute(own)

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
            except (DBAPIError, OSError, Refused) as error:
                if isinstance(error, DBAPIError) and not is_away(error):
                    log.exception("no sign of life could be given")

    async def _beat(self) -> None:
        if self.database.is_postgres:
            alive = await self._sign_of_life()
            if alive != self.alive:
                self.alive = alive
                self.on_members()
        if await self.database.setting("generation") != self.journal.generation:
            self.journal.generation = await self.database.setting("generation")
            await self.on_resync()

    async def _sign_of_life(self) -> tuple[str, ...]:
        servers, own, now = schema.servers, self.journal.server, time.time()

        async def job(connection: AsyncConnection) -> tuple[str, ...]:
            updated = await connection.execute(sa.update(servers).where(servers.c.id == own).values(seen=now))
            if not updated.rowcount:
                await connection.execute(sa.insert(servers).values(id=own, seen=now))
            await connection.execute(sa.delete(servers).where(servers.c.seen < now - 60))
            rows = await connection.execute(sa.select(servers.c.id).where(servers.c.seen > now - GONE))
            return tuple(sorted(row.id for row in rows))

        async with self.database.write() as connection:
            return await job(connection)

    async def _listen(self) -> None:
        """Hear of what others write; after a break, anything may have been missed."""
        url = self.database.url.replace("postgresql+asyncpg://", "postgresql://", 1)
        while True:
            broken = asyncio.Event()
            try:
                connection = await asyncpg.connect(url)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(0.3)
                continue
            try:
                connection.add_termination_listener(lambda _, broken=broken: broken.set())
                await connection.add_listener(CHANNEL, self._heard)
                await self.on_resync()
                await broken.wait()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, Refused):
                log.warning("the line to the other servers is broken; trying again")
            finally:
                with contextlib.suppress(Exception):
                    connection.terminate()

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        server, *tables = str(payload).split(" ")
        if server != self.journal.server:
            for table in tables:
                self.on_table(table)


def _weight(server: str, table: str) -> bytes:
    return hashlib.blake2b(f"{server}/{table}".encode(), digest_size=8).digest()


async def _nothing() -> None:
    return None
