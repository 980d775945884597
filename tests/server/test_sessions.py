"""Sessions: each browser has its own, and what is ended opens nothing any more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from websockets.exceptions import ConnectionClosed

from tests.server.support.faulty_databases import CutOff, Slow
from tests.server.support.refusals import code_of
from tests.server.support.serving import LOOSE, Guest, Server, serving, sqlite_url
from tests.server.support.table_service import run, service_on
from tests.server.support.whole_games import execute, gather, guests
from triax.server.config import Limits, database_url
from triax.server.database import Database, migrations
from triax.server.errors import Refused
from triax.server.sessions import MOST, end_sessions
from triax.server.sign_in_limits import SignInLimits

SECRET, NEW = "correct horse battery", "another horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("sessions")), limits=LOOSE) as running:
        yield running


async def copy_of(person: Guest) -> Guest:
    """Somebody else with the same cookie."""
    other = Guest(person.url)
    other.http.cookies.set("triax", person.http.cookies["triax"])
    assert (await other.call("GET", "/api/session"))["id"] == person.id
    return other


async def is_open(person: Guest) -> bool:
    return await code_of(person, "GET", "/api/session") != "no_session"


async def account(person: Guest, path: str, name: str, password: str = SECRET) -> str:
    return await code_of(person, "POST", path, {"name": name, "password": password})


def test_a_session_that_was_ended_opens_nothing(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota")
            thief = await copy_of(ada)
            async with thief.sit_at(table) as stolen:
                await ada.call("DELETE", "/api/session")
                # Neither asks again nor goes on listening.
                with pytest.raises(ConnectionClosed) as closed:
                    await stolen.next("never", timeout=10)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.reason == "no_session"
            assert not await is_open(thief)
            assert await code_of(thief, "POST", "/api/tokens", {"label": "mine"}) == "no_session"
            assert await is_open(ben)
            await thief.http.aclose()

    asyncio.run(ask())


def test_a_planted_cookie_does_not_become_the_account(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Victim", "Plain") as (victim, plain):
            planter = await copy_of(victim)
            assert await account(victim, "/api/account", "Victim") == ""
            assert await is_open(victim)
            assert not await is_open(planter)
            # Signing in, too, leaves the cookie of before behind.
            planted = await copy_of(plain)
            assert await account(plain, "/api/account/session", "Victim") == ""
            assert (await plain.call("GET", "/api/session"))["id"] == victim.id
            assert not await is_open(planted)
            for one in (planter, planted):
                await one.http.aclose()

    asyncio.run(ask())


def test_signing_out_everywhere_and_a_new_password_end_all_other_sessions(server: Server) -> None:
    async def ask() -> None:
        async with guests(server.url, "Cleo", "Phone", "Tablet") as (cleo, phone, tablet):
            assert await code_of(cleo, "PUT", "/api/account/password", {"old": "", "new": NEW}) == "not_allowed"
            assert await account(cleo, "/api/account", "Cleo") == ""
            for device in (phone, tablet):
                assert await account(device, "/api/account/session", "Cleo") == ""
            wrong = {"old": "wrong password", "new": NEW}
            assert await code_of(phone, "PUT", "/api/account/password", wrong) == "wrong_password"
            short = {"old": SECRET, "new": "short"}
            assert await code_of(phone, "PUT", "/api/account/password", short) == "bad_password"
            assert [await is_open(one) for one in (cleo, phone, tablet)] == [True] * 3
            browser = f"('d', '{cleo.id}', 'https://push.example.org/x', '', '', 'en', 0)"
            columns = "id, player, endpoint, p256dh, auth, language, created"
            await execute(server.database, f"INSERT INTO devices ({columns}) VALUES {browser}")
            assert len((await phone.call("GET", "/api/notices"))["devices"]) == 1
            assert await code_of(phone, "PUT", "/api/account/password", {"old": SECRET, "new": NEW}) == ""
            assert [await is_open(one) for one in (cleo, phone, tablet)] == [False, True, False]
            # Nothing is pushed to those who are out; whoever is in subscribes again.
            assert (await phone.call("GET", "/api/notices"))["devices"] == []
            assert await account(tablet, "/api/account/session", "Cleo") == "wrong_password"
            assert await account(tablet, "/api/account/session", "Cleo", NEW) == ""
            token = await tablet.call("POST", "/api/tokens", {"label": "bot"})
            await tablet.call("DELETE", "/api/sessions")
            assert [await is_open(one) for one in (phone, tablet)] == [False, False]
            # A program's token is its own; it ends nobody's sessions.
            program = Guest(server.url)
            program.http.headers["Authorization"] = f"Bearer {token['token']}"
            assert await code_of(program, "DELETE", "/api/sessions") == "not_allowed"
            assert await is_open(program)
            await program.http.aclose()

    asyncio.run(ask())


def test_the_oldest_of_too_many_sessions_ends(tmp_path: Path) -> None:
    async def ask() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            ada, sessions = await service.accounts.new_guest("Ada"), service.accounts.sessions
            cookies = [await sessions.begin(ada.id) for _ in range(MOST + 2)]
            sessions.clear()
            assert [await sessions.find(cookie) == ada.id for cookie in cookies] == [False, False] + [True] * MOST
            for forged in ("", cookies[-1] + "x", ada.id, "\udcff"):
                assert await sessions.find(forged) is None

    run(ask)


def test_a_session_that_ends_while_it_is_looked_for_is_not_remembered(tmp_path: Path) -> None:
    async def ask() -> None:
        async with service_on(Slow(database_url(sqlite_url(tmp_path)))) as service:
            slow, sessions = service.database, service.accounts.sessions
            assert isinstance(slow, Slow)
            ada = await service.accounts.new_guest("Ada")
            cookie = await sessions.begin(ada.id)
            slow.hold()
            looking = asyncio.create_task(sessions.find(cookie))
            await slow.has_done.wait()
            await Database.transact(slow, lambda connection: end_sessions(connection, ada.id))
            sessions.forget(ada.id)
            slow.may_tell.set()
            await looking
            assert await sessions.find(cookie) is None

    run(ask)


def test_an_end_of_which_nobody_could_be_told_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line breaks behind the commit, for longer than anybody waits."""
    monkeypatch.setattr("triax.server.journal.PATIENCE", 0.05)

    async def ask() -> None:
        async with service_on(CutOff(database_url(sqlite_url(tmp_path)))) as service:
            cut_off, accounts, sessions = service.database, service.accounts, service.accounts.sessions
            assert isinstance(cut_off, CutOff)
            ada = await accounts.new_guest("Ada")
            cookie, other = [await sessions.begin(ada.id) for _ in range(2)]
            token, _ = await accounts.new_token(ada, "program")
            assert [await sessions.find(one) for one in (cookie, other)] == [ada.id] * 2
            told: list[str] = []
            sessions.on_ended = told.append
            for ended in (sessions.end(cookie), accounts.delete_token(ada, token.id), sessions.end_all(ada.id)):
                cut_off.cuts = 1_000
                with pytest.raises(Refused):
                    await ended
                cut_off.cuts = 0
            assert told == [ada.id] * 3
            assert [await sessions.find(one) for one in (cookie, other)] == [None] * 2

    run(ask)


