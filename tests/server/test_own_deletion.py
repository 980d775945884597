"""Leaving for good: by oneself, with the password, and nothing stays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.support.accounts import accounts, befriend, heard, listening
from tests.server.support.operations import all_rows, closed_for_a_restart
from tests.server.support.refusals import code_of, refused
from tests.server.support.serving import LOOSE, Guest, Server, fresh_url, serving
from tests.server.support.whole_games import at_random, execute, gather, guests, play_on

PASSWORD = "correct horse"
NAME = "Wilhelmina Quokka"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(fresh_url(tmp_path_factory.mktemp("leaving")), limits=LOOSE) as running:
        yield running


def test_an_account_is_deleted_by_its_owner_and_the_others_play_on(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Guest") as (gone,), accounts(server.url, "Stays") as (stays,):
            await gone.call("POST", "/api/account", {"name": NAME, "password": PASSWORD})
            await befriend(gone, stays)
            table = await gather([stays, gone], "rota")
            token = (await gone.call("POST", "/api/tokens", {"label": "bot"}))["token"]
            # Not by a program, nor by whoever finds the browser open.
            program = Guest(server.url)
            program.http.headers["Authorization"] = f"Bearer {token}"
            assert await refused(program, "DELETE", "/api/account", {"password": PASSWORD}) == "not_allowed"
            await program.http.aclose()
            for wrong in ({}, {"password": "wrong, wrong"}):
                assert await refused(gone, "DELETE", "/api/account", wrong) == "wrong_password"
            assert NAME in str(await all_rows(server.database))
            async with gone.sit_at(table) as socket, stays.sit_at(table) as theirs:
                await socket.next("welcome")
                async with listening(stays) as line:
                    await gone.call("DELETE", "/api/account", {"password": PASSWORD})
                    # Friends look at once at who is left.
                    await heard(line)
                with pytest.raises(ConnectionClosed):
                    await socket.next("never said")
                # The others come back to the table as it is now.
                await closed_for_a_restart(theirs)
            rows = str(await all_rows(server.database))
            assert NAME not in rows
            assert gone.id not in rows
            assert await code_of(gone, "GET", "/api/session") == "no_session"
            assert (await stays.call("GET", "/api/people"))["friends"] == []
            assert (await play_on(stays, table, at_random(2)))["status"] == "over"
            # The name is free again.
            async with guests(server.url, "Another") as (another,):
                signed = {"name": NAME, "password": PASSWORD}
                assert await code_of(another, "POST", "/api/account/session", signed) == "wrong_password"
                await another.call("POST", "/api/account", signed)

    asyncio.run(scenario())


def test_a_guest_has_only_the_cookie_to_show(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Passing By", "Other") as (guest, other):
            await guest.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]})
            await guest.call("DELETE", "/api/account", {})
            assert await code_of(guest, "GET", "/api/session") == "no_session"
            assert guest.id not in str(await all_rows(server.database))
            assert (await other.call("GET", "/api/session"))["id"] == other.id

    asyncio.run(scenario())


def test_an_account_without_a_password_has_just_signed_in(server: Server) -> None:
    async def scenario() -> None:
        async with accounts(server.url, "Keyless") as (keyless,):
            await execute(server.database, f"UPDATE players SET password = NULL WHERE id = '{keyless.id}'")
            await execute(server.database, f"UPDATE sessions SET begun = begun - 700 WHERE player = '{keyless.id}'")
            assert await refused(keyless, "DELETE", "/api/account", {}) == "sign_in_again"
            await execute(server.database, f"UPDATE sessions SET begun = begun + 700 WHERE player = '{keyless.id}'")
            await keyless.call("DELETE", "/api/account", {})
            assert await code_of(keyless, "GET", "/api/session") == "no_session"

    asyncio.run(scenario())


def test_not_too_many_leave_at_once(server: Server) -> None:
    """Behind each, every table is read again."""

    async def scenario() -> None:
        codes = []
        for number in range(8):
            async with guests(server.url, f"Leaver {number}") as (leaver,):
                codes.append(await code_of(leaver, "DELETE", "/api/account", {}))
        assert codes[-1] == "too_fast"

    asyncio.run(scenario())
