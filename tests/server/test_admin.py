"""`triax admin` on the databases of servers that run: list, close, backup, restore, delete-player."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.books import read_books
from tests.server.crowd import LIMITS, Crowd, Kind
from tests.server.operating import admin, all_rows, manage
from tests.server.serving import Guest, Server, TableSocket, guest, serving, sqlite_url
from tests.server.whole_games import at_random, eventually, gather, guests, play_on, play_out, spelt, whole_game
from triax.cli.main import main
from triax.games.errors import BadData
from triax.games.record import read_record
from triax.server.backup import stage

NAME = "Zebulon Quagga"
Make = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return sqlite_url(tmp_path) if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


async def play_moves(person: Guest, table: str, count: int, seed: int) -> None:
    """Play so many moves at one's seats, each committed before the next is sent."""
    choose, done, waiting = at_random(seed), 0, False
    offers: dict[int, dict[str, Any]] = {}
    async with person.sit_at(table) as socket:
        while done < count:
            message = await socket.next("moves", "accepted")
            if message["type"] == "moves":
                offers[message["seat"]] = message
            else:
                done, waiting = done + 1, False
            if offers and not waiting:
                _, offer = offers.popitem()
                body = {"seat": offer["seat"], "number": offer["number"], "move": choose(spelt(offer))}
                await socket.send("move", id=f"{seed}.{done}", **body)
                waiting = True


async def closed_for_a_restart(socket: TableSocket) -> None:
    with pytest.raises(ConnectionClosedError, match="1012"):
        await socket.next("nothing of the kind", timeout=60)


# Looking and closing.


def test_list_and_stats_show_what_there_is_and_close_ends_a_table(database: str) -> None:
    async def manage_tables(running: Server) -> None:
        async with guests(running.url, "Ann [red]x", "Ben") as (ann, ben):
            table = await gather([ann, ben], "rota")
            other = await gather([ben, ann], "axio", bots=["novice"])
            waiting = (await ann.call("POST", "/api/tables", {"game": "axo", "seats": ["me", "open"]}))["id"]
            await play_moves(ann, waiting, 0, 0)
            listed = (await manage(database, "list")).splitlines()
            assert listed[0].split() == ["id", "game", "seats", "status", "moves", "age"]
            assert [line.split()[0] for line in listed[1:]] == [waiting, other, table]
            assert "axo   Ann [red]x, (open)" in listed[1]
            assert "Ben, Ann [red]x, [novice]" in listed[2]
            assert "rota  Ann [red]x, Ben" in listed[3]
            assert " playing " in listed[3]
            assert waiting in (only := await manage(database, "list", "--status", "open", "--most", "1"))
            assert table not in only
            said = dict(line.rsplit(maxsplit=1) for line in (await manage(database, "stats")).splitlines())
            assert (said["players"], said["tables open"], said["tables playing"]) == ("2", "1", "2")
            async with ann.sit_at(table) as one, ben.sit_at(table) as two:
                # The first letters, as the log has them, will do.
                assert table in await manage(database, "close", table[:6])
                for socket in (one, two):
                    while (await socket.next("table"))["table"]["status"] != "closed":
                        pass
                for seat, socket in enumerate((one, two)):
                    refused = await socket.ask("move", "accepted", seat=seat, number=1, move="0,-1/0")
                    assert refused["code"] == "not_playing"
            again = await asyncio.to_thread(admin, database, "close", table)
            assert (again.returncode, again.stderr) == (2, f"triax: table {table}: the table is closed already\n")
            assert (await ann.call("GET", f"/api/tables/{other}"))["table"]["status"] == "playing"
            books = await read_books(database)
            assert [entry.kind for entry in books[table].entries][-1] == "close"
            assert books[table].status == "closed"
            for book in books.values():
                book.check()

    with serving(database) as running:
        asyncio.run(manage_tables(running))


# Backup and restore.


