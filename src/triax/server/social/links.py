"""Links that make whoever opens them a friend: each works once, for a week, until its owner takes it back."""

from __future__ import annotations

import secrets
import time

import sqlalchemy as sa

from triax.server.accounts import User
from triax.server.db_people import blocks, friend_links, friends
from triax.server.errors import Refused
from triax.server.sessions import digest_of
from triax.server.social.friends import Friends

KEPT = 7 * 24 * 3600
MOST = 10
"""Of one player; the oldest makes way."""


class FriendLinks:
    def __init__(self, people: Friends) -> None:
        self.people = people
        self.database = people.database
        self.journal = people.journal

    async def make(self, me: User) -> str:
        """The secret is shown once and kept nowhere."""
        secret = secrets.token_urlsafe(18)
        row = {"digest": digest_of(secret), "player": me.id, "created": time.time()}

        def job(connection: sa.Connection) -> None:
            if connection.scalar(sa.select(friend_links.c.player).where(friend_links.c.digest == row["digest"])):
                return
            connection.execute(sa.insert(friend_links).values(row))
            own = sa.select(friend_links.c.created).where(friend_links.c.player == me.id)
            last = connection.scalar(own.order_by(friend_links.c.created.desc()).offset(MOST).limit(1))
            if last is not None:
                oldest = (friend_links.c.player == me.id, friend_links.c.created <= last)
                connection.execute(sa.delete(friend_links).where(*oldest))

        await self.journal.run(job)
        return secret

    async def owner(self, me: User, secret: str) -> User:
        """Whose link it is. For those whom its owner has blocked it leads nowhere."""
        unwanted = sa.exists().where(blocks.c.player == friend_links.c.player, blocks.c.blocked == me.id)
        rows = await self.database.rows(sa.select(friend_links.c.player).where(*_valid(secret), ~unwanted))
        found = await self.people.accounts.find(rows[0].player) if rows else None
        if found is None:
            raise _nowhere()
        return found

    async def use(self, me: User, secret: str) -> User:
        owner = await self.owner(me, secret)

        def job(connection: sa.Connection) -> None:
            known = sa.select(friends.c.since).where(friends.c.player == me.id, friends.c.friend == owner.id)
            if connection.scalar(known) is not None:
                return
            self.people.befriend(connection, me.id, owner.id)
            # Of two who open it at once, one finds it gone.
            if not connection.execute(sa.delete(friend_links).where(*_valid(secret))).rowcount:
                raise _nowhere()

        await self.journal.run(job)
        self.people.news.tell(me.id, owner.id)
        return owner

    async def take_back(self, me: User) -> None:
        """All that this player has given."""

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(friend_links).where(friend_links.c.player == me.id))

        await self.journal.run(job)


def _valid(secret: str) -> tuple[sa.ColumnElement[bool], ...]:
    return friend_links.c.digest == digest_of(secret), friend_links.c.created > time.time() - KEPT


def _nowhere() -> Refused:
    return Refused("not_found", "this link leads nowhere any more")
