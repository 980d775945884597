"""Tells players what they wish to know: that it is their turn, that time runs out, and what other parts have to say.

What a table owes follows from its log, so a process that starts finds what one that was killed had no time to write
down; what is written down is sent once, by whichever process is there."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.server.cluster import Cluster
from triax.server.config import Settings
from triax.server.db_schema import addresses, devices, entries, notices
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.notices.addresses import Addresses
from triax.server.notices.letter_texts import LetterItem, notices_letter
from triax.server.notices.looking import Looking
from triax.server.notices.mail import MailSender
from triax.server.notices.notice import MAIL, Channel, Notice, channels_of, row_of, write_notice
from triax.server.notices.outbox import NoticeRow, Outbox, same
from triax.server.notices.push import Device, Message, PushSender
from triax.server.notices.texts import WISHES, Told, render
from triax.server.notices.turns import GRACE, OwedTurn, owed_turns, reminder_due, turn_text
from triax.server.rate_limits import RateLimiter
from triax.server.table import Table
from triax.server.table_service import TableService
from triax.server.tasks import end, repeat
from triax.server.vapid import Vapid

TICK = 1.0
CLEANING = 3600.0
AT_ONCE, LETTERS_AT_ONCE = 32, 8
"""So many are sent side by side: a push service may take ten seconds, and there may be many that do."""
LASTS = 14 * 86400.0
"""Seconds for which a turn without a clock is worth telling."""
TABLES = 100
PARTING = 2.0
"""Seconds for what is being sent when the server goes down."""
log = logging.getLogger("triax.server.notices")


class TurnPlan(NamedTuple):
    """What is to be written about turns."""

    new: list[dict[str, Any]]
    gone: list[NoticeRow]
    moved: list[tuple[NoticeRow, float]]


class Notices:
    def __init__(self, tables: TableService, cluster: Cluster, settings: Settings) -> None:
        self.tables = tables
        self.cluster = cluster
        self.settings = settings
        self.outbox = Outbox(tables.database, tables.journal, cluster)
        self.looking = Looking(tables, cluster)
        self.origin = settings.origins[0] if settings.origins else ""
        self.mail = MailSender(settings.mail) if settings.mail else None
        self.addresses = Addresses(tables.accounts, self.mail, self.origin)
        self.push: PushSender | None = None
        self.test_rate = RateLimiter(1 / 20, 5, "too many tests; wait a moment")
        self._changed: dict[str, LiveTable] = {}
        """Kept in memory until they are looked at, which comes soon: otherwise they would have to be read again."""
        self._pushing, self._mailing = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(LETTERS_AT_ONCE)
        self._under_way: dict[tuple[str, str, str], asyncio.Task[None]] = {}
        self._told: dict[tuple[str, str, str], NoticeRow] = {}
        """Sent, though it may not be written down yet: nobody is told twice because the database was away."""
        self._loops: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        contact = self.origin if self.origin.startswith("https://") else "https://localhost"
        vapid = Vapid(await self.tables.database.setting("vapid"), contact)
        self.push = PushSender(vapid, self.origin, anywhere=self.settings.push_anywhere)
        rounds = repeat(TICK, self.run_once, log, "nobody could be told")
        cleaning = repeat(CLEANING, self._clean, log, "old notices could not be forgotten")
        self._loops = [asyncio.create_task(rounds), asyncio.create_task(cleaning)]

    async def close(self) -> None:
        await end(*self._loops)
        if self._under_way:
            await asyncio.wait(set(self._under_way.values()), timeout=PARTING)
        await end(*self._under_way.values())
        await self.addresses.close()
        if self.push is not None:
            await self.push.close()

    # The door.

    async def tell(self, player: str, notice: Notice) -> None:
        """Tell a player, by whatever ways they have chosen; without any, nothing happens. To have it told together
        with something that is being committed, call `write_notice` in that transaction."""
        await self.tables.journal.run(lambda connection: write_notice(connection, player, notice))

    async def try_device(self, player: str, device: str) -> None:
        notice = Notice("test", f"{device}/{time.time()}", "/settings", lasts=60)
        await self.tables.journal.run(lambda connection: write_notice(connection, player, notice, device))

    # Turns.

    def look_at(self, live: LiveTable) -> None:
        """A table has changed, and this process is in charge of it."""
        self._changed[live.id] = live

    async def run_once(self) -> None:
        await self._settle(list(self._told.values()))
        await self.looking.share()
        changed, self._changed = self._changed, {}
        try:
            for first in range(0, len(changed), TABLES):
                await self._write_turns(sorted(changed)[first : first + TABLES])
        except BaseException:
            self._changed = changed | self._changed
            raise
        await self._send_due()

    async def _write_turns(self, ids: Sequence[str]) -> None:
        """What is owed at these tables is written down, and what is not any more is taken back."""
        found: dict[str, tuple[Table, list[OwedTurn]]] = {}
        counts: dict[str, int] = {}
        for table in ids:
            try:
                live = await self.tables.open(table)
                found[table], counts[table] = (live.table, owed_turns(live.table)), live.table.count
            except Refused as refused:
                # It may be gone.
                if refused.code == "unavailable":
                    raise
        players = {turn.player for _, turns in found.values() for turn in turns}

        def plan(connection: sa.Connection, current: Sequence[str] = ids) -> TurnPlan:
            ways = channels_of(connection, sorted(players)) if players else []
            wanted = {
                (row["player"], row["key"], row["channel"]): row
                for table, turns in (found[one] for one in current if one in found)
                for turn in turns
                for way in ways
                if way.player == turn.player
                for row in _rows(table, turn, way)
            }
            here = notices.c.table_id.in_(current)
            known = {_key(row): row for row in connection.execute(sa.select(notices).where(here))}
            new = [row for key, row in wanted.items() if key not in known]
            gone = [row for key, row in known.items() if key not in wanted and not _is_kept(row, found)]
            moved = [
                (row, wanted[key]["due"])
                for key, row in known.items()
                if key in wanted and row.kind == "reminder" and not row.tries and row.due != wanted[key]["due"]
            ]
            return TurnPlan(new, gone, moved)

        async def ask(connection: AsyncConnection) -> bool:
            return any(await connection.run_sync(plan))

        # Most have nothing to be told: then nothing is written.
        if not await self.tables.database.read(ask):
            return

        def job(connection: sa.Connection) -> None:
            # Another process has told by what it knows: one that is behind writes nothing, and hears of it soon.
            written = _entry_counts(connection, ids)
            new, gone, moved = plan(connection, [one for one in ids if counts.get(one, 0) == written.get(one, 0)])
            for row in gone:
                connection.execute(sa.delete(notices).where(same(row)))
            for row, due in moved:
                connection.execute(sa.update(notices).where(same(row)).values(due=due))
            if new:
                connection.execute(sa.insert(notices), new)

        await self.tables.journal.run(job)

    # Sending.

    async def _send_due(self) -> None:
        now = time.time()
        busy = self._under_way.keys() | self._told.keys()
        rows = [row for row in await self.outbox.due(now) if _key(row) not in busy]
        if not rows:
            return
        lookers = await self.looking.find({(row.table_id, row.player) for row in rows if row.table_id})
        wanted, stale, seen = [], [], []
        for row in rows:
            if row.until < now or (row.table_id and await self._turn(row) is None):
                stale.append(row)
            elif (row.table_id, row.player) in lookers:
                # That time runs out is told if they look away without having moved.
                seen += [row] if row.kind == "turn" else []
            else:
                wanted.append(row)
        await self.outbox.drop(stale)
        await self.outbox.settle(seen, now)
        together: dict[tuple[str, ...], list[NoticeRow]] = defaultdict(list)
        begun = asyncio.get_running_loop().time()
        for row in await self.outbox.claim(wanted):
            # All that is due for a player's mail is one letter.
            together[(row.player,) if row.channel == MAIL else _key(row)].append(row)
        for some in together.values():
            self._begin(some, begun)

    async def _turn(self, row: NoticeRow) -> tuple[LiveTable, OwedTurn] | None:
        """The turn of which a row tells, if it is still owed."""
        with contextlib.suppress(Refused):
            live = await self.tables.open(row.table_id)
            for turn in owed_turns(live.table):
                if turn.player == row.player and turn.is_same(row.seat, row.number):
                    return live, turn
        return None

    def _begin(self, rows: Sequence[NoticeRow], claimed: float) -> None:
        async def run() -> None:
            try:
                is_letter = rows[0].channel == MAIL
                async with self._mailing if is_letter else self._pushing:
                    await (self._write_letter(rows, claimed) if is_letter else self._send(rows[0], claimed))
            except Refused:
                log.info("a notice waits for the database")
            except Exception:  # what cannot be sent is tried again
                log.exception("a notice could not be sent")
                with contextlib.suppress(Refused):
                    await self.outbox.postpone(rows, time.time())
            finally:
                for row in rows:
                    self._under_way.pop(_key(row), None)

        task = asyncio.create_task(run())
        for row in rows:
            self._under_way[_key(row)] = task

    async def _write_letter(self, rows: Sequence[NoticeRow], claimed: float) -> None:
        player = rows[0].player
        found = await self.tables.database.rows(sa.select(addresses).where(addresses.c.player == player))
        told = {row: await self._text(row, found[0].language) for row in rows} if found and self.mail else {}
        items = [LetterItem(text, row.link) for row, text in told.items() if text is not None]
        await self.outbox.drop([row for row in rows if told.get(row) is None])
        left = [row for row in rows if told.get(row) is not None]
        if not items or self.mail is None:
            return
        to, stop = found[0].address, self.addresses.stop_secret(player, found[0].address)
        name = hashlib.blake2b(" ".join([player, *(row.key for row in left)]).encode(), digest_size=16).hexdigest()
        letter = notices_letter(to, found[0].language, self.origin, items, stop, name)
        self._check_ours(claimed)
        outcome = await self.mail.send(letter)
        if outcome == "later":
            await self.outbox.postpone(left, time.time())
        else:
            await self._settle(left)

    async def _send(self, row: NoticeRow, claimed: float) -> None:
        assert self.push is not None
        found = await self.tables.database.rows(sa.select(devices).where(devices.c.id == row.channel))
        told = await self._text(row, found[0].language) if found else None
        if told is None:
            await self.outbox.drop([row])
            return
        device = Device(**{name: getattr(found[0], name) for name in Device.__struct_fields__})
        topic = hashlib.blake2b(f"{row.player} {row.table_id or row.key}".encode(), digest_size=12).hexdigest()
        urgent = WISHES[row.kind] in {"turns", "reminders", ""}
        self._check_ours(claimed)
        outcome = await self.push.send(device, Message(told, row.link, topic, urgent, row.until - time.time()))
        match outcome:
            case "sent" | "never":
                await self._settle([row])
            case "later":
                await self.outbox.postpone([row], time.time())
            case "gone":
                await self.outbox.forget_device(device.id)

    def _check_ours(self, claimed: float) -> None:
        """Another process takes over from one that is not heard of, and may have told it. What nobody has told is
        found again in the next round."""
        if not self.cluster.was_heard_since(claimed):
            raise Refused("unavailable", "another process may have told it")

    async def _settle(self, rows: Sequence[NoticeRow]) -> None:
        self._told |= {_key(row): row for row in rows}
        await self.outbox.settle(rows, time.time())
        for row in rows:
            self._told.pop(_key(row), None)

    async def _text(self, row: NoticeRow, language: str) -> Told | None:
        if row.table_id is None:
            words: dict[str, str] = msgspec.json.decode(row.words)
            return render(row.kind, language, words)
        if (found := await self._turn(row)) is None:
            return None
        live, turn = found
        return turn_text(live.table, live.names, turn, kind=row.kind, language=language, now=time.time())

    async def _clean(self) -> None:
        await self.outbox.clean(time.time())


def _rows(table: Table, turn: OwedTurn, way: Channel) -> list[dict[str, Any]]:
    """A word of the turn, and one before the clock runs out."""
    make = partial(row_of, way, link=f"/t/{table.meta.id}")
    about = {"table_id": table.meta.id, "seat": turn.seat, "number": turn.number}
    place, rows = f"{table.meta.id}/{turn.seat}/{turn.number}", []
    lasts = LASTS if turn.deadline is None else max(60.0, turn.deadline - turn.since)
    # Who has only just asked to be told knows what waits by now.
    if turn.is_news and "turns" in way.wished and way.since <= turn.since:
        rows.append(make(kind="turn", key=f"turn/{place}", due=way.due(turn.since + GRACE), lasts=lasts))
    due = reminder_due(table, turn)
    # By mail one word a turn is enough.
    if due is not None and "reminders" in way.wished and not (way.id == MAIL and rows) and way.hour is None:
        rows.append(make(kind="reminder", key=f"reminder/{place}", due=due, lasts=lasts / 4))
    return [row | about for row in rows]


def _entry_counts(connection: sa.Connection, tables: Sequence[str]) -> dict[str, int]:
    """How many entries each table has in the database."""
    last = sa.select(entries.c.table_id, sa.func.max(entries.c.number)).where(entries.c.table_id.in_(tables))
    return {table: number + 1 for table, number in connection.execute(last.group_by(entries.c.table_id))}


def _is_kept(row: NoticeRow, found: Mapping[str, tuple[Table, list[OwedTurn]]]) -> bool:
    """Whoever goes and comes back while it is their turn was told of it."""
    if row.sent is None or row.table_id not in found:
        return False
    table, _ = found[row.table_id]
    return row.seat in table.to_act and table.decisions[row.seat].number == row.number


def _key(row: NoticeRow) -> tuple[str, str, str]:
    return row.player, row.key, row.channel
