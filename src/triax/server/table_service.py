"""The tables in memory: one change at a time, committed before anybody hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from random import Random, SystemRandom
from weakref import WeakValueDictionary

import sqlalchemy as sa

from triax.games.core import Chance, Dice
from triax.server import actions, broadcast, db_schema, protocol, takeback_actions
from triax.server.accounts import Accounts
from triax.server.actions import AlreadyAccepted, MoveRequest, ProposedEntry
from triax.server.chat import ChatService
from triax.server.config import Settings
from triax.server.connection import POLICY, RESTART, Connection
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.journal import Journal, entry_of, new_uid, row_of
from triax.server.live_table import LiveTable
from triax.server.messages import table_info
from triax.server.phrases import Phrase
from triax.server.rows import GENERATION, index_updates, meta_of, read_table, row_of_meta
from triax.server.table import AppliedMove, Change, LogEntry, Table, TableMeta
from triax.server.takeback_actions import TakebackAction

DICE = Dice(SystemRandom())
PAST = 50
"""So many tables that are over stay in memory: they are looked at again soon, or hardly ever."""

Proposal = Callable[[Table], Sequence[ProposedEntry] | AlreadyAccepted]
MoveDone = Callable[[int | Exception | None], None]
"""Told the seat's number behind a move, or why it was not made; None: it has to be asked for again."""
log = logging.getLogger("triax.server.table_service")


