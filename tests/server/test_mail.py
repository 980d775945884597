"""Letters: asked for, confirmed, stopped with a click; an account recovered by one. A real mail server gets them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from tests.server.support.post_office import ORIGIN, PostOffice, link_of, post_office, text_of
from tests.server.support.serving import Guest, Server, fresh_url, serving
from tests.server.support.turns import QUIET, move, table_of
from tests.server.support.whole_games import execute, guests, services
from triax.games.errors import BadData
from triax.server import admin
from triax.server.config import Mail, database_url, read_mail
from triax.server.db_schema import addresses, devices, identities, letters
from triax.server.errors import Refused
from triax.server.notices.addresses import HOURLY
from triax.server.notices.letter_texts import (
    LetterItem,
    changed_letter,
    confirm_letter,
    notices_letter,
    recover_letter,
)
from triax.server.notices.mail import MailSender, clean_address
from triax.server.notices.notice import Channel
from triax.server.notices.texts import LANGUAGES, Told
from triax.server.open_database import opened

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostOffice]:
    with post_office(tmp_path_factory.mktemp("letters")) as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Server]:
    url = fresh_url(tmp_path_factory.mktemp("mail"))
    with serving(url, "--origin", ORIGIN, variables=office.variables) as running:
        yield running


async def with_address(person: Guest, name: str, office: PostOffice, language: str = "en") -> str:
    """An account with an address of its own."""
    await person.call("POST", "/api/account", {"name": name, "password": PASSWORD})
    address = f"{name}@example.com"
    asked = {"address": address, "password": PASSWORD, "language": language}
    await person.call("PUT", "/api/account/address", asked)
    letter = await office.wait(address, 1)
    await person.call("POST", "/api/mail/confirm", {"token": link_of(letter, "confirm")})
    return address


def test_a_letter_tells_of_a_turn_and_a_click_ends_it(server: Server, office: PostOffice) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            to = await with_address(ben, "ben-turn", office, "de")
            shown = (await ben.call("GET", "/api/notices"))["mail"]
            assert shown == {"address": to, "pending": None, "mode": "each", "hour": 7}
            table = await table_of(ann, ben, clock=4 * 86400)
            begun = time.time()
            await move(ann, table, "a")
            letter = await office.wait(to, 2)
            assert time.time() - begun < 5
            assert letter["subject"] == "Du bist dran: Axio Rota"
            assert letter["from"] == "Triax <games@example.org>"
            assert f"{ORIGIN}/t/{table}" in text_of(letter)
            assert "Gegen Ann. Noch 3 Tage." in text_of(letter)
            assert letter.get_body(("html",)) is not None
            # One click in the mail program: its server asks, without a cookie.
            assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
            place = str(letter["list-unsubscribe"]).strip("<>").replace(ORIGIN, server.url)
            async with httpx.AsyncClient() as program:
                assert (await program.post(f"{place}x", data={"List-Unsubscribe": "One-Click"})).status_code == 409
                answer = await program.post(place, data={"List-Unsubscribe": "One-Click"})
                assert answer.status_code == 204
                # Elsewhere a form is still refused.
                assert (await program.post(f"{server.url}/api/session", data={"name": "x"})).status_code == 415
            assert (await ben.call("GET", "/api/notices"))["mail"]["mode"] == "never"
            await move(ben, table, "b")
            await move(ann, table, "c")
            await asyncio.sleep(QUIET)
            assert len(office.letters(to)) == 2

    asyncio.run(scenario())


def test_an_address_is_confirmed_once_by_its_owner_alone(server: Server, office: PostOffice) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Cleo", "Eve") as (cleo, eve):
            refused = await cleo.ask(
                "PUT", "/api/account/address", {"address": "cleo@example.com", "language": "en", "password": ""}
            )
            assert refused.json()["code"] == "not_allowed"  # a guest
            await cleo.call("POST", "/api/account", {"name": "cleo-once", "password": PASSWORD})
            asked = {"address": "cleo@example.com", "language": "en", "password": "wrong, wrong"}
            assert (await cleo.ask("PUT", "/api/account/address", asked)).json()["code"] == "wrong_password"
            for bad in ("no address", "a@b", "a@example.com\r\nBcc: x@example.com", "a b@example.com", "@example.com"):
                answer = await cleo.ask("PUT", "/api/account/address", {**asked, "password": PASSWORD, "address": bad})
                assert answer.json()["code"] == "bad_address", bad
            await cleo.call("PUT", "/api/account/address", {**asked, "password": PASSWORD})
            assert (await cleo.call("GET", "/api/notices"))["mail"]["pending"] == "cleo@example.com"
            secret = link_of(await office.wait("cleo@example.com", 1), "confirm")
            assert (
                await eve.ask("POST", "/api/account/recovery/password", {"token": secret, "password": PASSWORD})
            ).json()["code"] == "link_stale"
            await eve.call("POST", "/api/mail/confirm", {"token": secret})
            assert (await eve.ask("POST", "/api/mail/confirm", {"token": secret})).json()["code"] == "link_stale"
            assert (await cleo.call("GET", "/api/notices"))["mail"]["address"] == "cleo@example.com"
            # Another address: the one before is told.
            await cleo.call(
                "PUT", "/api/account/address", {**asked, "password": PASSWORD, "address": "new@example.com"}
            )
            assert (await cleo.call("GET", "/api/notices"))["mail"]["address"] == "cleo@example.com"
            await cleo.call(
                "POST", "/api/mail/confirm", {"token": link_of(await office.wait("new@example.com", 1), "confirm")}
            )
            assert (await office.wait("cleo@example.com", 2))["subject"] == "Your address was changed"
            # It is nowhere to be seen for others.
            assert "new@example.com" not in (await eve.ask("GET", f"/api/players/{cleo.id}")).text
            assert (await eve.call("GET", "/api/notices"))["mail"] is None
            # Whoever finds her browser open does not take her the way back.
            refused = await cleo.ask("DELETE", "/api/account/address", {"password": "wrong, wrong"})
            assert refused.json()["code"] == "wrong_password"
            assert (await cleo.call("GET", "/api/notices"))["mail"]["address"] == "new@example.com"
            await cleo.call("DELETE", "/api/account/address", {"password": PASSWORD})
            assert (await cleo.call("GET", "/api/notices"))["mail"]["address"] is None

    asyncio.run(scenario())


def test_an_account_is_recovered_and_nobody_learns_whether_an_address_is_known(
    server: Server, office: PostOffice
) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Dora", "Eve") as (dora, eve):
            to = await with_address(dora, "dora-lost", office)
            token = (await dora.call("POST", "/api/tokens", {"label": "a thief's"}))["token"]
            program = {"authorization": f"Bearer {token}"}
            browser = {"id": "d", "player": dora.id, "endpoint": "https://push.example.org/x", "language": "en"}
            stranger = {
                "issuer": "https://provider.example.org",
                "subject": "a thief",
                "player": dora.id,
                "created": 0.0,
            }
            async with opened(database_url(server.database), create=False) as database, database.write() as connection:
                await connection.execute(sa.insert(identities).values(stranger))
                await connection.execute(sa.insert(devices).values(**browser, p256dh="", auth="", created=0.0))
            assert len((await dora.call("GET", "/api/notices"))["devices"]) == 1
            answers = [
                await eve.ask("POST", "/api/account/recovery", {"address": address, "language": "it"})
                for address in ("nobody@example.com", to)
            ]
            assert {(answer.status_code, answer.text) for answer in answers} == {(204, "")}
            letter = await office.wait(to, 2)
            assert "Nuova password per dora-lost" in text_of(letter)
            assert not office.letters("nobody@example.com")
            secret = link_of(letter, "recover")
            done = {"token": secret, "password": "a new password"}
            assert (await eve.ask("POST", "/api/account/recovery/password", {**done, "password": "short"})).json()[
                "code"
            ] == "bad_password"
            back = await eve.call("POST", "/api/account/recovery/password", done)
            assert back["id"] == dora.id
            assert (await eve.call("GET", "/api/session"))["id"] == dora.id
            assert (await eve.call("GET", "/api/notices"))["devices"] == []
            # All others are signed out, their programs and what they were connected with too, and the link is spent.
            async with opened(database_url(server.database), create=False) as database:
                assert not await database.rows(sa.select(identities).where(identities.c.player == dora.id))
            async with httpx.AsyncClient(base_url=server.url) as thief:
                assert (await thief.get("/api/session", headers=program)).json()["code"] == "no_session"
            assert (await dora.ask("GET", "/api/session")).json()["code"] == "no_session"
            assert (await dora.ask("POST", "/api/account/recovery/password", done)).json()["code"] == "link_stale"
            signed = {"name": "dora-lost", "password": "a new password"}
            assert (await dora.call("POST", "/api/account/session", signed))["id"] == dora.id
            # Not too many letters to one address.
            for _ in range(8):
                await eve.call("POST", "/api/account/recovery", {"address": to, "language": "en"})
            await asyncio.sleep(1)
            assert len(office.letters(to)) <= 6
            async with opened(database_url(server.database), create=False) as database:
                old = sa.update(letters).values(made=time.time() - 3700)
                async with database.write() as connection:
                    await connection.execute(old)
            late = link_of(office.letters(to)[-1], "recover")
            answer = await eve.ask("POST", "/api/account/recovery/password", {"token": late, "password": PASSWORD})
            assert answer.json()["code"] == "link_stale"

    asyncio.run(scenario())


def test_who_is_back_is_rid_of_addresses_that_another_has_given(server: Server, office: PostOffice) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Flora", "Eve") as (flora, eve):
            to = await with_address(flora, "flora-back", office)
            # Somebody who knows the password has a letter sent to themselves, and keeps its link.
            given = {"address": "eve-waits@example.com", "password": PASSWORD, "language": "en"}
            await flora.call("PUT", "/api/account/address", given)
            theirs = link_of(await office.wait("eve-waits@example.com", 1), "confirm")
            await eve.call("POST", "/api/account/recovery", {"address": to, "language": "en"})
            link = link_of(await office.wait(to, 2), "recover")
            await flora.call("POST", "/api/account/recovery/password", {"token": link, "password": "a new password"})
            assert (await eve.ask("POST", "/api/mail/confirm", {"token": theirs})).json()["code"] == "link_stale"
            # Likewise when the password is changed.
            given = {"address": "eve-again@example.com", "password": "a new password", "language": "en"}
            await flora.call("PUT", "/api/account/address", given)
            theirs = link_of(await office.wait("eve-again@example.com", 1), "confirm")
            await flora.call("PUT", "/api/account/password", {"old": "a new password", "new": PASSWORD})
            assert (await eve.ask("POST", "/api/mail/confirm", {"token": theirs})).json()["code"] == "link_stale"
            assert (await flora.call("GET", "/api/notices"))["mail"]["address"] == to

    asyncio.run(scenario())


def test_nobody_is_flooded_however_it_is_asked_for(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with services(fresh_url(tmp_path)) as built:
            own, sent = built.notices.addresses, 0
            for number in range(6):
                player = await built.accounts.new_guest(f"Guest {number}")
                # Forgotten again, with a mark, in capitals: it is one mailbox.
                for address in ("victim@example.com", f"victim+{number}@example.com", "VICTIM@example.com"):
                    sent += await own._remember(player.id, "confirm", address, "en", f"{number} {address}")
                    await own.forget(player)
            assert sent == HOURLY

    asyncio.run(scenario())


def test_a_days_letters_are_one_and_deletion_takes_the_address(server: Server, office: PostOffice) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Finn") as (ann, finn):
            to = await with_address(finn, "finn-daily", office)
            await finn.call("PATCH", "/api/account/address", {"mode": "daily", "hour": 12, "language": "it"})
            tables = [await table_of(ann, finn) for _ in range(2)]
            for number, table in enumerate(tables):
                await move(ann, table, f"a{number}")
            await asyncio.sleep(QUIET)
            assert len(office.letters(to)) == 1
            # Noon comes.
            await execute(server.database, "UPDATE notices SET due = 1 WHERE channel = 'mail'")
            letter = await office.wait(to, 2)
            assert letter["subject"] == "Triax: 2 messaggi"
            assert all(f"/t/{table}" in text_of(letter) for table in tables)
            url = database_url(server.database)
            async with opened(url, create=False) as database:
                await admin.delete_player(database, finn.id)
                assert not await database.rows(sa.select(addresses).where(addresses.c.player == finn.id))

    asyncio.run(scenario())


# Words and settings.


def test_nothing_in_a_name_makes_another_field_or_another_tag() -> None:
    sender = MailSender(Mail("127.0.0.1", 25, "none", "", "", "games@example.org"))
    evil = "x\r\nBcc: eve@example.com <script>"
    for language in LANGUAGES:
        made = [
            notices_letter("a@example.com", language, ORIGIN, [LetterItem(Told("T", evil), "/t/1")], "s", "n"),
            confirm_letter("a@example.com", language, ORIGIN, evil, "secret"),
            recover_letter("a@example.com", language, ORIGIN, [(evil, "secret")]),
        ]
        for letter in made:
            message = sender.message(letter)
            assert message["bcc"] is None
            assert "<script>" not in letter.html
            raw = message.as_bytes().split(b"\r\n\r\n")[0]
            assert b"eve@" not in raw
        # A subject of two lines is not sent at all.
        with pytest.raises(ValueError, match=r"[Hh]eader|linefeed"):
            sender.message(
                notices_letter("a@example.com", language, ORIGIN, [LetterItem(Told(evil, ""), "/")], "s", "n")
            )


@pytest.mark.parametrize(
    "name", ["http://evil.example/x", "Win at evil.example", "eve@evil.example", "www.evil.example"]
)
def test_a_name_is_no_link_in_a_letter(name: str) -> None:
    for letter in (
        notices_letter("a@example.com", "en", ORIGIN, [LetterItem(Told(name, f"Against {name}."), "/t/1")], "s", "n"),
        confirm_letter("a@example.com", "en", ORIGIN, name, "secret"),
        changed_letter("a@example.com", "en", ORIGIN, name),
        recover_letter("a@example.com", "en", ORIGIN, [(name, "secret")]),
    ):
        for said in (letter.text, letter.html):
            assert name in said.replace("\u2060", "")
            assert "evil.example" not in said
            assert "://evil" not in said
            # Our own are links.
            assert f"{ORIGIN}" in said


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ann.B+games@Example.COM", "Ann.B+games@example.com"),
        (" a@example.org ", "a@example.org"),
        ("a@bücher.example", "a@xn--bcher-kva.example"),
    ],
)
def test_addresses_are_kept_plainly(text: str, kept: str) -> None:
    assert clean_address(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "a",
            "a@",
            "a@b",
            "a@b.1",
            '"a b"@x.org',
            "a@x..org",
            ".a@x.org",
            "a..b@x.org",
            "a@[127.0.0.1]",
            "ä@x.org",
        ),
        # Words in disguise: the first is eve@evil.example, for whoever takes it off.
        *("=?utf-8?q?eve=40evil.example=3E?=@x.org", "=?utf-8?b?ZXZlQGV2aWwuZXhhbXBsZQ?=@x.org", "a=?x@x.org"),
        *("a@-x.org", "a@x.org,b@x.org", "a@" + "x" * 64 + ".org", "a" * 65 + "@x.org", "<a@x.org>"),
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        clean_address(text)


def test_a_letter_a_day_waits_for_its_hour() -> None:
    way = Channel("mail", "a", 0, frozenset(), hour=7)
    day = 86400.0
    assert way.due(5 * 3600) == 7 * 3600
    assert way.due(7 * 3600) == day + 7 * 3600
    assert way.due(20 * 3600) == day + 7 * 3600


def test_the_mail_server_is_named_by_the_environment() -> None:
    given = {"TRIAX_SMTP_URL": "smtp://me:p%40ss@mail.example.org", "TRIAX_MAIL_FROM": "games@example.org"}
    mail = read_mail(given, [ORIGIN])
    assert mail == Mail("mail.example.org", 587, "starttls", "me", "p@ss", "games@example.org")
    assert "p@ss" not in repr(mail)
    assert read_mail({**given, "TRIAX_SMTP_URL": "smtps://mail.example.org"}, [ORIGIN]) == Mail(
        "mail.example.org", 465, "tls", "", "", "games@example.org"
    )
    assert read_mail({}, []) is None
    wrong = [
        ({"TRIAX_MAIL_FROM": "games@example.org"}, [ORIGIN]),
        ({"TRIAX_SMTP_URL": "smtp://x.org"}, [ORIGIN]),
        (given, []),
        ({**given, "TRIAX_SMTP_URL": "http://x.org"}, [ORIGIN]),
        ({**given, "TRIAX_SMTP_URL": "smtp://x.org:99999"}, [ORIGIN]),
        ({**given, "TRIAX_MAIL_FROM": "games"}, [ORIGIN]),
    ]
    for environment, origins in wrong:
        with pytest.raises(BadData) as refused:
            read_mail(environment, origins)
        assert "p%40ss" not in str(refused.value)
