"""What a host does to the database itself, also while servers run on it.

Every change is one transaction that begins by counting up the generation. Until it ends no server can commit to any
table; afterwards each finds itself behind, and reads its tables again before it writes.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.games.errors import BadData
from triax.server import actions, db_schema
from triax.server.actions import ProposedEntry
from triax.server.bot_levels import substitute_for
from triax.server.config import Settings
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.forgetting import forget
from triax.server.journal import entry_of, new_uid, row_of
from triax.server.rows import meta_of
from triax.server.table import STATUSES, LogEntry, Table
from triax.server.text import fold

GONE = "deleted"
"""Stands for a deleted player wherever somebody must stand; nobody has this id."""
SHORTEST = 6
"""So many letters of an id, as the log shows them, may stand for the whole."""


@asynccontextmanager
async def changing(database: Database) -> AsyncIterator[AsyncConnection]:
    settings = db_schema.settings
    row = settings.c.key == "generation"
    async with database.write() as connection:
        if not database.is_postgres:
            # What is deleted is overwritten, too.
            await connection.exec_driver_sql("PRAGMA secure_delete = ON")
        found = await connection.scalar(sa.select(settings.c.value).where(row).with_for_update())
        await connection.execute(sa.update(settings).where(row).values(value=str(int(found or 0) + 1)))
        yield connection
    if not database.is_postgres:
        # From the file of recent changes as well, if no server holds it at the moment.
        await asyncio.to_thread(_truncate_wal, str(database.engine.url.database))


def _truncate_wal(path: str) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")


# What is there.


@dataclass(frozen=True)
class TableListing:
    id: str
    game: str
    seats: tuple[str, ...]
    status: str
    moves: int
    created: float


async def list_tables(database: Database, statuses: Sequence[str], most: int) -> list[TableListing]:
    """The newest first."""
    tables, entries = db_schema.tables.c, db_schema.entries.c
    query = sa.select(db_schema.tables).order_by(tables.created.desc()).limit(most)
    if statuses:
        query = query.where(tables.status.in_(statuses))

    async def ask(connection: AsyncConnection) -> list[TableListing]:
        found = (await connection.execute(query)).all()
        chosen = entries.table_id.in_([row.id for row in found])
        counted = sa.select(entries.table_id, sa.func.count().label("moves")).where(chosen, entries.kind == "move")
        moves = {row.table_id: row.moves for row in await connection.execute(counted.group_by(entries.table_id))}
        sits = sa.select(db_schema.entries).where(chosen, entries.kind == "sit").order_by(entries.number)
        held = {(row.table_id, row.seat): msgspec.json.decode(row.data) for row in await connection.execute(sits)}
        people = sa.select(db_schema.players.c.id, db_schema.players.c.name)
        ids = {data[key] for data in held.values() for key in ("player", "kept_for") if data.get(key)}
        names = {row.id: row.name for row in await connection.execute(people.where(db_schema.players.c.id.in_(ids)))}
        return [
            TableListing(
                row.id,
                row.game,
                tuple(_occupant(held.get((row.id, seat), {}), names) for seat in range(row.players)),
                row.status,
                moves.get(row.id, 0),
                row.created,
            )
            for row in found
        ]

    return await database.read(ask, at_leisure=True)


def _occupant(sat: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if sat.get("player"):
        return names.get(sat["player"], "(deleted)")
    if sat.get("bot"):
        return f"[{sat['bot']}]"
    return f"(kept for {names.get(sat['kept_for'], '…')})" if sat.get("kept_for") else "(open)"


async def stats(database: Database) -> dict[str, int | str]:
    players, tables, entries = db_schema.players, db_schema.tables, db_schema.entries

    async def ask(connection: AsyncConnection) -> dict[str, int | str]:
        async def count(table: sa.Table, *conditions: sa.ColumnElement[bool]) -> int:
            return await connection.scalar(sa.select(sa.func.count()).select_from(table).where(*conditions)) or 0

        found: dict[str, int | str] = {
            "players": await count(players),
            "of them with an account": await count(players, players.c.account.is_not(None)),
        }
        for status in STATUSES:
            found[f"tables {status}"] = await count(tables, tables.c.status == status)
        found["moves"] = await count(entries, entries.c.kind == "move")
        found["entries"] = await count(entries)
        if database.is_postgres:
            alive = sa.func.extract("epoch", sa.func.now()) - 5
            found["server processes"] = await count(db_schema.servers, db_schema.servers.c.seen > alive)
            size = await connection.scalar(sa.select(sa.func.pg_database_size(sa.func.current_database())))
        else:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
            size = pages * (await connection.exec_driver_sql("PRAGMA page_size")).scalar_one()
        return {**found, "size": f"{(size or 0) / 1e6:,.1f} MB"}

    return await database.read(ask, at_leisure=True)


# Closing a table.


async def close_table(database: Database, name: str) -> str:
    """End a table for everyone at it. The first letters of its id will do."""
    async with changing(database) as connection:
        table = await fold_table(connection, await _find_table(connection, name))
        try:
            proposed = actions.close(table, None)
        except Refused as refused:
            raise BadData(f"table {table.meta.id}: {refused.message}") from None
        await _append(connection, table, proposed)
    return table.meta.id


async def _find_table(connection: AsyncConnection, name: str) -> str:
    ids = db_schema.tables.c.id
    same = ids == name
    if len(name) >= SHORTEST:
        same = same | ids.startswith(name, autoescape=True)
    found = [row.id for row in await connection.execute(sa.select(ids).where(same).limit(2))]
    if len(found) != 1 and name not in found:
        what = (
            "several tables have ids that begin so" if found else "there is no such table; triax admin list shows them"
        )
        raise BadData(f"table '{name}': {what}")
    return name if name in found else str(found[0])


async def fold_table(connection: AsyncConnection, table: str) -> Table:
    """A table as its log makes it."""
    row = (await connection.execute(sa.select(db_schema.tables).where(db_schema.tables.c.id == table))).one()
    columns = db_schema.entries.c
    entries = sa.select(db_schema.entries).where(columns.table_id == table).order_by(columns.number)
    folded = Table(meta_of(row))
    for entry in await connection.execute(entries):
        folded.apply(entry_of(entry))
    return folded


async def _append(connection: AsyncConnection, table: Table, proposed: Sequence[ProposedEntry]) -> None:
    """What the table service does, with what is kept beside the log."""
    now = time.time()
    for one in proposed:
        entry = LogEntry(table.count, one.kind, one.seat, one.data, now, new_uid())
        await connection.execute(sa.insert(db_schema.entries).values(row_of(table.meta.id, entry)))
        table.apply(entry)
    if table.status == "closed":
        ended = sa.update(db_schema.tables).where(db_schema.tables.c.id == table.meta.id)
        await connection.execute(ended.values(status="closed", ended=now))


# Deleting a player.


async def find_player(database: Database, text: str) -> str:
    """By id, by the name of an account, or by the name of a guest if only one has it."""
    columns = db_schema.players.c
    rows = await database.rows(sa.select(columns.id).where((columns.id == text) | (columns.account == fold(text))))
    if not rows:
        rows = await database.rows(sa.select(columns.id).where(columns.name == text, columns.account.is_(None)))
    if not rows:
        raise BadData(f"player '{text}': nobody has this id or name")
    if len(rows) > 1:
        some = ", ".join(row.id for row in rows[:5])
        raise BadData(f"player '{text}': {len(rows)} have this name; name one by id: {some}{', …' * (len(rows) > 5)}")
    return str(rows[0].id)


async def delete_player(database: Database, player: str) -> int:
    """Nothing that tells of the player stays; the games of the others do. Gives the number of tables touched."""
    tables, seats = db_schema.tables, db_schema.seats
    async with changing(database) as connection:
        touched = await _tables_of(connection, player)
        for table in touched:
            await _leave(connection, await fold_table(connection, table), player)
        await connection.execute(sa.update(tables).where(tables.c.host == player).values(host=GONE))
        for kept in (db_schema.results, db_schema.reviews):
            await connection.execute(sa.update(kept).where(kept.c.player == player).values(player=None))
        await _leave_tournaments(connection, player)
        own = (db_schema.identities, db_schema.sessions, db_schema.tokens, db_schema.ratings, db_schema.attempts)
        solved = (db_schema.puzzle_attempts, db_schema.puzzle_players)
        reached = (db_schema.devices, db_schema.addresses, db_schema.letters, db_schema.notices, db_schema.looking)
        wished = (db_schema.wishes, db_schema.vacations)
        for other in (seats, db_schema.chat, *own, *solved, *reached, *wished):
            await connection.execute(sa.delete(other).where(other.c.player == player))
        await connection.run_sync(forget, player)
        await connection.execute(sa.delete(db_schema.players).where(db_schema.players.c.id == player))
    return len(touched)


async def _leave_tournaments(connection: AsyncConnection, player: str) -> None:
    """Those who met the player keep what they have won; the place in the list stays, and tells of nobody."""
    hosted, entrants, pairings = db_schema.tournaments, db_schema.entrants, db_schema.pairings
    nobody = f"{GONE}{secrets.token_hex(8)}"
    await connection.execute(sa.update(hosted).where(hosted.c.host == player).values(host=GONE))
    await connection.execute(sa.update(entrants).where(entrants.c.player == player).values(player=nobody, here=False))
    await connection.execute(sa.update(pairings).where(pairings.c.player == player).values(player=nobody))


async def _tables_of(connection: AsyncConnection, player: str) -> list[str]:
    entries, tables = db_schema.entries.c, db_schema.tables.c
    named = sa.select(entries.table_id).where(_names(player))
    hosted = sa.select(tables.id).where(tables.host == player)
    spoken = sa.select(db_schema.chat.c.table_id).where(db_schema.chat.c.player == player)
    return sorted(row[0] for row in await connection.execute(named.union(hosted, spoken)))


def _names(player: str) -> sa.ColumnElement[bool]:
    """Of an entry: does it name this player?"""
    columns = db_schema.entries.c
    return (columns.kind == "sit") & columns.data.contains(f'"{player}"', autoescape=True)


async def _leave(connection: AsyncConnection, table: Table, player: str) -> None:
    """Take a player out of a table's log, and out of the game if it is on."""
    columns = db_schema.entries.c
    here = columns.table_id == table.meta.id
    named = sa.select(db_schema.entries).where(here, _names(player))
    for row in (await connection.execute(named)).all():
        data = msgspec.json.decode(row.data)
        # Who sat down was somebody.
        kept = {key: GONE if value == player else value for key, value in data.items()}
        changed = sa.update(db_schema.entries).where(here, columns.number == row.number)
        await connection.execute(changed.values(data=msgspec.json.encode(kept).decode()))
    # By the last entry a server knows whether the past is still the one it remembers.
    last = sa.update(db_schema.entries).where(here, columns.number == table.count - 1)
    await connection.execute(last.values(uid=new_uid()))
    await _append(connection, table, _farewell(table, player))


def _farewell(table: Table, player: str) -> list[ProposedEntry]:
    mine = table.seats_of(player)
    others = any(seat.player not in {None, player} for seat in table.seats)
    match table.status:
        case "open" if table.meta.host == player:
            return [ProposedEntry("close")]
        case "open":
            kept = [number for number, seat in enumerate(table.seats) if seat.kept_for == player]
            return [ProposedEntry("sit", seat) for seat in (*mine, *kept)]
        case "playing" if mine and not others:
            return [ProposedEntry("close")]
        case "playing":
            return [
                ProposedEntry("sit", seat, {"bot": substitute_for(table.meta.game, Settings.substitute)})
                for seat in mine
            ]
    return []
