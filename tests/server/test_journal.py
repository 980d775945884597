"""The journal against real databases: what it says is committed is, once; what it refuses has left no trace."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest
import sqlalchemy as sa

from tests.server.support.faulty_databases import CutOff
from tests.server.support.postgres import Postgres
from tests.server.support.serving import sqlite_url
from triax.server import database as database_module
from triax.server import db_schema
from triax.server import journal as journal_module
from triax.server.config import database_url
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.journal import Journal, new_uid
from triax.server.table import LogEntry

COUNT = db_schema.settings.c.key == "count"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    here = sqlite_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return database_url(here)


@asynccontextmanager
async def journal_on(database: Database, name: str = "one") -> AsyncIterator[Journal]:
    await database.open()
    journal = Journal(database, name)
    await journal.open()
    try:
        yield journal
    finally:
        await journal.close()
        await database.close()


def entry(number: int) -> LogEntry:
    return LogEntry(number, "chat", None, {"text": f"word {number}"}, time.time(), new_uid())


async def written(database: Database) -> dict[tuple[str, int], str]:
    columns = db_schema.entries.c
    rows = await database.rows(sa.select(columns.table_id, columns.number, columns.uid))
    return {(row.table_id, row.number): row.uid for row in rows}


async def set_up_count(journal: Journal) -> sa.Executable:
    """A statement that tells, in the end, how often it was done."""

    def job(connection: sa.Connection) -> None:
        connection.execute(sa.insert(db_schema.settings).values(key="count", value=""))

    await journal.run(job)
    return sa.update(db_schema.settings).where(COUNT).values(value=db_schema.settings.c.value + "x")


async def set_generation(journal: Journal, value: str) -> None:
    def job(connection: sa.Connection) -> None:
        connection.execute(
            sa.update(db_schema.settings).where(db_schema.settings.c.key == "generation").values(value=value)
        )

    await journal.run(job)


def run(work: Callable[[Journal], Awaitable[None]], database: Database) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), journal_on(database) as journal:
            await work(journal)

    asyncio.run(main())


def test_what_comes_together_is_committed_together(url: str) -> None:
    async def work(journal: Journal) -> None:
        sizes: list[int] = []
        journal.on_commit = sizes.append
        entries = {f"t{n}": entry(0) for n in range(500)}
        kept = await asyncio.gather(*(journal.append(table, [one], "0") for table, one in entries.items()))
        assert kept == [True] * 500
        assert sum(sizes) == 500
        assert len(sizes) < 10
        assert await written(journal.database) == {(table, 0): one.uid for table, one in entries.items()}

    run(work, Database(url))


def test_of_two_who_write_the_same_number_one_is_told_so(url: str) -> None:
    """Both processes write to the same tables at the same time, in opposite orders."""

    async def main() -> None:
        async with (
            asyncio.timeout(60),
            journal_on(Database(url), "one") as one,
            journal_on(Database(url), "two") as two,
        ):
            tables = [f"t{n}" for n in range(60)]
            for number in range(5):
                mine = {table: entry(number) for table in tables}
                theirs = {table: entry(number) for table in reversed(tables)}
                kept = await asyncio.gather(
                    *(one.append(table, [mine[table]], "0") for table in mine),
                    *(two.append(table, [theirs[table]], "0") for table in theirs),
                )
                outcome = dict(zip([*((one, t) for t in mine), *((two, t) for t in theirs)], kept, strict=True))
                there = await written(one.database)
                for table in tables:
                    assert outcome[one, table] != outcome[two, table]
                    winner = mine if outcome[one, table] else theirs
                    assert there[table, number] == winner[table].uid

    asyncio.run(main())


def test_two_of_one_process_for_the_same_number(url: str) -> None:
    async def work(journal: Journal) -> None:
        both = [entry(0), entry(0)]
        kept = await asyncio.gather(*(journal.append("t", [one], "0") for one in both))
        assert sorted(kept) == [False, True]
        assert await written(journal.database) == {("t", 0): both[kept.index(True)].uid}

    run(work, Database(url))


def test_entries_that_belong_together_are_written_all_or_none(url: str) -> None:
    async def work(journal: Journal) -> None:
        counted = await set_up_count(journal)
        first = entry(0)
        assert await journal.append("t", [first], "0")
        assert not await journal.append("t", [entry(0), entry(1)], "0", [counted])
        assert await written(journal.database) == {("t", 0): first.uid}
        assert await journal.database.setting("count") == ""
        pair = [entry(1), entry(2)]
        assert await journal.append("t", pair, "0", [counted])
        assert (await written(journal.database))["t", 2] == pair[1].uid
        assert await journal.database.setting("count") == "x"

    run(work, Database(url))


def test_a_commit_that_went_through_unheard_is_not_done_again(url: str) -> None:
    async def work(journal: Journal) -> None:
        cut_off = journal.database
        assert isinstance(cut_off, CutOff)
        counted = await set_up_count(journal)
        group = {f"g{n}": entry(0) for n in range(20)}
        pair = [entry(0), entry(1)]
        cut_off.cuts = 2
        kept = await asyncio.gather(*(journal.append(table, [one], "0") for table, one in group.items()))
        assert kept == [True] * 20
        assert not cut_off.cuts
        cut_off.cuts = 2
        assert await journal.append("alone", pair, "0", [counted])
        assert not cut_off.cuts
        there = await written(cut_off)
        assert there == {
            **{(table, 0): one.uid for table, one in group.items()},
            ("alone", 0): pair[0].uid,
            ("alone", 1): pair[1].uid,
        }
        assert await cut_off.setting("count") == "x"

    run(work, CutOff(url))


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.InternalClientError("cannot switch to state 7; another operation (2) is in progress"),
        asyncpg.InterfaceError("cannot perform operation: another operation is in progress"),
        RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_line_that_was_cut_in_a_bad_moment_is_tried_again(error: Exception, tmp_path: Path) -> None:
    """PostgreSQL has said good-bye on a line that is used before its end is known."""

    async def work(journal: Journal) -> None:
        cut_off = journal.database
        assert isinstance(cut_off, CutOff)
        cut_off.cuts, cut_off.error = 1, error
        assert await journal.append("t", [entry(0)], "0")
        assert len(await written(cut_off)) == 1

    run(work, CutOff(database_url(sqlite_url(tmp_path))))


def test_it_is_known_again_when_others_have_gone_on(url: str) -> None:
    async def main() -> None:
        cut_off = CutOff(url)
        async with asyncio.timeout(60), journal_on(cut_off) as one, journal_on(Database(url), "two") as two:
            mine, theirs = entry(0), entry(1)

            async def meanwhile() -> None:
                assert await two.append("t", [theirs], "0")

            cut_off.meanwhile = meanwhile  # type: ignore[method-assign]
            cut_off.cuts = 1
            assert await one.append("t", [mine], "0")
            assert await written(two.database) == {("t", 0): mine.uid, ("t", 1): theirs.uid}

    asyncio.run(main())


class Wire:
    """Between a client and PostgreSQL; it can break behind a commit, before the answer comes through."""

    def __init__(self, url: str) -> None:
        self._far = urlsplit(url)
        self.cuts = 0

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            yield self._far._replace(netloc=f"{self._far.username}@127.0.0.1:{port}").geturl()

    async def _join(self, near_in: asyncio.StreamReader, near_out: asyncio.StreamWriter) -> None:
        far_in, far_out = await asyncio.open_connection(self._far.hostname, self._far.port)
        committing = False

        async def there() -> None:
            nonlocal committing
            while sent := await near_in.read(1 << 16):
                # A group of entries is a statement on its own, with its entries in JSON.
                committing = b"COMMIT" in sent or b'"generation":' in sent
                far_out.write(sent)
                await far_out.drain()

        async def back() -> None:
            while sent := await far_in.read(1 << 16):
                if committing and self.cuts:
                    self.cuts -= 1
                    return
                near_out.write(sent)
                await near_out.drain()

        ways = [asyncio.create_task(there()), asyncio.create_task(back())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (near_out, far_out):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()


def test_the_wire_breaks_behind_a_commit(postgres_url: str) -> None:
    async def main() -> None:
        wire = Wire(postgres_url)
        async with asyncio.timeout(60), wire.laid() as url, journal_on(Database(url)) as journal:
            counted = await set_up_count(journal)
            wire.cuts = 2
            entries = [entry(0) for _ in range(10)]
            kept = await asyncio.gather(
                *(journal.append(f"t{n}", [one], "0") for n, one in enumerate(entries)),
                journal.append("alone", [entry(0)], "0", [counted]),
            )
            assert kept == [True] * 11
            assert not wire.cuts
            there = await written(journal.database)
            assert [there[f"t{n}", 0] for n in range(10)] == [one.uid for one in entries]
            assert await journal.database.setting("count") == "x"

    asyncio.run(main())


def test_an_entry_for_another_past_is_refused(url: str) -> None:
    async def work(journal: Journal) -> None:
        counted = await set_up_count(journal)
        assert await journal.append("t", [entry(0)], "0")
        await set_generation(journal, "1")
        kept = await asyncio.gather(
            journal.append("t", [entry(1)], "0"),
            journal.append("u", [entry(0)], "1"),
            journal.append("v", [entry(0)], "0", [counted]),
        )
        assert list(kept) == [False, True, False]
        assert set(await written(journal.database)) == {("t", 0), ("u", 0)}
        assert await journal.database.setting("count") == ""

    run(work, Database(url))


def test_an_error_is_told_to_whoever_asked_and_nobody_else(url: str) -> None:
    async def work(journal: Journal) -> None:
        def wrong(connection: sa.Connection) -> None:
            connection.execute(sa.update(db_schema.settings).where(COUNT).values(value="never seen"))
            raise ValueError("wrong")

        await set_up_count(journal)
        wrong_kind = LogEntry(0, None, 0, {}, 0.0, new_uid())  # type: ignore[arg-type]
        answers: Sequence[object] = await asyncio.gather(
            journal.append("a", [entry(0)], "0"),
            journal.append("b", [wrong_kind], "0"),
            journal.run(wrong),
            journal.append("c", [entry(0)], "0"),
            return_exceptions=True,
        )
        assert [type(answer).__name__ for answer in answers[::3]] == ["bool", "bool"]
        assert isinstance(answers[1], Exception)
        assert isinstance(answers[2], ValueError)
        assert set(await written(journal.database)) == {("a", 0), ("c", 0)}
        assert await journal.database.setting("count") == ""
        assert await journal.append("b", [entry(0)], "0")

    run(work, Database(url))


def test_closing_commits_what_waits(url: str) -> None:
    async def main() -> None:
        database = Database(url)
        await database.open()
        journal = Journal(database, "one")
        await journal.open()
        waiting = [asyncio.create_task(journal.append(f"t{n}", [entry(0)], "0")) for n in range(400)]
        await asyncio.sleep(0)
        await journal.close()
        assert await asyncio.gather(*waiting) == [True] * 400
        assert len(await written(database)) == 400
        with pytest.raises(Refused, match="going down"):
            await journal.append("late", [entry(0)], "0")
        await database.close()

    asyncio.run(main())


def test_closing_does_not_wait_for_ever(
    postgres_server: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "CLOSING", 0.5)

    async def main() -> None:
        database = Database(postgres_url)
        await database.open()
        journal = Journal(database, "one")
        await journal.open()
        postgres_server.stop()
        waiting = [asyncio.create_task(journal.append(f"t{n}", [entry(0)], "0")) for n in range(300)]
        await asyncio.sleep(0)
        await journal.close()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(answer, Refused) and answer.code == "unavailable" for answer in answers)
        postgres_server.start()
        assert await written(database) == {}
        await database.close()

    asyncio.run(main())


def test_a_locked_file_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An administrator's tool holds the file for longer than SQLite itself waits."""
    monkeypatch.setattr(database_module, "BUSY", 0.05)

    async def work(journal: Journal) -> None:
        with contextlib.closing(sqlite3.connect(tmp_path / "triax.sqlite", isolation_level=None)) as tool:
            tool.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(journal.append("t", [entry(0)], "0"))
            done, _ = await asyncio.wait([waiting], timeout=0.7)
            assert not done
            assert await written(journal.database) == {}
            tool.execute("COMMIT")
        assert await waiting
        assert set(await written(journal.database)) == {("t", 0)}

    run(work, Database(database_url(sqlite_url(tmp_path))))


