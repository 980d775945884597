"""Friends, blocks, links and invitations: who may ask whom, who hears of it, and what others cannot do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.support.accounts import accounts, befriend, heard, listening
from tests.server.support.refusals import code_of, refused
from tests.server.support.serving import LOOSE, Guest, Server, fresh_url, guest, serving
from tests.server.support.whole_games import eventually, execute, gather, services
from triax.server.accounts import new_id
from triax.server.actions import ProposedEntry
from triax.server.table import TableMeta


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(fresh_url(tmp_path_factory.mktemp("people")), limits=LOOSE) as running:
        yield running


async def people_of(person: Guest) -> dict[str, Any]:
    found: dict[str, Any] = await person.call("GET", "/api/people")
    return found


def names(found: list[dict[str, Any]]) -> list[str]:
    return [one["name"] for one in found]


def test_friends_are_asked_and_agree(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Ada", "Bo", "Cy") as (ada, bo, cy), listening(bo) as line:
            asked = await ada.call("POST", "/api/people/requests", {"name": "  BO "})
            assert asked == {"id": bo.id, "name": "Bo", "standing": "asked"}
            await heard(line)
            assert names((await people_of(ada))["asked"]) == ["Bo"]
            # Who only asks, or is only asked, does not see whether the other is here.
            for one in (ada, bo):
                assert (await people_of(one))["friends"] == []
            assert names((await bo.call("GET", "/api/people/news"))["asking"]) == ["Ada"]
            # Nobody agrees for another, nor to what was not asked.
            assert await refused(ada, "PUT", f"/api/people/friends/{bo.id}") == "not_found"
            assert await refused(cy, "PUT", f"/api/people/friends/{ada.id}") == "not_found"
            await bo.call("PUT", f"/api/people/friends/{ada.id}")
            for one, other in ((ada, "Bo"), (bo, "Ada")):
                shown = await people_of(one)
                assert (names(shown["friends"]), shown["asked"], shown["asking"]) == ([other], [], [])
                assert shown["friends"][0]["online"]
            assert (await people_of(cy))["friends"] == []
            # Asked again it is as it was; asked by both it is agreed.
            again = await ada.call("POST", "/api/people/requests", {"player": bo.id})
            assert again["standing"] == "friends"
            await cy.call("POST", "/api/people/requests", {"player": ada.id})
            assert (await ada.call("POST", "/api/people/requests", {"name": "Cy"}))["standing"] == "friends"
            await ada.call("DELETE", f"/api/people/friends/{cy.id}")
            assert names((await people_of(cy))["friends"]) == []
            # Said no, without a word to the other.
            await cy.call("POST", "/api/people/requests", {"player": bo.id})
            await bo.call("DELETE", f"/api/people/requests/{cy.id}")
            assert (await people_of(bo))["asking"] == []

    asyncio.run(main())


def test_only_accounts_in_person(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Dora") as (dora,), guest(server.url, "Guest") as visitor:
            assert (await people_of(visitor))["friends"] == []
            for person in (visitor, dora):
                headers = {}
                if person is dora:
                    token = (await dora.call("POST", "/api/tokens", {"label": "bot"}))["token"]
                    headers = {"Authorization": f"Bearer {token}"}
                for method, path, body in (
                    ("POST", "/api/people/requests", {"name": "Dora"}),
                    ("PUT", f"/api/people/friends/{dora.id}", None),
                    ("DELETE", f"/api/people/friends/{dora.id}", None),
                    ("DELETE", f"/api/people/requests/{dora.id}", None),
                    ("POST", "/api/people/links", None),
                    ("DELETE", "/api/people/links", None),
                    ("POST", "/api/people/links/abc", None),
                    ("PUT", f"/api/people/blocks/{dora.id}", None),
                    ("DELETE", f"/api/people/blocks/{dora.id}", None),
                    ("PUT", f"/api/people/invitations/abc/{dora.id}", None),
                    ("DELETE", "/api/people/invitations/abc", None),
                ):
                    assert await refused(person, method, path, body, headers=headers) == "not_allowed", path
            assert await refused(dora, "POST", "/api/people/requests", {"player": visitor.id}) == "not_found"
            assert await refused(dora, "POST", "/api/people/requests", {"name": "Nobody there"}) == "not_found"
            assert await refused(dora, "POST", "/api/people/requests", {"player": dora.id}) == "not_allowed"
            assert await refused(dora, "PUT", f"/api/people/blocks/{dora.id}") == "not_allowed"
            for body in ({}, {"name": "Dora", "player": dora.id}):
                assert await refused(dora, "POST", "/api/people/requests", body) == "bad_request"
            away = {"Origin": "https://elsewhere.example"}
            assert await refused(dora, "POST", "/api/people/links", headers=away) == "wrong_origin"
            assert await refused(dora, "PUT", f"/api/people/blocks/{visitor.id}", headers=away) == "wrong_origin"

    asyncio.run(main())


def test_a_link_makes_one_friend(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Eli", "Fay", "Gus") as (eli, fay, gus):
            made = await eli.call("POST", "/api/people/links")
            path = f"/api/people/links/{made['link']}"
            assert (await fay.call("GET", path))["name"] == "Eli"
            assert await refused(eli, "POST", path) == "not_allowed"
            assert (await fay.call("POST", path)) == {"id": eli.id, "name": "Eli"}
            assert names((await people_of(eli))["friends"]) == ["Fay"]
            # Once: not for another, and for the same not again once they have parted.
            assert await refused(gus, "POST", path) == "not_found"
            await eli.call("DELETE", f"/api/people/friends/{fay.id}")
            assert await refused(fay, "POST", path) == "not_found"
            for last in ("taken back", "blocked", "the eleventh"):
                made = await eli.call("POST", "/api/people/links")
                path = f"/api/people/links/{made['link']}"
                if last == "taken back":
                    await eli.call("DELETE", "/api/people/links")
                elif last == "blocked":
                    await eli.call("PUT", f"/api/people/blocks/{gus.id}")
                else:
                    for _ in range(10):
                        await eli.call("POST", "/api/people/links")
                for method in ("GET", "POST"):
                    assert await refused(gus if last == "blocked" else fay, method, path) == "not_found", last

    asyncio.run(main())


def test_whoever_is_blocked_does_not_learn_it(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Hal", "Ida", "Jo") as (hal, ida, jo):
            await befriend(hal, ida)
            await hal.call("PUT", f"/api/people/blocks/{ida.id}")
            assert names((await people_of(hal))["blocked"]) == ["Ida"]
            for one in (hal, ida):
                assert (await people_of(one))["friends"] == []
            # What Ida asks of Hal looks the same as what she asks of Jo.
            for other in (hal, jo):
                asked = await ida.call("POST", "/api/people/requests", {"player": other.id})
                assert asked["standing"] == "asked"
            assert names((await people_of(ida))["asked"]) == ["Hal", "Jo"]
            assert (await people_of(hal))["asking"] == []
            assert await refused(hal, "PUT", f"/api/people/friends/{ida.id}") == "not_found"
            assert await refused(hal, "POST", "/api/people/requests", {"player": ida.id}) == "not_allowed"
            assert (await ida.call("GET", f"/api/players/{hal.id}"))["name"] == "Hal"
            table = (await ida.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
            codes = [await code_of(ida, "PUT", f"/api/people/invitations/{table}/{one.id}") for one in (hal, jo)]
            assert codes == ["not_allowed", "not_allowed"]
            await hal.call("DELETE", f"/api/people/blocks/{ida.id}")
            assert names((await people_of(hal))["asking"]) == ["Ida"]

    asyncio.run(main())


def test_friends_are_invited_and_their_tables_seen(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Kim", "Lea", "Max") as (kim, lea, mo), listening(lea) as line:
            await befriend(kim, lea)
            await heard(line)
            await heard(line)
            asked = {"game": "axio", "seats": ["me", "open", "open"]}
            table = (await kim.call("POST", "/api/tables", asked))["id"]
            path = f"/api/people/invitations/{table}"
            await kim.call("PUT", f"{path}/{lea.id}")
            await heard(line)
            (shown,) = (await lea.call("GET", "/api/people/news"))["invitations"]
            assert (shown["table"]["id"], shown["inviter"]) == (table, {"id": kim.id, "name": "Kim"})
            # To friends alone, from those who sit there, to a table that waits; and nobody answers for another.
            assert await refused(kim, "PUT", f"{path}/{mo.id}") == "not_allowed"
            assert await refused(lea, "PUT", f"{path}/{kim.id}") == "not_yours"
            assert await refused(kim, "PUT", f"/api/people/invitations/nothing/{lea.id}") == "not_found"
            await mo.call("DELETE", path)
            assert len((await lea.call("GET", "/api/people/news"))["invitations"]) == 1
            await lea.call("POST", f"/api/tables/{table}/join", {})
            assert (await lea.call("GET", "/api/people/news"))["invitations"] == []
            assert await refused(kim, "PUT", f"{path}/{lea.id}") == "not_allowed"
            # A table by link is not shown to friends, a public one is.
            assert (await people_of(lea))["friends"][0]["tables"] == []
            public = (await kim.call("POST", "/api/tables", {**asked, "public": True}))["id"]
            assert [one["id"] for one in (await people_of(lea))["friends"][0]["tables"]] == [public]
            await kim.call("PUT", f"/api/people/invitations/{public}/{lea.id}")
            await lea.call("DELETE", f"/api/people/invitations/{public}")
            assert (await lea.call("GET", "/api/people/news"))["invitations"] == []
            await kim.call("POST", f"/api/tables/{public}/close")
            assert await refused(kim, "PUT", f"/api/people/invitations/{public}/{lea.id}") == "not_open"

    asyncio.run(main())


def test_whoever_is_to_play_hears_that_a_round_has_begun(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Rona", "Sid", "Tess") as (rona, sid, tess):
            wanted = {"name": "Evening", "game": "rota", "form": "swiss", "size": 2, "rounds": 2, "clock": 3600}
            name = (await rona.call("POST", "/api/tournaments", wanted))["id"]
            for person in (rona, sid):
                await person.call("POST", f"/api/tournaments/{name}/join")
            tables: list[str] = []
            async with listening(sid) as line:
                await rona.call("POST", f"/api/tournaments/{name}/begin")
                for number in (1, 2):
                    await heard(line)
                    (told,) = (await sid.call("GET", "/api/people/news"))["rounds"]
                    assert told == {"tournament": name, "name": "Evening", "round": number, "table": told["table"]}
                    assert told == (await rona.call("GET", "/api/people/news"))["rounds"][0]
                    shown = (await rona.call("GET", f"/api/tables/{told['table']}"))["table"]
                    seat = [one["player"] for one in shown["seats"]].index(rona.id)
                    await rona.call("POST", f"/api/tables/{told['table']}/resign", {"seat": seat})
                    tables.append(told["table"])
            assert len(set(tables)) == 2
            assert (await tess.call("GET", "/api/people/news"))["rounds"] == []

    asyncio.run(main())


def test_limits(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = (*LOOSE, "friends_per_player=1", "friend_requests=1", "blocks_per_player=1", "invitations_per_hour=1")

    async def main(running: Server) -> None:
        async with accounts(running.url, "Nia", "Oz", "Pia", "Quin") as (nia, oz, pia, quin):
            await nia.call("POST", "/api/people/requests", {"player": oz.id})
            assert await refused(nia, "POST", "/api/people/requests", {"player": pia.id}) == "too_many"
            await oz.call("PUT", f"/api/people/friends/{nia.id}")
            await pia.call("POST", "/api/people/requests", {"player": nia.id})
            assert await refused(nia, "PUT", f"/api/people/friends/{pia.id}") == "too_many"
            link = (await quin.call("POST", "/api/people/links"))["link"]
            assert await refused(nia, "POST", f"/api/people/links/{link}") == "too_many"
            table = (await nia.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
            await nia.call("PUT", f"/api/people/invitations/{table}/{oz.id}")
            assert await refused(nia, "PUT", f"/api/people/invitations/{table}/{oz.id}") == "too_fast"
            await nia.call("PUT", f"/api/people/blocks/{oz.id}")
            assert await refused(nia, "PUT", f"/api/people/blocks/{pia.id}") == "too_many"

    with serving(fresh_url(tmp_path_factory.mktemp("few")), limits=limits) as running:
        asyncio.run(main(running))


def test_whoever_is_away_is_told_by_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Written down, and not sent.
    monkeypatch.setattr("triax.server.notices.service.TICK", 3600.0)

    async def main() -> None:
        url = fresh_url(tmp_path)
        async with services(url) as host:
            people = [await host.accounts.new_guest(name) for name in ("Ann", "Ben", "Cat")]
            ann, ben, cat = [(await host.accounts.register(one, one.name, "correct horse"))[0] for one in people]
            for number, one in enumerate((ben, cat)):
                row = f"('d{number}', '{one.id}', 'https://push.example/{number}', '', '', 'en', 0)"
                await execute(url, f"INSERT INTO devices VALUES {row}")
            await host.friends.block(cat, ann)

            async def told() -> list[tuple[str, str, str]]:
                return await execute(url, "SELECT player, kind, link FROM notices ORDER BY kind DESC")

            for other in (ben, cat):
                await host.friends.ask(ann, other)
            await host.friends.ask(ann, ben)
            assert await told() == [(ben.id, "friend", "/people")]
            await host.friends.agree(ben, ann.id)
            meta = TableMeta(new_id(), "rota", 2, {}, False, None, False, ann.id, time.time())
            live = await host.tables.create(meta, [ProposedEntry("sit", 0, {"player": ann.id})])
            for _ in range(2):
                await host.invitations.invite(ann, live, ben.id)
            assert (ben.id, "invitation", f"/t/{live.id}") in await told()
            assert len(await told()) == 2
            # Whoever is here sees it there.
            host.presence.notice(ann.id)
            await host.friends.part(ann, ben.id)
            await execute(
                url, f"INSERT INTO devices VALUES ('d9', '{ann.id}', 'https://push.example/9', '', '', 'en', 0)"
            )
            await host.friends.ask(ben, ann)
            assert len(await told()) == 2

    asyncio.run(main())


def test_what_the_blocked_say_is_not_shown_to_the_one_who_blocked(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Rio", "Sky", "Tao") as (rio, sky, tao):
            table = await gather([rio, sky, tao], "rota")
            await rio.call("PUT", f"/api/people/blocks/{sky.id}")
            async with rio.sit_at(table) as deaf, tao.sit_at(table) as other:
                assert (await deaf.next("welcome"))["chat"] == []
                await sky.call("POST", f"/api/tables/{table}/chat", {"text": "to nobody"})
                await tao.call("POST", f"/api/tables/{table}/chat", {"text": "to all"})
                assert (await deaf.next("chat"))["line"]["text"] == "to all"
                assert (await other.next("chat"))["line"]["text"] == "to nobody"
                # Unblocked while the line is open, and blocked again.
                await rio.call("DELETE", f"/api/people/blocks/{sky.id}")
                await deaf.send("sync")

                async def hears() -> bool:
                    await deaf.send("sync")
                    return len((await deaf.next("welcome"))["chat"]) == 2

                await eventually(hears)
                await rio.call("PUT", f"/api/people/blocks/{sky.id}")

                async def hears_less() -> bool:
                    await deaf.send("sync")
                    return len((await deaf.next("welcome"))["chat"]) == 1

                await eventually(hears_less)

    asyncio.run(main())


def test_phrases_are_codes(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Uma", "Val") as (uma, val):
            table = await gather([uma, val], "rota")
            async with uma.sit_at(table) as socket:
                await val.call("POST", f"/api/tables/{table}/chat", {"phrase": "good_game"})
                line = (await socket.next("chat"))["line"]
                assert (line["phrase"], line["text"]) == ("good_game", "Good game!")
                await socket.send("phrase", id="p", phrase="thanks")
                assert (await socket.next("chat"))["line"]["phrase"] == "thanks"
                await socket.send("phrase", id="q", phrase="<b>")
                assert (await socket.next("refused"))["code"] == "bad_message"
                await val.call("POST", f"/api/tables/{table}/chat", {"text": "Good game!"})
                assert (await socket.next("chat"))["line"]["phrase"] is None
            for body in ({}, {"phrase": "nothing"}, {"phrase": "hello", "text": "x"}):
                assert await refused(val, "POST", f"/api/tables/{table}/chat", body) == "bad_request"

    asyncio.run(main())