def test_after_a_restore_players_are_back_at_the_moment_of_the_backup_and_play_on(
    database: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "backup.jsonl.gz")

    async def there_and_back(running: Server) -> None:
        async with guests(running.url, "Ann", "Ben") as (ann, ben):
            table = await gather([ann], "rota", bots=["novice"])
            both = (await ann.call("POST", "/api/tables", {"game": "axo", "seats": ["me", "me"]}))["id"]
            await play_moves(ann, both, 5, 1)
            await manage(database, "backup", file)
            assert stat.S_IMODE(Path(file).stat().st_mode) == 0o600
            saved = await ann.call("GET", f"/api/tables/{both}")
            await play_moves(ann, both, 5, 2)
            await ann.call("PATCH", "/api/session", {"name": "Anastasia"})
            later = (await ben.call("POST", "/api/tables", {"game": "axio", "seats": ["me"]}))["id"]
            assert await ann.call("GET", f"/api/tables/{both}") != saved
            async with ann.sit_at(both) as one, ben.sit_at(both) as watching, ben.sit_at(later) as new:
                assert "rows restored" in await manage(database, "restore", file, "--yes")
                await asyncio.gather(*(closed_for_a_restart(socket) for socket in (one, watching, new)))
            # The cookies are good; what came later is not there, what was there is as it was.
            assert await ann.call("GET", f"/api/tables/{both}") == saved

            async def name_is_back() -> bool:
                seats = (await ben.call("GET", f"/api/tables/{table}"))["table"]["seats"]
                return bool(seats[0]["name"] == "Ann")

            await eventually(name_is_back)
            assert (await ben.ask("GET", f"/api/tables/{later}")).status_code == 404
            await play_moves(ann, both, 3, 3)
            # A second time, on top of the first, while someone moves.
            moving = asyncio.create_task(move_and_come_back(ann, both))
            await manage(database, "restore", file, "--yes")
            await moving
            for played in (both, table):
                assert (await play_on(ann, played, at_random(4)))["status"] == "over"
            for book in (await read_books(database)).values():
                book.check()

    with serving(database) as running:
        asyncio.run(there_and_back(running))


async def move_and_come_back(person: Guest, table: str) -> None:
    """Play until the table is taken away, then look at it again."""
    with pytest.raises(ConnectionClosedError, match="1012"):
        await play_moves(person, table, 100_000, 9)
    assert (await person.call("GET", f"/api/tables/{table}"))["table"]["status"] == "playing"


