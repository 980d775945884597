"""How several processes on one PostgreSQL keep together: who is alive, and word of what another has written.

On SQLite there is one process, which is always in charge; only changes made behind its back (a restored backup) are
looked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.server import db_schema
from triax.server.database import Database, is_away
from triax.server.errors import Refused
from triax.server.journal import CHANNEL, CHAT, NEWS, Journal
from triax.server.tasks import end, repeat

BEAT = 1.0
GONE = 5.0
"""Seconds without a sign of life after which others take over."""
LOOK = "look"
ENDED = "ended"
"""Stands before a player some of whose sessions or tokens are not good any more."""
log = logging.getLogger("triax.server.cluster")


class Cluster:
    def __init__(self, database: Database, journal: Journal) -> None:
        self.database = database
        self.journal = journal
        self.alive: tuple[str, ...] = (journal.server,)
        self.generation = ""
        self.people: Callable[[], int] = lambda: 0
        """How many are at this process now."""
        self._elsewhere = 0
        self._heard_from, self._heard_until = 0.0, 0.0
        self.on_table: Callable[[str], None] = lambda table: None
        """Another process has written to a table."""
        self.on_chat: Callable[[str], None] = lambda table: None
        """At another process something was said at a table."""
        self.on_news: Callable[[str], None] = lambda player: None
        """At another process something has changed for a player."""
        self.on_look: Callable[[str], None] = lambda table: None
        """At another process somebody looks at a table."""
        self.on_ended: Callable[[str], None] = lambda player: None
        """At another process a player was signed out somewhere."""
        self.on_resync: Callable[[], Awaitable[None]] = _nothing
        """Anything may have been written, at any table."""
        self.on_members: Callable[[], None] = lambda: None
        """Processes have come or gone."""
        self._tasks: list[asyncio.Task[None]] = []
        self._telling: set[asyncio.Task[None]] = set()

    def owns(self, table: str) -> bool:
        """Is this process in charge of the table's bots and clocks?"""
        return owner_of(self.alive, table) == self.journal.server

    @property
    def others(self) -> sa.Select[tuple[str]]:
        """The others that live, by the database: one that has only just come is not among `alive` yet."""
        servers = db_schema.servers.c
        lives = servers.seen > self.database.now - GONE if self.database.is_shared else sa.false()
        return sa.select(servers.id).where(lives, servers.id != self.journal.server)

    def was_heard_since(self, moment: float) -> bool:
        """Could nobody have taken this process for dead since then, and taken over what it had begun?"""
        if not self.database.is_shared:
            return True
        return self._heard_from <= moment and asyncio.get_running_loop().time() < self._heard_until

    def people_here(self) -> int:
        """How many are here now, at all processes. Someone may be at two for a while."""
        return self.people() + self._elsewhere

    async def open(self) -> None:
        await self._beat()
        self._tasks = [asyncio.create_task(repeat(BEAT, self._beat, log, "no sign of life could be given"))]
        if self.database.is_shared:
            self._tasks.append(asyncio.create_task(self._listen()))

    async def close(self) -> None:
        if self._telling:
            await asyncio.wait(self._telling, timeout=2)
        await end(*self._tasks, *self._telling)
        if self.database.is_shared:
            own = sa.delete(db_schema.servers).where(db_schema.servers.c.id == self.journal.server)
            # Others find out by themselves if the database does not answer now.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(2), self.database.write() as connection:
                    await connection.execute(own)

    async def _beat(self) -> None:
        # A line that has gone dead would keep it for longer than the others wait; the next has a line of its own.
        async with asyncio.timeout(GONE):
            alive = await self._sign_of_life() if self.database.is_shared else self.alive
        if alive != self.alive:
            self.alive = alive
            self.on_members()
        async with asyncio.timeout(GONE):
            generation = await self.database.setting("generation")
        if generation != self.generation:
            if self.generation:
                await self.on_resync()
            self.generation = generation

    async def _sign_of_life(self) -> tuple[str, ...]:
        servers, own = db_schema.servers, self.journal.server
        now, begun = self.database.now, asyncio.get_running_loop().time()
        sign = {"seen": now, "people": self.people()}
        dialect: Any = postgresql if self.database.is_postgres else sqlite
        here = dialect.insert(servers).values(id=own, **sign)
        async with self.database.write() as connection:
            await connection.execute(here.on_conflict_do_update(index_elements=[servers.c.id], set_=sign))
            await connection.execute(sa.delete(servers).where(servers.c.seen < now - 60))
            alive = sa.select(servers.c.id, servers.c.people).where(servers.c.seen > now - GONE)
            rows = (await connection.execute(alive)).all()
        if begun > self._heard_until:
            self._heard_from = begun
        self._heard_until = begun + GONE
        self._elsewhere = sum(row.people for row in rows if row.id != own)
        return tuple(sorted(row.id for row in rows))

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except Exception as error:  # whatever it was, nothing is heard until there is a new line
                if not is_away(error) and not isinstance(error, Refused):
                    log.exception("the other servers cannot be heard")
            log.warning("the line to the other servers is broken; trying again")
            await asyncio.sleep(0.3)

    async def _hear(self) -> None:
        """Hear of what others write, until the line breaks. Before it was there, anything may have been missed."""
        broken = asyncio.Event()
        async with self.database.listening_connection() as line:
            line.add_termination_listener(lambda _: broken.set())
            async with asyncio.timeout(GONE):
                await line.add_listener(CHANNEL, self._heard)
            await self.on_resync()
            while not broken.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(broken.wait(), GONE)
                    return
                # A line cut without a word shows when it is used.
                await line.execute("SELECT 1", timeout=GONE)

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        server, *tables = str(payload).split(" ")
        if server == self.journal.server:
            return
        known = {LOOK: self.on_look, CHAT: self.on_chat, NEWS: self.on_news, ENDED: self.on_ended}
        hears = known.get(tables[0] if tables else "")
        for table in tables if hears is None else tables[1:]:
            (hears or self.on_table)(table)

    async def tell_looked_at(self, tables: Sequence[str]) -> None:
        """Whoever is in charge of these tables hears that somebody looks at them here."""
        if tables and self.database.is_shared:
            await self._tell(LOOK, *tables)

    def tell_ended(self, player: str) -> None:
        """The others look at once who it still is that they serve. Those who cannot be told ask by themselves after a
        while."""

        async def tell() -> None:
            with contextlib.suppress(Exception):
                await self._tell(ENDED, player)

        if self.database.is_shared:
            telling = asyncio.create_task(tell())
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _tell(self, *words: str) -> None:
        word = sa.select(sa.func.pg_notify(CHANNEL, " ".join([self.journal.server, *words])))
        async with self.database.write() as connection:
            await connection.execute(word)


def owner_of(alive: Sequence[str], table: str) -> str:
    """The living share the tables out by hash: when one goes, only its own change hands."""
    if len(alive) == 1:
        return alive[0]
    return max(alive, key=lambda server: hashlib.blake2b(f"{server}/{table}".encode(), digest_size=8).digest())


async def _nothing() -> None:
    return None
