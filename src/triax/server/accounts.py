"""Who is who: guests, accounts and the tokens of bots."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from triax.server.config import Limits
from triax.server.database import Database
from triax.server.db_schema import players, tokens
from triax.server.errors import Refused
from triax.server.journal import Journal
from triax.server.names import check_free, clean_name, skeleton
from triax.server.rows import one_at_a_time
from triax.server.sessions import Sessions, begin_session, digest_of
from triax.server.text import fold

KNOWN = 10_000
"""So many players are remembered without asking the database."""
FRESH = 30.0
"""Seconds for which what is remembered of a player is taken as true."""
NOBODY = "deleted player"


@dataclass(frozen=True)
class User:
    id: str
    name: str
    account: str | None

    @property
    def is_guest(self) -> bool:
        return self.account is None


@dataclass(frozen=True)
class Token:
    id: str
    label: str
    created: float


class Accounts:
    def __init__(self, database: Database, journal: Journal, limits: Limits) -> None:
        self.database = database
        self.journal = journal
        self.limits = limits
        self.sessions = Sessions(database, journal)
        self._secret = b""
        self._known: OrderedDict[str, tuple[float, User]] = OrderedDict()
        self._hasher = PasswordHasher()
        # A hash takes a core and tens of megabytes for a moment: one at a time.
        self._hashing = asyncio.Semaphore(1)

    async def open(self) -> None:
        """Also when a backup was restored: all that is remembered may be wrong."""
        self._secret = bytes.fromhex(await self.database.setting("secret"))
        self._known.clear()
        self.sessions.clear()

    async def by_cookie(self, cookie: str | None) -> User | None:
        player = await self.sessions.find(cookie)
        return await self.find(player) if player else None

    def seed(self, what: str, text: str) -> str:
        """A number in letters that nobody can guess, the same whenever it is asked for."""
        return hmac.new(self._secret, f"{what}\0{text}".encode(), hashlib.sha256).hexdigest()

    def device(self, account: str) -> str:
        """Tells a browser in which somebody has signed in to an account before."""
        name = secrets.token_urlsafe(15)
        return f"{name}.{self.seed('device', f'{name} {account}')}"

    def is_device(self, account: str, device: str) -> bool:
        name, _, signature = device.partition(".")
        return hmac.compare_digest(signature.encode(), self.seed("device", f"{name} {account}").encode())

    # Players.

    async def find(self, player: str) -> User | None:
        known = self._known.get(player)
        if known and known[0] > time.monotonic():
            return known[1]
        columns = players.c
        query = sa.select(columns.id, columns.name, columns.account).where(columns.id == player)
        rows = await self.database.rows(query)
        return self.remember(User(*tuple(rows[0]))) if rows else None

    async def refresh(self, ids: Sequence[str]) -> None:
        """Ask for many at once, with their sessions: whoever looks for one next finds it at hand."""
        columns = players.c
        query = sa.select(columns.id, columns.name, columns.account).where(columns.id.in_(ids))
        for row in await self.database.rows(query):
            self.remember(User(*tuple(row)))
        await self.sessions.refresh(ids)

    async def names(self, ids: Iterable[str]) -> dict[str, str]:
        return {player: found.name if (found := await self.find(player)) else NOBODY for player in ids}

    def remember(self, player: User) -> User:
        self._known[player.id] = (time.monotonic() + FRESH, player)
        self._known.move_to_end(player.id)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return player

    def forget(self, player: str) -> None:
        """A player is gone."""
        self._known.pop(player, None)
        self.sessions.forget(player)

    async def new_guest(self, name: str) -> User:
        player = User(new_id(), await self.free_name(name), None)
        row = {"id": player.id, "name": player.name, "created": time.time()}

        def job(connection: sa.Connection) -> None:
            if connection.scalar(sa.select(players.c.id).where(players.c.id == player.id)) is None:
                connection.execute(sa.insert(players).values(row))

        await self.journal.run(job)
        return self.remember(player)

    async def rename(self, player: User, name: str) -> User:
        """An account is signed in to by its new name."""
        name = await self.free_name(name, player)
        if player.account is None:
            renamed = replace(player, name=name)
            done = await self._update(players.c.account.is_(None), player.id, name=name)
        else:
            renamed = replace(player, name=name, account=fold(name))
            done = await self._update(players.c.account.is_not(None), player.id, **account_row(name))
        if not done:
            self._known.pop(player.id, None)
            raise Refused("stale", "you were changed elsewhere; try again")
        return self.remember(renamed)

    async def free_name(self, name: str, player: User | None = None) -> str:
        """A name for this player. Nobody goes by the name of another's account."""
        cleaned = clean_name(name, self.limits.name_length)
        check_free(cleaned)
        alike = sa.or_(players.c.account == fold(cleaned), players.c.skeleton == skeleton(cleaned))
        rows = await self.database.rows(sa.select(players.c.id).where(alike))
        if any(player is None or row.id != player.id for row in rows):
            raise Refused("name_taken", f"the name '{cleaned}' is taken")
        return cleaned

    async def _update(
        self, still: sa.ColumnElement[bool], player: str, *, cookie: str | None = None, **values: str
    ) -> bool:
        """With a cookie, it is the player's only one from then on. False: the player is not what they were."""

        def job(connection: sa.Connection) -> bool:
            chosen = sa.update(players).where(players.c.id == player, still)
            if not connection.execute(chosen.values(**values)).rowcount:
                # A commit may have gone through though nobody was told: then it is done.
                wished = [players.c[name] == value for name, value in values.items()]
                if not connection.scalar(sa.select(players.c.id).where(players.c.id == player, *wished)):
                    return False
            if cookie:
                begin_session(connection, player, cookie, alone=True)
            return True

        try:
            return await (self.sessions.ending(player, job) if cookie else self.journal.run(job))
        except IntegrityError:
            raise Refused("name_taken", f"the name '{values['name']}' is taken") from None

    # Accounts.

    async def register(self, player: User, name: str, password: str) -> tuple[User, str]:
        """A guest's games become an account's, whose only cookie is a new one: the guest's may lie elsewhere, too."""
        if player.account is not None:
            raise Refused("not_allowed", "you have an account already")
        name = await self.free_name(name)
        digest, cookie = await self.hash(password), secrets.token_urlsafe(32)
        # Two at once, or one on another process, must not give one player two passwords.
        guest = players.c.account.is_(None)
        if not await self._update(guest, player.id, cookie=cookie, **account_row(name), password=digest):
            self._known.pop(player.id, None)
            raise Refused("not_allowed", "you have an account already")
        return self.remember(User(player.id, name, fold(name))), cookie

    async def has_password(self, player: User) -> bool:
        """An account that was made by signing in with a provider has none at first."""
        rows = await self.database.rows(sa.select(players.c.password).where(players.c.id == player.id))
        return bool(rows) and rows[0].password is not None

    async def change_password(self, player: User, old: str, new: str, here: str | None) -> str:
        """Whoever is signed in as this player elsewhere is so no more; gives the cookie that is left.

        `here` is the cookie of now: a first password asks for no other, so whoever sets it has just signed in."""
        if player.account is None:
            raise Refused("not_allowed", "a guest has no password")
        if await self.has_password(player):
            _, known = await self._check_password(player.account, old)
            still = players.c.password == known
        else:
            await self.sessions.check_recent(here)
            still = players.c.password.is_(None)
        digest, cookie = await self.hash(new), secrets.token_urlsafe(32)
        if not await self._update(still, player.id, cookie=cookie, password=digest):
            raise Refused("stale", "the password was changed elsewhere; try again")
        return cookie

    async def check_self(self, player: User, password: str, here: str | None) -> None:
        """Is it really this player who asks, and not somebody at a browser that was left open?"""
        if player.account is None:
            raise Refused("not_allowed", "make an account first")
        if await self.has_password(player):
            await self._check_password(player.account, password)
        else:
            await self.sessions.check_recent(here)

    async def sign_in(self, name: str, password: str) -> User:
        player, _ = await self._check_password(fold(name), password)
        return self.remember(player)

    async def hash(self, password: str) -> str:
        if not 8 <= len(password) <= 200:
            raise Refused("bad_password", "a password has 8 to 200 characters")
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _check_password(self, account: str, password: str) -> tuple[User, str]:
        """The player whose password it is, and its hash."""
        columns = players.c
        query = sa.select(columns.id, columns.name, columns.account, columns.password)
        rows = await self.database.rows(query.where(columns.account == account))
        # As long for a name that is not there as for a wrong password: the answer must not tell them apart.
        digest = (rows[0].password if rows else None) or ABSENT
        async with self._hashing:
            right = await asyncio.to_thread(self._verify, digest, password)
        if not rows or not right:
            raise Refused("wrong_password", "the name and the password do not belong together")
        return User(rows[0].id, rows[0].name, rows[0].account), digest

    def _verify(self, digest: str, password: str) -> bool:
        try:
            return self._hasher.verify(digest, password)
        except (VerificationError, InvalidHashError):
            return False

    # Tokens, for programs.

    async def new_token(self, player: User, label: str) -> tuple[Token, str]:
        """A token and its secret, which is shown once and kept nowhere."""
        secret = f"triax_{secrets.token_urlsafe(32)}"
        token = Token(new_id(), clean_name(label, self.limits.name_length), time.time())

        def job(connection: sa.Connection) -> None:
            if connection.scalar(sa.select(tokens.c.id).where(tokens.c.id == token.id)):
                return
            one_at_a_time(connection, player.id)
            count = sa.select(sa.func.count()).where(tokens.c.player == player.id)
            if (connection.scalar(count) or 0) >= self.limits.tokens_per_player:
                raise Refused("too_many", f"at most {self.limits.tokens_per_player} tokens; delete one first")
            row = {"id": token.id, "player": player.id, "digest": digest_of(secret), "label": token.label}
            connection.execute(sa.insert(tokens).values(**row, created=token.created))

        await self.journal.run(job)
        return token, secret

    async def tokens(self, player: User) -> list[Token]:
        columns = tokens.c
        query = sa.select(columns.id, columns.label, columns.created).where(columns.player == player.id)
        return [Token(*tuple(row)) for row in await self.database.rows(query.order_by(columns.created))]

    async def delete_token(self, player: User, token: str) -> None:
        def job(connection: sa.Connection) -> int:
            chosen = sa.delete(tokens).where(tokens.c.id == token, tokens.c.player == player.id)
            return connection.execute(chosen).rowcount

        if not await self.sessions.ending(player.id, job):
            raise Refused("not_found", "there is no such token")

    async def by_token(self, secret: str) -> User | None:
        rows = await self.database.rows(sa.select(tokens.c.player).where(tokens.c.digest == digest_of(secret)))
        return await self.find(rows[0].player) if rows else None


ABSENT = "$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
"""A hash that no password has."""


def account_row(name: str) -> dict[str, str]:
    return {"name": name, "account": fold(name), "skeleton": skeleton(name)}


def new_id() -> str:
    # One that begins with a dash could not be typed behind a command.
    return secrets.token_urlsafe(15).replace("-", "_")
