"""The browsers in which players are signed in.

A cookie is the secret of one session, of which the database keeps a digest: a session that was ended opens nothing,
wherever its cookie still lies.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

import sqlalchemy as sa

from triax.server.database import Database
from triax.server.db_schema import sessions
from triax.server.errors import Refused
from triax.server.journal import Journal

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
        """A player was signed out, here or elsewhere."""
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()

    async def find(self, cookie: str | None) -> str | None:
        """The player whose session it is."""
        if not cookie:
            return None
        digest = digest_of(cookie)
        known = self._known.get(digest)
        if known and known[0] > time.monotonic():
            return known[1]
        columns = sessions.c
        query = sa.select(columns.player).where(columns.digest == digest, columns.begun > time.time() - KEPT)
        rows = await self.database.rows(query)
        if not rows:
            self._known.pop(digest, None)
            return None
        self._known[digest] = (time.monotonic() + FRESH, rows[0].player)
        self._known.move_to_end(digest)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return str(rows[0].player)

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
            await self.journal.run(lambda connection: connection.execute(one).rowcount)
            self.forget(player)

    async def end_all(self, player: str) -> None:
        """Sign out everywhere."""
        await self.journal.run(lambda connection: end_sessions(connection, player))
        self.forget(player)

    def forget(self, player: str) -> None:
        """Some of a player's sessions were ended: what is remembered of them is not true any more."""
        for digest in [digest for digest, (_, owner) in self._known.items() if owner == player]:
            del self._known[digest]
        self.on_ended(player)

    def clear(self) -> None:
        self._known.clear()


def begin_session(connection: sa.Connection, player: str, cookie: str, *, alone: bool = False) -> None:
    """Alone: whoever else was signed in as this player is so no more."""
    columns, digest = sessions.c, digest_of(cookie)
    if alone:
        connection.execute(sa.delete(sessions).where(columns.player == player, columns.digest != digest))
    # A commit may have gone through though nobody was told.
    if connection.scalar(sa.select(columns.digest).where(columns.digest == digest)) is None:
        connection.execute(sa.insert(sessions).values(digest=digest, player=player, begun=time.time()))
    newest = sa.select(columns.digest).where(columns.player == player).order_by(columns.begun.desc()).limit(MOST)
    connection.execute(sa.delete(sessions).where(columns.player == player, columns.digest.not_in(newest)))


def end_sessions(connection: sa.Connection, player: str) -> None:
    connection.execute(sa.delete(sessions).where(sessions.c.player == player))


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
