"""Tables as rows of the database: what is asked for, and what is kept beside the log."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.server import db_schema
from triax.server.actions import ProposedEntry
from triax.server.database import Database
from triax.server.table import Table, TableMeta

GENERATION = sa.select(db_schema.settings.c.value).where(db_schema.settings.c.key == "generation")
"""Changes when the database was changed behind the servers' back, such as by restoring a backup."""

_later = db_schema.tables.alias()
_TABLE = sa.bindparam("table", type_=sa.Text)
_ROW = sa.select(
    db_schema.tables,
    GENERATION.scalar_subquery().label("generation"),
    sa.select(_later.c.id).where(_later.c.rematch_of == _TABLE).scalar_subquery().label("rematch"),
).where(db_schema.tables.c.id == _TABLE)
_ENTRIES = (
    sa.select(db_schema.entries)
    .where(
        db_schema.entries.c.table_id == _TABLE, db_schema.entries.c.number >= sa.bindparam("first", type_=sa.Integer)
    )
    .order_by(db_schema.entries.c.number)
)


async def read_table(database: Database, table: str, first: int) -> tuple[sa.Row[Any] | None, Sequence[sa.Row[Any]]]:
    """A table as the database has it now: its row, and its entries from a number on."""

    async def ask(connection: AsyncConnection) -> tuple[sa.Row[Any] | None, Sequence[sa.Row[Any]]]:
        row = (await connection.execute(_ROW, {"table": table})).first()
        return row, (await connection.execute(_ENTRIES, {"table": table, "first": first})).all()

    return await database.read(ask)


def index_updates(table: Table, proposed: Sequence[ProposedEntry]) -> list[sa.Executable]:
    """What is kept beside the log, so that it can be asked for."""
    statements: list[sa.Executable] = []
    seats, tables = db_schema.seats, db_schema.tables
    for one in proposed:
        match one.kind:
            case "sit":
                here = (seats.c.table_id == table.meta.id, seats.c.seat == one.seat)
                statements.append(sa.delete(seats).where(*here))
                statements.append(sa.update(tables).where(tables.c.id == table.meta.id).values(seen=time.time()))
                if player := one.data.get("player"):
                    row = {"table_id": table.meta.id, "seat": one.seat, "player": player}
                    statements.append(sa.insert(seats).values(**row))
            case "start" | "close":
                status = "playing" if one.kind == "start" else "closed"
                statements.append(sa.update(tables).where(tables.c.id == table.meta.id).values(status=status))
    return statements


def meta_of(row: Any) -> TableMeta:  # noqa: ANN401
    columns = {name: getattr(row, name) for name in TableMeta.__dataclass_fields__}
    return TableMeta(**{**columns, "options": msgspec.json.decode(row.options)})


def row_of_meta(meta: TableMeta) -> dict[str, Any]:
    columns = {name: getattr(meta, name) for name in TableMeta.__dataclass_fields__}
    return {**columns, "options": msgspec.json.encode(meta.options).decode(), "seen": meta.created}


def one_at_a_time(connection: sa.Connection, *people: str) -> None:
    """What of a player's is counted is counted once, also where several processes are asked at once."""
    players = db_schema.players.c
    connection.execute(sa.select(players.id).where(players.id.in_(people)).order_by(players.id).with_for_update())
