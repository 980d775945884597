"""`triax admin` on the databases of servers that run: list, close, delete-player; and its bad input."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

from tests.server.support.operations import Administer, admin, all_rows, closed_for_a_restart, manage, play_moves
from tests.server.support.serving import Guest, Server, serving, sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.whole_games import at_random, eventually, gather, guests, play_on, play_out, whole_game
from triax.games.record import read_record

NAME = "Zebulon Quagga"
Make = Callable[[], str]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return sqlite_url(tmp_path) if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


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
                assert table in await manage(database, "close", table[:6], apart=True)
                for socket in (one, two):
                    while (await socket.next("table"))["table"]["status"] != "closed":
                        pass
                for seat, socket in enumerate((one, two)):
                    refused = await socket.ask("move", "accepted", seat=seat, number=1, move="0,-1/0")
                    assert refused["code"] == "not_playing"
            again = await asyncio.to_thread(admin, database, "close", table)
            assert (again.returncode, again.stderr) == (2, f"triax: table {table}: the table is closed already\n")
            assert (await ann.call("GET", f"/api/tables/{other}"))["table"]["status"] == "playing"
            books = await read_tables(database)
            assert [entry.kind for entry in books[table].entries][-1] == "close"
            assert books[table].status == "closed"
            for book in books.values():
                book.check()

    with serving(database) as running:
        asyncio.run(manage_tables(running))


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
            await be_among_people(gone, ben, cleo)
            assert NAME in str(await all_rows(database))
            silent = await gather([ben], "rota")
            async with (
                ben.sit_at(running_game) as socket,
                gone.sit_at(watched) as watching,
                gone.sit_at(silent) as not_named,
            ):
                said = await manage(database, "delete-player", NAME.upper(), "--yes", apart=True)
                assert said.startswith(f"player {gone.id} is deleted; ")
                await asyncio.gather(closed_for_a_restart(socket), closed_for_a_restart(watching))
                # Where they only watched as well, before they say another word.
                with pytest.raises(ConnectionClosedError, match="1008"):
                    await not_named.next("nothing of the kind", timeout=10)
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
            books = await read_tables(database)
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


async def be_among_people(gone: Guest, ben: Guest, cleo: Guest) -> None:
    """In every table that knows people: as the one who asks and as the one who is asked."""
    for person, name in ((ben, "Ben B"), (cleo, "Cleo C")):
        await person.call("POST", "/api/account", {"name": name, "password": "correct horse"})
    await gone.call("POST", "/api/people/requests", {"player": ben.id})
    await ben.call("PUT", f"/api/people/friends/{gone.id}")
    await gone.call("POST", "/api/people/requests", {"player": cleo.id})
    await gone.call("POST", "/api/people/links")
    await cleo.call("PUT", f"/api/people/blocks/{gone.id}")
    table = (await gone.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
    await gone.call("PUT", f"/api/people/invitations/{table}/{ben.id}")
    club = await gone.call("POST", "/api/clubs", {"name": "Club"})
    await ben.call("POST", f"/api/clubs/{club['id']}/join", {"link": club["link"]})


def test_a_name_that_several_have_is_not_enough(administer: Administer, tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def enter(running: Server) -> list[str]:
        async with guests(running.url, "Ann", "Ann", "Ben") as people:
            return [person.id for person in people]

    def players() -> set[str]:
        return {row[0] for row in asyncio.run(all_rows(url))["players"]}

    with serving(url) as running:
        ann, other, ben = asyncio.run(enter(running))
    status, _, said = administer("delete-player", "Ann", "--yes", "--database", url)
    assert status == 2
    assert said.startswith("triax: player 'Ann': 2 have this name; name one by id: ")
    assert ann in said
    assert other in said
    nobody = "triax: player 'ann': nobody has this id or name\n"
    assert administer("delete-player", "ann", "--yes", "--database", url) == (2, "", nobody)
    unsure = f"triax: Delete player {ben} for good? Say so with --yes\n"
    assert administer("delete-player", "Ben", "--database", url) == (2, "", unsure)
    assert players() == {ann, other, ben}
    assert administer("delete-player", ann, "-y", "--database", url)[0] == 0
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
    words: list[str], said: str, administer: Administer, small_backup: tuple[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "empty.sqlite").touch()
    (tmp_path / "text.sqlite").write_text("no database\n" * 1000)
    given: dict[str, Any] = {"folder": tmp_path, "small": small_backup[0]}
    status, output, errors = administer(*(word.format(**given) for word in words))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert said.format(**given) in errors
    assert not (tmp_path / "none.sqlite").exists()
