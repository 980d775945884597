"""What is said at tables: apart from their logs, so much for each player and room, and read once somebody listens."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from triax.server import broadcast
from triax.server.config import Limits
from triax.server.database import Database
from triax.server.db_schema import chat, tables
from triax.server.errors import Refused
from triax.server.journal import CHAT, Journal, new_uid
from triax.server.live_table import ChatLine, LiveTable
from triax.server.phrases import Phrase
from triax.server.rate_limits import RateLimiter

ROOMS = ("table", "spectators")


class ChatService:
    def __init__(
        self,
        database: Database,
        journal: Journal,
        limits: Limits,
        load_names: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self.database = database
        self.journal = journal
        self.kept = limits.chat_kept
        self._load_names = load_names
        mine, here = limits.chat_per_minute, limits.room_chat_per_minute
        self._players = RateLimiter(mine / 60, mine, "you have said much in a short time; wait a moment")
        self._rooms = RateLimiter(here / 60, here, "much was said here in a short time; wait a moment")

    async def write(self, live: LiveTable, player: str, text: str, phrase: Phrase | None = None) -> None:
        """Seats talk to the whole table; spectators among themselves. The oldest lines of a room make way."""
        _check_talking(live.table.status)
        room = "table" if live.table.seats_of(player) else "spectators"
        self._players.check(player)
        self._rooms.check(f"{live.id}/{room}")
        here, at, uid = chat.c.table_id == live.id, time.time(), new_uid()

        def job(connection: sa.Connection) -> None:
            # Of two processes one waits, so that lines have their numbers in the order in which they are committed.
            status = connection.scalar(sa.select(tables.c.status).where(tables.c.id == live.id).with_for_update())
            _check_talking(status)
            if connection.scalar(sa.select(chat.c.uid).where(here, chat.c.uid == uid)):
                return
            number = (connection.scalar(sa.select(sa.func.max(chat.c.number)).where(here)) or 0) + 1
            row = {"table_id": live.id, "number": number, "room": room, "player": player, "text": text, "at": at}
            connection.execute(sa.insert(chat).values(**row, uid=uid, phrase=phrase))
            own = sa.select(chat.c.number).where(here, chat.c.room == room).order_by(chat.c.number.desc())
            if (last := connection.scalar(own.offset(self.kept).limit(1))) is not None:
                connection.execute(sa.delete(chat).where(here, chat.c.room == room, chat.c.number <= last))
            for notification in self.journal.notifications(CHAT, live.id):
                connection.execute(notification)

        await self.journal.run(job)

    async def read_on(self, live: LiveTable) -> bool:
        """Read what is new, and send it to those who may know it. False: what was read before is not there any more."""
        talk = live.chat
        async with talk.lock:
            last = talk.lines[-1] if talk.lines else None
            query = sa.select(chat).where(chat.c.table_id == live.id, chat.c.number >= (last.number if last else 0))
            rows = await self.database.rows(query.order_by(chat.c.number))
            found = [ChatLine(row.number, row.room, row.player, row.text, row.at, row.uid, row.phrase) for row in rows]
            if last is not None:
                if not found or found[0].uid != last.uid:
                    return False
                found = found[1:]
            if found:
                talk.lines = self._kept([*talk.lines, *found])
                await self._load_names(live)
                for line in found:
                    broadcast.send_line(live, line)
            return True

    def _kept(self, lines: list[ChatLine]) -> list[ChatLine]:
        kept = [line for room in ROOMS for line in [one for one in lines if one.room == room][-self.kept :]]
        return sorted(kept, key=lambda line: line.number)


def _check_talking(status: str | None) -> None:
    if status is None:
        raise Refused("not_found", "there is no such table")
    if status == "closed":
        raise Refused("not_playing", "nothing more is said at a table that is closed")
