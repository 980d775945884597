"""The table service between people who come and go and processes that write behind its back."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocket

from tests.server.support.faulty_databases import Slow, SlowToCommit
from tests.server.support.serving import sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.table_service import new_table, play_one, run, service_on, some_move
from tests.server.support.whole_games import services
from triax.server import actions, broadcast, db_schema, table_service
from triax.server import journal as journal_module
from triax.server.accounts import User
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.bot_pool import BotPool
from triax.server.config import Limits, database_url
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.rate_limits import RateLimiter
from triax.server.sockets import Sockets
from triax.server.table_service import TableService


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    here = sqlite_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return database_url(here)


def test_a_game_without_a_master_gives_no_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, player, player)
            sockets = Sockets(service, BotPool(1), RateLimiter(100, 100, "slow down"), service.settings)
            with pytest.raises(Refused, match="nobody gives hints for Axio Rota"):
                await sockets.hint(live, player.id, 0)

    monkeypatch.setattr("triax.server.sockets.gives_hints", lambda game: False)
    asyncio.run(work())


def test_a_move_is_seen_through_when_its_player_is_dropped(url: str) -> None:
    """It is committed but not yet told when the socket that has brought it ends."""

    async def work() -> None:
        async with service_on(Slow(url)) as service:
            slow = service.database
            assert isinstance(slow, Slow)
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, player, player)
            sockets = Sockets(service, BotPool(1), RateLimiter(100, 100, "slow down"), service.settings)
            received: asyncio.Queue[dict[str, str]] = asyncio.Queue()

            async def send(_message: MutableMapping[str, Any]) -> None:
                return

            async def identify() -> User:
                return player

            received.put_nowait({"type": "websocket.connect"})
            line = WebSocket({"type": "websocket"}, received.get, send)
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
            await play_one(service, live, player)
            book = (await read_tables(url))[live.id]
            assert len(book.entries) == live.table.count == before + 2
            book.check()

    run(work)


def test_of_a_table_there_is_one_in_memory(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url), limits=Limits(live_tables=2)) as service:
            player = await service.accounts.new_guest("Ada")
            held = await new_table(service, player, player)
            others = [(await new_table(service, player, player)).id for _ in range(4)]
            assert len(service.live) == 3
            assert await service.open(held.id) is held
            for table in others:
                assert await same(service, table)
            assert len(service.live) <= 3
            left = held.id
            del held
            for table in others:
                await service.open(table)
            assert service.find_live(left) is None
            assert (await service.open(left)).table.status == "playing"

    async def same(service: TableService, table: str) -> bool:
        one, other = await asyncio.gather(service.open(table), service.open(table))
        return one is other

    run(work)


def test_a_table_is_found_while_it_is_being_opened(url: str) -> None:
    """The lobby lists it as soon as it is committed, before whoever opened it is told."""

    async def work() -> None:
        slow = SlowToCommit(url)
        async with service_on(slow) as service:
            player = await service.accounts.new_guest("Ada")
            slow.hold()
            opening = asyncio.create_task(new_table(service, player, player))
            await slow.has_done.wait()
            (row,) = await service.database.rows(sa.select(db_schema.tables.c.id))
            seen = await service.open(row.id)
            slow.may_tell.set()
            assert await opening is seen is await service.open(row.id)

    run(work)


def test_what_is_played_before_a_new_table_is_known_to_be_written_is_not_missed(postgres_url: str) -> None:
    """Another process is in charge of it, and its bot has moved before the answer of the database is there."""

    async def work() -> None:
        slow = SlowToCommit(postgres_url)
        async with service_on(slow) as one, service_on(Database(postgres_url), "two") as two:
            player = await one.accounts.new_guest("Ada")
            doubts: list[str] = []
            one.on_doubt = doubts.append
            slow.hold()
            opening = asyncio.create_task(new_table(one, player, player))
            await slow.has_done.wait()
            (row,) = await two.database.rows(sa.select(db_schema.tables.c.id))
            there = await two.open(row.id)
            await play_one(two, there, player)
            await one.refresh(row.id, wanted=False)
            slow.may_tell.set()
            live = await opening
            for table in doubts:
                await one.refresh(table, wanted=False)
            assert live.table.count == there.table.count

    run(work)


def test_what_is_written_while_a_table_is_read_is_not_missed(postgres_url: str) -> None:
    async def work() -> None:
        slow = Slow(postgres_url)
        async with service_on(Database(postgres_url)) as one, service_on(slow, "two") as two:
            player = await one.accounts.new_guest("Ada")
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
        async with service_on(Database(postgres_url)) as one, service_on(Database(postgres_url), "two") as two:
            player = await one.accounts.new_guest("Ada")
            here = await new_table(one, player, player)
            there = await two.open(here.id)
            seat, move = some_move(here.table)
            wish = MoveRequest(seat, move, here.table.numbers[seat], "mine")
            number = await one.move(here, player.id, wish)
            assert there.table.count < here.table.count
            assert await two.move(there, player.id, wish) == number
            await play_one(one, here, player, "next")
            seat, move = some_move(here.table)
            await two.move(there, player.id, MoveRequest(seat, move, here.table.numbers[seat], "last"))
            assert there.table.count == here.table.count + 1
            (await read_tables(postgres_url))[here.id].check()

    run(work)


def test_whoever_takes_the_other_for_dead_learns_what_it_has_written(postgres_url: str) -> None:
    """Both were cut off from the database and one is back first: it hears nothing yet, and sees itself alone."""

    async def scenario() -> None:
        async with service_on(Database(postgres_url), "another") as one, services(postgres_url) as host:
            ann = await one.accounts.new_guest("Ann")
            live = await new_table(one, ann, ann)
            here = await host.tables.open(live.id)
            assert host.cluster.alive == (host.journal.server,)
            host.cluster.on_table = host.cluster.on_look = lambda table: None
            await play_one(one, live, ann, "first")
            seat, move = some_move(live.table)
            asked = MoveRequest(seat, move, live.table.numbers[seat], "second")
            number = await one.move(live, ann.id, asked)
            assert here.table.count < live.table.count
            assert await host.tables.move(here, ann.id, asked) == number

    asyncio.run(scenario())


def test_a_bot_moves_for_the_decision_it_has_thought_about(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url)) as service:
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, "novice", player)
            if 0 not in live.table.to_act:
                await play_one(service, live, player)
            seat, move = some_move(live.table)
            wish = MoveRequest(seat, move, live.table.decisions[seat].number)
            await service.move(live, None, wish)
            with pytest.raises(Refused):
                await service.move(live, None, wish)
            await play_one(service, live, player)
            with pytest.raises(Refused) as refused:
                await service.move(live, None, wish)
            assert refused.value.code == "stale"

    run(work)


def test_a_bot_does_not_move_for_someone_who_is_back(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url)) as service:
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, player, player)
            await service.act(live, lambda table: actions.leave(table, player.id))
            seat, move = some_move(live.table)
            wish = MoveRequest(seat, move, live.table.decisions[seat].number)
            coming = asyncio.create_task(service.act(live, lambda table: actions.come_back(table, player.id)))
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="no bot plays"):
                await service.move(live, None, wish)
            await coming
            await play_one(service, live, player)

    run(work)


def test_the_last_to_sit_down_starts_the_game_in_the_same_moment(url: str) -> None:
    async def work() -> None:
        async with service_on(Database(url)) as service:
            player, other = await service.accounts.new_guest("Ada"), await service.accounts.new_guest("Ben")
            live = await new_table(service, player, None, None)
            commits = service.journal.commits
            await service.sit_down(live, lambda table: actions.sit(table, other.id, 1))
            assert live.table.status == "open"
            await service.sit_down(live, lambda table: actions.sit(table, other.id, 2))
            assert live.table.status == "playing"
            assert service.journal.commits == commits + 2
            assert (await read_tables(url))[live.id].status == "playing"

    run(work)


def test_after_a_restored_backup_nothing_is_added_to_a_past_that_is_gone(url: str) -> None:
    """Two tables in memory; the first to notice must not make the second believe that it is up to date."""

    async def work() -> None:
        async with service_on(Database(url)) as service:
            player = await service.accounts.new_guest("Ada")
            tables = [await new_table(service, player, player) for _ in range(2)]
            untouched = await new_table(service, player, player)
            kept = tables[0].table.count
            for live in tables:
                for _ in range(4):
                    await play_one(service, live, player)

            def restore(connection: sa.Connection) -> None:
                connection.execute(sa.delete(db_schema.entries).where(db_schema.entries.c.number >= kept))
                generation = db_schema.settings.c.key == "generation"
                connection.execute(sa.update(db_schema.settings).where(generation).values(value="1"))

            await service.journal.run(restore)
            for live in tables:
                with pytest.raises(Refused, match="connect again"):
                    await play_one(service, live, player)
                again = await service.open(live.id)
                assert again is not live
                assert again.table.count == kept
                await play_one(service, again, player)
            # Of this one nothing was undone.
            await play_one(service, untouched, player)
            for book in (await read_tables(url)).values():
                assert len(book.entries) == kept + 1
                book.check()

    run(work)


def test_nothing_is_done_at_a_table_that_was_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change cannot be told; who waits behind it must not go on where nobody listens any more."""

    def fail(*_: object) -> None:
        monkeypatch.undo()
        raise RuntimeError

    async def work() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, player, player)
            monkeypatch.setattr(broadcast, "send_change", fail)
            first = asyncio.create_task(play_one(service, live, player, "first"))
            await asyncio.sleep(0)
            said = asyncio.create_task(service.act(live, lambda table: actions.resign(table, player.id, 0)))
            await first
            with pytest.raises(Refused, match="connect again"):
                await said
            again = await service.open(live.id)
            assert again is not live
            assert "first" in {name for _, name in again.table.answers}
            await play_one(service, again, player)
            assert len((await read_tables(service.database.url))[live.id].entries) == again.table.count

    run(work)


