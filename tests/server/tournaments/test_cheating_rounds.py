"""Nothing of a round is to be learnt before all its tables are done: not by those who play it, not under another
name, not by those who look on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.support.serving import Guest, Server, fresh_url, serving
from tests.server.support.stored_tables import read_tables
from tests.server.support.whole_games import at_random, booked, eventually, guests, play_on
from triax.server import daily_deals

CUP: dict[str, Any] = {"name": "Spring cup", "game": "rota", "form": "swiss", "size": 2, "rounds": 2, "clock": 3600}
LOOKS = (
    "",
    "/record",
    "/replay",
    "/replay/0",
    "/review",
    "/poster.png",
    "/timelapse.webp",
    "/preview.png",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(fresh_url(tmp_path_factory.mktemp("cups"))) as running:
        yield running


@asynccontextmanager
async def cup(server: Server, count: int, **changed: object) -> AsyncIterator[tuple[str, list[Guest], Guest]]:
    """A tournament that has begun, those in it, and somebody who is not."""
    names = [f"Cup {number}" for number in range(count)]
    async with guests(server.url, *names, "Looker") as (*players, looker):
        host = players[0]
        account = {"name": f"Host {host.id[:6]}", "password": "correct horse battery"}
        await host.call("POST", "/api/account", account)
        made = await host.call("POST", "/api/tournaments", CUP | changed)
        for player in players:
            await player.call("POST", f"/api/tournaments/{made['id']}/join")
        await host.call("POST", f"/api/tournaments/{made['id']}/begin")
        yield str(made["id"]), players, looker


async def own_table(person: Guest, name: str) -> str | None:
    table = (await person.call("GET", f"/api/tournaments/{name}"))["table"]
    return None if table is None else str(table)


async def refused(person: Guest, method: str, path: str, body: object = None) -> str:
    response = await person.ask(method, path, body)
    assert response.status_code >= 400, (path, response.text)
    return str(response.json()["code"])


async def no_socket(person: Guest, table: str) -> None:
    with pytest.raises(InvalidStatus):
        async with person.sit_at(table) as socket:
            await socket.next()


def test_nothing_of_a_round_is_shown_before_all_its_tables_are_done(server: Server) -> None:
    async def cheat() -> None:
        async with cup(server, 4) as (name, players, looker):
            by_table: dict[str, list[Guest]] = {}
            for player in players:
                table = await own_table(player, name)
                assert table is not None
                by_table.setdefault(table, []).append(player)
            (first, early), (second, late) = by_table.items()
            secret = json.dumps((await read_tables(server.database))[second].record.setup)
            # Those at one table are over; those at the other have not begun.
            for player in early:
                assert (await player.call("GET", f"/api/tables/{first}"))["table"]["tournament"] == name
            await asyncio.gather(*(play_on(player, first, at_random(at)) for at, player in enumerate(early)))
            await booked(early[0], first)
            for snoop in (*late, looker):
                for path in LOOKS:
                    assert await refused(snoop, "GET", f"/api/tables/{first}{path}") in {"not_found", "not_allowed"}
                assert await refused(snoop, "POST", f"/api/tables/{first}/review") == "not_found"
                assert await refused(snoop, "POST", f"/api/tables/{first}/chat", {"text": "hello"}) == "not_found"
                await no_socket(snoop, first)
            # Nor the one that is being played, to those who have done with theirs.
            for snoop in (*early, looker):
                for path in LOOKS:
                    assert await refused(snoop, "GET", f"/api/tables/{second}{path}") in {"not_found", "not_allowed"}
                await no_socket(snoop, second)
            # One's own is not told in full either: it has the hands of the others, and what was still to be drawn.
            for path in ("/record", "/replay", "/replay/0", "/review", "/poster.png", "/timelapse.webp"):
                assert await refused(early[0], "GET", f"/api/tables/{first}{path}") == "not_allowed", path
            assert await refused(early[0], "POST", f"/api/tables/{first}/rematch") == "not_allowed"
            # No list, history, page or result says where the others' tables are, and none has the deal.
            history = f"/api/players/{early[0].id}/games"
            for path in (f"/api/tournaments/{name}", f"/api/tournaments/{name}/results", history, "/api/tables"):
                text = (await late[0].ask("GET", path)).text
                assert first not in text, path
                assert secret not in text, path
            assert second in (await late[0].ask("GET", f"/api/tournaments/{name}")).text
            # When the last is done, all of it is for everybody.
            await late[0].call("POST", f"/api/tables/{second}/resign", {"seat": await seat_of(late[0], second)})

            async def is_open() -> bool:
                return (await looker.ask("GET", f"/api/tables/{first}/record")).status_code == 200

            await eventually(is_open)
            for table in (first, second):
                assert (await looker.ask("GET", f"/api/tables/{table}/record")).status_code == 200
                assert (await looker.call("GET", f"/api/tables/{table}"))["yours"] == []

            async def is_told() -> bool:
                results = await looker.call("GET", f"/api/tournaments/{name}/results")
                return {board["table"] for board in results["boards"] if board["round"] == 1} == {first, second}

            await eventually(is_told)

    asyncio.run(cheat())


async def seat_of(person: Guest, table: str) -> int:
    return int((await person.call("GET", f"/api/tables/{table}"))["yours"][0])


def test_alone_on_one_deal_the_others_are_closed_and_one_s_own_is_open(server: Server) -> None:
    async def cheat() -> None:
        async with cup(server, 2, form="solo", size=1, rounds=1) as (name, (ann, ben), looker):
            one, other = await own_table(ann, name), await own_table(ben, name)
            assert one != other
            assert one is not None
            await play_on(ann, one, at_random(1))
            await booked(ann, one)
            for snoop in (ben, looker):
                for path in LOOKS:
                    assert await refused(snoop, "GET", f"/api/tables/{one}{path}") in {"not_found", "not_allowed"}
            # As on a deal of the day.
            assert (await ann.ask("GET", f"/api/tables/{one}/replay")).status_code == 200
            assert await refused(ann, "GET", f"/api/tables/{one}/record") == "not_allowed"
            assert other is not None
            await play_on(ben, other, at_random(1))

            async def over() -> bool:
                page = await ann.call("GET", f"/api/tournaments/{name}")
                return bool(page["tournament"]["status"] == "over")

            await eventually(over)
            records = [(await looker.ask("GET", f"/api/tables/{table}/record")).json() for table in (one, other)]
            # The same deal and the same choices: the same game, and a shared place.
            assert records[0] == records[1]
            page = await ann.call("GET", f"/api/tournaments/{name}")
            assert [row["place"] for row in page["standings"]] == [1, 1]
            # Whoever has played it may play it again under another name: it is on no board but the tournament's.
            assert not {ann.id, ben.id} & {row["player"] for row in await looker.call("GET", "/api/solo/rota")}

    asyncio.run(cheat())


def test_what_one_may_not_do(server: Server) -> None:
    async def cheat() -> None:
        async with cup(server, 2) as (name, (ann, ben), looker):
            where = f"/api/tournaments/{name}"
            assert await refused(ben, "POST", "/api/tournaments", CUP) == "not_allowed"  # a guest
            for act in ("begin", "cancel"):
                assert await refused(ben, "POST", f"{where}/{act}") == "not_allowed"
                assert await refused(ann, "POST", f"{where}/{act}") == "not_allowed"  # it has begun
            assert await refused(ann, "POST", f"{where}/challenge", {"player": ben.id}) == "not_allowed"
            for wrong, code in (
                ({"size": 1}, "bad_options"),
                ({"form": "solo"}, "bad_options"),
                ({"form": "arena"}, "bad_options"),
                ({"lasts": 600}, "bad_options"),
                ({"most": 1001}, "bad_request"),
                ({"most": 3, "size": 4}, "bad_options"),
                ({"rounds": 0}, "bad_request"),
                ({"clock": 1}, "bad_request"),
                ({"fill": "nobody"}, "bad_options"),
                ({"name": ""}, "bad_request"),
                ({"name": "\u200b"}, "bad_name"),
                ({"begins": -1}, "bad_request"),
                ({"begins": 1.0}, "bad_options"),
                ({"begins": 1e300}, "bad_request"),
                ({"form": "round_robin", "most": 41}, "bad_options"),
                ({"extra": 1}, "bad_request"),
            ):
                assert await refused(ann, "POST", "/api/tournaments", CUP | wrong) == code, wrong
            for unknown in ("nobody", "..%2f", "%00"):
                for method, act in (("GET", ""), ("GET", "/results"), ("POST", "/join"), ("POST", "/leave")):
                    assert await refused(looker, method, f"/api/tournaments/{unknown}{act}") == "not_found"
            table = await own_table(ann, name)
            assert await refused(ann, "POST", f"/api/tables/{table}/leave") == "not_allowed"
            assert await refused(looker, "POST", f"/api/tables/{table}/join", {}) == "not_found"
            for_accounts = await ann.call("POST", "/api/tournaments", CUP | {"guests": False, "public": False})
            assert await refused(ben, "POST", f"/api/tournaments/{for_accounts['id']}/join") == "not_allowed"
            listed = await looker.call("GET", "/api/tournaments")
            assert for_accounts["id"] not in json.dumps(listed)
            assert name in {one["id"] for one in listed["running"]}
            for _ in range(3):
                await ann.call("POST", "/api/tournaments", CUP)
            assert await refused(ann, "POST", "/api/tournaments", CUP) == "too_many"
            # Nor is one called off to make the next, all day, or a draw held up by coming and going.
            codes = set()
            for _ in range(30):
                await ann.call("POST", f"/api/tournaments/{for_accounts['id']}/cancel")
                made = await ann.ask("POST", "/api/tournaments", CUP)
                for_accounts = made.json()
                codes.add(for_accounts.get("message"))
                if made.status_code >= 400:
                    break
            assert "at most 30 tournaments a day" in codes
            answers = [await ben.ask("POST", f"{where}/{act}") for act in ("leave", "join") * 6]
            assert answers[-1].json()["code"] == "too_fast"

    asyncio.run(cheat())


def test_the_deal_of_a_day_is_kept_by_the_same_rule(server: Server) -> None:
    async def cheat() -> None:
        async with guests(server.url, "Ann", "Eve") as (ann, eve):
            table = (await ann.call("POST", "/api/daily/rota"))["id"]
            await play_on(ann, table, at_random(2))
            for path in LOOKS:
                assert await refused(eve, "GET", f"/api/tables/{table}{path}") in {"not_found", "not_allowed"}
            assert not daily_deals.is_revealed(daily_deals.today())

    asyncio.run(cheat())