def test_cookies_signed_by_earlier_versions_are_sessions(tmp_path: Path) -> None:
    """Both ways in which they were signed; a guest has nothing else to come back with."""
    first = "p.ccb5847ac8e8eb22aba0712ee598a9398f789b43de4cab31bf7735b7eb75b27a"
    second = "p.Q-3lfXyDTZcNjamJoBgMk9vrD393ZRWXrb8PT-fibmc"

    async def ask() -> None:
        database = Database(database_url(sqlite_url(tmp_path)))
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.upgrade(migrations(sync), "0007"))
            await connection.execute(sa.text(f"INSERT INTO settings VALUES ('secret', '{'5a' * 32}')"))
            await connection.execute(sa.text("INSERT INTO players VALUES ('p', 'Ann', NULL, NULL, 1.5)"))
        async with service_on(database) as service:
            for cookie in (first, second):
                found = await service.accounts.by_cookie(cookie)
                assert found is not None
                assert found.id == "p"
                await service.accounts.sessions.end(cookie)
                assert await service.accounts.by_cookie(cookie) is None

    run(ask)


def test_wrong_passwords_count_by_account_and_never_lock_its_owner_out(tmp_path: Path) -> None:
    async def ask() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            limits = SignInLimits(service.accounts, Limits(wrong_passwords_per_hour=5))

            def wrong(device: str = "", name: str = "Ada") -> str:
                with pytest.raises(Refused) as refused, limits.one_try(name, device):
                    raise Refused("wrong_password", "")
                return refused.value.code

            def right(device: str = "") -> None:
                with limits.one_try("ADA", device):
                    pass

            known, other = service.accounts.device("ada"), service.accounts.device("ben")
            for _ in range(20):
                right()
            # From however many addresses, and whatever is said of the device.
            assert [wrong(), wrong(other), wrong("x.y"), wrong("ö"), wrong()] == ["wrong_password"] * 5
            assert [wrong(), wrong(other)] == ["too_fast"] * 2
            with pytest.raises(Refused):
                right()
            # Where the owner was signed in before, they still are let in; but not to try for ever.
            right(known)
            assert [wrong(known) for _ in range(6)] == ["wrong_password"] * 5 + ["too_fast"]
            assert wrong(name="Ben") == "wrong_password"

    run(ask)


def test_tries_count_by_site_too(tmp_path: Path) -> None:
    async def ask() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            limits = SignInLimits(service.accounts, Limits(sign_ins_per_minute=2))
            refused = 0
            for number in range(40):
                try:
                    limits.check_address(f"2001:db8:1:{number:x}::7")
                except Refused:
                    refused += 1
            assert refused == 32
            limits.check_address("2001:db8:2::7")
            for number in range(40):
                limits.check_address(f"192.0.2.{number}")

    run(ask)
