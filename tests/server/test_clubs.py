"""Clubs: who may see and change them, links that end, tables and boards for members alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.support.accounts import accounts, befriend
from tests.server.support.refusals import no_socket, refused
from tests.server.support.serving import LOOSE, Guest, Server, fresh_url, guest, serving
from tests.server.support.whole_games import execute

# Whoever is shown out is so at once, and not because everybody is asked again now and then.
LIMITS = (*LOOSE, "clubs_owned=1", "recheck_seconds=3600")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(fresh_url(tmp_path_factory.mktemp("clubs")), limits=LIMITS) as running:
        yield running


async def make(owner: Guest, name: str, **more: object) -> dict[str, Any]:
    club: dict[str, Any] = await owner.call("POST", "/api/clubs", {"name": name, **more})
    return club


async def join(person: Guest, club: dict[str, Any]) -> dict[str, Any]:
    joined: dict[str, Any] = await person.call("POST", f"/api/clubs/{club['id']}/join", {"link": club["link"]})
    return joined


def test_a_closed_club_is_entered_by_its_link_alone(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Ann", "Ben", "Cat") as (ann, ben, cat), guest(server.url, "G") as visitor:
            club = await make(ann, "The Lanterns", about="Thursdays")
            here = f"/api/clubs/{club['id']}"
            assert (club["role"], club["members"], [one["name"] for one in club["people"]]) == ("owner", 1, ["Ann"])
            # Whoever has no link does not hear that there is such a club.
            for method, path, body in (
                ("GET", here, None),
                ("GET", f"{here}/boards/rota", None),
                ("GET", f"{here}/links/0", None),
                ("POST", f"{here}/join", {}),
                ("POST", f"{here}/join", {"link": "0" * 32}),
                ("POST", f"{here}/leave", None),
                ("POST", f"{here}/link", None),
                ("PATCH", here, {"open": True}),
                ("DELETE", here, None),
                ("PUT", f"{here}/members/{cat.id}", {"role": "owner"}),
                ("DELETE", f"{here}/members/{ann.id}", None),
                ("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"], "club": club["id"]}),
            ):
                assert await refused(ben, method, path, body) == "not_found", (method, path)
            assert (await ben.call("GET", "/api/clubs"))["open"] == []
            link = f"{here}/links/{club['link']}"
            assert (await visitor.call("GET", link))["name"] == "The Lanterns"
            assert await refused(visitor, "POST", f"{here}/join", {"link": club["link"]}) == "not_allowed"
            assert (await join(ben, club))["role"] == "member"
            assert (await join(ben, club))["members"] == 2
            # Whether somebody is here, those hear who may look at their page.
            assert [one["online"] for one in (await ben.call("GET", here))["people"]] == [True, True]
            await execute(server.database, f"UPDATE players SET shown = 'private' WHERE id = '{ann.id}'")
            assert [one["online"] for one in (await ben.call("GET", here))["people"]] == [False, True]
            # A member sees who is there, not the link, and changes nothing.
            shown = await ben.call("GET", here)
            assert ([one["role"] for one in shown["people"]], shown["link"]) == (["owner", "member"], None)
            for method, path, body in (
                ("PATCH", here, {"open": True}),
                ("DELETE", here, None),
                ("POST", f"{here}/link", None),
                ("PUT", f"{here}/members/{ann.id}", {"role": "member"}),
                ("DELETE", f"{here}/members/{ann.id}", None),
            ):
                assert await refused(ben, method, path, body) == "not_allowed", (method, path)
            # Renewed, the old link leads nowhere.
            renewed = await ann.call("POST", f"{here}/link")
            assert renewed["link"] != club["link"]
            assert await refused(cat, "POST", f"{here}/join", {"link": club["link"]}) == "not_found"
            assert (await join(cat, renewed))["members"] == 3
            away = {"Origin": "https://elsewhere.example"}
            assert await refused(ann, "DELETE", here, headers=away) == "wrong_origin"

    asyncio.run(main())


def test_owner_admins_and_members(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Dan", "Eva", "Flo", "Gil") as people:
            dan, eva, flo, gil = people
            club = await make(dan, "Open House", open=True)
            here = f"/api/clubs/{club['id']}"
            assert await refused(dan, "POST", "/api/clubs", {"name": "Another"}) == "too_many"
            assert await refused(eva, "POST", "/api/clubs", {"name": "open  HOUSE"}) == "name_taken"
            assert [one["name"] for one in (await eva.call("GET", "/api/clubs"))["open"]] == ["Open House"]
            outside = await eva.call("GET", here)
            assert (outside["role"], outside["people"], outside["members"]) == (None, [], 1)
            for person in (eva, flo, gil):
                await person.call("POST", f"{here}/join", {})
            await dan.call("PUT", f"{here}/members/{eva.id}", {"role": "admin"})
            changed = await eva.call("PATCH", here, {"about": "For all", "open": False})
            assert (changed["about"], changed["open"], changed["name"]) == ("For all", False, "Open House")
            assert changed["link"]
            assert await refused(eva, "PUT", f"{here}/members/{flo.id}", {"role": "admin"}) == "not_allowed"
            assert await refused(eva, "DELETE", f"{here}/members/{dan.id}") == "not_allowed"
            assert await refused(dan, "DELETE", f"{here}/members/{dan.id}") == "not_allowed"
            await eva.call("DELETE", f"{here}/members/{gil.id}")
            assert await refused(gil, "GET", here) == "not_found"
            # An owner who leaves is followed by the admin; the one after the last ends it.
            await dan.call("POST", f"{here}/leave")
            assert (await eva.call("GET", here))["role"] == "owner"
            await eva.call("PUT", f"{here}/members/{flo.id}", {"role": "owner"})
            assert ((await eva.call("GET", here))["role"], (await flo.call("GET", here))["role"]) == ("admin", "owner")
            await eva.call("POST", f"{here}/leave")
            await flo.call("DELETE", here)
            assert await refused(flo, "GET", here) == "not_found"
            assert (await flo.call("GET", "/api/clubs"))["mine"] == []

    asyncio.run(main())


def test_a_clubs_tables_are_for_members(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Hui", "Ian", "Joy") as (hui, ian, joy):
            club = await make(hui, "Inner Room")
            await join(ian, club)
            asked = {"game": "rota", "seats": ["me", "open"], "public": True, "club": club["id"]}
            table = await hui.call("POST", "/api/tables", asked)
            assert (table["club"], table["public"]) == (club["id"], False)
            assert [one["id"] for one in (await ian.call("GET", f"/api/clubs/{club['id']}"))["lobby"]["open"]] == [
                table["id"]
            ]
            assert table["id"] not in str(await joy.call("GET", "/api/home"))
            at = f"/api/tables/{table['id']}"
            for method, path, body in (
                ("GET", at, None),
                ("POST", f"{at}/join", {}),
                ("POST", f"{at}/chat", {"text": "x"}),
            ):
                assert await refused(joy, method, path, body) == "not_found", path
            headers = {"Cookie": joy.cookies, "Origin": joy.url}
            assert await no_socket(joy, table["id"], headers) == "not_found"
            async with httpx.AsyncClient(base_url=server.url) as stranger:
                assert (await stranger.get(f"{at}/preview.png")).status_code == 404
            # A friend outside is not invited, nor one who has left since.
            await befriend(hui, joy)
            await befriend(hui, ian)
            invitation = f"/api/people/invitations/{table['id']}"
            assert await refused(hui, "PUT", f"{invitation}/{joy.id}") == "not_allowed"
            await hui.call("PUT", f"{invitation}/{ian.id}")
            assert len((await ian.call("GET", "/api/people/news"))["invitations"]) == 1
            await ian.call("POST", f"/api/clubs/{club['id']}/leave")
            assert (await ian.call("GET", "/api/people/news"))["invitations"] == []
            # A tournament of the club is none of a stranger's business either.
            cup = {"name": "Cup", "game": "rota", "form": "swiss", "size": 2, "clock": 60, "club": club["id"]}
            made = (await hui.call("POST", "/api/tournaments", cup))["id"]
            for method, act in (("GET", ""), ("GET", "/results"), ("POST", "/join"), ("POST", "/leave")):
                assert await refused(joy, method, f"/api/tournaments/{made}{act}") == "not_found", act
            await join(ian, club)
            await ian.call("POST", f"{at}/join", {})
            # Whoever sits there plays on when they have left the club.
            await ian.call("POST", f"/api/clubs/{club['id']}/leave")
            assert (await ian.call("GET", at))["yours"] == [1]
            await ian.call("POST", f"{at}/resign", {"seat": 1})
            assert await refused(joy, "GET", f"{at}/replay") == "not_found"
            assert await refused(joy, "GET", f"{at}/record") == "not_found"
            assert (await hui.call("GET", f"{at}/replay"))["table"]["id"] == table["id"]

    asyncio.run(main())


def test_whoever_is_put_out_of_a_club_hears_no_more_of_its_tables(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Ole", "Pam", "Quy") as (ole, pam, quy):
            club = await make(ole, "Quiet Room")
            for person in (pam, quy):
                await join(person, club)
            asked = {"game": "rota", "seats": ["me", "open"], "public": True, "club": club["id"]}
            table = (await ole.call("POST", "/api/tables", asked))["id"]
            await quy.call("POST", f"/api/tables/{table}/join", {})
            async with pam.sit_at(table) as looking, quy.sit_at(table) as playing:
                for socket in (looking, playing):
                    await socket.next("welcome")
                for person in (pam, quy):
                    await ole.call("DELETE", f"/api/clubs/{club['id']}/members/{person.id}")
                with pytest.raises(ConnectionClosed):
                    await looking.next("never said")
                # Whoever sits there plays on.
                assert (await playing.ask("ping", "pong"))["type"] == "pong"

    asyncio.run(main())


def test_whoever_looks_on_in_a_club_that_is_ended_is_shown_out_at_once(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Rex", "Sol", "Tia") as (rex, sol, tia):
            club = await make(rex, "Short-lived")
            for person in (sol, tia):
                await join(person, club)
            table = (
                await sol.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"], "club": club["id"]})
            )["id"]
            async with tia.sit_at(table) as looking, sol.sit_at(table) as sitting:
                for socket in (looking, sitting):
                    await socket.next("welcome")
                await rex.call("DELETE", f"/api/clubs/{club['id']}")
                with pytest.raises(ConnectionClosed):
                    await looking.next("never said")
                assert (await sitting.ask("ping", "pong"))["type"] == "pong"

    asyncio.run(main())


def test_a_clubs_boards_rank_members(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Kay", "Leo", "Mia") as (kay, leo, mia):
            club = await make(kay, "Ladder")
            await join(leo, club)
            for person, mu in ((kay, 20.0), (leo, 30.0), (mia, 40.0)):
                values = f"('{person.id}', 'axio', {mu}, 2.0, 1)"
                await execute(server.database, f"INSERT INTO ratings (player, game, mu, sigma, games) VALUES {values}")
            board = await kay.call("GET", f"/api/clubs/{club['id']}/boards/axio")
            assert [(one["place"], one["name"]) for one in board["ratings"]] == [(1, "Leo"), (2, "Kay")]
            assert board["solo"] == []
            # Somebody who shows their page to nobody is not shown, and their place is theirs all the same.
            await execute(server.database, f"UPDATE players SET shown = 'private' WHERE id = '{leo.id}'")
            board = await kay.call("GET", f"/api/clubs/{club['id']}/boards/axio")
            assert [(one["place"], one["name"]) for one in board["ratings"]] == [(2, "Kay")]

    asyncio.run(main())


def test_a_club_s_tournament_is_for_its_members(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Cup Ann", "Cup Ben") as (ann, ben):
            club = await make(ann, "The Cups")
            wanted = {"name": "Thursday", "game": "rota", "form": "swiss", "size": 2, "rounds": 1, "clock": 3600}
            assert await refused(ben, "POST", "/api/tournaments", {**wanted, "club": club["id"]}) == "not_found"
            cup = (await ann.call("POST", "/api/tournaments", {**wanted, "club": club["id"]}))["id"]
            where, listed = f"/api/tournaments/{cup}", f"/api/tournaments?club={club['id']}"
            for method, path in (
                ("GET", where),
                ("GET", f"{where}/next"),
                ("GET", f"{where}/results"),
                ("POST", f"{where}/join"),
                ("GET", listed),
            ):
                assert await refused(ben, method, path) == "not_found", path
            assert cup not in (await ben.ask("GET", "/api/tournaments")).text
            # Those of others are not the club's.
            await ann.call("POST", "/api/tournaments", wanted)
            await join(ben, club)
            assert [one["id"] for one in (await ben.call("GET", listed))["open"]] == [cup]
            assert (await ben.call("POST", f"{where}/join"))["entered"]

    asyncio.run(main())


@pytest.mark.parametrize("begun", [False, True])
def test_whoever_is_put_out_is_in_no_tournament_of_the_club_any_more(server: Server, begun: bool) -> None:
    async def main() -> None:
        names = [f"{name} {'On' if begun else 'Before'}" for name in ("Vic", "Wim", "Xia")]
        async with accounts(server.url, *names) as (vic, wim, xia):
            club = await make(vic, f"Put out {begun}")
            wanted = {"name": "Cup", "game": "rota", "form": "swiss", "size": 2, "clock": 3600, "club": club["id"]}
            where = f"/api/tournaments/{(await vic.call('POST', '/api/tournaments', wanted))['id']}"
            for person in (wim, xia):
                await join(person, club)
            for person in (vic, wim, xia):
                await person.call("POST", f"{where}/join")
            if begun:
                await vic.call("POST", f"{where}/begin")
            await vic.call("DELETE", f"/api/clubs/{club['id']}/members/{wim.id}")
            # What has begun one may look at as before; there is no way back into it.
            assert await refused(wim, "POST", f"{where}/join") == ("not_allowed" if begun else "not_found")
            assert (await wim.ask("GET", where)).status_code == (200 if begun else 404)
            standings = (await vic.call("GET", f"{where}/results"))["standings"]
            here = {vic.id: True, xia.id: True} | ({wim.id: False} if begun else {})
            assert {row["player"]: row["here"] for row in standings} == here

    asyncio.run(main())


def test_whoever_waits_in_a_tournament_asks_for_little(server: Server) -> None:
    async def main() -> None:
        async with accounts(server.url, "Next Ann", "Next Ben") as (ann, ben), guest(server.url, "G") as visitor:
            wanted = {"name": "Short", "game": "rota", "form": "swiss", "size": 2, "rounds": 1, "clock": 3600}
            where = f"/api/tournaments/{(await ann.call('POST', '/api/tournaments', wanted))['id']}"
            await ann.call("POST", f"{where}/join")
            page, waiting = await ann.call("GET", where), await ann.call("GET", f"{where}/next")
            assert waiting == {
                "version": page["version"],
                "status": "open",
                "round": 0,
                "entered": True,
                "here": True,
                "table": None,
            }
            await ben.call("POST", f"{where}/join")
            joined = (await ann.call("GET", f"{where}/next"))["version"]
            assert joined != page["version"]
            # Nothing has happened: it is still the same, for everybody and at any time.
            await asyncio.sleep(1.1)
            assert {(await one.call("GET", f"{where}/next"))["version"] for one in (ann, ben, visitor)} == {joined}
            await ann.call("POST", f"{where}/begin")
            begun = [await one.call("GET", f"{where}/next") for one in (ann, ben, visitor)]
            assert joined not in {one["version"] for one in begun}
            assert [one["table"] for one in begun] == [(await ann.call("GET", where))["table"]] * 2 + [None]
            assert begun[0]["table"] is not None
            assert [(one["status"], one["round"], one["entered"]) for one in begun[1:]] == [
                ("running", 1, True),
                ("running", 1, False),
            ]

    asyncio.run(main())
