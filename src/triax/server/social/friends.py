"""Friends and those whom one does not want to hear of. Who is blocked is told nothing of it: what they ask for looks
asked for, and is never shown."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.server.accounts import Accounts, User
from triax.server.config import Limits
from triax.server.database import Database
from triax.server.db_people import blocks, friend_requests, friends, invitations
from triax.server.db_schema import players
from triax.server.errors import Refused
from triax.server.journal import Journal
from triax.server.notices.notice import Notice, write_notice
from triax.server.rate_limits import RateLimiter
from triax.server.rows import one_at_a_time
from triax.server.social.here import Here
from triax.server.social.news import News
from triax.server.text import fold

FriendStanding = Literal["asked", "friends"]


@dataclass(frozen=True)
class Acquaintance:
    """Somebody with an account, and since when what it is about."""

    id: str
    name: str
    at: float


class Friends:
    def __init__(self, here: Here, news: News, limits: Limits) -> None:
        self.here = here
        self.database: Database = here.database
        self.journal: Journal = here.journal
        self.accounts: Accounts = here.accounts
        self.news = news
        self.limits = limits
        self._asking = RateLimiter(limits.asked_per_hour / 3600, limits.asked_per_hour, "you have asked many; wait")

    # Looking.

    async def find(self, name: str) -> User:
        """An account by its name."""
        columns = players.c
        query = sa.select(columns.id, columns.name, columns.account).where(columns.account == fold(name))
        rows = await self.database.rows(query)
        if not rows:
            raise Refused("not_found", "there is no account of this name")
        return User(*tuple(rows[0]))

    async def account(self, player: str) -> User:
        found = await self.accounts.find(player)
        if found is None or found.is_guest:
            raise Refused("not_found", "there is no such account")
        return found

    async def of(self, player: str) -> list[Acquaintance]:
        chosen = (friends.c.player == player, friends.c.friend == players.c.id)
        return await self._people(sa.select(players.c.id, players.c.name, friends.c.since).where(*chosen))

    async def asking(self, player: str) -> list[Acquaintance]:
        """Those who want to be this player's friends, but for whom the player has blocked."""
        asked = friend_requests.c
        unwanted = sa.select(blocks.c.blocked).where(blocks.c.player == player)
        chosen = (asked.asked == player, asked.asker == players.c.id, asked.asker.not_in(unwanted))
        return await self._people(sa.select(players.c.id, players.c.name, asked.at).where(*chosen))

    async def asked(self, player: str) -> list[Acquaintance]:
        """Those whom this player has asked, and who have not answered."""
        asked = friend_requests.c
        chosen = (asked.asker == player, asked.asked == players.c.id)
        return await self._people(sa.select(players.c.id, players.c.name, asked.at).where(*chosen))

    async def blocked(self, player: str) -> list[Acquaintance]:
        chosen = (blocks.c.player == player, blocks.c.blocked == players.c.id)
        return await self._people(sa.select(players.c.id, players.c.name, blocks.c.at).where(*chosen))

    async def _people(self, query: sa.Select[Any]) -> list[Acquaintance]:
        rows = await self.database.rows(query.order_by(players.c.account, players.c.id))
        return [Acquaintance(*tuple(row)) for row in rows]

    async def around(self, player: str) -> list[str]:
        """Those who have the player in one of their lists, or whom the player has invited."""
        pairs = (
            (friends.c.player, friends.c.friend),
            (friend_requests.c.asker, friend_requests.c.asked),
            (friend_requests.c.asked, friend_requests.c.asker),
            (blocks.c.player, blocks.c.blocked),
            (invitations.c.player, invitations.c.inviter),
        )
        found = sa.union(*(sa.select(one.label("who")).where(other == player) for one, other in pairs))
        return sorted(row.who for row in await self.database.rows(found))

    async def tell(self, people: Sequence[str]) -> None:
        """Something has changed for them, wherever they are."""
        await self.journal.run(lambda connection: self._tell(connection, *people))
        self.news.tell(*people)

    async def are_friends(self, player: str, other: str) -> bool:
        return bool(await self.database.rows(sa.select(friends.c.since).where(*_pair(friends, player, other))))

    async def standing(self, me: str, other: str) -> Literal["friends", "asked", "asking", "blocked"] | None:
        """What another is to oneself; who has blocked oneself is nothing else than others."""
        one = sa.literal(1)
        query = sa.select(
            sa.exists(one).where(*_pair(blocks, me, other)).label("blocked"),
            sa.exists(one).where(*_pair(friends, me, other)).label("friends"),
            sa.exists(one).where(*_pair(friend_requests, me, other)).label("asked"),
            sa.exists(one).where(*_pair(friend_requests, other, me)).label("asking"),
        )
        (row,) = await self.database.rows(query)
        kinds: tuple[Literal["blocked", "friends", "asked", "asking"], ...] = ("blocked", "friends", "asked", "asking")
        return next((kind for kind in kinds if getattr(row, kind)), None)

    # Asking and answering.

    async def ask(self, me: User, other: User) -> FriendStanding:
        """Whoever is asked by somebody they have asked themselves agrees by that."""
        check_account(me)
        if other.id == me.id:
            raise Refused("not_allowed", "you cannot be a friend of your own")
        self._asking.check(me.id)
        # Whoever is here sees it anyway.
        is_away = not await self.here.of([other.id])
        notice = Notice("friend", me.id, "/people", {"name": me.name})

        def job(connection: sa.Connection) -> FriendStanding:
            one_at_a_time(connection, me.id, other.id)
            if _is(connection, friends, me.id, other.id):
                return "friends"
            if _is(connection, blocks, me.id, other.id):
                raise Refused("not_allowed", "you have blocked this player; unblock them first")
            # Those who are blocked never come so far: what they ask for stays asked for.
            if _is(connection, friend_requests, other.id, me.id) and not _is(connection, blocks, other.id, me.id):
                self._befriend(connection, me.id, other.id)
                return "friends"
            count = sa.select(sa.func.count()).where(friend_requests.c.asker == me.id)
            if (connection.scalar(count) or 0) >= self.limits.friend_requests:
                raise Refused("too_many", f"at most {self.limits.friend_requests} wait for an answer; take one back")
            row = {"asker": me.id, "asked": other.id, "at": time.time()}
            added = connection.execute(_insert(connection, friend_requests, row))
            if added.rowcount and is_away and not _is(connection, blocks, other.id, me.id):
                write_notice(connection, other.id, notice)
            self._tell(connection, other.id)
            return "asked"

        standing = await self.journal.run(job)
        self.news.tell(me.id, other.id)
        return standing

    async def agree(self, me: User, other: str) -> None:
        def job(connection: sa.Connection) -> None:
            if _is(connection, friends, me.id, other):
                return
            wanted = _is(connection, friend_requests, other, me.id) and not _is(connection, blocks, me.id, other)
            if not wanted:
                raise Refused("not_found", "this player has not asked you")
            self._befriend(connection, me.id, other)

        await self.journal.run(job)
        self.news.tell(me.id, other)

    def befriend(self, connection: sa.Connection, one: str, other: str) -> None:
        """By a link: whoever gave it has agreed, and so has whoever opens it."""
        if one == other:
            raise Refused("not_allowed", "this is a link of your own")
        if _is(connection, blocks, one, other):
            raise Refused("not_allowed", "you have blocked this player; unblock them first")
        if _is(connection, blocks, other, one):
            raise Refused("not_found", "this link leads nowhere any more")
        self._befriend(connection, one, other)

    def _befriend(self, connection: sa.Connection, one: str, other: str) -> None:
        one_at_a_time(connection, one, other)
        for player in (one, other):
            count = sa.select(sa.func.count()).where(friends.c.player == player)
            if (connection.scalar(count) or 0) >= self.limits.friends_per_player:
                raise Refused("too_many", f"at most {self.limits.friends_per_player} friends")
        since = time.time()
        for player, friend in ((one, other), (other, one)):
            row = {"player": player, "friend": friend, "since": since}
            connection.execute(_insert(connection, friends, row))
        _delete(connection, friend_requests, one, other)
        self._tell(connection, one, other)

    async def take_back(self, me: User, other: str) -> None:
        """A request of one's own, or say no to one; whoever hears of it hears nothing."""

        def job(connection: sa.Connection) -> None:
            _delete(connection, friend_requests, me.id, other)

        await self.journal.run(job)
        self.news.tell(me.id)

    async def part(self, me: User, other: str) -> None:
        def job(connection: sa.Connection) -> None:
            _part(connection, me.id, other)

        await self.journal.run(job)
        self.news.tell(me.id)

    # Blocking.

    async def block(self, me: User, other: User) -> None:
        if other.id == me.id:
            raise Refused("not_allowed", "you cannot block yourself")

        def job(connection: sa.Connection) -> None:
            if _is(connection, blocks, me.id, other.id):
                return
            one_at_a_time(connection, me.id)
            count = sa.select(sa.func.count()).where(blocks.c.player == me.id)
            if (connection.scalar(count) or 0) >= self.limits.blocks_per_player:
                raise Refused("too_many", f"at most {self.limits.blocks_per_player} are blocked; unblock one first")
            row = {"player": me.id, "blocked": other.id, "at": time.time()}
            connection.execute(_insert(connection, blocks, row))
            # What the other has asked for stays, so that it tells them nothing.
            connection.execute(sa.delete(friend_requests).where(*_pair(friend_requests, me.id, other.id)))
            _part(connection, me.id, other.id)
            self._tell(connection, me.id)

        await self.journal.run(job)
        self.news.tell(me.id)

    async def unblock(self, me: User, other: str) -> None:
        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(blocks).where(*_pair(blocks, me.id, other)))
            self._tell(connection, me.id)

        await self.journal.run(job)
        self.news.tell(me.id)

    async def blocked_by(self, player: str) -> frozenset[str]:
        """Those whom a player does not want to hear of."""
        rows = await self.database.rows(sa.select(blocks.c.blocked).where(blocks.c.player == player))
        return frozenset(row.blocked for row in rows)

    def _tell(self, connection: sa.Connection, *people: str) -> None:
        for notification in self.news.notifications(*people):
            connection.execute(notification)


