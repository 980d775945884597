"""What is said at tables: apart from the log, so much and no more, and nothing of old tables lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pytest
import sqlalchemy as sa
from alembic import command
from starlette.websockets import WebSocket

from tests.server.support.faulty_databases import CutOff
from tests.server.support.serving import sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.table_service import new_table, play_one, run, service_on
from triax.server import actions, broadcast, db_schema
from triax.server.accounts import User
from triax.server.config import Limits, database_url
from triax.server.connection import Connection
from triax.server.database import Database, migrations
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.table_service import TableService


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    here = sqlite_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return database_url(here)


class Listener(Connection):
    """Remembers what it was told."""

    def __init__(self, player: User) -> None:
        async def nothing(*_: object) -> None:
            return

        super().__init__(WebSocket({"type": "websocket"}, nothing, nothing), player.id, Limits())  # type: ignore[arg-type]
        self.heard: list[str] = []

    def send(self, message: bytes) -> None:
        told = json.loads(message)
        if told["type"] == "welcome":
            self.heard = [line["text"] for line in told["chat"]]
        if told["type"] == "chat":
            self.heard.append(told["line"]["text"])


async def listen(service: TableService, live: LiveTable, player: User) -> Listener:
    listener = Listener(player)
    await service.prepare(live, listener.player)
    service.join(live, listener)
    return listener


async def stored(service: TableService, live: LiveTable) -> list[str]:
    chat = db_schema.chat.c
    query = sa.select(chat.text).where(chat.table_id == live.id).order_by(chat.number)
    return [row.text for row in await service.database.rows(query)]


def test_what_is_said_goes_where_one_sits_and_is_no_entry(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url)) as service:
            ada, ben, eva = [await service.accounts.new_guest(name) for name in ("Ada", "Ben", "Eva")]
            live = await new_table(service, ada, ben)
            before = live.table.count
            await service.say(live, ada.id, "good luck")
            playing, watching = [await listen(service, live, who) for who in (ada, eva)]
            await service.say(live, eva.id, "she has the red one")
            await service.say(live, ben.id, "and to you")
            assert playing.heard == ["good luck", "and to you"]
            assert watching.heard == ["good luck", "she has the red one", "and to you"]
            assert live.table.count == before
            assert {entry.kind for entry in (await read_tables(url))[live.id].entries} == {"sit", "start"}
            # To be opened, a table needs nothing of it.
            service.drop(live)
            again = await service.open(live.id)
            assert again.chat.lines == []
            await service.act(again, lambda table: actions.resign(table, ada.id, 0))
            assert (await listen(service, again, ada)).heard == watching.heard

    run(work)


def test_a_line_is_said_once_though_the_connection_breaks_behind_it(url: str) -> None:
    async def work() -> None:
        async with service_on(CutOff(url)) as service:
            ada = await service.accounts.new_guest("Ada")
            live = await new_table(service, ada, None)
            listener = await listen(service, live, ada)
            service.database.cuts = 2  # type: ignore[attr-defined]
            await service.say(live, ada.id, "once")
            assert listener.heard == await stored(service, live) == ["once"]

    run(work)


def test_a_room_keeps_its_last_lines_and_the_other_room_takes_none_of_them(tmp_path: Path) -> None:
    async def work() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path))), limits=Limits(chat_kept=3)) as service:
            ada, eva = [await service.accounts.new_guest(name) for name in ("Ada", "Eva")]
            live = await new_table(service, ada, None)
            await service.say(live, ada.id, "who plays?")
            watching = await listen(service, live, eva)
            for number in range(5):
                await service.say(live, eva.id, f"line {number}")
            kept = ["who plays?", "line 2", "line 3", "line 4"]
            assert await stored(service, live) == [line.text for line in live.chat.lines] == kept
            assert len(watching.heard) == 6
            assert (await listen(service, live, eva)).heard == kept

    run(work)


def test_a_player_and_a_room_have_so_many_lines_a_minute(tmp_path: Path) -> None:
    async def said(service: TableService, live: LiveTable, who: User, times: int) -> int:
        before = len(await stored(service, live))
        for _ in range(times):
            with contextlib.suppress(Refused):
                await service.say(live, who.id, "again")
        with pytest.raises(Refused, match="wait a moment") as refused:
            await service.say(live, who.id, "again")
        assert refused.value.code == "too_fast"
        return len(await stored(service, live)) - before

    async def work() -> None:
        limits = Limits(chat_per_minute=4, room_chat_per_minute=6)
        with patch("time.monotonic", lambda: 1000.0):
            async with service_on(Database(database_url(sqlite_url(tmp_path))), limits=limits) as service:
                ada, eva, gus = [await service.accounts.new_guest(name) for name in ("Ada", "Eva", "Gus")]
                tables = [await new_table(service, ada, None) for _ in range(2)]
                # A player's own are counted at all tables together; spectators take nothing from those who sit.
                assert [await said(service, tables[0], who, 10) for who in (eva, gus, ada)] == [4, 2, 4]
                assert [await said(service, tables[1], who, 10) for who in (eva, ada)] == [0, 0]
                assert len(await stored(service, tables[0])) == 10

    asyncio.run(work())


def test_nothing_is_said_at_a_table_that_is_closed(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url)) as service, service_on(Database(url), "two") as other:
            ada = await service.accounts.new_guest("Ada")
            live = await new_table(service, ada, None)
            elsewhere = await other.open(live.id)
            await service.act(live, lambda table: actions.close(table, ada.id))
            # Whether or not this process knows of it.
            for where, there in ((service, live), (other, elsewhere)):
                with pytest.raises(Refused, match="closed") as refused:
                    await where.say(there, ada.id, "hello?")
                assert refused.value.code == "not_playing"
            assert await stored(service, live) == []

    run(work)


def test_two_processes_hear_the_same_in_the_same_order(postgres_url: str) -> None:
    async def work() -> None:
        url = database_url(postgres_url)
        async with service_on(Database(url)) as one, service_on(Database(url), "two") as two:
            ada = await one.accounts.new_guest("Ada")
            here = await new_table(one, ada, None)
            there = await two.open(here.id)
            listeners = [await listen(one, here, ada), await listen(two, there, ada)]
            both = ((one, here), (two, there))
            await asyncio.gather(
                *(service.say(live, ada.id, f"{number}") for number in range(8) for service, live in both)
            )
            for service, live in both:
                await service.hear(live)
            assert listeners[0].heard == listeners[1].heard == await stored(one, here)
            assert len(listeners[0].heard) == 16

    run(work)


def test_lines_that_are_not_there_any_more_have_the_table_read_anew(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url)) as service:
            ada = await service.accounts.new_guest("Ada")
            live = await new_table(service, ada, None)
            listener = await listen(service, live, ada)
            await service.say(live, ada.id, "before the backup was restored")
            async with service.database.write() as connection:
                await connection.execute(sa.delete(db_schema.chat))
            with pytest.raises(Refused, match="connect again"):
                await service.hear(live)
            assert listener.is_closing
            assert (await listen(service, await service.open(live.id), ada)).heard == []

    run(work)


# Old tables.

OLD: tuple[tuple[str, int | None, dict[str, str]], ...] = (
    ("sit", 0, {"player": "ann"}),
    ("chat", None, {"room": "spectators", "player": "bob", "text": "may I?"}),
    ("erased", None, {}),
    ("sit", 1, {"player": "bob"}),
    ("chat", None, {"room": "table", "player": "ann", "text": "“Grüße”"}),
    ("chat", None, {"room": "table", "player": "bob", "text": "hello"}),
)


async def make_old(url: str, tables: Sequence[str]) -> None:
    """A database in which what was said stands in the tables' logs."""
    database = Database(url)
    async with database.write() as connection:
        await connection.run_sync(lambda sync: command.upgrade(migrations(sync), "0010"))
        people = [{"id": one, "name": one.title(), "created": 1.0} for one in ("ann", "bob")]
        await connection.execute(sa.insert(db_schema.players), people)
        await connection.execute(sa.insert(db_schema.settings).values(key="generation", value="4"))
        for table in tables:
            row = {"id": table, "game": "rota", "players": 2, "options": "{}", "public": True, "hints": False}
            row |= {"host": "ann", "created": 1.0, "seen": 1.0, "status": "open"}
            await connection.execute(sa.insert(db_schema.tables).values(**row))
            rows = [
                {"table_id": table, "number": number, "kind": kind, "seat": seat, "data": json.dumps(data)}
                | {"at": float(number), "uid": f"{table}-{number}"}
                for number, (kind, seat, data) in enumerate(OLD)
            ]
            await connection.execute(sa.insert(db_schema.entries), rows)
    await database.close()


