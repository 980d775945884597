"""Clubs: an owner, admins and members; joined by a link that can be renewed, or by anybody where the club is open."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from triax.server.accounts import Accounts, User, new_id
from triax.server.config import Limits
from triax.server.database import Database
from triax.server.db_people import club_members, clubs
from triax.server.db_schema import players
from triax.server.errors import Refused
from triax.server.forgetting import RANK, leave_club
from triax.server.journal import NEWS, Journal
from triax.server.names import clean_name
from triax.server.rows import one_at_a_time
from triax.server.social.friends import Acquaintance, check_account
from triax.server.social.profile import may_see
from triax.server.text import clean, fold

T = TypeVar("T")
Role = Literal["owner", "admin", "member"]
NAME = 40
ABOUT = 500
SHOWN = 50


@dataclass(frozen=True)
class Club:
    id: str
    name: str
    about: str
    open: bool
    link: int
    created: float
    members: int


@dataclass(frozen=True)
class Member(Acquaintance):
    role: Role
    shown: bool
    """May the one who asks look at their page?"""


class Clubs:
    def __init__(self, database: Database, journal: Journal, accounts: Accounts, limits: Limits) -> None:
        self.database = database
        self.journal = journal
        self.accounts = accounts
        self.limits = limits

    # Looking.

    async def role(self, club: str, player: str) -> Role | None:
        """None: not a member."""
        rows = await self.database.rows(_role(club, player))
        return rows[0].role if rows else None

    async def check_member(self, club: str, player: str) -> Role:
        """Whoever is no member does not hear whether there is such a club."""
        role = await self.role(club, player)
        if role is None:
            raise nowhere()
        return role

    async def find(self, club: str) -> Club:
        found = await self._clubs(clubs.c.id == club)
        if not found:
            raise nowhere()
        return found[0]

    async def of(self, player: str) -> list[Club]:
        mine = sa.select(club_members.c.club).where(club_members.c.player == player)
        return await self._clubs(clubs.c.id.in_(mine))

    async def open_ones(self) -> list[Club]:
        """Those that anybody may join, the largest first."""
        return await self._clubs(clubs.c.open)

    async def _clubs(self, condition: sa.ColumnElement[bool]) -> list[Club]:
        count = sa.select(sa.func.count()).where(club_members.c.club == clubs.c.id).scalar_subquery().label("members")
        columns = clubs.c
        query = sa.select(
            columns.id, columns.name, columns.about, columns.open, columns.link, columns.created, count
        ).where(condition)
        rows = await self.database.rows(query.order_by(count.desc(), columns.folded).limit(SHOWN))
        return [Club(*tuple(row)) for row in rows]

    async def members(self, club: str, viewer: str) -> list[Member]:
        member = club_members.c
        query = (
            sa.select(players.c.id, players.c.name, member.since, member.role, may_see(viewer))
            .where(member.club == club, member.player == players.c.id)
            .order_by(RANK, players.c.account, players.c.id)
        )
        return [Member(*tuple(row)) for row in await self.database.rows(query)]

    def secret(self, club: Club) -> str:
        """The last part of the club's link: nobody can guess it, and it is kept nowhere."""
        return self.accounts.seed("club", f"{club.id}/{club.link}")[:32]

    # Changing.

    async def make(self, me: User, name: str, about: str, *, is_open: bool) -> str:
        check_account(me)
        club, now = new_id(), time.time()
        row = {**_named(name), "id": club, "about": _about(about), "open": is_open, "link": 0, "created": now}

        def job(connection: sa.Connection) -> None:
            if connection.scalar(sa.select(clubs.c.id).where(clubs.c.id == club)):
                return
            one_at_a_time(connection, me.id)
            owned = sa.select(sa.func.count()).where(club_members.c.player == me.id, club_members.c.role == "owner")
            if (connection.scalar(owned) or 0) >= self.limits.clubs_owned:
                raise Refused("too_many", f"at most {self.limits.clubs_owned} clubs of your own")
            connection.execute(sa.insert(clubs).values(row))
            self._add(connection, club, me.id, "owner")

        await self._named(job, name)
        return club

    async def change(self, me: User, club: str, **changed: Any) -> None:  # noqa: ANN401
        """Name, description, and whether it is open: for the owner and admins."""
        values = {key: value for key, value in changed.items() if value is not None}
        if "name" in values:
            values |= _named(values["name"])
        if "about" in values:
            values["about"] = _about(values["about"])

        def job(connection: sa.Connection) -> None:
            _check(connection, club, me.id, "owner", "admin")
            if values:
                connection.execute(sa.update(clubs).where(clubs.c.id == club).values(**values))

        await self._named(job, str(values.get("name", "")))

    async def renew_link(self, me: User, club: Club) -> None:
        """The links given before lead nowhere from now on."""

        def job(connection: sa.Connection) -> None:
            _check(connection, club.id, me.id, "owner", "admin")
            connection.execute(sa.update(clubs).where(clubs.c.id == club.id).values(link=club.link + 1))

        await self.journal.run(job)

    async def delete(self, me: User, club: str) -> list[str]:
        """Gives those who were in it."""

        def job(connection: sa.Connection) -> list[str]:
            _check(connection, club, me.id, "owner")
            members = connection.scalars(sa.select(club_members.c.player).where(club_members.c.club == club)).all()
            connection.execute(sa.delete(club_members).where(club_members.c.club == club))
            connection.execute(sa.delete(clubs).where(clubs.c.id == club))
            for member in members:
                self._tell(connection, member)
            return list(members)

        return await self.journal.run(job)

    # Coming and going.

    async def join(self, me: User, club: str, secret: str | None) -> None:
        check_account(me)
        found = await self.find(club)
        self.check_link(found, secret)

        def job(connection: sa.Connection) -> None:
            query = sa.select(clubs.c.open, clubs.c.link).where(clubs.c.id == club)
            now = connection.execute(query.with_for_update()).first()
            # It may have been closed, or its link renewed, a moment ago.
            if now is None or not (now.open or (not found.open and now.link == found.link)):
                raise nowhere()
            if connection.execute(_role(club, me.id)).first() is None:
                self._add(connection, club, me.id, "member")

        await self.journal.run(job)

    def check_link(self, club: Club, secret: str | None) -> None:
        """Open to anybody, or by its link; whoever has neither does not hear whether there is such a club."""
        if not club.open and not hmac.compare_digest((secret or "").encode(), self.secret(club).encode()):
            raise nowhere()

    def _add(self, connection: sa.Connection, club: str, player: str, role: Role) -> None:
        one_at_a_time(connection, player)
        mine = sa.select(sa.func.count()).where(club_members.c.player == player)
        if (connection.scalar(mine) or 0) >= self.limits.clubs_per_player:
            raise Refused("too_many", f"at most {self.limits.clubs_per_player} clubs; leave one first")
        everybody = sa.select(sa.func.count()).where(club_members.c.club == club)
        if (connection.scalar(everybody) or 0) >= self.limits.club_members:
            raise Refused("too_many", f"a club has at most {self.limits.club_members} members")
        row = {"club": club, "player": player, "role": role, "since": time.time()}
        connection.execute(sa.insert(club_members).values(row))

    async def leave(self, me: User, club: str) -> None:
        """What an owner leaves behind goes to the next in line; the last to leave ends the club."""

        def job(connection: sa.Connection) -> None:
            leave_club(connection, club, me.id)
            self._tell(connection, me.id)

        await self.check_member(club, me.id)
        await self.journal.run(job)

    async def remove(self, me: User, club: str, player: str) -> None:
        """The owner removes anybody else, admins remove members."""

        def job(connection: sa.Connection) -> None:
            mine = _check(connection, club, me.id, "owner", "admin")
            theirs = connection.scalar(_role(club, player))
            if theirs is None:
                return
            if player == me.id or theirs == "owner" or (mine == "admin" and theirs == "admin"):
                raise Refused("not_allowed", "the owner removes admins, and nobody the owner; you may leave yourself")
            leave_club(connection, club, player)
            self._tell(connection, player)

        await self.journal.run(job)

    def _tell(self, connection: sa.Connection, player: str) -> None:
        """Wherever they look on at the club's tables, they do so no longer."""
        for statement in self.journal.notifications(NEWS, player):
            connection.execute(statement)

    async def appoint(self, me: User, club: str, player: str, role: Role) -> None:
        """The owner makes admins, and members of them again; or makes another the owner, and is an admin then."""

        def job(connection: sa.Connection) -> None:
            mine = connection.scalar(_role(club, me.id))
            theirs = connection.scalar(_role(club, player))
            if mine is None or theirs is None:
                raise nowhere()
            if (role, theirs, mine) == ("owner", "owner", "admin"):
                return  # done before
            if mine != "owner" or player == me.id:
                raise Refused("not_allowed", "the owner of a club gives others their part in it")
            if role == "owner":
                self._set(connection, club, me.id, "admin")
            self._set(connection, club, player, role)

        await self.journal.run(job)

    def _set(self, connection: sa.Connection, club: str, player: str, role: Role) -> None:
        chosen = (club_members.c.club == club, club_members.c.player == player)
        connection.execute(sa.update(club_members).where(*chosen).values(role=role))

    async def _named(self, job: Callable[[sa.Connection], T], name: str) -> T:
        try:
            return await self.journal.run(job)
        except IntegrityError:
            raise Refused("name_taken", f"the name '{name}' is taken") from None


def nowhere() -> Refused:
    return Refused("not_found", "there is no such club")


def _role(club: str, player: str) -> sa.Select[Any]:
    return sa.select(club_members.c.role).where(club_members.c.club == club, club_members.c.player == player)


def _check(connection: sa.Connection, club: str, player: str, *roles: Role) -> Role:
    role: Role | None = connection.scalar(_role(club, player))
    if role is None:
        raise nowhere()
    if role not in roles:
        raise Refused("not_allowed", f"this is for the club's {' and '.join(roles)}")
    return role


def _named(name: str) -> dict[str, str]:
    cleaned = clean_name(name, NAME)
    return {"name": cleaned, "folded": fold(cleaned)}


def _about(text: str) -> str:
    said = clean(text)
    if len(said) > ABOUT:
        raise Refused("bad_request", f"a description has at most {ABOUT} visible characters")
    return said
