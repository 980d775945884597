"""Accounts that are opened by who somebody is to an OpenID provider.

An identity is the provider's issuer and subject, and nothing else: names and addresses can be changed or given to
somebody else there, so they open nothing here.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from triax.server.accounts import Accounts, User, account_row, new_id
from triax.server.config import Provider
from triax.server.db_schema import identities, players, sign_ins
from triax.server.errors import Refused
from triax.server.sessions import begin_session, digest_of
from triax.server.text import clean

LIFETIME = 600
"""Seconds for which a sign-in may be under way."""
TRIES = 5
NUMBERED = 9
"""So many share a name, told apart by a number, before the numbers get large."""


@dataclass(frozen=True)
class Person:
    """Somebody, as the provider knows them."""

    subject: str
    names: Sequence[str]
    """What they may be called, the best first."""


@dataclass(frozen=True)
class SignIn:
    """What one sign-in is known by."""

    state: str
    nonce: str
    verifier: str
    redirect: str
    """To which address of ours the provider sends the browser back."""


class IdentityProvider(Protocol):
    """Who else may say who somebody is; `openid.py` has it, and is loaded where a host has named one."""

    provider: Provider

    async def address(self, sign_in: SignIn) -> str: ...

    async def who(self, code: str, sign_in: SignIn) -> Person: ...

    async def close(self) -> None: ...


class Identities:
    def __init__(self, accounts: Accounts, issuer: str) -> None:
        self.accounts = accounts
        self.issuer = issuer

    async def is_connected(self, player: User) -> bool:
        return bool(await self.accounts.database.rows(sa.select(identities.c.subject).where(self._of(player.id))))

    async def sign_in(self, state: str, person: Person, me: User | None) -> tuple[User, str]:
        """The account that this person opens, and a cookie for it.

        Who comes for the first time gets one: the account they are signed in to, or a new one, made out of the guest
        they are. The state is the sign-in's own; each is good for one."""
        cookie = secrets.token_urlsafe(32)
        for _ in range(TRIES):
            name = await self._free_name([*person.names, *([me.name] if me else [])])
            try:
                player = await self._enter(state, person.subject, me, name, cookie)
            except IntegrityError:
                # Somebody was faster: with the name, or in another browser.
                continue
            return self.accounts.remember(player), cookie
        raise Refused("unavailable", "too much at once; try again")

    async def _enter(self, state: str, subject: str, me: User | None, name: str, cookie: str) -> User:
        row = {"issuer": self.issuer, "subject": subject, "created": time.time()}
        newcomer = new_id()

        def job(connection: sa.Connection) -> User:
            is_done = _spend(connection, state, cookie)
            same = (identities.c.issuer == self.issuer, identities.c.subject == subject)
            owner: str | None = connection.scalar(sa.select(identities.c.player).where(*same))
            if is_done and owner is not None:
                return _read(connection, owner)
            is_guest = me is not None and me.is_guest
            alone = False
            if owner is None:
                # As with a password: a guest's cookie may lie elsewhere, too.
                alone = is_guest
                owner = self._welcome(connection, me, newcomer, name)
                connection.execute(sa.insert(identities).values(**row, player=owner))
            elif me is not None and not is_guest and owner != me.id:
                raise Refused("identity_taken", "who you are there belongs to another account here")
            begin_session(connection, owner, cookie, alone=alone)
            return _read(connection, owner)

        return await (self.accounts.sessions.ending(me.id, job) if me else self.accounts.journal.run(job))

    def _welcome(self, connection: sa.Connection, me: User | None, newcomer: str, name: str) -> str:
        """The account that an identity gets which opened none before."""
        if me is None:
            row = {"id": newcomer, "created": time.time(), **account_row(name)}
            connection.execute(sa.insert(players).values(row))
            return newcomer
        if me.is_guest:
            guest = sa.update(players).where(players.c.id == me.id, players.c.account.is_(None))
            if not connection.execute(guest.values(**account_row(name))).rowcount:
                raise Refused("stale", "you were changed elsewhere; try again")
        elif connection.scalar(sa.select(identities.c.subject).where(self._of(me.id))) is not None:
            raise Refused("identity_taken", "your account is connected with somebody else there; disconnect it first")
        return me.id

    async def disconnect(self, player: User) -> str:
        """The account is opened by its password alone; whoever is signed in elsewhere is so no more. Gives the cookie
        that is left."""
        cookie = secrets.token_urlsafe(32)

        def job(connection: sa.Connection) -> None:
            if connection.scalar(sa.select(players.c.password).where(players.c.id == player.id)) is None:
                raise Refused("not_allowed", "set a password first: nothing else would open your account")
            connection.execute(sa.delete(identities).where(self._of(player.id)))
            begin_session(connection, player.id, cookie, alone=True)

        await self.accounts.sessions.ending(player.id, job)
        return cookie

    def _of(self, player: str) -> sa.ColumnElement[bool]:
        return sa.and_(identities.c.player == player, identities.c.issuer == self.issuer)

    async def _free_name(self, wished: Sequence[str]) -> str:
        longest = self.accounts.limits.name_length
        for wish in (*wished, "Player"):
            # Some providers call people by their address, which is nobody's business here.
            plain = clean(wish.partition("@")[0])
            for number in (1, *range(2, NUMBERED + 1), 1000 + secrets.randbelow(9000)):
                tail = f" {number}" if number > 1 else ""
                try:
                    return await self.accounts.free_name(plain[: longest - len(tail)].rstrip() + tail)
                except Refused as refused:
                    if refused.code == "bad_name":
                        break
                    if refused.code != "name_taken":
                        raise
        raise Refused("name_taken", "no name was free; play as a guest under one of your own first")


def _spend(connection: sa.Connection, state: str, cookie: str) -> bool:
    """Each sign-in is finished once. True: it was, by this writer, whose commit went through though nobody was told."""
    digest, session, now = digest_of(state), digest_of(cookie), time.time()
    found = connection.scalar(sa.select(sign_ins.c.session).where(sign_ins.c.digest == digest))
    if found is not None and found != session:
        raise Refused("sign_in_stale", "this sign-in is finished; begin again")
    if found is None:
        connection.execute(sa.delete(sign_ins).where(sign_ins.c.at < now - 2 * LIFETIME))
        connection.execute(sa.insert(sign_ins).values(digest=digest, session=session, at=now))
    return found is not None


def _read(connection: sa.Connection, player: str) -> User:
    columns = players.c
    row = connection.execute(sa.select(columns.id, columns.name, columns.account).where(columns.id == player)).first()
    if row is None:
        raise Refused("stale", "this player is not there any more; try again")
    return User(*tuple(row))
