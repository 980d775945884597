"""Results are written once: by whichever process, after a crash, and never for a past that was undone."""

from __future__ import annotations

import asyncio
import time
from itertools import combinations
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tests.server.support.serving import Server, serving, sqlite_url
from tests.server.support.table_service import new_table
from tests.server.support.whole_games import eventually, execute, gather, guests, play_out, services
from triax.server import actions, results
from triax.server.accounts import new_id
from triax.server.actions import ProposedEntry
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.services import Services
from triax.server.table import TableMeta


async def players_of(server: Server, table: str) -> list[str]:
    """Whose results of a table there are."""
    query = f"SELECT player FROM results WHERE table_id = '{table}' ORDER BY seat"
    return [row[0] for row in await execute(server.database, query)]


@pytest.mark.parametrize("killed", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["killed", "tried again"])
def test_results_that_could_not_be_written_are_written_later(tmp_path: Path, killed: bool) -> None:
    """Between the last move and its results: the server is killed, or the database refuses."""

    async def play(server: Server) -> tuple[str, list[str]]:
        async with guests(server.url, "Ann", "Ben") as people:
            table = await gather(people, "rota")
            held = "CREATE TRIGGER held BEFORE INSERT ON results BEGIN SELECT RAISE(ABORT, 'held'); END"
            await execute(server.database, held)
            await play_out(people, table)

            async def tried() -> bool:
                return "could not be looked after" in server.log.read_text()

            await eventually(tried)
            return table, [person.id for person in people]

    async def status(server: Server, table: str) -> str:
        found: str = (await execute(server.database, f"SELECT status FROM tables WHERE id = '{table}'"))[0][0]
        return found

    async def check(server: Server, table: str, people: list[str]) -> None:
        async def over() -> bool:
            return await status(server, table) == "over"

        await eventually(over)
        assert await players_of(server, table) == people
        assert await execute(server.database, "SELECT games FROM ratings") == [(1,), (1,)]

    with serving(sqlite_url(tmp_path)) as server:
        table, people = asyncio.run(play(server))
        if killed:
            server.kill()
        assert asyncio.run(status(server, table)) == "playing"
        assert asyncio.run(players_of(server, table)) == []
        asyncio.run(execute(server.database, "DROP TRIGGER held"))
        if killed:
            server.start()
        asyncio.run(check(server, table, people))
        if killed:
            server.stop()
            server.start()
            asyncio.run(check(server, table, people))


@pytest.mark.slow
def test_killed_in_the_middle_of_writing_on_postgres(postgres_url: str) -> None:
    """The server dies while its results are half written: they come with the next start, and nothing twice."""

    async def play(server: Server) -> str:
        engine = create_async_engine(postgres_url, poolclass=NullPool)
        try:
            async with guests(server.url, "Ann", "Ben") as people, engine.connect() as connection:
                table = await gather(people, "rota")
                await connection.execute(sa.text("LOCK TABLE ratings IN EXCLUSIVE MODE"))
                await play_out(people, table)

                async def waits() -> bool:
                    query = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'ratings'::regclass"
                    return bool(await execute(postgres_url, query))

                await eventually(waits)
                server.kill()
                await connection.rollback()
                return table
        finally:
            await engine.dispose()

    async def check(server: Server, table: str) -> None:
        async def over() -> bool:
            return bool(await execute(postgres_url, f"SELECT 1 FROM tables WHERE id = '{table}' AND status = 'over'"))

        await eventually(over)
        assert len(await players_of(server, table)) == 2
        assert await execute(postgres_url, "SELECT games FROM ratings") == [(1,), (1,)]

    with serving(postgres_url) as server:
        table = asyncio.run(play(server))
        assert asyncio.run(players_of(server, table)) == []
        server.start()
        asyncio.run(check(server, table))


def test_two_processes_write_each_result_once(postgres_url: str) -> None:
    """Games of the same few people end at the same time, and both processes want to write all of them."""
    # Ratings behind each game hang on the order in which they are written.
    written = "SELECT table_id, seat, player, place, won, scores, rated, ended FROM results ORDER BY table_id, seat"

    async def scenario() -> None:
        async with services(postgres_url) as one, services(postgres_url) as other:
            people = [(await one.accounts.new_guest(name)).id for name in ("Ann", "Ben", "Cleo")]
            pairs = [*combinations(people, 2), *combinations(people[::-1], 2)] * 4
            tables = [await _given_up(one, pair) for pair in pairs]

            async def all_over() -> bool:
                return await execute(postgres_url, "SELECT count(*) FROM tables WHERE status = 'over'") == [(24,)]

            await eventually(all_over)
            before = await execute(postgres_url, written)
            unwritten = "UPDATE tables SET status = 'playing'"
            await execute(postgres_url, unwritten, "DELETE FROM results", "DELETE FROM ratings")
            # From both ends, so that different games of the same people are written at the same time.
            queues = ((one, tables), (other, tables[::-1]), (one, tables))
            await asyncio.gather(
                *(results.write_results(host.journal, live) for host, queue in queues for live in queue)
            )
            assert await execute(postgres_url, written) == before
            assert await execute(postgres_url, "SELECT games FROM ratings") == [(16,)] * 3

    asyncio.run(scenario())


async def _given_up(host: Services, pair: tuple[str, ...]) -> LiveTable:
    """A game of two in which the first resigns at once."""
    meta = TableMeta(new_id(), "rota", 2, {}, public=False, clock=None, hints=False, host=pair[0], created=time.time())
    live = await host.tables.create(
        meta, [ProposedEntry("sit", seat, {"player": player}) for seat, player in enumerate(pair)]
    )
    await host.tables.act(live, lambda table: actions.resign(table, pair[0], 0))
    return live


def test_a_past_that_was_undone_leaves_no_results(tmp_path: Path) -> None:
    """A backup from the middle of the game was restored, and this process has not noticed yet."""

    async def scenario() -> None:
        url = sqlite_url(tmp_path)
        async with services(url) as host:
            people = [(await host.accounts.new_guest(name)).id for name in ("Ann", "Ben")]
            live = await _given_up(host, tuple(people))

            async def over() -> bool:
                return live.finished

            await eventually(over)
            undone = f"DELETE FROM entries WHERE kind = 'resign' AND table_id = '{live.id}'"
            await execute(url, undone, "UPDATE tables SET status = 'playing'", "DELETE FROM results")
            await results.write_results(host.journal, live)
            assert await execute(url, "SELECT count(*) FROM results") == [(0,)]
            assert await execute(url, "SELECT status FROM tables") == [("playing",)]

    asyncio.run(scenario())


def test_a_result_that_is_refused_is_tried_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with services(sqlite_url(tmp_path)) as host:
            write, refusals = host.scheduler.finish, [Refused("unavailable", "the disk is full")]

            async def finish(live: LiveTable) -> None:
                if refusals:
                    raise refusals.pop()
                await write(live)

            host.scheduler.finish = finish
            player = await host.accounts.new_guest("Ada")
            live = await new_table(host.tables, player, "novice")
            await host.tables.act(live, lambda table: actions.resign(table, player.id, 0))

            async def over() -> bool:
                return bool(await execute(sqlite_url(tmp_path), "SELECT 1 FROM results"))

            await eventually(over)
            assert not refusals

    asyncio.run(scenario())
