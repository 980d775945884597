"""Players are told that it is their turn: soon, once, whatever happens to the server, and never while they look."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.support.postgres import Postgres
from tests.server.support.push_service import ENVIRONMENT, Browser, PushService, pushing
from tests.server.support.serving import Guest, Server, fresh_url, serving
from tests.server.support.table_service import new_table, play_one, service_on
from tests.server.support.turns import QUIET, move, table_of
from tests.server.support.whole_games import eventually, execute, guests
from triax.server import admin
from triax.server.config import Settings, database_url
from triax.server.database import Database
from triax.server.db_schema import devices, notices
from triax.server.notices import outbox
from triax.server.notices.devices import add_device
from triax.server.notices.notice import MAIL, Channel, Notice, row_of
from triax.server.services import Services

SOON = 5.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(fresh_url(tmp_path_factory.mktemp("notices")), variables=ENVIRONMENT) as running:
        yield running


async def subscribe(person: Guest, service: PushService, name: str, language: str = "en") -> Browser:
    browser = Browser(service, name, language)
    await person.call("POST", "/api/notices/devices", browser.subscription)
    return browser


def test_both_are_told_in_turn_and_nobody_of_their_own_move(server: Server) -> None:
    async def scenario() -> None:
        async with pushing() as service, guests(server.url, "Ann", "Ben") as (ann, ben):
            hers = await subscribe(ann, service, "ann", "de")
            his = await subscribe(ben, service, "ben")
            table = await table_of(ann, ben, clock=3 * 86400)
            (word,) = await hers.wait(1)
            assert word["title"] == "Du bist dran: Axio Rota"
            assert word["body"] == "Gegen Ben. Noch 2 Tage."
            assert word["navigate"] == f"/t/{table}"
            assert word["lang"] == "de"
            begun = time.time()
            await move(ann, table, "a")
            (word,) = await his.wait(1)
            assert word["title"] == "Your turn: Axio Rota"
            assert word["body"] == "Against Ann. 2 days left."
            post = service.posts[-1]
            assert post.at - begun < SOON
            assert post.headers["urgency"] == "high"
            assert table not in str(post.headers)
            await asyncio.sleep(QUIET)
            assert len(service.posts) == 2

    asyncio.run(scenario())


def test_whoever_looks_is_not_told(server: Server) -> None:
    async def scenario() -> None:
        async with pushing() as service, guests(server.url, "Ann", "Ben") as (ann, ben):
            his = await subscribe(ben, service, "looking")
            table = await table_of(ann, ben)
            async with ben.sit_at(table) as socket:
                await socket.send("look", visible=True)
                await socket.ask("ping", "pong")
                await move(ann, table, "a")
                await asyncio.sleep(QUIET)
                assert not his.received
                # A tab in the background is not looked at.
                await move(ben, table, "b")
                await socket.send("look", visible=False)
                await socket.ask("ping", "pong")
                await move(ann, table, "c")
                await his.wait(1)

    asyncio.run(scenario())


def test_time_that_runs_out_is_told_once_one_looks_away(server: Server) -> None:
    async def scenario() -> None:
        async with pushing() as service, guests(server.url, "Ann", "Ben") as (ann, ben):
            his = await subscribe(ben, service, "runs-out")
            table = await table_of(ann, ben, clock=2 * 86400)
            async with ben.sit_at(table) as socket:
                await socket.send("look", visible=True)
                await socket.ask("ping", "pong")
                await move(ann, table, "a")
                due = f"UPDATE notices SET due = 1 WHERE kind = 'reminder' AND table_id = '{table}' RETURNING key"

                async def is_due() -> bool:
                    return bool(await execute(server.database, due))

                await eventually(is_due)
                await asyncio.sleep(QUIET)
                assert not his.received
                await socket.send("look", visible=False)
                (word,) = await his.wait(1)
                assert word["title"] == "Time is running out: Axio Rota"

    asyncio.run(scenario())


def test_a_word_can_be_tried_and_a_browser_forgotten(server: Server) -> None:
    async def scenario() -> None:
        async with pushing() as service, guests(server.url, "Ann", "Ben") as (ann, ben):
            browser = await subscribe(ann, service, "tried", "it")
            shown = await ann.call("GET", "/api/notices")
            (device,) = shown["devices"]
            assert device["endpoint"] == browser.subscription["endpoint"]
            assert len(shown["push_key"]) == 87
            place = f"/api/notices/devices/{device['id']}"
            assert (await ben.ask("POST", f"{place}/test")).status_code == 404
            assert (await ben.ask("DELETE", place)).status_code == 404
            await ann.call("POST", f"{place}/test")
            assert (await browser.wait(1))[0]["title"] == "Funziona"
            await ann.call("PUT", "/api/notices/wishes", {"turns": False, "reminders": True, "news": False})
            table = await table_of(ann, ben)
            await asyncio.sleep(QUIET)
            assert len(browser.received) == 1
            # Whoever signs in at the browser next has it for themselves.
            await subscribe(ben, service, "tried")
            assert (await ann.call("GET", "/api/notices"))["devices"] == []
            assert (await ann.call("GET", f"/api/tables/{table}"))["table"]["status"] == "playing"
            await ben.call("DELETE", place)
            assert (await ben.call("GET", "/api/notices"))["devices"] == []

    asyncio.run(scenario())


def test_browsers_signed_out_everywhere_are_told_nothing(server: Server) -> None:
    async def scenario() -> None:
        async with pushing() as service, guests(server.url, "Ann", "Ben") as (ann, ben):
            his = await subscribe(ben, service, "left")
            credentials = {"name": "ben-left", "password": "correct horse"}
            await ben.call("POST", "/api/account", credentials)
            await ben.call("DELETE", "/api/sessions")
            await ben.call("POST", "/api/account/session", credentials)
            assert (await ben.call("GET", "/api/notices"))["devices"] == []
            await move(ann, await table_of(ann, ben), "a")
            await asyncio.sleep(QUIET)
            assert not his.received

    asyncio.run(scenario())


def test_keys_that_are_none_are_refused(server: Server) -> None:
    async def scenario() -> None:
        async with pushing() as service, guests(server.url, "Ann") as (ann,):
            sound = Browser(service, "keys").subscription
            for wrong in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "\x00"}, {"auth": "é" * 22}):
                answer = await ann.ask("POST", "/api/notices/devices", {**sound, **wrong})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_device")
            token = (await ann.call("POST", "/api/tokens", {"label": "bot"}))["token"]
            by_token = await ann.http.get("/api/notices", headers={"Authorization": f"Bearer {token}"})
            assert by_token.json()["code"] == "not_allowed"

    asyncio.run(scenario())


# In this process.


@asynccontextmanager
async def parts(folder: Path) -> AsyncIterator[Services]:
    built = Services(Settings(database=database_url(fresh_url(folder)), push_anywhere=True))
    await built.open()
    try:
        yield built
    finally:
        await built.close()


async def subscribed(built: Services, service: PushService, name: str) -> tuple[Any, Browser]:
    player = await built.accounts.new_guest(name)
    browser = Browser(service, name)
    await add_device(built.journal, built.settings.limits, player, **browser.subscription)
    return player, browser


async def stored(built: Services) -> list[Any]:
    return list(await built.database.rows(sa.select(notices)))


def test_others_tell_by_the_door_and_each_thing_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, browser = await subscribed(built, service, "Ann")
            invitation = Notice("invitation", "table/1", "/t/1", {"name": "Ben", "game": "AXO"})
            await built.notices.tell(ann.id, invitation)
            await built.notices.tell(ann.id, invitation)
            (word,) = await browser.wait(1)
            assert (word["title"], word["body"]) == ("Ben invites you", "Come and play AXO.")
            await built.notices.tell(ann.id, invitation)
            await built.notices.tell("nobody", invitation)
            await built.notices.run_once()
            await asyncio.sleep(0.1)
            assert service.asked == 1

    asyncio.run(scenario())


def test_nobody_who_has_much_to_be_told_is_in_the_way_of_others(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with parts(tmp_path) as built:
            later = time.time() + 1000
            given = [("much", f"{number}", "device", 0) for number in range(300)] + [("one", "x", "other", 1)]
            given += [("much", f"letter {number}", MAIL, 2) for number in range(30)]
            rows = [
                row_of(Channel(channel, player, 0.0, frozenset()), "friend", key, "/", due=later + at, lasts=60)
                for player, key, channel, at in given
            ]
            await built.journal.run(lambda connection: connection.execute(sa.insert(notices), rows).rowcount)
            due = await built.notices.outbox.due(later + 10)
            count = Counter((row.player, row.channel) for row in due)
            # All that is due for somebody by mail is one letter, however much it is.
            assert count == {("much", "device"): outbox.EACH, ("one", "other"): 1, ("much", MAIL): 30}

    asyncio.run(scenario())


def test_a_turn_that_is_over_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triax.server.notices.service.TICK", 3600)

    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, _ = await subscribed(built, service, "Ann")
            ben, _ = await subscribed(built, service, "Ben")
            live = await new_table(built.tables, ann, ben)
            # Who begins is drawn.
            (seat,) = live.table.to_act
            first, second = (ann, ben) if seat == 0 else (ben, ann)
            await built.notices.run_once()
            assert [row.player for row in await stored(built)] == [first.id]
            while seat in live.table.to_act:
                await play_one(built.tables, live, first)
            await built.notices.run_once()
            assert [row.player for row in await stored(built)] == [second.id]
            # Also if it is over between being written down and being sent.
            while 1 - seat in live.table.to_act:
                await play_one(built.tables, live, second)
            built.notices._changed.clear()
            await asyncio.sleep(1.1)
            await built.notices.run_once()
            assert await stored(built) == []
            assert service.asked == 0

    asyncio.run(scenario())


def test_a_process_that_is_behind_writes_no_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another was quicker, told of the turn and saw it pass: whoever has not heard of that would tell it again."""
    monkeypatch.setattr("triax.server.notices.service.TICK", 3600)

    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, _ = await subscribed(built, service, "Ann")
            ben, _ = await subscribed(built, service, "Ben")
            live = await new_table(built.tables, ann, ben)
            (seat,) = live.table.to_act
            first, second = (ann, ben) if seat == 0 else (ben, ann)
            async with service_on(Database(built.settings.database), "two") as two:
                there = await two.open(live.id)
                while seat in there.table.to_act:
                    await play_one(two, there, first)
                assert live.table.count < there.table.count
                built.notices.look_at(live)
                await built.notices.run_once()
                assert await stored(built) == []
            await built.tables.catch_up(live)
            await built.notices.run_once()
            assert [row.player for row in await stored(built)] == [second.id]

    asyncio.run(scenario())