def test_a_bot_that_was_thinking_when_a_backup_was_restored_goes_on(database: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup.jsonl")

    async def watch(running: Server) -> None:
        async with guest(running.url, "Ann") as ann:
            # Nobody sits there who could stir the bots.
            table = (await ann.call("POST", "/api/tables", {"game": "axo", "seats": ["expert", "expert"]}))["id"]

            async def moves() -> int:
                return sum(entry.kind == "move" for entry in (await read_books(database))[table].entries)

            async def begun() -> bool:
                return await moves() > 0

            await eventually(begun)
            await manage(database, "backup", file)
            saved = await moves()
            await manage(database, "restore", file, "--yes")
            restored = await moves()

            async def gone_on() -> bool:
                return await moves() >= max(saved, restored) + 3

            await eventually(gone_on)

    with serving(database, "--bot-budget", "1") as running:
        asyncio.run(watch(running))


def test_every_backup_made_during_play_is_whole(database: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.jsonl.gz" for number in range(3)]
    targets = [tmp_path / f"restored-{number}" for number in range(3)]

    async def back_up() -> None:
        for file in files:
            await manage(database, "backup", str(file))

    async def play(running: Server) -> None:
        async with Crowd([running.url], seed=6) as crowd:
            kinds = [Kind("rota", ("me", "open")), Kind("axo", ("me", "open")), Kind("axio", ("me",))]
            await crowd.play(kinds, back_up())
            assert await crowd.check(database) > 100
        sizes = []
        for file, target in zip(files, targets, strict=True):
            target.mkdir()
            await manage(sqlite_url(target), "restore", str(file), "--yes")
            books = await read_books(sqlite_url(target))
            for book in books.values():
                book.check()
            sizes.append(sum(len(book.entries) for book in books.values()))
        assert 0 < sizes[0] < sizes[1] < sizes[2]

    with serving(database, limits=LIMITS) as running:
        asyncio.run(play(running))


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
                await manage(first, "backup", there)
                # A server that runs there takes it all over, the key that signs people in included.
                with serving(postgres_url) as other:
                    await manage(postgres_url, "restore", there, "--yes")
                    assert await all_rows(postgres_url) == before
                    await manage(postgres_url, "backup", back)
                    await manage(last, "restore", back, "--yes")
                    assert await all_rows(last) == before
                    ann.url, ann.http.base_url = other.url, other.url
                    assert (await ann.call("GET", "/api/session"))["id"] == ann.id
                    assert (await play_on(ann, table, at_random(1)))["status"] == "over"

    asyncio.run(move())


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A database with little in it, and its backup."""
    folder = tmp_path_factory.mktemp("small")
    url, file = sqlite_url(folder), folder / "backup.jsonl"

    async def fill(running: Server) -> None:
        async with guest(running.url, "Ann") as ann:
            await play_moves(ann, await gather([ann], "rota"), 3, 1)
        await manage(url, "backup", str(file))

    with serving(url) as running:
        asyncio.run(fill(running))
    return url, file


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`triax admin` in this process, which is quicker: the exit status and what is said."""

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["triax", "admin", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert isinstance(ended.value.code, int)
        return ended.value.code, *capsys.readouterr()

    return command


def refusal(file: Path) -> str:
    with tempfile.TemporaryDirectory() as folder, pytest.raises(BadData) as refused:
        stage(file, Path(folder)).dispose()
    return str(refused.value)


def test_a_backup_is_lines_of_json_with_a_header_and_an_end(small: tuple[str, Path]) -> None:
    lines = [json.loads(line) for line in small[1].read_text().splitlines()]
    assert {key: lines[0][key] for key in ("triax", "format", "schema")} == {
        "triax": "backup",
        "format": 1,
        "schema": "0001",
    }
    rows = sum(isinstance(line, list) for line in lines)
    assert lines[-1] == {"end": rows, "sha256": hashlib.sha256(b"".join(raw_lines(small[1])[:-1])).hexdigest()}


def raw_lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


def test_whatever_is_not_a_whole_backup_is_refused(small: tuple[str, Path], tmp_path: Path) -> None:
    good = small[1].read_bytes()
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
    change: Callable[[list[bytes]], list[bytes]], said: str, small: tuple[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"".join(change(raw_lines(small[1]))))
    assert said in refusal(file)


def test_a_log_with_a_gap_or_a_missing_key_is_refused_even_if_the_file_is_whole(
    small: tuple[str, Path], tmp_path: Path
) -> None:
    def without(part: bytes) -> str:
        kept = [line for line in raw_lines(small[1])[:-1] if part not in line]
        rows = sum(line.startswith(b"[") for line in kept)
        end = {"end": rows, "sha256": hashlib.sha256(b"".join(kept)).hexdigest()}
        file = tmp_path / "bad.jsonl"
        file.write_bytes(b"".join(kept) + json.dumps(end).encode() + b"\n")
        return refusal(file)

    assert "a gap" in without(b'"start"')
    assert "the key that signs people in is missing" in without(b'["secret"')


def test_a_refused_file_changes_nothing_and_gets_one_line(run: Run, small: tuple[str, Path], tmp_path: Path) -> None:
    url, good = small
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
        assert run(*words, "--database", url) == (2, "", said)
    assert asyncio.run(all_rows(url)) == before


# Deleting a player.


def test_a_deleted_player_leaves_no_trace_and_the_others_play_on(database: str, tmp_path: Path) -> None:
    async def delete(running: Server) -> tuple[str, str]:
        async with guests(running.url, "Guest", "Ben", "Cleo") as (gone, ben, cleo):
            await gone.call("POST", "/api/account", {"name": NAME, "password": "correct horse"})
            await gone.call("POST", "/api/tokens", {"label": f"{NAME}'s bot"})
            over = (await whole_game([gone, ben], "rota"))["id"]
            await ben.call("POST", f"/api/tables/{over}/rematch")
            running_game = await gather([ben, gone], "rota")
            resigned = await gather([gone, ben, cleo], "rota")
            await gone.call("POST", f"/api/tables/{resigned}/resign", {"seat": 0})
            alone = await gather([gone], "axo", bots=["novice"])
            hosted = (await gone.call("POST", "/api/tables", {"game": "axio", "seats": ["me", "open"]}))["id"]
            joined = (await ben.call("POST", "/api/tables", {"game": "axio", "seats": ["me", "open", "open"]}))["id"]
            await gone.call("POST", f"/api/tables/{joined}/join", {})
            watched = (await ben.call("POST", "/api/tables", {"game": "axio", "seats": ["me"]}))["id"]
            await gone.call("POST", "/api/daily/axio")
            for table in (over, running_game, watched):
                await gone.call("POST", f"/api/tables/{table}/chat", {"text": f"I am {NAME}, call {gone.id}"})
            assert NAME in str(await all_rows(database))
            async with ben.sit_at(running_game) as socket, gone.sit_at(watched) as watching:
                said = await manage(database, "delete-player", NAME.upper(), "--yes")
                assert said.startswith(f"player {gone.id} is deleted; ")
                await asyncio.gather(closed_for_a_restart(socket), closed_for_a_restart(watching))
            rows = str(await all_rows(database))
            assert NAME not in rows
            assert "zebulon" not in rows.casefold()
            assert gone.id not in rows

            async def shut_out() -> bool:
                return (await gone.ask("GET", "/api/session")).status_code == 401

            await eventually(shut_out)
            shown = {
                table: (await ben.call("GET", f"/api/tables/{table}"))["table"]
                for table in (over, running_game, resigned, joined)
            }
            assert NAME not in str(shown)
            assert shown[over]["seats"][0]["name"] == "deleted player"
            assert shown[running_game]["seats"][1]["bot"] == "adept"
            assert shown[resigned]["seats"][0]["resigned"]
            assert shown[joined]["seats"][1] == {**shown[joined]["seats"][2]}
            # The games of the others go on, and those that are over can be looked at.
            assert (await play_on(ben, running_game, at_random(2)))["status"] == "over"
            assert (await play_out([ben, cleo], resigned))["standings"][-1] == [0]
            record = read_record(json.dumps(await ben.call("GET", f"/api/tables/{over}/record")))
            assert len(list(record.replay())) == 24
            books = await read_books(database)
            for book in books.values():
                book.check()
            assert {books[table].status for table in (alone, hosted)} == {"closed"}
            assert NAME not in (await manage(database, "list"))
            return gone.id, NAME

    with serving(database) as running:
        erased = asyncio.run(delete(running))
    if database.startswith("sqlite"):
        # Nor is it left where it was overwritten.
        for file in tmp_path.glob("triax.sqlite*"):
            assert not any(word.encode() in file.read_bytes() for word in erased), file


def test_a_name_that_several_have_is_not_enough(run: Run, tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def enter(running: Server) -> list[str]:
        async with guests(running.url, "Ann", "Ann", "Ben") as people:
            return [person.id for person in people]

    def players() -> set[str]:
        return {row[0] for row in asyncio.run(all_rows(url))["players"]}

    with serving(url) as running:
        ann, other, ben = asyncio.run(enter(running))
    status, _, said = run("delete-player", "Ann", "--yes", "--database", url)
    assert status == 2
    assert said.startswith("triax: player 'Ann': 2 have this name; name one by id: ")
    assert ann in said
    assert other in said
    nobody = "triax: player 'ann': nobody has this id or name\n"
    assert run("delete-player", "ann", "--yes", "--database", url) == (2, "", nobody)
    unsure = f"triax: Delete player {ben} for good? Say so with --yes\n"
    assert run("delete-player", "Ben", "--database", url) == (2, "", unsure)
    assert players() == {ann, other, ben}
    assert run("delete-player", ann, "-y", "--database", url)[0] == 0
    assert players() == {other, ben}


# What is not a database of ours.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list", "--database", "{folder}/none.sqlite"], "the database {folder}/none.sqlite: there is no such file"),
        (["stats", "--database", "{folder}/empty.sqlite"], "nothing of Triax is in it yet"),
        (["backup", "x.jsonl", "--database", "{folder}/text.sqlite"], "not a database of Triax"),
        (["list", "--status", "lively"], "--status 'lively': expected open, playing, over, closed"),
        (["close", "abc", "--database", "{small}"], "table 'abc': there is no such table; triax admin list shows them"),
        (["close"], "Missing argument"),
        (["restore", "{folder}/none.jsonl"], "{folder}/none.jsonl: No such file or directory"),
        (["fly"], "No such command 'fly'"),
    ],
)
def test_bad_input_gets_one_line(
    words: list[str], said: str, run: Run, small: tuple[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "empty.sqlite").touch()
    (tmp_path / "text.sqlite").write_text("no database\n" * 1000)
    given: dict[str, Any] = {"folder": tmp_path, "small": small[0]}
    status, output, errors = run(*(word.format(**given) for word in words))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert said.format(**given) in errors
    assert not (tmp_path / "none.sqlite").exists()
