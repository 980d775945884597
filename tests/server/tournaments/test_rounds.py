"""Rounds as the database has them: the same deal at every table, all of a round or nothing of it, and nobody twice."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.support.serving import fresh_url, sqlite_url
from tests.server.support.whole_games import services
from tests.server.tournaments.support import give_up, people, play_round, seen, tournament, waiting
from triax.server import actions, admin, db_schema
from triax.server.errors import Refused
from triax.server.services import Services
from triax.server.tournaments import entering
from triax.server.tournaments.organiser import WAITS
from triax.server.tournaments.pairing import Pairing

Scenario = Callable[[Services], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Scenario], None]:
    url = sqlite_url(tmp_path) if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))

    def run_scenario(scenario: Scenario) -> None:
        async def main() -> None:
            async with asyncio.timeout(120), services(url) as host:
                await host.tournaments.close()  # rounds begin when the test says so
                await scenario(host)

        asyncio.run(main())

    return run_scenario


def test_a_swiss_tournament_from_the_first_round_to_the_last(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 5)
        name = await tournament(host, players)
        for number in (1, 2, 3):
            now = await seen(host, name)
            assert (now.row.status, now.row.round, len(now.rounds)) == ("running", number, number)
            boards = [board for board in now.boards if board.round == number]
            assert Counter(player for board in boards for player in board.paired.people) == {
                player.id: 1 for player in players
            }
            lives = [await host.tables.open(board.table) for board in boards if board.table]
            assert len(lives) == 2
            assert len({repr(live.table.setup) for live in lives}) == 1
            assert {live.table.state.options["start"] for live in lives if live.table.state} == {0}
            await host.tournaments.run_once()
            assert (await seen(host, name)).row.round == number  # not before all have played
            await play_round(host, name)
            await host.tournaments.run_once()
        end = await seen(host, name)
        assert end.row.status == "over"
        met = Counter(frozenset(board.paired.people) for board in end.boards if board.table)
        assert max(met.values()) == 1
        assert Counter(player for board in end.boards if board.table is None for player in board.paired.people).keys()
        assert sum(one.points for one in end.standings) == 3 * (2 + 2 + 2)
        deals = [(await host.tables.open(board.table)).table.setup for board in end.boards if board.table]
        assert len({repr(deal) for deal in deals}) == 3

    run(scenario)


def test_everyone_meets_everyone_and_bots_fill_up(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 3)
        name = await tournament(host, players, form="round_robin", rounds=0, fill="novice")
        assert (await seen(host, name)).row.rounds == 3
        for _ in range(3):
            await play_round(host, name)
            await host.tournaments.run_once()
        end = await seen(host, name)
        assert end.row.status == "over"
        assert all(len(board.seats) == 2 for board in end.boards)
        assert len({frozenset(board.paired.people) for board in end.boards if len(board.paired.people) == 2}) == 3
        with pytest.raises(Refused):
            await entering.join(host.journal, name, (await people(host, 1))[0])

    run(scenario)


def test_two_that_open_a_round_open_it_once(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 4)
        name = await waiting(host, players)
        before = await seen(host, name)
        pairs = Pairing(((players[0].id, players[1].id), (players[2].id, players[3].id)))
        done = await asyncio.gather(*(host.tournaments._write(before, pairs, {"rounds": 3}) for _ in range(3)))
        assert sorted(done) == [False, False, True]
        now = await seen(host, name)
        assert (now.row.round, len(now.boards)) == (1, 2)
        rows = await host.database.rows(sa.select(db_schema.tables.c.id))
        assert len(rows) == 2

    run(scenario)


def test_a_round_that_is_cut_off_leaves_nothing_and_is_taken_up_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 4)
        name = await waiting(host, players)
        transact = host.database.transact

        async def dies(job: Callable[[sa.Connection], Any]) -> Any:  # noqa: ANN401
            def cut(connection: sa.Connection) -> None:
                job(connection)
                raise RuntimeError("the process is gone")

            return await transact(cut)

        host.database.transact = dies  # type: ignore[method-assign]
        with pytest.raises(RuntimeError):
            await host.tournaments.begin(name)
        host.database.transact = transact  # type: ignore[method-assign]
        now = await seen(host, name)
        assert (now.row.status, now.row.round, now.boards) == ("open", 0, ())
        assert not await host.database.rows(sa.select(db_schema.tables.c.id))
        await host.tournaments.begin(name)
        assert len((await seen(host, name)).boards) == 2

    run(scenario)


def test_who_goes_while_pairs_are_made_is_not_paired(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 4)
        name = await waiting(host, players)
        before = await seen(host, name)
        await entering.leave(host.journal, name, players[3])
        pairs = Pairing(((players[0].id, players[1].id), (players[2].id, players[3].id)))
        assert not await host.tournaments._write(before, pairs, {})
        assert (await seen(host, name)).row.round == 0

    run(scenario)


def test_late_leaving_and_coming_back(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 5)
        name = await tournament(host, players[:4], rounds=2)
        await entering.leave(host.journal, name, players[0])
        await entering.join(host.journal, name, players[4])
        await play_round(host, name)
        await host.tournaments.run_once()
        second = [board for board in (await seen(host, name)).boards if board.round == 2]
        assert {player for board in second for player in board.paired.people} == {one.id for one in players[1:]}
        await entering.join(host.journal, name, players[0])  # the last round has begun, but they were in it
        with pytest.raises(Refused):
            await entering.join(host.journal, name, (await people(host, 1))[0])

    run(scenario)


def test_whoever_lets_the_clock_run_out_has_lost_and_is_not_paired_again(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 4)
        name = await tournament(host, players, clock=5)
        board = (await seen(host, name)).boards[0]
        assert board.table is not None
        live = await host.tables.open(board.table)
        await host.tables.act(live, lambda table: actions.time_out(table, time.time() + 10))
        assert live.table.status == "over"
        assert live.table.standings == [[1], [0]]
        await host.finish(live)
        now = await seen(host, name)
        absent = board.seats[0].sat.player
        assert {one.player for one in now.entrants if not one.here} == {absent}
        assert next(one for one in now.standings if one.player == absent).points == 0
        other = now.boards[1]
        assert other.table is not None
        there = await host.tables.open(other.table)
        player = there.table.seats[0].player or ""
        with pytest.raises(Refused):  # nobody plays for anybody
            await host.tables.act(there, lambda table: actions.leave(table, player))

    run(scenario)


def test_a_closed_table_holds_nobody_up_and_a_deleted_player_leaves_no_trace(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 4)
        name = await tournament(host, players, rounds=2)
        first, second = (await seen(host, name)).boards
        assert first.table is not None
        assert second.table is not None
        await host.tables.act(await host.tables.open(first.table), lambda table: actions.close(table, None))
        await give_up(host, second.table, 1)
        loser = second.seats[1].sat.player
        assert loser is not None
        await admin.delete_player(host.database, loser)
        await host.tournaments.run_once()
        now = await seen(host, name)
        assert now.row.round == 2
        assert loser not in repr(now)
        assert len(now.standings) == 4
        assert [board.paired.bye for board in now.boards if board.round == 2] == [False, True]
        even = [one for one in now.standings if one.player in {row.sat.player for row in first.seats}]
        assert min(one.points for one in even) == 1

    run(scenario)


def test_it_begins_by_itself_when_it_is_time_or_full_and_not_with_too_few(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 3)
        alone = await waiting(host, players[:1], begins=time.time() - 1)
        due = await waiting(host, players, begins=time.time() - 1)
        later = await waiting(host, players, begins=time.time() + 600)
        await host.tournaments.run_once()
        stand = [(await seen(host, name)).row.status for name in (alone, due, later)]
        assert stand == ["cancelled", "running", "open"]
        # One that nobody begins is not there for ever.
        left = await waiting(host, players[:1])
        await host.tournaments.run_once()
        assert (await seen(host, left)).row.status == "open"
        old = sa.update(db_schema.tournaments).where(db_schema.tournaments.c.id == left)
        await host.journal.run(lambda connection: connection.execute(old.values(created=time.time() - WAITS - 1)))
        await host.tournaments.run_once()
        assert (await seen(host, left)).row.status == "cancelled"
        full = await waiting(host, players[:1], most=2, when_full=True)
        assert await entering.join(host.journal, full, players[1])
        with pytest.raises(Refused):
            await entering.join(host.journal, full, players[2])

    run(scenario)


def test_an_arena_pairs_whoever_is_free_until_its_time_is_over(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 4)
        name = await tournament(host, players, form="arena", rounds=0, lasts=600)
        await host.tournaments.run_once()
        first = await seen(host, name)
        assert len(first.boards) == 2
        assert first.busy == {player.id for player in players}
        deals = {repr((await host.tables.open(board.table)).table.setup) for board in first.boards if board.table}
        assert len(deals) == 2  # luck of their own: these may be watched
        await host.tournaments.run_once()
        assert len((await seen(host, name)).boards) == 2  # nobody plays at two tables
        await play_round(host, name)
        await host.tournaments.run_once()
        second = await seen(host, name)
        assert len(second.boards) == 4
        before, after = (
            {frozenset(one.paired.people) for one in half} for half in (second.boards[:2], second.boards[2:])
        )
        assert not before & after
        ended = sa.update(db_schema.tournaments).values(started=time.time() - 601)
        await host.journal.run(lambda connection: connection.execute(ended).rowcount)
        await host.tournaments.run_once()
        assert (await seen(host, name)).row.status == "running"  # what is on is played to its end
        await play_round(host, name)
        await host.tournaments.run_once()
        end = await seen(host, name)
        assert (end.row.status, len(end.boards)) == ("over", 4)
        assert sum(one.points for one in end.standings) == 8

    run(scenario)


def test_on_a_ladder_one_plays_for_the_rungs_above(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 5)
        top, _, third, _, last = [player.id for player in players]
        name = await tournament(host, players, form="ladder", rounds=0, lasts=600)
        for wrong in ((last, top), (top, last), (top, top), ("nobody", top)):
            with pytest.raises(Refused):
                await host.tournaments.challenge(name, *wrong)
        both = [host.tournaments.challenge(name, third, top), host.tournaments.challenge(name, last, third)]
        done = await asyncio.gather(*both, return_exceptions=True)
        assert sum(isinstance(one, Refused) for one in done) == 1  # nobody at two tables
        board = (await seen(host, name)).boards[0]
        challenger, challenged = board.paired.people
        await give_up(host, board.table or "", 1)
        now = await seen(host, name)
        assert now.ladder.index(challenger) == now.ladder.index(challenged) - 1
        assert [one.place for one in now.standings] == [1, 2, 3, 4, 5]

    run(scenario)


def test_a_server_that_is_gone_in_the_middle_of_a_round_is_followed_by_another(tmp_path: Path) -> None:
    """Without a word of farewell; the next finds the round, its deal and its clocks, and goes on."""
    url = fresh_url(tmp_path)

    async def before() -> tuple[str, list[str]]:
        async with services(url) as host:
            await host.tournaments.close()
            name = await tournament(host, await people(host, 4))
            boards = (await seen(host, name)).boards
            assert boards[0].table is not None
            await give_up(host, boards[0].table, 1)
            return name, [board.table or "" for board in boards]

    async def after(name: str, tables: list[str]) -> None:
        async with services(url) as host:
            await host.tournaments.close()
            live = await host.tables.open(tables[1])
            assert live.table.status == "playing"
            assert live.table.setup == (await host.tables.open(tables[0])).table.setup
            await host.tournaments.run_once()
            assert (await seen(host, name)).row.round == 1
            await play_round(host, name)
            await host.tournaments.run_once()
            now = await seen(host, name)
            assert (now.row.round, len(now.boards)) == (2, 4)
            met = Counter(frozenset(board.paired.people) for board in now.boards)
            assert max(met.values()) == 1

    name, tables = asyncio.run(before())
    asyncio.run(after(name, tables))


def test_whoever_wishes_is_told_that_their_round_has_begun(run: Callable[[Scenario], None]) -> None:
    async def scenario(host: Services) -> None:
        players = await people(host, 4)
        keys = {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "y", "language": "de"}
        device = sa.insert(db_schema.devices).values(id="d", player=players[1].id, created=time.time(), **keys)
        await host.notices.close()
        await host.journal.run(lambda connection: connection.execute(device).rowcount)
        name = await tournament(host, players)
        told = await host.database.rows(sa.select(db_schema.notices).where(db_schema.notices.c.kind == "round"))
        tables = {player: board.table for board in (await seen(host, name)).boards for player in board.paired.people}
        assert [(row.player, row.link) for row in told] == [(players[1].id, f"/t/{tables[players[1].id]}")]

    run(scenario)
