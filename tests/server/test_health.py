"""A database that is away, full, only to be read or damaged: nobody waits for ever, and it is told."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa

from tests.server.support.faulty_databases import CutOff
from tests.server.support.serving import sqlite_url
from tests.server.support.table_service import new_table, play_one, run, service_on
from triax.games.errors import BadData
from triax.server import journal as journal_module
from triax.server.config import database_url
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.health import Health
from triax.server.journal import new_uid
from triax.server.open_database import opened
from triax.server.table import LogEntry

T = TypeVar("T")


class Away(Database):
    """Nothing reaches it for a while."""

    is_away = False

    async def transact(self, job: Callable[[sa.Connection], T]) -> T:
        if self.is_away:
            raise ConnectionRefusedError
        return await super().transact(job)

    async def commit(self, statement: str, *given: object) -> int:
        if self.is_away:
            raise ConnectionRefusedError
        return await super().commit(statement, *given)


def entry() -> LogEntry:
    return LogEntry(0, "chat", None, {}, time.time(), new_uid())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "PATIENCE", 0.3)


@pytest.mark.usefixtures("impatient")
def test_what_is_refused_because_the_database_is_away_is_never_written(tmp_path: Path) -> None:
    async def main() -> None:
        away = Away(database_url(sqlite_url(tmp_path)))
        async with service_on(away) as service:
            journal, written = service.journal, []
            away.is_away = True

            def job(_: sa.Connection) -> None:
                written.append("job")

            work = (*(journal.append(f"t{n}", [entry()], "0") for n in range(20)), journal.run(job))
            async with asyncio.timeout(10):
                answers = await asyncio.gather(*work, return_exceptions=True)
            assert {getattr(answer, "code", answer) for answer in answers} == {"unavailable"}
            assert journal.trouble == "the database is away"
            away.is_away = False
            assert await journal.append("later", [entry()], "0")
            assert journal.trouble == ""
            rows = await away.rows(sa.text("SELECT table_id FROM entries"))
            assert ([row[0] for row in rows], written) == (["later"], [])

    run(main)


def test_no_more_waits_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "MOST", 5)

    async def main() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            work = [service.journal.append(f"t{n}", [entry()], "0") for n in range(8)]
            answers = await asyncio.gather(*work, return_exceptions=True)
            assert [getattr(answer, "code", answer) for answer in answers] == [True] * 5 + ["unavailable"] * 3

    run(main)


@pytest.mark.usefixtures("impatient")
def test_a_move_that_was_refused_but_is_written_is_told(tmp_path: Path) -> None:
    """The line breaks behind the commit, and the database stays away for longer than anybody waits."""

    async def main() -> None:
        cut_off = CutOff(database_url(sqlite_url(tmp_path)))
        async with service_on(cut_off) as service:
            ada = await service.accounts.new_guest("Ada")
            live = await new_table(service, ada)
            doubted: list[str] = []
            service.on_doubt = doubted.append
            cut_off.cuts = 1_000
            with pytest.raises(Refused) as refused:
                await play_one(service, live, ada, "mine")
            assert (refused.value.code, doubted) == ("unavailable", [live.id])
            cut_off.cuts = 0
            before = live.table.count
            await service.refresh(live.id, wanted=True)
            assert live.table.count == before + 1
            # Sent again, it is known.
            assert (0, "mine") in live.table.answers

    run(main)


def test_a_move_is_answered_though_it_could_not_be_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            ada = await service.accounts.new_guest("Ada")
            live = await new_table(service, ada)
            number = live.table.numbers[0]
            monkeypatch.setattr(live.table, "apply", _fails)
            assert await play_one(service, live, ada, "mine") == number + 1

    run(main)


def _fails(*_: object) -> None:
    raise RuntimeError("a change that cannot be applied")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("pragma", "words"),
    [("max_page_count=1", "the disk is full"), ("query_only=1", "the database may only be read")],
)
def test_a_database_that_cannot_be_written_is_not_ready(pragma: str, words: str, tmp_path: Path) -> None:
    async def main() -> None:
        database = Database(database_url(sqlite_url(tmp_path)))
        async with service_on(database) as service:
            health = Health(database, service.journal)
            await health.check()
            await database.transact(lambda connection: connection.exec_driver_sql(f"PRAGMA {pragma}"))
            long = LogEntry(0, "chat", None, {"text": "x" * 50_000}, 0.0, new_uid())
            with pytest.raises(Refused, match=words) as refused:
                await service.journal.append("t", [long], "0")
            assert refused.value.code == "unavailable"
            assert service.journal.trouble == words

    run(main)


def test_a_server_where_nothing_happens_tries_whether_it_could_write(tmp_path: Path) -> None:
    async def main() -> None:
        away = Away(database_url(sqlite_url(tmp_path)))
        async with service_on(away) as service:
            health = Health(away, service.journal)
            await health.check()
            health._written = -1e9
            away.is_away = True
            with pytest.raises(Refused, match="the database is away"):
                await health.check()

    run(main)


PAGE, BROKEN = 4096, b"\xa5" * 600


def damage(path: Path) -> None:
    """Bytes in the middle of the file, as a dying disk leaves them, where nobody looks while a server starts."""
    with closing(sqlite3.connect(path)) as line:
        assert line.execute("PRAGMA page_size").fetchone() == (PAGE,)
        (page,) = line.execute("SELECT rootpage FROM sqlite_master WHERE name = 'players'").fetchone()
    content = bytearray(path.read_bytes())
    middle = page * PAGE - PAGE // 2
    content[middle : middle + len(BROKEN)] = BROKEN
    path.write_bytes(content)


async def filled(path: Path) -> None:
    async with service_on(Database(database_url(f"sqlite:///{path}"))) as service:
        for number in range(40):
            await service.accounts.new_guest(f"Guest {number}")


def test_a_damaged_file_is_not_served(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "triax.sqlite"
        await filled(path)
        damage(path)
        with pytest.raises(BadData, match="damaged"):
            async with opened(database_url(f"sqlite:///{path}"), create=True):
                pass

    run(main)


@pytest.mark.parametrize("does", ["read", "write"])
def test_damage_that_shows_while_the_server_runs_is_told(does: str, tmp_path: Path) -> None:
    statement = sa.text("SELECT * FROM players" if does == "read" else "UPDATE players SET name = name || '!'")

    async def main() -> None:
        path = tmp_path / "triax.sqlite"
        await filled(path)
        damage(path)
        async with service_on(Database(database_url(f"sqlite:///{path}"))) as service:
            database, journal = service.database, service.journal
            written = journal.run(lambda connection: connection.execute(statement).rowcount)
            with pytest.raises(Refused, match="damaged"):
                await (written if does == "write" else database.rows(statement))
            written.close()
            # Whatever else can still be read and written.
            assert await database.setting("generation")
            assert await journal.append("t", [entry()], "0")
            with pytest.raises(Refused, match="damaged"):
                await Health(database, journal).check()

    run(main)


def test_the_file_is_for_nobody_else(tmp_path: Path) -> None:
    async def main(path: Path) -> list[int]:
        async with opened(database_url(f"sqlite:///{path}"), create=True) as database:
            await database.rows(sa.text("SELECT 1"))
            return [stat.S_IMODE(file.stat().st_mode) for file in sorted(path.parent.glob("triax.sqlite*"))]

    path = tmp_path / "triax.sqlite"
    modes = asyncio.run(main(path))
    assert len(modes) >= 2
    assert set(modes) == {0o600}
    # One that was made before is made so.
    path.chmod(0o644)
    assert set(asyncio.run(main(path))) == {0o600}