def test_a_browser_that_is_gone_is_forgotten_and_one_that_is_busy_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triax.server.notices.service.TICK", 0.05)
    monkeypatch.setattr(outbox, "PAUSE", 0.05)

    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, gone = await subscribed(built, service, "gone")
            busy = Browser(service, "busy")
            await add_device(built.journal, built.settings.limits, ann, **busy.subscription)
            service.statuses = {"/gone": [410], "/busy": [503, 429]}
            await built.notices.tell(ann.id, Notice("friend", "1", "/", {"name": "Ben"}))
            await busy.wait(1)
            assert not gone.received

            async def left() -> list[str] | None:
                found = [row.endpoint for row in await built.database.rows(sa.select(devices))]
                return found if len(found) == 1 else None

            assert await eventually(left) == [busy.subscription["endpoint"]]
            # One that never answers well is given up.
            service.statuses = {"/busy": [500] * 50}
            before = service.asked
            await built.notices.tell(ann.id, Notice("friend", "2", "/", {"name": "Ben"}))
            await asyncio.sleep(3)
            assert service.asked - before <= outbox.TRIES

    asyncio.run(scenario())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_push_service_sends_us_nowhere(tmp_path: Path, status: int) -> None:
    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, _ = await subscribed(built, service, "turned")
            service.statuses = {"/turned": [status] * 9}
            await built.notices.tell(ann.id, Notice("friend", "1", "/", {"name": "Ben"}))

            async def settled() -> bool:
                return all(row.sent for row in await stored(built))

            await eventually(settled)
            assert service.asked == 1
            assert not service.posts

    asyncio.run(scenario())


