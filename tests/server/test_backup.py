"""Backups made while people play, restored while servers run; and files that are no backups."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import sqlite3
import stat
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.support.load import LIMITS, Kind, Load
from tests.server.support.operations import Administer, all_rows, closed_for_a_restart, manage, play_moves
from tests.server.support.serving import Guest, Server, guest, serving, sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.whole_games import at_random, eventually, gather, guests, play_on, whole_game
from triax.games.errors import BadData
from triax.server.backup import stage, write_backup
from triax.server.open_database import on_database

T = TypeVar("T")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return sqlite_url(tmp_path) if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


# Backup and restore.


def test_every_table_of_the_database_is_in_a_backup(tmp_path: Path) -> None:
    """As the migrations make them, whatever the program thinks of."""
    url, file = sqlite_url(tmp_path), tmp_path / "all.jsonl"
    on_database(url, lambda database: write_backup(database, file, lambda done, total: None), create=True)
    with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as raw:
        known = {
            name: [column[1] for column in raw.execute(f"PRAGMA table_info({name})")]
            for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        }
    # Which version it has is in the first line; the processes that serve it now are not part of it.
    passing = {"alembic_version", "servers", "looking"}
    expected = {name: sorted(columns) for name, columns in known.items() if name not in passing}
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert {line["table"]: sorted(line["columns"]) for line in lines if "table" in line} == expected
    assert len(expected) == 36


@pytest.mark.slow
def test_after_a_restore_players_are_back_at_the_moment_of_the_backup_and_play_on(
    database: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "backup.jsonl.gz")

    async def there_and_back(running: Server) -> None:
        async with guests(running.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann], "rota", bots=["novice"])
            both = (await ann.call("POST", "/api/tables", {"game": "axo", "seats": ["me", "me"]}))["id"]
            await play_moves(ann, both, 5, 1)
            await manage(database, "backup", file, apart=True)
            assert stat.S_IMODE(Path(file).stat().st_mode) == 0o600
            saved = await ann.call("GET", f"/api/tables/{both}")
            await play_moves(ann, both, 5, 2)
            await ann.call("PATCH", "/api/session", {"name": "Anastasia"})
            later = (await ben.call("POST", "/api/tables", {"game": "axio", "seats": ["me"]}))["id"]
            assert await ann.call("GET", f"/api/tables/{both}") != saved
            async with ann.sit_at(both) as one, ben.sit_at(both) as watching, ben.sit_at(later) as new:
                assert "rows restored" in await manage(database, "restore", file, "--yes", apart=True)
                await asyncio.gather(*(closed_for_a_restart(socket) for socket in (one, watching, new)))
            # The cookies are good; what came later is not there, what was there is as it was.
            assert await ann.call("GET", f"/api/tables/{both}") == saved

            async def name_is_back() -> bool:
                seats = (await ben.call("GET", f"/api/tables/{table}"))["table"]["seats"]
                return bool(seats[0]["name"] == "Ann")

            await eventually(name_is_back)
            assert (await ben.ask("GET", f"/api/tables/{later}")).status_code == 404
            await coming_back(lambda: play_moves(ann, both, 3, 3))
            # A second time, on top of the first, while someone moves.
            moving = asyncio.create_task(move_and_come_back(ann, both))
            await manage(database, "restore", file, "--yes", apart=True)
            await moving
            await coming_back(lambda: play_moves(ann, both, 30, 4))
            over = await coming_back(lambda: play_on(ann, table, at_random(4)))
            assert over["status"] == "over"
            for book in (await read_tables(database)).values():
                book.check()

    with serving(database) as running:
        asyncio.run(there_and_back(running))


async def coming_back(play: Callable[[], Awaitable[T]]) -> T:
    """A server may notice a restore at a table first and by its beat a moment later: clients come back each time."""
    for _ in range(3):
        with contextlib.suppress(ConnectionClosedError):
            return await play()
    raise AssertionError("the table does not stay")


async def move_and_come_back(person: Guest, table: str) -> None:
    """Play until the table is taken away, then look at it again."""
    with pytest.raises(ConnectionClosedError, match="1012"):
        await play_moves(person, table, 100_000, 9)
    assert (await person.call("GET", f"/api/tables/{table}"))["table"]["status"] == "playing"


@pytest.mark.slow
def test_a_bot_that_was_thinking_when_a_backup_was_restored_goes_on(database: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup.jsonl")

    async def watch(running: Server) -> None:
        async with guest(running.url, "Ann") as ann:
            # Nobody sits there who could stir the bots; they play because somebody looks.
            table = (await ann.call("POST", "/api/tables", {"game": "axo", "seats": ["expert", "expert"]}))["id"]

            async def moves() -> int:
                return sum(entry.kind == "move" for entry in (await read_tables(database))[table].entries)

            async def at_least(number: int) -> None:
                # A first thought may have to wait until the bots' engine is compiled.
                async with asyncio.timeout(240):
                    while await moves() < number:
                        await ann.ask("GET", f"/api/tables/{table}")
                        await asyncio.sleep(0.2)

            await at_least(1)
            await manage(database, "backup", file)
            saved = await moves()
            await manage(database, "restore", file, "--yes")
            restored = await moves()

            await at_least(max(saved, restored) + 3)

    with serving(database, "--bot-budget", "1") as running:
        asyncio.run(watch(running))


@pytest.mark.slow
def test_every_backup_made_during_play_is_whole(database: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.jsonl.gz" for number in range(3)]

    async def back_up(load: Load) -> None:
        for file in files:
            await load.hear_more()
            await manage(database, "backup", str(file))

    async def play(running: Server) -> None:
        async with Load([running.url], seed=6) as load:
            kinds = [Kind("rota", ("me", "open")), Kind("axo", ("me", "open")), Kind("axio", ("me",))]
            await load.play(kinds, back_up(load))
            assert await load.check(database) > 100
        sizes = []
        for file in files:
            folder = tmp_path / file.stem
            folder.mkdir()
            stage(file, folder).dispose()
            books = await read_tables(f"sqlite:///{folder}/staged.sqlite")
            for book in books.values():
                book.check()
            sizes.append(sum(len(book.entries) for book in books.values()))
        assert 0 < sizes[0] < sizes[1] < sizes[2]

    with serving(database, limits=LIMITS) as running:
        asyncio.run(play(running))


@pytest.mark.slow
def test_sqlite_moves_to_postgres_and_back_with_all_it_holds(tmp_path: Path, postgres_url: str) -> None:
    first, there, back = sqlite_url(tmp_path), str(tmp_path / "there.jsonl.gz"), str(tmp_path / "back.jsonl")
    (tmp_path / "again").mkdir()
    last = sqlite_url(tmp_path / "again")

    async def play(running: Server, ann: Guest) -> str:
        async with guest(running.url, "Ben") as ben:
            await ann.call("POST", "/api/account", {"name": "Ann", "password": "correct horse"})
            await ann.call("POST", "/api/tokens", {"label": "Töken ☃"})
            await whole_game([ann, ben], "rota")
            table = await gather([ann], "axio", bots=["novice"], options={"start": 0})
            async with ann.sit_at(table) as socket:
                await socket.send("chat", id="x", text="“Grüße”, 漢字, 🦓")
                await socket.next("chat")
            await ben.call("POST", "/api/daily/rota")
        return table

    async def move() -> None:
        with serving(first) as running:
            async with guest(running.url, "Ann") as ann:
                table = await play(running, ann)
                assert running.stop() == 0
                before = await all_rows(first)
                assert all(before.values()), "something of everything"
                await manage(first, "backup", there, apart=True)
                # A server that runs there takes it all over, the key that signs people in included.
                with serving(postgres_url) as other:
                    await manage(postgres_url, "restore", there, "--yes", apart=True)
                    assert await all_rows(postgres_url) == before
                    await manage(postgres_url, "backup", back)
                    await manage(last, "restore", back, "--yes")
                    assert await all_rows(last) == before
                    ann.url, ann.http.base_url = other.url, other.url

                    async def is_known() -> bool:
                        return (await ann.ask("GET", "/api/session")).status_code == 200

                    # Within a moment: the server looks once a second.
                    await eventually(is_known)
                    assert (await ann.call("GET", "/api/session"))["id"] == ann.id
                    assert (await play_on(ann, table, at_random(1)))["status"] == "over"

    asyncio.run(move())


def refusal(file: Path) -> str:
    with tempfile.TemporaryDirectory() as folder, pytest.raises(BadData) as refused:
        stage(file, Path(folder)).dispose()
    return str(refused.value)


def test_a_backup_is_lines_of_json_with_a_header_and_an_end(small_backup: tuple[str, Path]) -> None:
    lines = [json.loads(line) for line in small_backup[1].read_text().splitlines()]
    assert {key: lines[0][key] for key in ("triax", "format", "schema")} == {
        "triax": "backup",
        "format": 1,
        "schema": "0013",
    }
    rows = sum(isinstance(line, list) for line in lines)
    assert lines[-1] == {"end": rows, "sha256": hashlib.sha256(b"".join(raw_lines(small_backup[1])[:-1])).hexdigest()}


def raw_lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


def test_whatever_is_not_a_whole_backup_is_refused(small_backup: tuple[str, Path], tmp_path: Path) -> None:
    good = small_backup[1].read_bytes()
    file = tmp_path / "bad.jsonl"
    for length in (0, 1, 20, *range(100, len(good), len(good) // 8), len(good) - 1):
        for raw in (good[:length], gzip.compress(good)[: len(gzip.compress(good)) * length // len(good)]):
            file.write_bytes(raw)
            said = refusal(file)
            assert said.startswith(str(file)), said
            assert "ends early" in said or "no backup" in said
    for place in range(200, len(good), len(good) // 8):
        file.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        assert str(file) in refusal(file)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda lines: [json.dumps({"triax": "backup", "format": 7, "schema": "0001"}).encode() + b"\n", *lines[1:]],
            "format 7",
        ),
        (
            lambda lines: [json.dumps({"triax": "backup", "format": 1, "schema": "9999"}).encode() + b"\n", *lines[1:]],
            "made by a newer Triax",
        ),
        (lambda lines: [*lines[:-2], lines[-1]], "was changed since it was written"),
        (lambda lines: [*lines, lines[-2]], "was changed since it was written"),
        (lambda lines: [*lines[:-1], b'{"table": "spies", "columns": []}\n', lines[-1]], "no line of a backup"),
        (lambda lines: [*lines[:-1], b"[" * 100_000 + b"\n", lines[-1]], "not JSON"),
        (lambda lines: [line for line in lines if b'"kind"' in line or not line.startswith(b'["')], "changed"),
    ],
)
def test_a_file_that_was_tampered_with_is_refused(
    change: Callable[[list[bytes]], list[bytes]], said: str, small_backup: tuple[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"".join(change(raw_lines(small_backup[1]))))
    assert said in refusal(file)


def test_a_log_with_a_gap_or_a_missing_key_is_refused_even_if_the_file_is_whole(
    small_backup: tuple[str, Path], tmp_path: Path
) -> None:
    def without(part: bytes) -> str:
        kept = [line for line in raw_lines(small_backup[1])[:-1] if part not in line]
        rows = sum(line.startswith(b"[") for line in kept)
        end = {"end": rows, "sha256": hashlib.sha256(b"".join(kept)).hexdigest()}
        file = tmp_path / "bad.jsonl"
        file.write_bytes(b"".join(kept) + json.dumps(end).encode() + b"\n")
        return refusal(file)

    assert "a gap" in without(b'"start"')
    assert "the key that signs people in is missing" in without(b'["secret"')


def test_a_refused_file_changes_nothing_and_gets_one_line(
    administer: Administer, small_backup: tuple[str, Path], tmp_path: Path
) -> None:
    url, good = small_backup
    before = asyncio.run(all_rows(url))
    half = tmp_path / "half.jsonl"
    half.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    packed = tmp_path / "half.jsonl.gz"
    packed.write_bytes(gzip.compress(good.read_bytes())[:-50])
    for words, said in (
        (["restore", str(half), "--yes"], f"triax: {half}: the file is damaged or ends early\n"),
        (["restore", str(packed), "--yes"], f"triax: {packed}: the file is damaged or ends early\n"),
        (["restore", "README.md", "--yes"], "triax: README.md: this is no backup of Triax\n"),
        (["restore", str(good)], f"triax: Replace everything in the database by {good}? Say so with --yes\n"),
        (["backup", str(good)], f"triax: {good}: there is a file already; name another\n"),
        (["backup", "/dev/full/x"], "triax: /dev/full/x: Not a directory\n"),
    ):
        assert administer(*words, "--database", url) == (2, "", said)
    assert asyncio.run(all_rows(url)) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
@pytest.mark.parametrize("name", ["backup.jsonl", "backup.jsonl.gz"])
def test_a_full_disk_is_told_and_leaves_nothing(
    name: str, administer: Administer, small_backup: tuple[str, Path], tmp_path: Path
) -> None:
    (tmp_path / f"{name}.part").symlink_to("/dev/full")
    said = f"triax: {tmp_path / name}: No space left on device\n"
    assert administer("backup", str(tmp_path / name), "--database", small_backup[0]) == (2, "", said)
    assert list(tmp_path.iterdir()) == []
