"""The browsers in which players are signed in.

A cookie is the secret of one session, of which the database keeps a digest: a session that was ended opens nothing,
wherever its cookie still lies.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

import sqlalchemy as sa

from triax.server.database import Database
from triax.server.db_schema import devices, letters, notices, sessions
from triax.server.errors import Refused
from triax.server.journal import Journal

T = TypeVar("T")

KEPT = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""
MOST = 20
"""A player's browsers; whoever signs in on one more is signed out on the oldest."""
FRESH = 5.0
"""Seconds for which a session that another process may have ended is taken as open."""
KNOWN = 10_000
RECENT = 600
"""Seconds; whoever began a session so lately has shown who they are."""


class Sessions:
    def __init__(self, database: Database, journal: Journal) -> None:
        self.database = database
        self.journal = journal
        self.on_ended: Callable[[str], None] = lambda player: None
        """A player was signed out here: who else serves them has to know."""
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._ended = 0

    async def find(self, cookie: str | None) -> str | None:
        """The player whose session it is."""
        if not cookie:
            return None
        digest = digest_of(cookie)
        known = self._known.get(digest)
        if known and known[0] > time.monotonic():
            return known[1]
        columns, ended = sessions.c, self._ended
        query = sa.select(columns.player).where(columns.digest == digest, columns.begun > time.time() - KEPT)
        rows = await self.database.rows(query)
        if not rows:
            self._known.pop(digest, None)
            return None
        # What was ended meanwhile is not to come back.
        if ended == self._ended:
            self._remember(digest, rows[0].player)
        return str(rows[0].player)

    async def refresh(self, players: Sequence[str]) -> None:
        """Ask for the sessions of many at once: whoever looks for one next finds it at hand."""
        columns, ended = sessions.c, self._ended
        query = sa.select(columns.digest, columns.player).where(columns.player.in_(players))
        rows = await self.database.rows(query.where(columns.begun > time.time() - KEPT))
        for row in rows if ended == self._ended else ():
            self._remember(row.digest, row.player)

    def _remember(self, digest: str, player: str) -> None:
        self._known[digest] = (time.monotonic() + FRESH, player)
        self._known.move_to_end(digest)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)

    async def check_recent(self, cookie: str | None) -> None:
        digest = sessions.c.digest == digest_of(cookie or "")
        rows = await self.database.rows(sa.select(sessions.c.begun).where(digest))
        if not rows or rows[0].begun < time.time() - RECENT:
            raise Refused("sign_in_again", "sign in again first: it was too long ago")

    async def begin(self, player: str) -> str:
        cookie = secrets.token_urlsafe(32)
        await self.journal.run(lambda connection: begin_session(connection, player, cookie))
        return cookie

    async def end(self, cookie: str | None) -> None:
        """Sign out of this browser."""
        if player := await self.find(cookie):
            one = sa.delete(sessions).where(sessions.c.digest == digest_of(cookie or ""))
            await self.ending(player, lambda connection: connection.execute(one).rowcount)

    async def end_all(self, player: str) -> None:
        """Sign out everywhere; nothing is pushed there any more."""
        await self.ending(player, lambda connection: end_sessions(connection, player))

    async def ending(self, player: str, job: Callable[[sa.Connection], T]) -> T:
        """What ends some of a player's sessions or keys. It may be written though nobody could be told: then, too, who
        they are is asked again."""
        try:
            return await self.journal.run(job)
        finally:
            self.forget(player)

    def forget(self, player: str) -> None:
        """Some of a player's sessions were ended: what is remembered of them is not true any more."""
        self.drop(player)
        self.on_ended(player)

    def drop(self, player: str) -> None:
        """The same, of those that another process has ended."""
        for digest in [digest for digest, (_, owner) in self._known.items() if owner == player]:
            del self._known[digest]
        self._ended += 1

    def clear(self) -> None:
        self._known.clear()
        self._ended += 1


def begin_session(connection: sa.Connection, player: str, cookie: str, *, alone: bool = False) -> None:
    """Alone: whoever else was signed in as this player is so no more and has nothing pushed to them, and links in
    letters that they have asked for lead nowhere. This browser subscribes again."""
    columns, digest = sessions.c, digest_of(cookie)
    if alone:
        connection.execute(sa.delete(sessions).where(columns.player == player, columns.digest != digest))
        connection.execute(sa.delete(letters).where(letters.c.player == player))
        end_pushing(connection, player)
    # A commit may have gone through though nobody was told.
    if connection.scalar(sa.select(columns.digest).where(columns.digest == digest)) is None:
        connection.execute(sa.insert(sessions).values(digest=digest, player=player, begun=time.time()))
    newest = sa.select(columns.digest).where(columns.player == player).order_by(columns.begun.desc()).limit(MOST)
    connection.execute(sa.delete(sessions).where(columns.player == player, columns.digest.not_in(newest)))


def end_sessions(connection: sa.Connection, player: str) -> None:
    connection.execute(sa.delete(sessions).where(sessions.c.player == player))
    end_pushing(connection, player)


def end_pushing(connection: sa.Connection, player: str) -> None:
    """Browsers in which a player is not signed in any more are told nothing either."""
    own = sa.select(devices.c.id).where(devices.c.player == player)
    connection.execute(sa.delete(notices).where(notices.c.player == player, notices.c.channel.in_(own)))
    connection.execute(sa.delete(devices).where(devices.c.player == player))


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
