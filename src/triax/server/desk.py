"""The desk: the tables in memory, one at a time changed, each change committed before anybody is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom
from weakref import WeakValueDictionary

import sqlalchemy as sa

from triax.games.core import Chance, Dice
from triax.server import actions, protocol, schema, telling
from triax.server.actions import Answered, Proposed, Wish
from triax.server.config import Settings
from triax.server.connection import POLICY, RESTART, Connection
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.journal import Journal, entry_of, new_uid, row_of
from triax.server.outgoing import info_of
from triax.server.people import People
from triax.server.rows import GENERATION, beside, meta_of, read_table, row_of_meta
from triax.server.table import Change, Entry, Meta, Table, Turn, Viewer

DICE = Dice(SystemRandom())

Decide = Callable[[Table], Sequence[Proposed] | Answered]
log = logging.getLogger("triax.server.desk")


@dataclass
class Live:
    """A table in memory, with those who listen."""

    table: Table
    generation: str = ""
    """Of the database, when it was last looked at: an entry is for this past and no other."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    rematch: str | None = None
    finished: bool = False
    """Is its result written?"""
    behind: bool = False
    """Does someone wait to catch up with what other processes have written?"""

    @property
    def id(self) -> str:
        return self.table.meta.id

    @property
    def is_attended(self) -> bool:
        """Is someone who sits there connected?"""
        return any(connection.seats for connection in self.connections)