def test_a_result_that_a_restore_has_undone_is_known_to_be_missing(tmp_path: Path) -> None:
    """The backup was made between the last move and its result."""

    async def work() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, player, "novice")
            await service.act(live, lambda table: actions.resign(table, player.id, 0))
            live.finished = True
            await service.catch_up(live)
            assert live.table.status == "over"
            assert not live.finished

    run(work)


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "PATIENCE", 0.3)

    async def work() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            player = await service.accounts.new_guest("Ada")
            live = await new_table(service, player, player)

            async def grow_to(pages: int) -> None:
                pragma = f"PRAGMA max_page_count = {pages}"
                await service.journal.run(lambda connection: connection.exec_driver_sql(pragma).scalar())

            async def fill() -> None:
                while True:
                    await service.act(live, lambda table: [ProposedEntry("hint", 0, {"text": "x" * 400})])

            async def arrive() -> None:
                while True:
                    await service.accounts.new_guest("Ben")

            await grow_to(1)
            with pytest.raises(Refused, match="the disk is full"):
                await fill()
            before = live.table.count
            # The same for what is more than an entry.
            with pytest.raises(Refused, match="the disk is full"):
                await arrive()
            await grow_to(1_000_000)
            await play_one(service, live, player)
            assert live.table.count == before + 1
            (await read_tables(service.database.url))[live.id].check()

    run(work)


def test_tables_that_are_over_leave_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that belongs to them: whatever else held one would be a leak."""
    monkeypatch.setattr(table_service, "PAST", 3)

    def there() -> int:
        gc.collect()
        return sum(type(one) is LiveTable for one in gc.get_objects())

    async def one_game(service: TableService, player: User, number: int) -> None:
        live = await new_table(service, player, player)
        await play_one(service, live, player)
        if number % 2:
            await service.act(live, lambda table: actions.resign(table, player.id, 0))
        else:
            await service.act(live, lambda table: actions.close(table, None))

    async def work() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            player = await service.accounts.new_guest("Ada")
            playing, before = await new_table(service, player, player), there()
            for number in range(50):
                await one_game(service, player, number)
            assert there() == before + 3
            # One that is going on stays, and one that is over can be looked at again.
            assert service.find_live(playing.id) is playing
            assert len(service.live) == 4

    run(work)
