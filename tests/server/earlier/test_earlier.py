"""Databases as earlier versions left them, in the middle of games: all of it is there, and the games go on.

`make.py` wrote them with the servers of their time, one for each schema there has been.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory

from tests.server.earlier.make import FOLDER, PASSWORD
from tests.server.support.serving import sqlite_url
from tests.server.support.table_service import run, service_on
from triax.server import db_schema
from triax.server.actions import MoveRequest
from triax.server.config import database_url
from triax.server.database import Database, migrations
from triax.server.live_table import LiveTable
from triax.server.results import write_results
from triax.server.sessions import Sessions
from triax.server.table_service import TableService

SCHEMAS = sorted(path.stem.removeprefix("schema_") for path in FOLDER.glob("schema_*.json"))
TIMES = ("at", "begun", "created", "ended", "seen")


@dataclass(frozen=True)
class Earlier:
    """What a server has left, with all that its people know."""

    schema: str
    known: dict[str, Any]

    @property
    def rows(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = self.known["rows"]
        return found

    async def put_into(self, database: Database) -> None:
        """As if the server of that time had just been killed here."""
        late = time.time() - max(entry["at"] for entry in self.rows["entries"])
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.upgrade(migrations(sync), self.schema))
            tables = await connection.run_sync(_tables_of)
            for name, rows in self.rows.items():
                here = [{key: _as(tables[name].c[key], value, late) for key, value in row.items()} for row in rows]
                await connection.execute(sa.insert(tables[name]), here)

    def entries(self, table: str) -> list[tuple[str, int | None, Any, str]]:
        """The log without what was said, which stands apart by now."""
        mine = [row for row in self.rows["entries"] if row["table_id"] == table and row["kind"] != "chat"]
        return [(row["kind"], row["seat"], json.loads(row["data"]), row["uid"]) for row in mine]


def _tables_of(connection: sa.Connection) -> dict[str, sa.Table]:
    then = sa.MetaData()
    then.reflect(connection)
    return dict(then.tables)


def _as(column: sa.Column[Any], value: Any, late: float) -> Any:  # noqa: ANN401
    if column.name in TIMES and value is not None:
        return value + late
    return bool(value) if isinstance(column.type, sa.Boolean) else value


def earlier(schema: str) -> Earlier:
    return Earlier(schema, json.loads((FOLDER / f"schema_{schema}.json").read_text("utf-8")))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    url = sqlite_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return Database(database_url(url))


def test_there_is_one_of_each_schema(database: Database) -> None:
    async def main() -> None:
        async with database.write() as connection:
            script = await connection.run_sync(lambda sync: ScriptDirectory.from_config(migrations(sync)))
        await database.close()
        newest, *others = [one.revision for one in script.walk_revisions()]
        assert {*others} <= {*SCHEMAS} <= {newest, *others}

    asyncio.run(main())


# From the oldest every later step is taken; those between in the sweep.
BETWEEN = [pytest.param(schema, marks=pytest.mark.slow) for schema in SCHEMAS[1:-1]]


@pytest.mark.parametrize("schema", [SCHEMAS[0], *BETWEEN, SCHEMAS[-1]])
def test_all_is_there_and_the_games_go_on(schema: str, database: Database) -> None:
    left = earlier(schema)

    async def main() -> None:
        await left.put_into(database)
        async with service_on(database) as service:
            await people_are_known(service, left)
            await what_was_counted_is_kept(service, left)
            for table in (left.known["over"], left.known["waiting"]):
                await nothing_is_lost(service, left, table)
            for table in left.known["going"]:
                live = await nothing_is_lost(service, left, table)
                await sent_again_it_is_not_played_twice(service, left, live)
                # The longer ones to their end where there is time for it, in the sweep.
                is_short = table == left.known["going"][0]
                await play_on(service, live, 1000 if is_short or database.is_postgres else 4)

        async with service_on(Database(database.url)) as service:
            for table in (left.known["over"], left.known["waiting"], *left.known["going"]):
                await nothing_is_lost(service, left, table)

    run(main)


async def people_are_known(service: TableService, left: Earlier) -> None:
    """Their browsers are still signed in, and a password opens the account."""
    sessions = Sessions(service.database, service.journal)
    for name, cookie in left.known["cookies"].items():
        assert await sessions.find(SimpleCookie(cookie)["triax"].value) == left.known["players"][name]
    assert (await service.accounts.sign_in("Ada", PASSWORD)).id == left.known["players"]["ada"]


async def what_was_counted_is_kept(service: TableService, left: Earlier) -> None:
    for table in (db_schema.results, db_schema.ratings, db_schema.seats, db_schema.players):
        now = [dict(row._mapping) for row in await service.database.rows(sa.select(table))]
        names = {column.name for column in table.c} - {*TIMES}
        then = [{key: value for key, value in row.items() if key in names} for row in left.rows.get(table.name, [])]
        assert len(now) == len(then)
        assert all(any(row.items() <= found.items() for found in now) for row in then), table.name


async def nothing_is_lost(service: TableService, left: Earlier, table: str) -> LiveTable:
    """What there was is there, in order, and nothing else before it."""
    live = await service.open(table)
    await service.prepare(live, left.known["players"]["ada"])
    query = sa.select(db_schema.entries).where(db_schema.entries.c.table_id == table)
    rows = await service.database.rows(query.order_by(db_schema.entries.c.number))
    assert [row.number for row in rows] == list(range(len(rows)))
    there, then = [(row.kind, row.seat, json.loads(row.data), row.uid) for row in rows], left.entries(table)
    assert there[: len(then)] == then
    moves = [[seat, data["id"], data["move"]] for kind, seat, data, _ in then if kind == "move"]
    assert moves == left.known["accepted"].get(table, [])
    assert [line.text for line in live.chat.lines] == left.known["said"].get(table, [])
    return live


async def sent_again_it_is_not_played_twice(service: TableService, left: Earlier, live: LiveTable) -> None:
    """Whoever did not hear the answer asks once more, from a page that was opened before."""
    seat, name, move = left.known["accepted"][live.id][-1]
    before = live.table.count
    player = live.table.seats[seat].player
    number = await service.move(live, player, MoveRequest(seat, move, live.table.numbers[seat], name))
    assert (live.table.count, number) == (before, live.table.answers[seat, name][1])


async def play_on(service: TableService, live: LiveTable, most: int) -> None:
    rng, table = Random(1), live.table
    assert table.status == "playing"
    assert table.to_act
    for _ in range(most):
        seat = min(table.to_act)
        assert table.state is not None
        move = str(rng.choice(list(table.state.moves(seat))))
        await service.move(live, table.seats[seat].player, MoveRequest(seat, move, table.numbers[seat], None))
        if table.status == "over":
            await write_results(service.journal, live)
            query = sa.select(db_schema.results.c.seat).where(db_schema.results.c.table_id == live.id)
            assert len(await service.database.rows(query)) == table.meta.players
            return
    assert most < 1000
