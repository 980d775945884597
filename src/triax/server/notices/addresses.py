"""Where players get letters: given, confirmed by a link, changed, forgotten; and an account recovered by it.

Nobody learns from here whether an address is known: whoever asks from outside is answered before it is looked up."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any

import sqlalchemy as sa

from triax.server.accounts import Accounts, User
from triax.server.db_schema import addresses, identities, letters, notices, players, tokens
from triax.server.errors import Refused
from triax.server.notices.letter_texts import changed_letter, confirm_letter, recover_letter
from triax.server.notices.mail import Letter, MailSender, mailbox_of
from triax.server.notices.notice import MAIL
from triax.server.rate_limits import RateLimiter
from triax.server.sessions import begin_session, digest_of
from triax.server.tasks import end

CONFIRMED, RECOVERED = 24 * 3600.0, 3600.0
"""Seconds for which a link opens."""
HOURLY = 4
"""Letters of a kind, with links, that go to one address in an hour; and that one player has sent."""
ACCOUNTS = 5
"""Of one address, that a letter names."""
log = logging.getLogger("triax.server.mail")


class Addresses:
    def __init__(self, accounts: Accounts, sender: MailSender | None, origin: str) -> None:
        self.accounts = accounts
        self.journal = accounts.journal
        self.database = accounts.database
        self.sender = sender
        self.origin = origin
        self.own_rate = RateLimiter(HOURLY / 3600, HOURLY, "too many letters; wait an hour")
        # Counted apart from the letters, which can be taken back.
        self._mailbox_rate = RateLimiter(HOURLY / 3600, HOURLY, "too many letters to one address")
        self._background: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        await end(*self._background)

    def check_possible(self) -> None:
        if self.sender is None:
            raise Refused("not_found", "this server sends no mail")

    # One's own.

    async def of(self, player: User) -> tuple[Any | None, str | None]:
        """The address with its choices, and one that waits to be confirmed."""
        known = await self.database.rows(sa.select(addresses).where(addresses.c.player == player.id))
        fresh = letters.c.made > time.time() - CONFIRMED
        waits = sa.select(letters.c.address).where(letters.c.player == player.id, letters.c.kind == "confirm", fresh)
        pending = await self.database.rows(waits.order_by(letters.c.made.desc()).limit(1))
        return (known[0] if known else None), (pending[0].address if pending else None)

    async def propose(self, player: User, address: str, language: str) -> None:
        """It is the player's once the link in the letter is followed."""
        secret = secrets.token_urlsafe(32)
        self.own_rate.check(player.id)
        # That others have written to an address is not this player's to know.
        if await self._remember(player.id, "confirm", address, language, secret):
            self._send_later(confirm_letter(address, language, self.origin, player.name, secret))

    async def confirm(self, secret: str) -> None:
        found = await self._letter("confirm", secret, CONFIRMED)
        digest, now = digest_of(secret), time.time()

        def job(connection: sa.Connection) -> tuple[bool, str | None]:
            row = {"player": found.player, "address": found.address, "language": found.language, "confirmed": now}
            before = connection.execute(sa.select(addresses).where(addresses.c.player == found.player)).first()
            if not connection.execute(sa.delete(letters).where(letters.c.digest == digest)).rowcount:
                # Followed twice at once, or our own commit of a moment ago.
                return bool(before and before.address == found.address), None
            if connection.scalar(sa.select(players.c.account).where(players.c.id == found.player)) is None:
                return False, None
            others = (letters.c.player == found.player, letters.c.kind == "confirm")
            connection.execute(sa.delete(letters).where(*others))
            connection.execute(sa.delete(addresses).where(addresses.c.player == found.player))
            kept = {"mode": before.mode, "hour": before.hour} if before else {"mode": "each", "hour": 7}
            connection.execute(sa.insert(addresses).values(**row, **kept))
            return True, before.address if before and before.address != found.address else None

        done, before = await self.journal.run(job)
        if not done:
            raise _stale()
        if before is not None and (player := await self.accounts.find(found.player)):
            self._send_later(changed_letter(before, found.language, self.origin, player.name))

    async def choose(self, player: User, mode: str, hour: int, language: str) -> None:
        change = sa.update(addresses).where(addresses.c.player == player.id)

        def job(connection: sa.Connection) -> int:
            # What waits was meant for the letter of another hour.
            waiting = (notices.c.player == player.id, notices.c.channel == MAIL, notices.c.sent.is_(None))
            connection.execute(sa.update(notices).where(*waiting).values(sent=time.time()))
            return connection.execute(change.values(mode=mode, hour=hour, language=language)).rowcount

        if not await self.journal.run(job):
            raise Refused("not_found", "you have given no address")

    async def forget(self, player: User) -> None:
        def job(connection: sa.Connection) -> None:
            for table in (addresses, letters):
                connection.execute(sa.delete(table).where(table.c.player == player.id))
            connection.execute(sa.delete(notices).where(notices.c.player == player.id, notices.c.channel == MAIL))

        await self.journal.run(job)

    # No more letters, with one click in the mail program.

    def stop_secret(self, player: str, address: str) -> str:
        return f"{player}.{self.accounts.seed('no letters', f'{player} {address}')[:40]}"

    async def stop(self, secret: str) -> None:
        player = secret.partition(".")[0]
        rows = await self.database.rows(sa.select(addresses.c.address).where(addresses.c.player == player))
        address = rows[0].address if rows else ""
        if not hmac.compare_digest(self.stop_secret(player, address).encode(), secret.encode("utf-8", "replace")):
            raise _stale()

        def job(connection: sa.Connection) -> None:
            same = (addresses.c.player == player, addresses.c.address == address)
            connection.execute(sa.update(addresses).where(*same).values(mode="never"))
            connection.execute(sa.delete(notices).where(notices.c.player == player, notices.c.channel == MAIL))

        await self.journal.run(job)

    # Back into an account.

    def recover(self, address: str, language: str) -> None:
        """Looked up when this is answered: how long it takes says nothing."""
        self._in_background(self._recover(address, language))

    async def _recover(self, address: str, language: str) -> None:
        same = (addresses.c.address == address, players.c.id == addresses.c.player, players.c.account.is_not(None))
        found = await self.database.rows(sa.select(players.c.id, players.c.name).where(*same).limit(ACCOUNTS))
        links = []
        for row in found:
            secret = secrets.token_urlsafe(32)
            if await self._remember(row.id, "recover", address, language, secret):
                links.append((row.name, secret))
        if links and self.sender is not None:
            await self._send(recover_letter(address, language, self.origin, links))

    async def recovered(self, secret: str, password: str) -> tuple[User, str]:
        """A new password, and a cookie that is the only one from now on; tokens and providers open nothing any more."""
        found = await self._letter("recover", secret, RECOVERED)
        hashed, cookie, digest = await self.accounts.hash(password), secrets.token_urlsafe(32), digest_of(secret)
        mine = (addresses.c.player == found.player, addresses.c.address == found.address)

        def job(connection: sa.Connection) -> bool:
            player = players.c.id == found.player
            if connection.scalar(sa.select(addresses.c.player).where(*mine)) is None:
                return False
            if not connection.execute(sa.delete(letters).where(letters.c.digest == digest)).rowcount:
                return connection.scalar(sa.select(players.c.password).where(player)) == hashed
            connection.execute(sa.update(players).where(player).values(password=hashed))
            begin_session(connection, found.player, cookie, alone=True)
            # Whoever had got in may have made keys of their own.
            for keys in (tokens, identities):
                connection.execute(sa.delete(keys).where(keys.c.player == found.player))
            return True

        if not await self.accounts.sessions.ending(found.player, job):
            raise _stale()
        user = await self.accounts.find(found.player)
        if user is None:
            raise _stale()
        return user, cookie

    # Letters.

    async def _letter(self, kind: str, secret: str, lasts: float) -> Any:  # noqa: ANN401
        chosen = (letters.c.digest == digest_of(secret), letters.c.kind == kind, letters.c.made > time.time() - lasts)
        rows = await self.database.rows(sa.select(letters).where(*chosen))
        if not rows:
            raise _stale()
        return rows[0]

    async def _remember(self, player: str, kind: str, address: str, language: str, secret: str) -> bool:
        """Not too many in an hour, whoever asks for them."""
        now, digest = time.time(), digest_of(secret)
        try:
            self._mailbox_rate.check(f"{kind} {mailbox_of(address)}")
        except Refused:
            return False
        row = {"player": player, "kind": kind, "address": address, "language": language, "made": now}

        def job(connection: sa.Connection) -> bool:
            if connection.scalar(sa.select(letters.c.digest).where(letters.c.digest == digest)):
                return True
            connection.execute(sa.delete(letters).where(letters.c.made < now - CONFIRMED))
            there = (letters.c.address == address, letters.c.kind == kind, letters.c.made > now - 3600)
            lately = sa.select(sa.func.count()).where(*there)
            if (connection.scalar(lately) or 0) >= HOURLY:
                return False
            connection.execute(sa.insert(letters).values(digest=digest, **row))
            return True

        return await self.journal.run(job)

    def _send_later(self, letter: Letter) -> None:
        self._in_background(self._send(letter))

    async def _send(self, letter: Letter) -> None:
        for pause in (1, 10, 60):
            if self.sender is None or await self.sender.send(letter) != "later":
                return
            await asyncio.sleep(pause)

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        async def run() -> None:
            try:
                await work
            except Exception as error:  # whoever waits for a letter asks for another
                log.warning("a letter was not sent", extra={"error": type(error).__name__})

        task = asyncio.create_task(run())
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        task.add_done_callback(lambda _: work.close())  # it may have ended before it began


def _stale() -> Refused:
    return Refused("link_stale", "this link was followed before or is too old; ask for another")