def test_what_was_said_at_old_tables_is_taken_out_of_their_logs(url: str) -> None:
    async def work() -> None:
        await make_old(url, ["t1", "t2"])
        async with service_on(Database(url)) as service:
            assert await service.database.setting("generation") == "5"
            for table in ("t1", "t2"):
                live = await service.open(table)
                assert live.generation == "5"
                assert [seat.player for seat in live.table.seats] == ["ann", "bob"]
                ann, bob = [User(one, one.title(), None) for one in ("ann", "bob")]
                assert (await listen(service, live, ann)).heard == ["“Grüße”", "hello"]
                assert [(line.room, line.at) for line in live.chat.lines] == [
                    ("spectators", 1.0),
                    ("table", 4.0),
                    ("table", 5.0),
                ]
                # The game goes on.
                await service.act(live, lambda table: actions.start(table, "ann", None, service._deal_rng(table)))
                await play_one(service, live, ann if 0 in live.table.to_act else bob)
                entries = (await read_tables(url))[table].entries
                assert [entry.kind for entry in entries] == ["sit", "sit", "start", "move"]
                assert [entry.uid for entry in entries[:2]] == [f"{table}-0", f"{table}-3"]
        database = Database(url)
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.downgrade(migrations(sync), "0010"))
        await database.close()
        book = (await read_tables(url))["t1"]
        assert [entry.data["text"] for entry in book.entries if entry.kind == "chat"] == ["may I?", "“Grüße”", "hello"]
        book.check()

    run(work)


def test_a_line_reads_the_same_for_everybody(tmp_path: Path) -> None:
    """Once the game is over, those who played may read what was said about them."""

    async def work() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            ada, eva = [await service.accounts.new_guest(name) for name in ("Ada", "Eva")]
            live = await new_table(service, ada, "novice")
            await service.say(live, eva.id, "look there")
            playing = await listen(service, live, ada)
            assert playing.heard == []
            await service.act(live, lambda table: actions.resign(table, ada.id, 0))
            assert [line.text for line in broadcast.readable_chat(live, playing)] == ["look there"]
            await service.say(live, ada.id, "I did")
            assert playing.heard == ["I did"]

    run(work)
