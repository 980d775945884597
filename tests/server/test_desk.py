"""The desk between people who come and go and processes that write behind its back."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.websockets import WebSocket

from tests.server.books import read_books
from tests.server.serving import sqlite_url
from triax.server import actions, schema
from triax.server.actions import Proposed, Wish
from triax.server.config import Limits, Settings, database_url
from triax.server.database import Database
from triax.server.desk import Desk, Live
from triax.server.errors import Refused
from triax.server.journal import Journal
from triax.server.metrics import SHORTEST
from triax.server.people import People, Player, new_id
from triax.server.security import Doorman
from triax.server.socket import Sockets
from triax.server.table import Meta, Table
from triax.server.thinkers import Thinkers

T = TypeVar("T")


class Slow(Database):
    """What it has read or committed is told only when it is let go."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.may_tell = asyncio.Event()
        self.may_tell.set()
        self.has_done = asyncio.Event()

    def hold(self) -> None:
        self.may_tell.clear()
        self.has_done.clear()

    async def read(self, ask: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        answer = await super().read(ask)
        await self._tell()
        return answer

    async def transact(self, job: Callable[[sa.Connection], T]) -> T:
        answer = await super().transact(job)
        await self._tell()
        return answer

    async def commit(self, statement: str, *given: str) -> int:
        written = await super().commit(statement, *given)
        await self._tell()
        return written

    async def _tell(self) -> None:
        self.has_done.set()
        await self.may_tell.wait()


class SlowToCommit(Slow):
    read = Database.read


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    here = sqlite_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return database_url(here)


@asynccontextmanager
async def desk_on(database: Database, name: str = "one", limits: Limits | None = None) -> AsyncIterator[Desk]:
    settings = Settings(limits=limits or Limits())
    await database.open()
    journal = Journal(database, name)
    people = People(database, journal, settings.limits)
    await journal.open()
    await people.open()
    try:
        yield Desk(database, journal, people, settings)
    finally:
        await journal.close()
        await database.close()


async def new_table(desk: Desk, *players: Player | str | None) -> Live:
    """A table of Rota; a text is a bot's level, None an open seat."""
    host = next((player.id for player in players if isinstance(player, Player)), "nobody")
    meta = Meta(
        new_id(), "rota", len(players), {}, public=True, clock=None, hints=False, host=host, created=time.time()
    )
    seated = [
        Proposed("sit", seat, {"bot": who} if isinstance(who, str) else {"player": who.id})
        for seat, who in enumerate(players)
        if who is not None
    ]
    return await desk.create(meta, seated)


def some_move(table: Table) -> tuple[int, str]:
    seat = min(table.to_act)
    assert table.state is not None
    return seat, str(next(iter(table.state.moves(seat))))


async def play_one(desk: Desk, live: Live, player: Player, name: str | None = None) -> int:
    seat, move = some_move(live.table)
    return await desk.move(live, player.id, Wish(seat, move, live.table.numbers[seat], name))


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(main())


def test_a_move_is_seen_through_when_its_player_is_dropped(url: str) -> None:
    """It is committed but not yet told when the socket that has brought it ends."""

    async def work() -> None:
        async with desk_on(Slow(url)) as desk:
            slow = desk.database
            assert isinstance(slow, Slow)
            player = await desk.people.new_guest("Ada")
            live = await new_table(desk, player, player)
            sockets = Sockets(desk, Thinkers(1), Doorman(100, 100, "slow down"), desk.settings)
            received: asyncio.Queue[dict[str, str]] = asyncio.Queue()

            async def send(_message: MutableMapping[str, Any]) -> None:
                return

            async def identify() -> Player:
                return player

            received.put_nowait({"type": "websocket.connect"})
            line = WebSocket({"type": "websocket", SHORTEST: send}, received.get, send)
            serving = asyncio.create_task(sockets.serve(line, live, player, identify))
            while not live.connections:
                await asyncio.sleep(0)
            [connection] = live.connections
            before = live.table.count
            seat, move = some_move(live.table)
            asked = {"type": "move", "id": "m", "seat": seat, "number": live.table.numbers[seat], "move": move}
            slow.hold()
            received.put_nowait({"type": "websocket.receive", "text": json.dumps(asked)})
            await slow.has_done.wait()
            connection.stuck.set()
            await serving
            assert not live.connections
            assert live.table.count == before
            slow.may_tell.set()
            while live.table.count == before:
                await asyncio.sleep(0)
            await play_one(desk, live, player)
            book = (await read_books(url))[live.id]
            assert len(book.entries) == live.table.count == before + 2
            book.check()

    run(work)


def test_of_a_table_there_is_one_in_memory(url: str) -> None:
    async def work() -> None:
        async with desk_on(Database(url), limits=Limits(live_tables=2)) as desk:
            player = await desk.people.new_guest("Ada")
            held = await new_table(desk, player, player)
            others = [(await new_table(desk, player, player)).id for _ in range(4)]
            assert len(desk.live) == 3
            assert await desk.open(held.id) is held
            for table in others:
                assert await same(desk, table)
            assert len(desk.live) <= 3
            left = held.id
            del held
            for table in others:
                await desk.open(table)
            assert desk.find_live(left) is None
            assert (await desk.open(left)).table.status == "playing"

    async def same(desk: Desk, table: str) -> bool:
        one, other = await asyncio.gather(desk.open(table), desk.open(table))
        return one is other

    run(work)


def test_a_table_is_found_while_it_is_being_opened(url: str) -> None:
    """The lobby lists it as soon as it is committed, before whoever opened it is told."""

    async def work() -> None:
        slow = SlowToCommit(url)
        async with desk_on(slow) as desk:
            player = await desk.people.new_guest("Ada")
            slow.hold()
            opening = asyncio.create_task(new_table(desk, player, player))
            await slow.has_done.wait()
            (row,) = await desk.database.rows(sa.select(schema.tables.c.id))
            seen = await desk.open(row.id)
            slow.may_tell.set()
            assert await opening is seen is await desk.open(row.id)

    run(work)


def test_what_is_written_while_a_table_is_read_is_not_missed(postgres_url: str) -> None:
    async def work() -> None:
        slow = Slow(postgres_url)
        async with desk_on(Database(postgres_url)) as one, desk_on(slow, "two") as two:
            player = await one.people.new_guest("Ada")
            live = await new_table(one, player, player)
            slow.hold()
            opening = asyncio.create_task(two.open(live.id))
            await slow.has_done.wait()
            await play_one(one, live, player)
            refreshing = asyncio.create_task(two.refresh(live.id, wanted=False))
            await asyncio.sleep(0)
            slow.may_tell.set()
            await refreshing
            assert (await opening).table.count == live.table.count

    run(work)


def test_one_that_is_behind_looks_again_before_it_refuses(postgres_url: str) -> None:
    """A player was at a process that died; the other has not heard yet of what was played there."""

    async def work() -> None:
        async with desk_on(Database(postgres_url)) as one, desk_on(Database(postgres_url), "two") as two:
            player = await one.people.new_guest("Ada")
            here = await new_table(one, player, player)
            there = await two.open(here.id)
            seat, move = some_move(here.table)
            wish = Wish(seat, move, here.table.numbers[seat], "mine")
            number = await one.move(here, player.id, wish)
            assert there.table.count < here.table.count
            assert await two.move(there, player.id, wish) == number
            await play_one(one, here, player, "next")
            seat, move = some_move(here.table)
            await two.move(there, player.id, Wish(seat, move, here.table.numbers[seat], "last"))
            assert there.table.count == here.table.count + 1
            (await read_books(postgres_url))[here.id].check()

    run(work)


def test_a_bot_moves_for_the_decision_it_has_thought_about(url: str) -> None:
    async def work() -> None:
        async with desk_on(Database(url)) as desk:
            player = await desk.people.new_guest("Ada")
            live = await new_table(desk, "novice", player)
            if 0 not in live.table.to_act:
                await play_one(desk, live, player)
            seat, move = some_move(live.table)
            wish = Wish(seat, move, live.table.decisions[seat].number)
            await desk.move(live, None, wish)
            with pytest.raises(Refused):
                await desk.move(live, None, wish)
            await play_one(desk, live, player)
            with pytest.raises(Refused) as refused:
                await desk.move(live, None, wish)
            assert refused.value.code == "stale"

    run(work)


def test_a_bot_does_not_move_for_someone_who_is_back(url: str) -> None:
    async def work() -> None:
        async with desk_on(Database(url)) as desk:
            player = await desk.people.new_guest("Ada")
            live = await new_table(desk, player, player)
            await desk.act(live, lambda table: actions.leave(table, player.id))
            seat, move = some_move(live.table)
            wish = Wish(seat, move, live.table.decisions[seat].number)
            coming = asyncio.create_task(desk.act(live, lambda table: actions.come_back(table, player.id)))
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="no bot plays"):
                await desk.move(live, None, wish)
            await coming
            await play_one(desk, live, player)

    run(work)