def test_what_is_wrong_with_one_does_not_fall_on_those_committed_with_it(url: str) -> None:
    def count(connection: sa.Connection) -> int:
        connection.execute(sa.insert(db_schema.settings).values(key=new_uid(), value="counted"))
        counted = sa.select(sa.func.count()).where(db_schema.settings.c.value == "counted")
        return int(connection.scalar(counted) or 0)

    def fail(connection: sa.Connection) -> int:
        count(connection)
        raise ValueError

    async def main() -> None:
        database = Database(url)
        async with journal_on(database) as journal:
            answers = await asyncio.gather(
                *(journal.run(job) for job in (count, fail, count, fail, count)),
                journal.append("t", [entry(0), entry(1)], "0"),
                journal.append("t", [entry(0), entry(1)], "0"),
                return_exceptions=True,
            )
            assert [answer for answer in answers if not isinstance(answer, ValueError)] == [1, 2, 3, True, False]
            assert await journal.run(count) == 4

    asyncio.run(main())


def test_what_must_hold_together_has_its_turn_though_moves_keep_coming(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two halves of the tables in turn: while the moves of one are written, those of the other are there already."""
    # Otherwise they would gather, and all wait for the same group.
    monkeypatch.setattr("triax.server.journal.PAUSE", 0.0)

    async def main() -> None:
        database = Database(url)
        async with journal_on(database) as journal:
            rounds = 60

            async def play(table: str) -> None:
                for number in range(rounds):
                    assert await journal.append(table, [entry(number)], "0")

            playing = [asyncio.create_task(play(f"table {number}")) for number in range(20)]
            await asyncio.sleep(0)
            while journal._queue:
                await asyncio.sleep(0)
            playing += [asyncio.create_task(play(f"table {number}")) for number in range(20, 40)]
            while journal.commits < 3:
                await asyncio.sleep(0)
            before = journal.commits
            await journal.run(lambda connection: None)
            assert journal.commits - before < rounds / 4
            await asyncio.gather(*playing)

    asyncio.run(main())
