"""The desk: the tables in memory, one at a time changed, each change committed before anybody is told."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.games.core import Chance, Dice
from triax.server import actions, protocol, schema
from triax.server.actions import Answered, Proposed, Wish
from triax.server.config import Settings
from triax.server.connection import RESTART, Connection
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.journal import Journal, entry_of, new_uid, row_of
from triax.server.outgoing import info_of, moves_message, state_message
from triax.server.people import People
from triax.server.table import Change, Entry, Meta, Table, Viewer

Decide = Callable[[Table], Sequence[Proposed] | Answered]


@dataclass
class Live:
    """A table in memory, with those who listen."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    rematch: str | None = None
    finished: bool = False
    """Is its result written?"""

    @property
    def id(self) -> str:
        return self.table.meta.id


class Desk:
    def __init__(self, database: Database, journal: Journal, people: People, settings: Settings) -> None:
        self.database = database
        self.journal = journal
        self.people = people
        self.settings = settings
        self.moves = 0
        self.on_change: Callable[[Live], None] = lambda live: None
        """Who looks after bots, clocks and results."""
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}

    # Tables come and go.

    @property
    def live(self) -> Sequence[Live]:
        return list(self._live.values())

    def find_live(self, table: str) -> Live | None:
        return self._live.get(table)

    async def open(self, table: str) -> Live:
        live = self._live.get(table)
        if live is None:
            loading = self._loading.get(table)
            if loading is None:
                loading = self._loading[table] = asyncio.create_task(self._load(table))
                loading.add_done_callback(lambda _: self._loading.pop(table, None))
            live = await asyncio.shield(loading)
        elif table in self._live:
            self._live.move_to_end(table)
        return live

    async def _load(self, table: str) -> Live:
        async def ask(connection: AsyncConnection) -> tuple[Any, list[Any], str | None]:
            meta = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table))).first()
            rows = await connection.execute(_entries_from(table, 0))
            rematch = await connection.scalar(sa.select(schema.tables.c.id).where(schema.tables.c.rematch_of == table))
            return meta, list(rows.all()), rematch

        row, rows, rematch = await self.database.read(ask)
        if row is None:
            raise Refused("not_found", "there is no such table")
        live = Live(Table(meta_of(row), self.settings.limits.chat_kept), rematch=rematch)
        for number, found in enumerate(rows):
            live.table.apply(entry_of(found))
            if number % 32 == 31:
                await asyncio.sleep(0)
        live.finished = row.status == "over"
        await self._learn_names(live)
        self._keep(live)
        self.on_change(live)
        return live

    def _keep(self, live: Live) -> None:
        self._live[live.id] = live
        idle = len(self._live) - self.settings.limits.live_tables
        for table in [key for key, other in self._live.items() if not _is_used(other)][: max(0, idle)]:
            del self._live[table]

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

        async def job(connection: AsyncConnection) -> None:
            if await connection.scalar(sa.select(schema.tables.c.id).where(schema.tables.c.id == meta.id)):
                return
            for statement in also:
                await connection.execute(statement)
            await connection.execute(sa.insert(schema.tables).values(**row_of_meta(meta), status=live.table.status))
            if rows:
                await connection.execute(sa.insert(schema.entries), rows)
            if held:
                await connection.execute(sa.insert(schema.seats), held)

        await self.journal.run(job)
        await self._learn_names(live)
        self._keep(live)
        self.on_change(live)
        return live

    # Changes: committed first, then told.

    async def act(self, live: Live, decide: Decide) -> list[Change] | Answered:
        async with live.lock:
            while True:
                proposed = decide(live.table)
                if isinstance(proposed, Answered):
                    return proposed
                if not proposed:
                    return []
                entries = self._number(live.table, proposed)
                if await self.journal.append(live.id, entries, _beside(live.table, proposed)):
                    break
                await self._catch_up(live)
            changes = [live.table.apply(entry, one.turn) for entry, one in zip(entries, proposed, strict=True)]
            await self._told(live, changes)
        return changes

    async def move(self, live: Live, player: str | None, wish: Wish) -> int:
        """Play; gives the seat's number behind the move."""
        chance = self._chance(live.table)

        def decide(table: Table) -> Sequence[Proposed] | Answered:
            proposed = actions.move(table, player, wish, chance)
            return proposed if isinstance(proposed, Answered) else [proposed]

        done = await self.act(live, decide)
        if isinstance(done, Answered):
            return done.number
        self.moves += 1
        return live.table.numbers[wish.seat] if wish.id is None else live.table.answers[wish.seat, wish.id][1]

    async def seat_taken(self, live: Live, decide: Decide) -> None:
        """Someone sits down; when the last seat is taken the game starts."""
        await self.act(live, decide)

        def begin(table: Table) -> Sequence[Proposed]:
            full = table.status == "open" and not any(seat.is_open for seat in table.seats)
            return [actions.deal(table, self._deals(table))] if full else []

        await self.act(live, begin)

    async def catch_up(self, live: Live) -> None:
        """Take in what other processes have written."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        self.journal.generation = await self.database.setting("generation")
        table = live.table

        async def ask(connection: AsyncConnection) -> tuple[list[Any], str | None]:
            first = max(0, table.count - 1)
            rows = await connection.execute(_entries_from(live.id, first))
            query = sa.select(schema.tables.c.id).where(schema.tables.c.rematch_of == live.id)
            return list(rows.all()), await connection.scalar(query)

        rows, rematch = await self.database.read(ask)
        if table.count:
            if not rows or rows[0].uid != table.last_uid:
                # The past is another one: a backup was restored.
                self.drop(live)
                raise Refused("stale", "the table was changed; connect again")
            rows = rows[1:]
        changes = [table.apply(entry_of(row)) for row in rows]
        if changes or rematch != live.rematch:
            live.rematch = rematch
            await self._told(live, changes)

    def drop(self, live: Live) -> None:
        """Forget a table; whoever listens comes back to it as the database has it."""
        self._live.pop(live.id, None)
        for connection in live.connections:
            connection.close(RESTART, "reload")

    def _number(self, table: Table, proposed: Sequence[Proposed]) -> list[Entry]:
        now = time.time()
        return [Entry(table.count + n, one.kind, one.seat, one.data, now, new_uid()) for n, one in enumerate(proposed)]

    # Chance. The same luck for everybody on a deal of the day; otherwise luck that nobody can foresee.

    def _deals(self, table: Table) -> Random:
        return self.day_rng(table, 0) if table.meta.day else SystemRandom()

    def _chance(self, table: Table) -> Chance:
        return Dice(self.day_rng(table, table.count) if table.meta.day else SystemRandom())

    def day_rng(self, table: Table, number: int) -> Random:
        shuffled = sum("shuffle" in entry for entry in table.log) if number else "deal"
        return Random(self.people.sign("day", f"{table.meta.game}/{table.meta.day}/{shuffled}"))

    # Listeners.

    async def join(self, live: Live, connection: Connection) -> None:
        if connection.player not in live.names:
            live.names |= await self.people.names([connection.player])
        live.connections.add(connection)
        connection.seats = live.table.seats_of(connection.player)
        welcome = protocol.Welcome(
            connection.player,
            list(connection.seats),
            info_of(live),
            [self._line(live, line) for line in live.table.chat if _may_read(live.table, connection, line.room)],
            time.time(),
        )
        connection.send(protocol.encode(welcome))
        self.show(live, connection)

    def leave(self, live: Live, connection: Connection) -> None:
        live.connections.discard(connection)

    def show(self, live: Live, connection: Connection) -> None:
        """The states that a listener may see, as they are."""
        for viewer in connection.seats or (None,):
            self.show_seat(live, connection, viewer)

    def show_seat(self, live: Live, connection: Connection, viewer: Viewer) -> None:
        if live.table.state is not None:
            connection.send(state_message(live.table, viewer, None))
            if (offer := moves_message(live.table, viewer)) is not None:
                connection.send(offer)

    async def _told(self, live: Live, changes: Sequence[Change]) -> None:
        """Tell everyone at the table what they may know of it."""
        for change in changes:
            match change.entry.kind:
                case "move":
                    self._tell_move(live, change)
                case "chat":
                    await self._learn_names(live)
                    self._tell_chat(live)
                case _:
                    await self._learn_names(live)
                    self._tell_table(live, change)
        if not changes or live.table.status == "over":
            self._tell_table(live, None)
        self.on_change(live)

    def _tell_move(self, live: Live, change: Change) -> None:
        made: dict[Viewer, list[bytes]] = {}
        for connection in live.connections:
            for viewer in connection.seats or (None,):
                if viewer not in change.viewers:
                    continue
                if viewer not in made:
                    made[viewer] = [state_message(live.table, viewer, change)]
                connection.send(made[viewer][0])
        # The moves come behind the states: they take longer to work out.
        for connection in live.connections:
            for viewer in connection.seats:
                if viewer in change.viewers:
                    if len(made[viewer]) == 1:
                        made[viewer] += [offer] if (offer := moves_message(live.table, viewer)) else [b""]
                    if made[viewer][1]:
                        connection.send(made[viewer][1])

    def _tell_chat(self, live: Live) -> None:
        line = live.table.chat[-1]
        said = protocol.encode(protocol.Said(self._line(live, line)))
        for connection in live.connections:
            if _may_read(live.table, connection, line.room):
                connection.send(said)

    def _tell_table(self, live: Live, change: Change | None) -> None:
        shown = info_of(live)
        for connection in live.connections:
            before = connection.seats
            connection.seats = live.table.seats_of(connection.player)
            connection.send(protocol.encode(protocol.TableChanged(list(connection.seats), shown)))
            if before != connection.seats or (change is not None and change.viewers):
                self.show(live, connection)

    def _line(self, live: Live, line: Any) -> protocol.ChatInfo:  # noqa: ANN401
        return protocol.ChatInfo(line.room, line.player, live.names.get(line.player, ""), line.text, line.at)

    async def _learn_names(self, live: Live) -> None:
        table = live.table
        ids = {held.player or held.kept_for or "" for held in table.seats} | {line.player for line in table.chat}
        missing = ids - live.names.keys() - {""}
        if missing:
            live.names |= await self.people.names(missing)


def _may_read(table: Table, connection: Connection, room: str) -> bool:
    return room == "table" or not connection.seats or table.status in {"over", "closed"}


def _is_used(live: Live) -> bool:
    return bool(live.connections) or live.lock.locked() or (live.table.status == "over" and not live.finished)


def _entries_from(table: str, number: int) -> sa.Select[Any]:
    columns = schema.entries.c
    return sa.select(schema.entries).where(columns.table_id == table, columns.number >= number).order_by(columns.number)


def _beside(table: Table, proposed: Sequence[Proposed]) -> list[sa.Executable]:
    """What is kept beside the log, so that it can be asked for."""
    statements: list[sa.Executable] = []
    seats, tables = schema.seats, schema.tables
    for one in proposed:
        match one.kind:
            case "sit":
                here = (seats.c.table_id == table.meta.id, seats.c.seat == one.seat)
                statements.append(sa.delete(seats).where(*here))
                if player := one.data.get("player"):
                    row = {"table_id": table.meta.id, "seat": one.seat, "player": player}
                    statements.append(sa.insert(seats).values(**row))
            case "start" | "close":
                status = "playing" if one.kind == "start" else "closed"
                statements.append(sa.update(tables).where(tables.c.id == table.meta.id).values(status=status))
    return statements


def meta_of(row: Any) -> Meta:  # noqa: ANN401
    return Meta(
        row.id,
        row.game,
        row.players,
        msgspec.json.decode(row.options),
        row.public,
        row.clock,
        row.hints,
        row.host,
        row.created,
        row.day,
        row.rematch_of,
    )


def row_of_meta(meta: Meta) -> dict[str, Any]:
    columns = {name: getattr(meta, name) for name in Meta.__dataclass_fields__}
    return {**columns, "options": msgspec.json.encode(meta.options).decode()}