def test_the_last_to_sit_down_starts_the_game_in_the_same_moment(url: str) -> None:
    async def work() -> None:
        async with desk_on(Database(url)) as desk:
            player, other = await desk.people.new_guest("Ada"), await desk.people.new_guest("Ben")
            live = await new_table(desk, player, None, None)
            commits = desk.journal.commits
            await desk.seat_taken(live, lambda table: actions.sit(table, other.id, 1))
            assert live.table.status == "open"
            await desk.seat_taken(live, lambda table: actions.sit(table, other.id, 2))
            assert live.table.status == "playing"
            assert desk.journal.commits == commits + 2
            assert (await read_books(url))[live.id].status == "playing"

    run(work)


def test_after_a_restored_backup_nothing_is_added_to_a_past_that_is_gone(url: str) -> None:
    """Two tables in memory; the first to notice must not make the second believe that it is up to date."""

    async def work() -> None:
        async with desk_on(Database(url)) as desk:
            player = await desk.people.new_guest("Ada")
            tables = [await new_table(desk, player, player) for _ in range(2)]
            untouched = await new_table(desk, player, player)
            kept = tables[0].table.count
            for live in tables:
                for _ in range(4):
                    await play_one(desk, live, player)

            def restore(connection: sa.Connection) -> None:
                connection.execute(sa.delete(schema.entries).where(schema.entries.c.number >= kept))
                generation = schema.settings.c.key == "generation"
                connection.execute(sa.update(schema.settings).where(generation).values(value="1"))

            await desk.journal.run(restore)
            for live in tables:
                with pytest.raises(Refused, match="connect again"):
                    await play_one(desk, live, player)
                again = await desk.open(live.id)
                assert again is not live
                assert again.table.count == kept
                await play_one(desk, again, player)
            # Of this one nothing was undone.
            await play_one(desk, untouched, player)
            for book in (await read_books(url)).values():
                assert len(book.entries) == kept + 1
                book.check()

    run(work)
