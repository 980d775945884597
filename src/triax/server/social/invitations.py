"""Invitations of friends to a table that waits for players."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.server.accounts import User
from triax.server.actions import check_open
from triax.server.db_people import blocks, club_members, invitations
from triax.server.db_schema import players, seats, tables
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.notices.notice import Notice, write_notice
from triax.server.rate_limits import RateLimiter
from triax.server.social.friends import Friends

KEPT = 24 * 3600
"""Seconds; a table that still waits then is old news."""
SHOWN = 20


@dataclass(frozen=True)
class Invitation:
    table: str
    inviter: str
    name: str
    at: float


class Invitations:
    def __init__(self, people: Friends) -> None:
        self.people = people
        self.database = people.database
        self.journal = people.journal
        most = people.limits.invitations_per_hour
        self._rate = RateLimiter(most / 3600, most, "you have invited many; wait")

    async def invite(self, me: User, live: LiveTable, other: str) -> bool:
        """Whoever sits at a table that is open, or has opened it, invites friends. False: they were before."""
        table = live.table
        check_open(table)
        if not table.seats_of(me.id) and table.meta.host != me.id:
            raise Refused("not_yours", "those who sit at a table invite to it")
        if not await self.people.are_friends(me.id, other):
            raise Refused("not_allowed", "invitations are for friends")
        if table.meta.club is not None and not await self.database.rows(_membership(table.meta.club, other)):
            raise Refused("not_allowed", "a club's tables are for its members")
        if table.seats_of(other):
            raise Refused("not_allowed", "they sit at this table already")
        self._rate.check(me.id)
        # Whoever is here sees it anyway.
        is_away = not await self.people.here.of([other])
        words = {"name": me.name, "game": table.game.title}
        notice = Notice("invitation", f"{live.id}/{me.id}", f"/t/{live.id}", words, lasts=KEPT)
        row = {"table_id": live.id, "player": other, "inviter": me.id, "at": time.time()}

        def job(connection: sa.Connection) -> bool:
            dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
            added = connection.execute(dialect.insert(invitations).values(row).on_conflict_do_nothing())
            for notification in self.people.news.notifications(other):
                connection.execute(notification)
            if added.rowcount and is_away:
                write_notice(connection, other, notice)
            return bool(added.rowcount)

        fresh = await self.journal.run(job)
        self.people.news.tell(other)
        return fresh

    async def of(self, me: User) -> list[Invitation]:
        """Those that still stand: the table waits, and nobody is blocked."""
        given = invitations.c
        sitting = sa.select(seats.c.table_id).where(seats.c.player == me.id)
        unwanted = sa.select(blocks.c.blocked).where(blocks.c.player == me.id)
        query = (
            sa.select(given.table_id, given.inviter, players.c.name, given.at)
            .join_from(invitations, tables, tables.c.id == given.table_id)
            .join(players, players.c.id == given.inviter)
            .where(given.player == me.id, given.at > time.time() - KEPT, tables.c.status == "open")
            .where(given.table_id.not_in(sitting), given.inviter.not_in(unwanted))
            .where(sa.or_(tables.c.club.is_(None), _membership(tables.c.club, me.id).exists()))
            .order_by(given.at.desc())
            .limit(SHOWN)
        )
        return [Invitation(*tuple(row)) for row in await self.database.rows(query)]

    async def decline(self, me: User, table: str) -> None:
        def job(connection: sa.Connection) -> None:
            mine = (invitations.c.table_id == table, invitations.c.player == me.id)
            connection.execute(sa.delete(invitations).where(*mine))
            # Nobody else needs those that are past.
            connection.execute(sa.delete(invitations).where(invitations.c.at < time.time() - KEPT))

        await self.journal.run(job)
        self.people.news.tell(me.id)


def _membership(club: str | sa.Column[Any], player: str) -> sa.Select[Any]:
    return sa.select(club_members.c.role).where(club_members.c.club == club, club_members.c.player == player)