def test_a_player_has_so_many_browsers_and_deletion_takes_them_all(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, _ = await subscribed(built, service, "first")
            for number in range(12):
                await add_device(
                    built.journal, built.settings.limits, ann, **Browser(service, str(number)).subscription
                )
            kept = [row.endpoint.rpartition("/")[2] for row in await built.database.rows(sa.select(devices))]
            assert sorted(kept) == sorted(str(number) for number in range(2, 12))
            # Nor by way of another player, who had them before.
            for number in range(12, 24):
                _, browser = await subscribed(built, service, str(number))
                await add_device(built.journal, built.settings.limits, ann, **browser.subscription)
            assert len(await built.database.rows(sa.select(devices))) == built.settings.limits.devices_per_player
            await built.notices.tell(ann.id, Notice("friend", "1", "/", {"name": "Ben"}))
            await admin.delete_player(built.database, ann.id)
            assert await stored(built) == []
            assert await built.database.rows(sa.select(devices)) == []

    asyncio.run(scenario())


def test_nobody_is_told_of_whoever_has_deleted_themselves(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pushing() as service, parts(tmp_path) as built:
            ann, _ = await subscribed(built, service, "Ann")
            gone = await built.accounts.new_guest("Wilhelmina Quokka")
            for key, kind in ((gone.id, "friend"), (f"table/{gone.id}", "invitation"), (f"x{gone.id}", "round")):
                words = {"name": gone.name, "game": "AXO", "tournament": "Cup", "round": "1"}
                await built.notices.tell(ann.id, Notice(kind, key, "/", words))
            await admin.delete_player(built.database, gone.id)
            # Those of another kind stay: what they tell of is no person.
            assert [row.kind for row in await stored(built)] == ["round"]

    asyncio.run(scenario())


def test_one_killed_before_sending_has_it_sent_once_by_the_next(tmp_path: Path) -> None:
    async def scenario(server: Server) -> None:
        async with pushing() as service, guests(server.url, "Ann", "Ben") as (ann, ben):
            his = await subscribe(ben, service, "killed")
            key = (await ben.call("GET", "/api/notices"))["push_key"]
            table = await table_of(ann, ben)
            await move(ann, table, "a")
            server.kill()
            assert not his.received
            await asyncio.to_thread(server.start)
            await his.wait(1)
            # With the same key: browsers take words from nobody else.
            assert (await ben.call("GET", "/api/notices"))["push_key"] == key

            async def marked() -> bool:
                rows = await execute(server.database, "SELECT sent FROM notices")
                return rows[0][0] is not None

            # Between sending and marking there is a moment; what comes twice then takes its own place on the device.
            await eventually(marked)
            server.kill()
            await asyncio.to_thread(server.start)
            await asyncio.sleep(QUIET)
            assert len(his.received) == 1

    with serving(fresh_url(tmp_path), variables=ENVIRONMENT) as running:
        asyncio.run(scenario(running))


@pytest.mark.slow
def test_two_processes_tell_once_and_know_of_each_others_lookers(postgres_server: Postgres) -> None:
    async def scenario(first: Server, second: Server) -> None:
        async with pushing() as service, guests(first.url, "Ann", "Ben") as (ann, ben):
            his = await subscribe(ben, service, "two")
            ben.url, ben.http.base_url = second.url, second.url
            tables = [await table_of(ann, ben) for _ in range(6)]
            for number, table in enumerate(tables):
                await move(ann, table, f"a{number}")
            await his.wait(6)
            await asyncio.sleep(QUIET)
            assert len(his.received) == 6
            for table in tables:
                await move(ben, table, "b")
            # Whichever is in charge of the table: he looks at the second.
            for number, table in enumerate(tables):
                async with ben.sit_at(table) as line:
                    await line.send("look", visible=True)
                    await line.ask("ping", "pong")
                    await asyncio.sleep(1.5)
                    await move(ann, table, f"c{number}")
                    await asyncio.sleep(QUIET)
            assert len(his.received) == 6
            rows = await execute(first.database, "SELECT count(*) FROM notices WHERE sent IS NULL")
            assert rows == [(0,)]

    url = postgres_server.fresh_database()
    with (
        serving(url, variables=ENVIRONMENT) as first,
        serving(url, variables=ENVIRONMENT) as second,
    ):
        asyncio.run(scenario(first, second))


# Words.