class Desk:
    def __init__(self, database: Database, journal: Journal, people: People, settings: Settings) -> None:
        self.database = database
        self.journal = journal
        self.people = people
        self.settings = settings
        self.moves = 0
        self.on_change: Callable[[Live], None] = lambda live: None
        """Who looks after bots, clocks and results."""
        self.is_shared: Callable[[], bool] = lambda: database.is_postgres
        """May another process write to the tables?"""
        # Of a table there is never more than one in memory: whoever holds on to it hears of every change.
        self._known: WeakValueDictionary[str, Live] = WeakValueDictionary()
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    # Tables come and go.

    @property
    def live(self) -> Sequence[Live]:
        return list(self._known.values())

    def find_live(self, table: str) -> Live | None:
        return self._known.get(table)

    async def open(self, table: str) -> Live:
        live = self._known.get(table)
        if live is not None:
            return self._keep(live)
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Live:
        try:
            row, rows = await read_table(self.database, table, 0)
            if row is None:
                raise Refused("not_found", "there is no such table")
            live = Live(Table(meta_of(row), self.settings.limits.chat_kept), row.generation, rematch=row.rematch)
            for number, found in enumerate(rows):
                live.table.apply(entry_of(found))
                if number % 8 == 7:
                    await asyncio.sleep(0)
            live.finished = row.status == "over"
            await self._learn_names(live)
            live = self._keep(live)
        finally:
            del self._loading[table]
        self.on_change(live)
        return live

    def _keep(self, live: Live) -> Live:
        """Those asked for last stay in memory, as do all that are in use. The first to be there is the one."""
        live = self._known.setdefault(live.id, live)
        self._kept[live.id] = live
        self._kept.move_to_end(live.id)
        if len(self._kept) > self.settings.limits.live_tables:
            self._kept.popitem(last=False)
        return live

    async def create(self, meta: Meta, seated: Sequence[Proposed], also: Sequence[sa.Executable] = ()) -> Live:
        """Open a table with these seats, and start it if all are taken."""
        live = Live(Table(meta, self.settings.limits.chat_kept))
        entries = self._number(live.table, seated)
        for entry in entries:
            live.table.apply(entry)
        if not any(seat.is_open for seat in live.table.seats):
            started = self._number(live.table, [actions.deal(live.table, self._deals(live.table))])
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
            if connection.scalar(sa.select(schema.tables.c.id).where(schema.tables.c.id == meta.id)):
                return generation
            for statement in (*also, *self.journal.word_of(meta.id)):
                connection.execute(statement)
            connection.execute(sa.insert(schema.tables).values(**row_of_meta(meta), status=live.table.status))
            if rows:
                connection.execute(sa.insert(schema.entries), rows)
            if held:
                connection.execute(sa.insert(schema.seats), held)
            return generation

        await self._learn_names(live)
        live.generation = await self.journal.run(job)
        log.info("a table is open", extra={"table": meta.id, "game": meta.game, "seats": meta.players})
        live = self._keep(live)
        self.on_change(live)
        return live

    # Changes: committed first, then told.

    async def act(self, live: Live, decide: Decide) -> list[Change] | Answered:
        """Decide on the table as it is, commit, tell. Whoever asks sees it through: what is committed must be told."""
        async with live.lock:
            while True:
                self._check_known(live)
                try:
                    proposed = decide(live.table)
                except Refused:
                    # Another process may have written what makes it right, or has answered it before.
                    if self.is_shared() and await self._catch_up(live):
                        continue
                    raise
                if isinstance(proposed, Answered):
                    return proposed
                if not proposed:
                    return []
                entries = self._number(live.table, proposed)
                if await self.journal.append(live.id, entries, live.generation, beside(live.table, proposed)):
                    return await self._take_in(live, entries, [one.turn for one in proposed])
                await self._catch_up(live)

    async def move(self, live: Live, player: str | None, wish: Wish) -> int:
        """Play; gives the seat's number behind the move."""

        def decide(table: Table) -> Sequence[Proposed] | Answered:
            if player is None and table.bot_for(wish.seat, self.settings.substitute) is None:
                raise Refused("not_allowed", f"no bot plays for seat {wish.seat}")
            proposed = actions.move(table, player, wish, self._chance(table))
            return proposed if isinstance(proposed, Answered) else [proposed]

        done = await self.act(live, decide)
        if isinstance(done, Answered):
            return done.number
        self.moves += 1
        return live.table.numbers[wish.seat] if wish.id is None else live.table.answers[wish.seat, wish.id][1]

    async def seat_taken(self, live: Live, decide: Decide) -> None:
        """Someone sits down; with the last seat taken the game starts."""

        def sit(table: Table) -> Sequence[Proposed] | Answered:
            proposed = decide(table)
            if isinstance(proposed, Answered):
                return proposed
            taken = {one.seat for one in proposed}
            full = all(number in taken or not seat.is_open for number, seat in enumerate(table.seats))
            return [*proposed, actions.deal(table, self._deals(table))] if full else proposed

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

    async def catch_up(self, live: Live) -> None:
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

    async def _catch_up(self, live: Live) -> bool:
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
        await self._take_in(live, entries, [None] * len(entries))
        return True

    async def _take_in(self, live: Live, entries: Sequence[Entry], turns: Sequence[Turn | None]) -> list[Change]:
        """What is committed changes the table; everyone there is told what they may know of it."""
        changes = []
        try:
            for entry, turn in zip(entries, turns, strict=True):
                changes.append(live.table.apply(entry, turn))
                if entry.kind != "move":
                    await self._learn_names(live)
                telling.tell(live, changes[-1])
            if not changes:
                telling.tell_table(live)
        except Exception:  # it is committed all the same; whoever listens reads it anew
            log.exception("a change could not be told", extra={"table": live.id})
            self.drop(live)
            live = await self.open(live.id)
        self.on_change(live)
        return changes

    def drop(self, live: Live) -> None:
        """Forget a table; whoever listens comes back to it as the database has it."""
        if self._known.get(live.id) is live:
            del self._known[live.id]
            self._kept.pop(live.id, None)
        for connection in live.connections:
            connection.close(RESTART, "reload")

    def _check_known(self, live: Live) -> None:
        """What is done at a table that was dropped, those who listen at the one in its place would not hear of."""
        if self._known.get(live.id) is not live:
            raise _changed()

    def _number(self, table: Table, proposed: Sequence[Proposed]) -> list[Entry]:
        now = time.time()
        return [Entry(table.count + n, one.kind, one.seat, one.data, now, new_uid()) for n, one in enumerate(proposed)]

    # Chance. The same luck for everybody on a deal of the day; otherwise luck that nobody can foresee.

    def _deals(self, table: Table) -> Random:
        return self.day_rng(table, 0) if table.meta.day else SystemRandom()

    def _chance(self, table: Table) -> Chance:
        return Dice(self.day_rng(table, table.count)) if table.meta.day else DICE

    def day_rng(self, table: Table, number: int) -> Random:
        shuffled = sum("shuffle" in entry for entry in table.log) if number else "deal"
        return Random(self.people.sign("day", f"{table.meta.game}/{table.meta.day}/{shuffled}"))

    # Listeners.

    async def join(self, live: Live, connection: Connection) -> None:
        if connection.player not in live.names:
            live.names |= await self.people.names([connection.player])
        self._check_known(live)
        live.connections.add(connection)
        connection.seats = live.table.seats_of(connection.player)
        welcome = protocol.Welcome(
            connection.player,
            list(connection.seats),
            info_of(live),
            telling.chat_for(live, connection),
            time.time(),
        )
        connection.send(protocol.encode(welcome))
        telling.show(live, connection)

    def leave(self, live: Live, connection: Connection) -> None:
        live.connections.discard(connection)

    def show_seat(self, live: Live, connection: Connection, viewer: Viewer) -> None:
        telling.show_seat(live, connection, viewer)

    def rename(self, player: str, name: str) -> None:
        """A new name shows at once wherever the old one did."""
        for live in self.live:
            if player in live.names:
                live.names[player] = name
                telling.tell_table(live)

    async def learn_again(self, live: Live) -> None:
        """Names may have been changed behind our back, and people deleted: they are not to say another word."""
        for connection in list(live.connections):
            if await self.people.find(connection.player) is None:
                connection.close(POLICY, "no_session")
        names = await self.people.names(list(live.names))
        if names.items() - live.names.items():
            live.names |= names
            telling.tell_table(live)

    async def _learn_names(self, live: Live) -> None:
        table = live.table
        ids = {held.player or held.kept_for or "" for held in table.seats} | {line.player for line in table.chat}
        missing = ids - live.names.keys() - {""}
        if missing:
            # A name that cannot be asked for now is asked for next time.
            with contextlib.suppress(Refused):
                live.names |= await self.people.names(missing)


def _changed() -> Refused:
    return Refused("stale", "the table was changed; connect again")
