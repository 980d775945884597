"""Guests, accounts, names and tokens: who is who, on every device."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher

from tests.server.support.refusals import code_of
from tests.server.support.serving import LOOSE, Guest, Server, guest, serving, sqlite_url
from tests.server.support.whole_games import at_random, gather, guests, play_on, spelt
from triax.server.accounts import ABSENT

SECRET = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("people")), limits=LOOSE) as running:
        yield running


async def register(person: Guest, name: str, password: str = SECRET) -> Any:  # noqa: ANN401
    return await person.call("POST", "/api/account", {"name": name, "password": password})


async def sign_in(person: Guest, name: str, password: str = SECRET) -> str:
    return await code_of(person, "POST", "/api/account/session", {"name": name, "password": password})


def test_a_guest_who_becomes_an_account_keeps_everything(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Ada", "Ben", "Phone") as (ada, ben, phone):
            over = await gather([ada], "rota")
            await play_on(ada, over, at_random())
            table = await gather([ada, ben], "rota", options={"start": 0})
            token = (await ada.call("POST", "/api/tokens", {"label": "bot"}))["id"]
            assert (await ada.call("GET", "/api/session")) == {"id": ada.id, "name": "Ada", "guest": True}
            async with ben.sit_at(table) as his:
                await his.next("state")
                assert await register(ada, "Ada Lovelace") == {"id": ada.id, "name": "Ada Lovelace", "guest": False}
                # Ben sees at once who it is.
                assert (await his.next("table"))["table"]["seats"][0]["name"] == "Ada Lovelace"
            # On another device: the same player, the same games, the same seat.
            assert await sign_in(phone, "ada  LOVELACE") == ""
            assert (await phone.call("GET", "/api/session"))["id"] == ada.id
            assert [mine["id"] for mine in await phone.call("GET", "/api/tables/mine")] == [table]
            assert [mine["id"] for mine in await phone.call("GET", "/api/tokens")] == [token]
            assert (await phone.call("GET", f"/api/players/{ada.id}/games"))["games"][0]["table"] == over
            async with phone.sit_at(table) as there, ada.sit_at(table) as here:
                offer = await there.next("moves")
                move = {"seat": 0, "number": offer["number"], "move": spelt(offer)[0]}
                assert (await there.ask("move", "accepted", **move))["type"] == "accepted"
                # Both devices show it.
                assert (await here.next("moves"))["number"] == offer["number"]
                assert (await here.next("state"))["number"] == offer["number"] + 1
            # Signed out there, still signed in here.
            await phone.call("DELETE", "/api/session")
            assert await code_of(phone, "GET", "/api/session") == "no_session"
            assert (await ada.call("GET", "/api/session"))["id"] == ada.id

    asyncio.run(ask())


def test_only_name_and_password_together_open_an_account(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Cleo", "Mallory") as (cleo, mallory):
            for short_or_long in ("", "1234567", "x" * 201):
                body = {"name": "Cleo", "password": short_or_long}
                assert await code_of(cleo, "POST", "/api/account", body) == "bad_password"
            await register(cleo, "Cleo", "päßwörd 🐎 \u0000 long")
            assert await sign_in(cleo, "Cleo", "päßwörd 🐎 \u0000 long") == ""
            wrong = []
            for name, password in (
                ("Cleo", "wrong password"),
                ("Cleo", "päßwörd 🐎 "),
                ("Cleo", "PÄSSWÖRD 🐎 \u0000 long"),
                ("Cleo", ""),
                ("Cleo", "x" * 1000),
                ("Nobody", SECRET),
                # The name under which one plays is no account yet.
                ("Mallory", SECRET),
            ):
                response = await mallory.ask("POST", "/api/account/session", {"name": name, "password": password})
                assert "set-cookie" not in response.headers
                wrong.append((response.status_code, response.text))
            # The answer does not tell whether there is such an account.
            assert len(set(wrong)) == 1
            assert wrong[0][0] == 401
            assert (await mallory.call("GET", "/api/session"))["id"] == mallory.id

    asyncio.run(ask())
    # Nor does the time it takes.
    assert not PasswordHasher().check_needs_rehash(ABSENT)


def test_nobody_takes_the_name_of_an_account(server: Server) -> None:
    alike = ("Dora Ö", "DORA ö", "dora  ö", "Dora\u00a0Ö", "Ｄｏｒａ Ö", "D\u200bora Ö", "𝓓ora Ö", "\u202eDora Ö")

    async def ask() -> None:
        async with guests(server.url, "Dora Ö", "Eva") as (dora, eva):
            await register(dora, "Dora Ö")
            for name in alike:
                assert await code_of(eva, "POST", "/api/account", {"name": name, "password": SECRET}) == "name_taken"
                assert await code_of(eva, "PATCH", "/api/session", {"name": name}) == "name_taken"
                async with guest(server.url, "Finn") as finn:
                    assert await code_of(finn, "POST", "/api/session", {"name": name}) == "name_taken"
                    assert await sign_in(finn, name) == ""
                    assert (await finn.call("GET", "/api/session"))["id"] == dora.id
            # Whoever has it may write it differently, and guests may share a name that nobody has.
            assert await code_of(dora, "PATCH", "/api/session", {"name": "DORA Ö"}) == ""
            async with guest(server.url, "Eva") as other:
                assert other.id != eva.id

    asyncio.run(ask())


def test_a_new_name_shows_at_the_table_and_opens_the_account(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Gaia", "Ben", "Eva") as (gaia, ben, eva):
            table = await gather([gaia, ben], "axo")
            async with ben.sit_at(table) as his, eva.sit_at(table) as hers:
                await gaia.call("POST", f"/api/tables/{table}/chat", {"text": "hello"})
                for name in ("Gaia 2", "Gaia 3"):
                    await gaia.call("PATCH", "/api/session", {"name": name})
                    for heard in (his, hers):
                        assert (await heard.next("table"))["table"]["seats"][0]["name"] == name
                async with eva.sit_at(table) as again:
                    welcome = await again.next("welcome")
                    assert welcome["table"]["seats"][0]["name"] == "Gaia 3"
                    assert [line["name"] for line in welcome["chat"]] == ["Gaia 3"]
            await register(gaia, "Gaia 4")
            await gaia.call("PATCH", "/api/session", {"name": "Gaia 5"})
            assert await sign_in(eva, "Gaia 4") == "wrong_password"
            assert await sign_in(eva, "gaia 5") == ""
            # The name left behind is free.
            assert await code_of(ben, "PATCH", "/api/session", {"name": "Gaia 4"}) == ""

    asyncio.run(ask())


def test_registering_twice_at_once_makes_one_account(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Hans", "Ines", "Jana") as (hans, ines, jana):
            # The same guest under two names.
            wishes = [{"name": f"Hans {n}", "password": f"{SECRET} {n}"} for n in range(4)]
            answers = await asyncio.gather(*(hans.ask("POST", "/api/account", wish) for wish in wishes))
            won = [n for n, answer in enumerate(answers) if answer.is_success]
            assert len(won) == 1
            assert {answer.json()["code"] for answer in answers if not answer.is_success} == {"not_allowed"}
            opened = [await sign_in(jana, **wish) == "" for wish in wishes]
            assert [n for n, fits in enumerate(opened) if fits] == won
            # Two guests under one name.
            wish = {"name": "Ines", "password": SECRET}
            async with guest(server.url, "Kim") as kim:
                both = await asyncio.gather(*(one.ask("POST", "/api/account", wish) for one in (ines, kim)))
            assert sorted(answer.status_code for answer in both) == [200, 409]
            assert await code_of(hans, "POST", "/api/account", {"name": "Hans 9", "password": SECRET}) == "not_allowed"

    asyncio.run(ask())


def test_passwords_are_checked_while_the_tables_go_on(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Lena", "Max") as (lena, max_):
            await register(lena, "Lena")
            table = await gather([max_], "rota")
            async with max_.sit_at(table) as his:
                begun = time.monotonic()
                signing = asyncio.gather(*(sign_in(lena, "Lena", f"wrong {n}") for n in range(5)))
                waits = []
                while not signing.done():
                    asked = time.monotonic()
                    assert (await his.ask("ping", "pong"))["type"] == "pong"
                    waits.append(time.monotonic() - asked)
                assert await signing == ["wrong_password"] * 5
                # If each check held everybody up, five waits would be as long as all of it.
                assert sum(sorted(waits)[-5:]) < (time.monotonic() - begun) / 2

    asyncio.run(ask())


def test_a_program_plays_with_a_token_and_sees_its_own_view(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Nora", "Ben") as (nora, ben):
            token = (await nora.call("POST", "/api/tokens", {"label": "a bot of mine"}))["token"]
            program = Guest(server.url)
            program.http.headers["Authorization"] = f"Bearer {token}"
            try:
                table = (await ben.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
                await program.call("POST", f"/api/tables/{table}/join", {})
                playing = asyncio.create_task(play_on(ben, table, at_random()))
                number = 0
                while (shown := await program.call("GET", f"/api/tables/{table}"))["table"]["status"] == "playing":
                    (state,) = shown["states"]
                    assert (shown["yours"], state["seat"], state["view"]["seat"]) == ([1], 1, 1)
                    if state["moves"]:
                        start, ends, _ = state["moves"][0]
                        number += 1
                        move = {"seat": 1, "number": state["number"], "move": start + ends[0], "id": f"p{number}"}
                        await program.call("POST", f"/api/tables/{table}/moves", move)
                assert number >= 12
                assert (await playing)["status"] == "over"
                assert (await nora.call("GET", f"/api/tables/{table}"))["yours"] == [1]
            finally:
                await program.http.aclose()

    asyncio.run(ask())