def check_account(me: User) -> None:
    if me.is_guest:
        raise Refused("not_allowed", "this is for accounts: turn your guest into one first")


def apart(people: Sequence[str]) -> sa.Exists:
    """Has any of these blocked another of them?"""
    return sa.exists().where(blocks.c.player.in_(people), blocks.c.blocked.in_(people))


def _pair(table: sa.Table, one: str, other: str) -> tuple[sa.ColumnElement[bool], ...]:
    first, second = list(table.c)[:2]
    return first == one, second == other


def _is(connection: sa.Connection, table: sa.Table, one: str, other: str) -> bool:
    return connection.scalar(sa.select(sa.literal(1)).where(*_pair(table, one, other))) is not None


def _delete(connection: sa.Connection, table: sa.Table, one: str, other: str) -> None:
    """Either way round."""
    for first, second in ((one, other), (other, one)):
        connection.execute(sa.delete(table).where(*_pair(table, first, second)))


def _part(connection: sa.Connection, one: str, other: str) -> None:
    _delete(connection, friends, one, other)
    both: Iterable[str] = (one, other)
    columns = invitations.c
    connection.execute(sa.delete(invitations).where(columns.player.in_(both), columns.inviter.in_(both)))


def _insert(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> sa.Insert:
    """Once: what is there stays as it is."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    inserted: sa.Insert = dialect.insert(table).values(row).on_conflict_do_nothing()
    return inserted
