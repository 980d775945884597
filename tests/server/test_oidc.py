"""Signing in with OpenID Connect, at a real provider in a process of its own."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.support.launcher import run as run_triax
from tests.server.support.openid_provider import Running, providing
from tests.server.support.operations import all_rows, manage
from tests.server.support.postgres import Postgres
from tests.server.support.refusals import code_of, refused
from tests.server.support.serving import LOOSE, Guest, Server, free_port, guest, sqlite_url
from tests.server.support.table_service import run, service_on
from tests.server.support.whole_games import gather, guests
from triax.games.errors import BadData
from triax.server import openid
from triax.server.api.providers import CALLBACK, UNDER_WAY
from triax.server.config import Provider, Settings, database_url, read_provider
from triax.server.database import Database
from triax.server.db_schema import sessions
from triax.server.errors import Refused
from triax.server.identities import Identities, Person, SignIn
from triax.server.sessions import RECENT

PASSWORD = "correct horse battery"
FEW = 8
"""Sign-ins a minute at the second server."""


@pytest.fixture(scope="module")
def provider() -> Iterator[Running]:
    with providing() as running:
        yield running


@pytest.fixture(scope="module")
def servers(provider: Running, postgres_server: Postgres) -> Iterator[tuple[Server, Server]]:
    """Two on one database: what one begins, the other can finish. Browsers do not tell cookies apart by port."""
    database, ports = postgres_server.fresh_database(), (free_port(), free_port())
    origin = ("--origin", f"http://127.0.0.1:{ports[0]}")
    few = (*(limit for limit in LOOSE if not limit.startswith("sign_ins")), f"sign_ins_per_minute={FEW}")
    one, two = (
        Server(database, *origin, limits=limits, port=port) for port, limits in zip(ports, (LOOSE, few), strict=True)
    )
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in provider.environment.items():
                patch.setenv(name, value)
            yield one.start(), two.start()
    finally:
        for server in (one, two):
            server.end()
            server.log.unlink(missing_ok=True)


@pytest.fixture
def server(servers: tuple[Server, Server]) -> Server:
    return servers[0]


async def begin(person: Guest) -> str:
    return str((await person.call("POST", "/api/account/oidc"))["address"])


async def finish(person: Guest, back: str) -> str:
    """Come back from the provider; gives what went wrong, if anything did."""
    answer = await person.http.get(back)
    assert answer.status_code == 303, answer.text
    page = urlsplit(answer.headers["location"])
    assert (page.scheme, page.netloc, page.path) == ("", "", "/settings")
    said = parse_qs(page.query, keep_blank_values=True)
    assert len(said) == 1, said
    if "signed-in" in said:
        assert not any(cookie.name == UNDER_WAY for cookie in person.http.cookies.jar)
        person.id = (await person.call("GET", "/api/session"))["id"]
        return ""
    assert "triax=" not in answer.headers.get("set-cookie", "")
    return said["refused"][0]


async def sign_in(person: Guest, provider: Running, subject: str, **said: str) -> str:
    return await finish(person, await provider.sign_in(await begin(person), subject, **said))


async def age(database: str) -> None:
    """All sessions there are were begun some time ago."""
    engine = create_async_engine(database_url(database), poolclass=sa.NullPool)
    async with engine.begin() as connection:
        await connection.execute(sa.update(sessions).values(begun=sessions.c.begun - RECENT - 1))
    await engine.dispose()


async def is_open(cookie: str, url: str) -> bool:
    other = Guest(url)
    other.http.cookies.set("triax", cookie)
    try:
        return await code_of(other, "GET", "/api/session") == ""
    finally:
        await other.http.aclose()


def test_a_guest_becomes_an_account_that_opens_in_every_browser(server: Server, provider: Running) -> None:
    async def ask() -> None:
        async with guests(server.url, "Ada", "Ben", "Phone") as (ada, ben, phone):
            assert await ada.call("GET", "/api/account") == {
                "provider": "Example",
                "connected": False,
                "mail": False,
                "password": False,
            }
            table, first, planted = await gather([ada, ben], "rota"), ada.id, ada.http.cookies["triax"]
            async with ben.sit_at(table) as his:
                await his.next("state")
                assert await sign_in(ada, provider, "ada", preferred_username="ada.l@corp.example", name="Ada L") == ""
                assert (await his.next("table"))["table"]["seats"][0]["name"] == "ada.l"
            # The same player with the same games; the cookie of before opens nothing.
            assert await ada.call("GET", "/api/session") == {"id": first, "name": "ada.l", "guest": False}
            assert [mine["id"] for mine in await ada.call("GET", "/api/tables/mine")] == [table]
            assert not await is_open(planted, server.url)
            # In another browser, whatever the provider calls them now: the same account; the guest is left behind.
            left = phone.http.cookies["triax"]
            assert await sign_in(phone, provider, "ada", preferred_username="Somebody Else") == ""
            assert await phone.call("GET", "/api/session") == {"id": first, "name": "ada.l", "guest": False}
            assert not await is_open(left, server.url)
            # Sessions are sessions.
            await phone.call("DELETE", "/api/sessions")
            assert await code_of(ada, "GET", "/api/session") == "no_session"
            assert await sign_in(ada, provider, "ada") == ""
            assert ada.id == first
            # Nobody yet gets an account, too.
            nobody = Guest(server.url)
            assert await sign_in(nobody, provider, "nobody", quiet="yes", preferred_username="Niamh") == ""
            assert (await nobody.call("GET", "/api/session"))["name"] == "Niamh"
            await nobody.http.aclose()

    asyncio.run(ask())


def test_only_the_subject_opens_an_account(server: Server, provider: Running) -> None:
    """Neither a name nor an address that somebody can have at the provider."""

    async def ask() -> None:
        async with guests(server.url, "Cleo", "Mallory", "Eve", "Fay") as (cleo, mallory, eve, fay):
            await cleo.call("POST", "/api/account", {"name": "Cleo", "password": PASSWORD})
            assert await sign_in(mallory, provider, "mallory", preferred_username="CLEO", name="cleo") == ""
            assert mallory.id != cleo.id
            assert (await mallory.call("GET", "/api/session"))["name"] == "CLEO 2"
            # Names that nobody may have: the next that there is, at last one's own.
            assert await sign_in(eve, provider, "eve", preferred_username="Admin", name="\u202e") == ""
            assert (await eve.call("GET", "/api/session"))["name"] == "Eve"
            # Userinfo of somebody else is not believed.
            said = {"quiet": "yes", "how": "other's names", "preferred_username": "Wrong"}
            assert await sign_in(fay, provider, "fay", **said) == ""
            assert (await fay.call("GET", "/api/session"))["name"] == "Fay"

    asyncio.run(ask())


def test_connecting_and_passwords(server: Server, provider: Running) -> None:
    async def ask() -> None:
        async with guests(server.url, "Dora", "Phone", "Finn") as (dora, phone, finn):
            # An account with a password is connected, and says so.
            await dora.call("POST", "/api/account", {"name": "Dora", "password": PASSWORD})
            # Not by a cookie of long ago, which somebody may have found.
            await age(server.database)
            assert await code_of(dora, "POST", "/api/account/oidc") == "sign_in_again"
            await dora.call("POST", "/api/account/session", {"name": "Dora", "password": PASSWORD})
            account, before = dora.id, dora.http.cookies["triax"]
            assert await sign_in(dora, provider, "dora", preferred_username="D") == ""
            assert await dora.call("GET", "/api/session") == {"id": account, "name": "Dora", "guest": False}
            assert await dora.call("GET", "/api/account") == {
                "provider": "Example",
                "connected": True,
                "mail": False,
                "password": True,
            }
            assert not await is_open(before, server.url)
            assert await sign_in(phone, provider, "dora") == ""
            assert phone.id == account
            # One account, one identity; one identity, one account.
            assert await sign_in(dora, provider, "dora's other") == "identity_taken"
            assert await sign_in(finn, provider, "finn") == ""
            assert await sign_in(dora, provider, "finn") == "identity_taken"
            # Made by the provider, an account has no password to guess, and cannot be left without any key.
            assert await finn.call("GET", "/api/account") == {
                "provider": "Example",
                "connected": True,
                "mail": False,
                "password": False,
            }
            for guess in ("", "None", PASSWORD):
                body = {"name": "Finn", "password": guess}
                assert await code_of(phone, "POST", "/api/account/session", body) == "wrong_password"
            assert await code_of(finn, "DELETE", "/api/account/oidc") == "not_allowed"
            first = {"old": "", "new": PASSWORD}
            await age(server.database)
            assert await code_of(finn, "PUT", "/api/account/password", first) == "sign_in_again"
            await finn.call("DELETE", "/api/session")
            assert await sign_in(finn, provider, "finn") == ""
            await finn.call("PUT", "/api/account/password", first)
            wrong = {"old": "", "new": "another horse"}
            assert await code_of(finn, "PUT", "/api/account/password", wrong) == "wrong_password"
            # Disconnected, whoever came in that way is out.
            await dora.call("DELETE", "/api/account/oidc")
            assert await code_of(phone, "GET", "/api/session") == "no_session"
            assert (await dora.call("GET", "/api/account"))["connected"] is False
            assert await sign_in(phone, provider, "dora") == ""
            assert phone.id != account

    asyncio.run(ask())


def test_what_one_process_begins_another_finishes_once(servers: tuple[Server, Server], provider: Running) -> None:
    async def ask() -> None:
        gaia = Guest(servers[0].url)
        back = await provider.sign_in(await begin(gaia), "gaia", how="codes for ever")
        # Somebody has copied the cookie on the way.
        copied = dict(gaia.http.cookies)
        assert await finish(gaia, back.replace(servers[0].url, servers[1].url)) == ""
        for server in servers:
            thief = Guest(server.url)
            thief.http.cookies.update(copied)
            assert await finish(thief, back.replace(servers[0].url, server.url)) == "sign_in_stale"
            await thief.http.aclose()
        # By another address than the one named there is no way back, and none is offered.
        answer = await gaia.http.get("/api/account", headers={"Host": f"localhost:{servers[0].port}"})
        assert answer.json()["provider"] is None
        await gaia.http.aclose()

    asyncio.run(ask())


def test_a_sign_in_belongs_to_the_browser_and_player_that_began_it(server: Server, provider: Running) -> None:
    async def ask() -> None:
        async with guests(server.url, "Mallory", "Hans", "Ines") as (mallory, hans, ines):
            # Mallory would have Hans signed in as Mallory, or Hans' account connected with Mallory's identity.
            back = await provider.sign_in(await begin(mallory), "mallory 2")
            assert await finish(hans, back) == "sign_in_stale"
            await begin(hans)
            assert await finish(hans, back) == "sign_in_stale"
            hans.http.cookies.set(UNDER_WAY, mallory.http.cookies[UNDER_WAY])
            assert await finish(hans, back) == "sign_in_stale"
            # With TLS no other host of the domain can plant the cookie, either.
            answer = await hans.http.post("/api/account/oidc", headers={"X-Forwarded-Proto": "https"})
            assert answer.headers["set-cookie"].startswith(f"__Host-{UNDER_WAY}=")
            assert {"Path=/", "Secure", "HttpOnly", "SameSite=lax"} < set(answer.headers["set-cookie"].split("; "))
            # No page of another site can begin one.
            for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
                assert await refused(hans, "POST", "/api/account/oidc", headers=headers) == "wrong_origin"
            # Whoever has become somebody else meanwhile begins again.
            back = await provider.sign_in(await begin(ines), "ines")
            await ines.call("POST", "/api/account", {"name": "Ines", "password": PASSWORD})
            assert await finish(ines, back) == ""
            back = await provider.sign_in(await begin(ines), "ines")
            await ines.call("DELETE", "/api/session")
            assert await finish(ines, back) == "sign_in_stale"
            # A time that was changed fits no state; garbage is no reason to fail.
            back = await provider.sign_in(await begin(mallory), "mallory 2")
            cookie = mallory.http.cookies[UNDER_WAY].strip('"')
            for forged in (cookie.replace(".", "1.", 1), f"9{cookie}", "²." + cookie, "", "."):
                mallory.http.cookies.delete(UNDER_WAY)
                answer = await mallory.http.get(back, headers={b"Cookie": f"{UNDER_WAY}={forged}".encode()})
                assert answer.headers["location"] == "/settings?refused=sign_in_stale"
            answer = await mallory.http.get(f"{CALLBACK}?state=%00&code=//evil.example&error=%F0%9F&iss=x")
            assert answer.headers["location"] == "/settings?refused=sign_in_stale"

    asyncio.run(ask())


def test_an_answer_that_cannot_be_trusted_signs_nobody_in(server: Server, provider: Running) -> None:
    untrue = (
        *("wrong nonce", "no nonce", "wrong audience", "another party", "wrong issuer", "expired", "no subject"),
        *("other key", "unknown key", "shared secret", "unsigned", "no answer", "mix-up"),
    )

    async def ask() -> None:
        async with guest(server.url, "Jana") as jana:
            for how in untrue:
                assert await sign_in(jana, provider, "jana", how=how) == "sign_in_failed", how
            assert await sign_in(jana, provider, "jana", how="broken") == "provider_away"
            said = {
                "access_denied": "sign_in_denied",
                "temporarily_unavailable": "provider_away",
                "odd": "sign_in_failed",
            }
            for error, code in said.items():
                assert await sign_in(jana, provider, "jana", error=error) == code
            assert (await jana.call("GET", "/api/session"))["guest"]
            # A code is good for the sign-in that it was given to.
            stolen = parse_qs(urlsplit(await provider.sign_in(await begin(jana), "jana")).query)["code"][0]
            back = await provider.sign_in(await begin(jana), "jana")
            own = parse_qs(urlsplit(back).query)["code"][0]
            assert await finish(jana, back.replace(own, stolen)) == "sign_in_failed"
            # New keys are found without a restart.
            provider.rotate()
            assert await sign_in(jana, provider, "jana") == ""

    asyncio.run(ask())


def test_as_often_as_with_passwords(servers: tuple[Server, Server]) -> None:
    async def ask() -> None:
        nobody = Guest(servers[1].url)
        for _ in range(FEW + 1):
            await nobody.ask("POST", "/api/account/oidc")
        assert await code_of(nobody, "POST", "/api/account/oidc") == "too_fast"
        assert await finish(nobody, f"{CALLBACK}?state=x&code=y") == "too_fast"
        await nobody.http.aclose()

    asyncio.run(ask())


def test_a_deleted_player_is_unknown_to_the_provider_too(server: Server, provider: Running) -> None:
    async def ask() -> None:
        async with guests(server.url, "Kai", "Lea") as (kai, lea):
            assert await sign_in(kai, provider, "kai") == ""
            gone = kai.id
            assert "kai" in {row[1] for row in (await all_rows(server.database))["identities"]}
            await manage(server.database, "delete-player", gone, "--yes")
            assert "kai" not in {row[1] for row in (await all_rows(server.database))["identities"]}
            assert await sign_in(lea, provider, "kai") == ""
            assert lea.id != gone

    asyncio.run(ask())


# Without a server.


def test_two_browsers_at_once_are_one_account(tmp_path: Path) -> None:
    async def ask() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            accounts, kim = service.accounts, Person("kim", ["Kim"])
            identities = Identities(accounts, "https://one.example")
            people = [None, await accounts.new_guest("Kim"), await accounts.new_guest("Kim"), None]
            entered = await asyncio.gather(
                *(identities.sign_in(f"state {number}", kim, me) for number, me in enumerate(people))
            )
            assert len({player.id for player, _ in entered}) == 1
            # The same subject elsewhere is somebody else; and so is the same name.
            other, _ = await Identities(accounts, "https://two.example").sign_in("elsewhere", kim, None)
            again = [await identities.sign_in(f"many {n}", Person(f"kim {n}", ["Kim"]), None) for n in range(10)]
            names = [other.name, *(player.name for player, _ in again)]
            assert names[:8] == [f"Kim {number}" for number in range(2, 10)]
            assert len({*names, "Kim"}) == 12
            # A writer whose commit was cut off finds its own traces.
            player, cookie = entered[0]
            assert await identities._enter("state 0", "kim", None, "Kim 100", cookie) == player
            with pytest.raises(Refused, match="finished"):
                await identities.sign_in("state 0", kim, None)

    run(ask)


def test_a_provider_that_is_away_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(issuer: str) -> str:
        asked = openid.OpenIdProvider(Provider(issuer, "triax", "secret", "Example"))
        try:
            with pytest.raises(Refused) as caught:
                await asked.address(SignIn("s", "n", "v", "http://127.0.0.1/"))
            return caught.value.code
        finally:
            await asked.close()

    monkeypatch.setattr(openid, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert asyncio.run(ask(f"http://127.0.0.1:{silent.getsockname()[1]}")) == "provider_away"
    assert asyncio.run(ask(f"http://127.0.0.1:{free_port()}")) == "provider_away"


FINE = {"TRIAX_OIDC_ISSUER": "https://id.example.org/a", "TRIAX_OIDC_CLIENT_ID": "t", "TRIAX_OIDC_CLIENT_SECRET": "s"}
HERE = ["https://games.example.org"]


def test_the_environment_names_a_provider_or_none() -> None:
    assert read_provider({}, []) is None
    assert read_provider({"TRIAX_OIDC_NAME": "x", "TRIAX_OIDC_ISSUER": " "}, []) is None
    found = read_provider(FINE, HERE)
    assert found == Provider("https://id.example.org/a", "t", "s", "id.example.org")
    assert "'s'" not in repr(found)
    settings = Settings(provider=found)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRIAX_SERVER_SETTINGS", settings.to_environment())
        assert Settings.from_environment() == settings
    named = read_provider({**FINE, "TRIAX_OIDC_NAME": " The  Club "}, HERE)
    assert named is not None
    assert named.name == "The Club"
    for changed, origins, said in (
        ({"TRIAX_OIDC_CLIENT_SECRET": ""}, HERE, "TRIAX_OIDC_CLIENT_SECRET: not set"),
        ({"TRIAX_OIDC_ISSUER": "http://id.example.org"}, HERE, "expected an address such as https://"),
        ({"TRIAX_OIDC_ISSUER": "https://[id"}, HERE, "expected an address such as https://"),
        ({}, [], "needs --origin"),
    ):
        with pytest.raises(BadData, match=said):
            read_provider({**FINE, **changed}, origins)
    done = run_triax("serve", "--port", "0", environment=FINE)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "needs --origin" in done.stderr


def test_without_a_provider_nothing_of_it_is_loaded() -> None:
    code = "import triax.server.app, sys; sys.exit('triax.server.openid' in sys.modules)"
    assert asyncio.run(_exit_of(code)) == 0


async def _exit_of(code: str) -> int | None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
    return await process.wait()