class TableService:
    def __init__(self, database: Database, journal: Journal, accounts: Accounts, settings: Settings) -> None:
        self.database = database
        self.journal = journal
        self.accounts = accounts
        self.settings = settings
        self.moves = 0
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        """Who looks after bots, clocks and results."""
        self.on_look: Callable[[LiveTable], None] = lambda live: None
        """Somebody looks at a table."""
        self.on_doubt: Callable[[str], None] = lambda table: None
        """Something may have been written to a table though nobody was told."""
        self.on_unheard: Callable[[str], None] = lambda table: None
        """Something may have been said at a table though nobody has heard it."""
        self.chat = ChatService(database, journal, settings.limits, self._load_names)
        # Of a table there is never more than one in memory: whoever holds on to it hears of every change.
        self._known: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._kept: OrderedDict[str, LiveTable] = OrderedDict()
        self._past: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    # Tables come and go.

    @property
    def live(self) -> Sequence[LiveTable]:
        return list(self._known.values())

    def find_live(self, table: str) -> LiveTable | None:
        return self._known.get(table)

    async def open(self, table: str) -> LiveTable:
        live = self._known.get(table)
        if live is not None:
            return self._keep(live)
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> LiveTable:
        try:
            row, rows = await read_table(self.database, table, 0)
            if row is None:
                raise Refused("not_found", "there is no such table")
            live = LiveTable(Table(meta_of(row)), row.generation, rematch=row.rematch)
            for number, found in enumerate(rows):
                live.table.apply(entry_of(found))
                if number % 8 == 7:
                    await asyncio.sleep(0)
            live.finished = row.status == "over"
            await self._load_names(live)
            live = self._keep(live)
        finally:
            del self._loading[table]
        self.on_change(live)
        return live

    def _keep(self, live: LiveTable) -> LiveTable:
        """Those asked for last stay in memory, as do all that are in use. The first to be there is the one."""
        live = self._known.setdefault(live.id, live)
        self._forget(live)
        is_past = live.table.status in {"over", "closed"}
        kept, most = (self._past, PAST) if is_past else (self._kept, self.settings.limits.live_tables)
        kept[live.id] = live
        if len(kept) > most:
            kept.popitem(last=False)
        return live

    def _forget(self, live: LiveTable) -> None:
        self._kept.pop(live.id, None)
        self._past.pop(live.id, None)

    async def create(
        self,
        meta: TableMeta,
        seated: Sequence[ProposedEntry],
        also: Sequence[sa.Executable] = (),
        start: ProposedEntry | None = None,
        claim: Callable[[sa.Connection], None] = lambda connection: None,
    ) -> LiveTable:
        """Open a table with these seats, and start it if all are taken; from a new deal unless a start is given. What
        claims what the table needs may refuse, and then there is none."""
        live = LiveTable(Table(meta))
        entries = self._as_entries(live.table, seated)
        for entry in entries:
            live.table.apply(entry)
        if not any(seat.is_open for seat in live.table.seats):
            dealt = start or actions.deal(live.table, self._deal_rng(live.table))
            started = self._as_entries(live.table, [dealt])
            live.table.apply(started[0])
            entries += started
        rows = [row_of(meta.id, entry) for entry in entries]
        held = [
            {"table_id": meta.id, "seat": number, "player": seat.player}
            for number, seat in enumerate(live.table.seats)
            if seat.player is not None
        ]

        def job(connection: sa.Connection) -> str:
            generation = str(connection.scalar(GENERATION))
            if connection.scalar(sa.select(db_schema.tables.c.id).where(db_schema.tables.c.id == meta.id)):
                return generation
            claim(connection)
            for statement in (*also, *self.journal.notifications(meta.id)):
                connection.execute(statement)
            connection.execute(sa.insert(db_schema.tables).values(**row_of_meta(meta), status=live.table.status))
            if rows:
                connection.execute(sa.insert(db_schema.entries), rows)
            if held:
                connection.execute(sa.insert(db_schema.seats), held)
            return generation

        await self._load_names(live)
        live.generation = await self.journal.run(job)
        log.info("a table is open", extra={"table": meta.id, "game": meta.game, "seats": meta.players})
        live = self._keep(live)
        live.looked = time.monotonic()
        self.on_change(live)
        if self.database.is_shared:
            # Another process may have played there before it was known here that the table is written.
            self.on_doubt(live.id)
        return live

    # Changes: committed first, then broadcast.

    async def act(self, live: LiveTable, decide: Proposal) -> list[Change] | AlreadyAccepted:
        """Decide on the table as it is, commit, broadcast. Whoever asks sees it through."""
        async with live.lock:
            while True:
                self._check_known(live)
                try:
                    proposed = decide(live.table)
                except Refused:
                    # Another process may have written what makes it right, or has answered it before.
                    # Whether one lives cannot be asked: whoever was cut off with it takes it for dead.
                    if self.database.is_shared and await self._catch_up(live):
                        continue
                    raise
                if isinstance(proposed, AlreadyAccepted):
                    return proposed
                if not proposed:
                    return []
                entries = self._as_entries(live.table, proposed)
                if await self._append(live, entries, index_updates(live.table, proposed)):
                    return await self._apply_committed(live, entries, [one.turn for one in proposed])
                await self._catch_up(live)

    async def _append(self, live: LiveTable, entries: Sequence[LogEntry], also: Sequence[sa.Executable]) -> bool:
        try:
            return await self.journal.append(live.id, entries, live.generation, also)
        except Refused:
            # It may be written all the same, if the line broke in the middle of the commit: then those at the table
            # hear of it as soon as the database can be asked.
            self.on_doubt(live.id)
            raise

    async def move(self, live: LiveTable, player: str | None, request: MoveRequest) -> int:
        """Play; gives the seat's number behind the move."""

        def decide(table: Table) -> Sequence[ProposedEntry] | AlreadyAccepted:
            if player is None and table.bot_for(request.seat, self.settings.substitute) is None:
                raise Refused("not_allowed", f"no bot plays for seat {request.seat}")
            proposed = actions.move(table, player, request, self._chance(table))
            return proposed if isinstance(proposed, AlreadyAccepted) else [proposed]

        done = await self.act(live, decide)
        if isinstance(done, AlreadyAccepted):
            return done.number
        self.moves += 1
        # One that could not be broadcast was read anew.
        table = self._known.get(live.id, live).table
        return table.numbers[request.seat] if request.id is None else table.answers[request.seat, request.id][1]

    def begin_move(self, live: LiveTable, player: str, request: MoveRequest, done: MoveDone) -> bool:
        """The same at once, where nobody else changes the table just now and nothing speaks against it. False: nothing
        was done, and `move` says why."""
        if self._known.get(live.id) is not live or not live.lock.take():
            return False
        waiting = None
        try:
            table = live.table
            proposed = actions.move(table, player, request, self._chance(table))
            if not isinstance(proposed, AlreadyAccepted):
                [entry] = self._as_entries(table, [proposed])
                waiting = self.journal.begin(live.id, [entry], live.generation)
                waiting.add_done_callback(partial(self._end_move, live, entry, proposed.turn, done))
        except Exception:  # whatever it is, it is met again on the usual way
            return False
        finally:
            if waiting is None:
                live.lock.release()
        return waiting is not None

    def _end_move(
        self, live: LiveTable, entry: LogEntry, turn: AppliedMove | None, done: MoveDone, kept: asyncio.Future[bool]
    ) -> None:
        outcome: int | Exception | None = None
        try:
            if kept.result():
                outcome = self._show_move(live, entry, turn)
        except Refused as refused:
            self.on_doubt(live.id)
            outcome = refused
        except Exception as error:  # for whoever has asked
            outcome = error
        finally:
            live.lock.release()
            done(outcome)

    def _show_move(self, live: LiveTable, entry: LogEntry, turn: AppliedMove | None) -> int | None:
        """A move that is committed changes the table; gives the seat's number behind it, unless it is read anew."""
        self.moves += 1
        try:
            broadcast.send_change(live, live.table.apply(entry, turn))
        except Exception:  # it is committed all the same; whoever listens reads it anew
            log.exception("a change could not be broadcast", extra={"table": live.id})
            self.drop(live)
            self.on_doubt(live.id)
            return None
        if live.table.ended is not None:
            self._keep(live)
        self.on_change(live)
        assert entry.seat is not None
        return live.table.answers[entry.seat, entry.data["id"]][1]

    async def take_back(self, live: LiveTable, player: str, asked: TakebackAction) -> int:
        """Ask for a takeback, answer or withdraw; gives the seat's number behind it."""
        done = await self.act(live, lambda table: takeback_actions.decide(table, player, asked))
        if isinstance(done, AlreadyAccepted):
            return done.number
        table = self._known.get(live.id, live).table
        return table.answers[asked.seat, asked.id][1]

    async def sit_down(self, live: LiveTable, decide: Proposal) -> None:
        """Someone sits down; with the last seat taken the game starts."""

        def sit(table: Table) -> Sequence[ProposedEntry] | AlreadyAccepted:
            proposed = decide(table)
            if isinstance(proposed, AlreadyAccepted):
                return proposed
            taken = {one.seat for one in proposed}
            full = all(number in taken or not seat.is_open for number, seat in enumerate(table.seats))
            return [*proposed, actions.deal(table, self._deal_rng(table))] if full else proposed

        await self.act(live, sit)

    async def refresh(self, table: str, *, wanted: bool) -> None:
        """Another process has written to a table."""
        if loading := self._loading.get(table):
            # It may have been read before.
            await asyncio.wait([loading])
        if live := self._known.get(table):
            await self.catch_up(live)
        elif wanted:
            await self.open(table)

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what other processes have written."""
        if live.behind:
            return
        live.behind = True
        try:
            async with live.lock:
                live.behind = False
                await self._catch_up(live)
        finally:
            live.behind = False

    async def _catch_up(self, live: LiveTable) -> bool:
        """Was there anything new?"""
        table = live.table
        row, rows = await read_table(self.database, live.id, max(0, table.count - 1))
        if row is None or (table.count and (not rows or rows[0].uid != table.last_uid)):
            # The past is another one: a backup was restored.
            self.drop(live)
            raise _changed()
        live.generation = row.generation
        live.finished = row.status == "over"
        entries = [entry_of(found) for found in rows[1 if table.count else 0 :]]
        if not entries and row.rematch == live.rematch:
            return False
        live.rematch = row.rematch
        await self._apply_committed(live, entries, [None] * len(entries))
        return True

    async def _apply_committed(
        self, live: LiveTable, entries: Sequence[LogEntry], turns: Sequence[AppliedMove | None]
    ) -> list[Change]:
        """What is committed changes the table; every listener gets what they may know of it."""
        changes = []
        try:
            for entry, turn in zip(entries, turns, strict=True):
                changes.append(live.table.apply(entry, turn))
                if entry.kind != "move":
                    await self._load_names(live)
                broadcast.send_change(live, changes[-1])
            if not changes:
                broadcast.send_table(live)
        except Exception:  # it is committed all the same; whoever listens reads it anew
            log.exception("a change could not be broadcast", extra={"table": live.id})
            self.drop(live)
            live = await self.open(live.id)
        if live.table.ended is not None:
            self._keep(live)
        self.on_change(live)
        return changes

    def drop(self, live: LiveTable) -> None:
        """Forget a table; whoever listens comes back to it as the database has it."""
        if self._known.get(live.id) is live:
            del self._known[live.id]
            self._forget(live)
        for connection in live.connections:
            connection.close(RESTART, "reload")

    def _check_known(self, live: LiveTable) -> None:
        """What is done at a table that was dropped, those who listen at the one in its place would not hear of."""
        if self._known.get(live.id) is not live:
            raise _changed()

    def _as_entries(self, table: Table, proposed: Sequence[ProposedEntry]) -> list[LogEntry]:
        now = time.time()
        return [
            LogEntry(table.count + n, one.kind, one.seat, one.data, now, new_uid()) for n, one in enumerate(proposed)
        ]

    # Chance. The same luck for everybody on a shared deal; otherwise luck that nobody can foresee.

    def deal(self, table: Table) -> ProposedEntry:
        return actions.deal(table, self._deal_rng(table))

    def _deal_rng(self, table: Table) -> Random:
        return self.shared_rng(table, 0) if table.meta.shared_deal else SystemRandom()

    def _chance(self, table: Table) -> Chance:
        return Dice(self.shared_rng(table, table.count)) if table.meta.shared_deal else DICE

    def shared_rng(self, table: Table, number: int) -> Random:
        shuffled = sum("shuffle" in entry for entry in table.log) if number else "deal"
        kind = "day" if table.meta.day else "round"
        return Random(self.accounts.seed(kind, f"{table.meta.shared_deal}/{shuffled}"))

    # What is said.

    async def say(self, live: LiveTable, player: str, text: str, phrase: Phrase | None = None) -> None:
        self._check_known(live)
        try:
            await self.chat.write(live, player, text, phrase)
        except Refused as refused:
            if refused.code == "unavailable":
                # As of an entry: it may be written all the same.
                self.on_unheard(live.id)
            raise
        try:
            await self.hear(self._known.get(live.id, live))
        except Refused:  # it is said all the same; it is heard as soon as the database can be asked
            self.on_unheard(live.id)

    async def hear(self, live: LiveTable) -> None:
        """Take in what was said, here or at another process."""
        if not await self.chat.read_on(live):
            self.drop(live)
            raise _changed()

    # Listeners.

    async def prepare(self, live: LiveTable, player: str) -> None:
        """Have all that a listener is told at first, so that whoever is let in has joined at once."""
        if player not in live.names:
            live.names |= await self.accounts.names([player])
        await self.hear(live)

    def join(self, live: LiveTable, connection: Connection) -> None:
        self._check_known(live)
        if connection not in live.connections and self.database.is_shared:
            # Somebody may have spoken elsewhere since all was made ready.
            self.on_unheard(live.id)
        live.connections.add(connection)
        connection.seats = live.table.seats_of(connection.player)
        welcome = protocol.Welcome(
            connection.player,
            list(connection.seats),
            table_info(live),
            broadcast.readable_chat(live, connection),
            time.time(),
        )
        connection.send(protocol.encode(welcome))
        broadcast.send_states(live, connection)
        self.look(live)

    def look(self, live: LiveTable) -> None:
        """Somebody looks at a table: its bots, which do not play for nobody, may have waited for that."""
        live.looked = time.monotonic()
        self.on_look(live)

    def rename(self, player: str, name: str) -> None:
        """A new name shows at once wherever the old one did."""
        for live in self.live:
            if player in live.names:
                live.names[player] = name
                broadcast.send_table(live)

    async def refresh_names(self, live: LiveTable) -> None:
        """Names may have been changed behind our back, and people deleted: they are not to say another word."""
        for connection in list(live.connections):
            if await self.accounts.find(connection.player) is None:
                connection.close(POLICY, "no_session")
        names = await self.accounts.names(list(live.names))
        if names.items() - live.names.items():
            live.names |= names
            broadcast.send_table(live)

    async def _load_names(self, live: LiveTable) -> None:
        table = live.table
        ids = {held.player or held.kept_for or "" for held in table.seats} | {line.player for line in live.chat.lines}
        missing = ids - live.names.keys() - {""}
        if missing:
            # A name that cannot be asked for now is asked for next time.
            with contextlib.suppress(Refused):
                live.names |= await self.accounts.names(sorted(missing))


def _changed() -> Refused:
    return Refused("stale", "the table was changed; connect again")
