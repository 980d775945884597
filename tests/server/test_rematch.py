"""The same players once more: one table for all of them, wherever and however often they ask."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.support.serving import Guest, Server, TableSocket, guest, serving, sqlite_url
from tests.server.support.whole_games import eventually, execute, gather, guests, play_out


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("rematch"))) as running:
        yield running


async def given_up(people: list[Guest], **table: Any) -> str:  # noqa: ANN401
    """A game that all but the first have resigned from."""
    opened = await gather(people, "rota", **table)
    for seat, person in enumerate(people[1:], 1):
        await person.call("POST", f"/api/tables/{opened}/resign", {"seat": seat})
    return opened


async def again(person: Guest, table: str) -> dict[str, Any]:
    found: dict[str, Any] = await person.call("POST", f"/api/tables/{table}/rematch")
    return found


def held(table: dict[str, Any]) -> list[Any]:
    """By seat: a player's id, a bot's level, or in brackets whom it is kept for."""
    return [seat["player"] or seat["bot"] or (seat["kept_for"],) for seat in table["seats"]]


async def told_of(socket: TableSocket) -> str:
    while (message := await socket.next("table"))["table"]["rematch"] is None:
        pass
    found: str = message["table"]["rematch"]
    return found


@pytest.mark.parametrize("game", ["rota", pytest.param("axo", marks=pytest.mark.slow)])
def test_a_rematch_starts_when_all_have_come(server: Server, game: str) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            wishes = {"options": {"start": 1}, "public": True, "clock": 600, "hints": True}
            old = await gather([ann, ben], game, bots=["novice"], **wishes)
            await play_out([ann, ben], old)
            new = await again(ben, old)
            assert new["status"] == "open"
            assert (new["game"], new["public"], new["clock"], new["hints"]) == (game, True, 600, True)
            assert new["options"] == {"start": 2}
            assert held(new) == [("Ann",), ben.id, "novice"]
            assert new["host"] == ben.id
            same = await again(ann, old)
            assert (same["id"], same["status"]) == (new["id"], "playing")
            assert held(same) == [ann.id, ben.id, "novice"]
            assert (await ben.call("GET", f"/api/tables/{old}"))["table"]["rematch"] == new["id"]
            for seat, person in enumerate((ann, ben)):
                await person.call("POST", f"/api/tables/{new['id']}/resign", {"seat": seat})
            third = await again(ann, new["id"])
            assert third["id"] not in {old, new["id"]}
            assert third["options"] == {"start": 0}

    asyncio.run(scenario())


def test_without_a_wish_the_seat_after_the_one_that_started_starts(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Cleo") as people:
            seen: set[int] = set()
            while len(seen) < 3:
                old = await gather(people, "rota")
                [starter] = (await people[0].call("GET", f"/api/tables/{old}"))["table"]["to_act"]
                seen.add(starter)
                for seat in (0, 1):
                    await people[seat].call("POST", f"/api/tables/{old}/resign", {"seat": seat})
                new = await again(people[0], old)
                assert new["options"] == {"start": (starter + 1) % 3}
                await people[0].call("POST", f"/api/tables/{new['id']}/close")

    asyncio.run(scenario())


def test_everyone_who_asks_at_once_meets_at_one_table(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Cleo") as people:
            old = await given_up(people)
            found = await asyncio.gather(*(again(person, old) for person in people for _ in range(4)))
            assert len({table["id"] for table in found}) == 1
            new = (await people[0].call("GET", f"/api/tables/{found[0]['id']}"))["table"]
            assert new["status"] == "playing"
            assert held(new) == [person.id for person in people]

    asyncio.run(scenario())


def test_those_who_still_look_at_the_old_table_are_told(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            old = await given_up([ann, ben])
            async with ann.sit_at(old) as one, ben.sit_at(old) as other, eve.sit_at(old) as watching:
                sockets = (one, other, watching)
                for socket in sockets:
                    assert (await socket.next("welcome"))["table"]["rematch"] is None
                new = await again(ann, old)
                assert [await told_of(socket) for socket in sockets] == [new["id"]] * 3

    asyncio.run(scenario())


def test_who_may_not_ask(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            old = await given_up([ann, ben])
            stranger = await eve.ask("POST", f"/api/tables/{old}/rematch")
            assert (stranger.status_code, stranger.json()["code"]) == (403, "not_yours")
            new = await again(ann, old)
            taken = await eve.ask("POST", f"/api/tables/{new['id']}/join", {})
            assert (taken.status_code, taken.json()["code"]) == (409, "seat_taken")
            early = await ann.ask("POST", f"/api/tables/{new['id']}/rematch")
            assert (early.status_code, early.json()["code"]) == (409, "not_over")
            nowhere = await ann.ask("POST", "/api/tables/nowhere/rematch")
            assert (nowhere.status_code, nowhere.json()["code"]) == (404, "not_found")

    asyncio.run(scenario())


def test_a_kept_seat_is_taken_by_joining_too(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            new = await again(ann, await given_up([ann, ben]))
            joined = await ben.call("POST", f"/api/tables/{new['id']}/join", {})
            assert (held(joined), joined["status"]) == ([ann.id, ben.id], "playing")

    asyncio.run(scenario())


def test_one_screen_keeps_all_its_seats(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            opened = await ann.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open", "me"]})
            await ben.call("POST", f"/api/tables/{opened['id']}/join", {})
            for seat in (0, 2):
                await ann.call("POST", f"/api/tables/{opened['id']}/resign", {"seat": seat})
            new = await again(ben, opened["id"])
            assert held(new) == [("Ann",), ben.id, ("Ann",)]
            new = await again(ann, opened["id"])
            assert (held(new), new["status"]) == ([ann.id, ben.id, ann.id], "playing")

    asyncio.run(scenario())


def test_alone_it_starts_at_once(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann") as (ann,):
            old = await gather([ann], "axo", options={"simona": "right", "effects": False})
            await ann.call("POST", f"/api/tables/{old}/resign", {"seat": 0})
            new = await again(ann, old)
            assert (new["status"], new["options"]) == ("playing", {"simona": "right", "effects": False})

    asyncio.run(scenario())


def test_whoever_comes_too_late_finds_the_table_and_no_seat(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            old = await given_up([ann, ben])
            new = await again(ann, old)
            await ann.call("POST", f"/api/tables/{new['id']}/start", {"fill": "novice"})
            late = await again(ben, old)
            assert (late["id"], held(late)) == (new["id"], [ann.id, "novice"])

    asyncio.run(scenario())


def test_a_rematch_that_was_given_up_makes_room_for_another(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            old = await given_up([ann, ben])
            first = await again(ann, old)
            await ann.call("POST", f"/api/tables/{first['id']}/close")
            second = await again(ben, old)
            assert second["id"] != first["id"]
            assert held(second) == [("Ann",), ben.id]
            assert (await again(ann, old))["id"] == second["id"]
            assert (await ann.call("GET", f"/api/tables/{old}"))["table"]["rematch"] == second["id"]

    asyncio.run(scenario())


def test_two_processes_open_one_table(postgres_url: str) -> None:
    """The players of a table are on different processes, and ask at the same time."""

    async def scenario(one: Server, other: Server) -> None:
        async with guest(one.url, "Ann") as ann, guest(other.url, "Ben") as ben:
            for _ in range(3):
                old = await gather([ann, ben], "rota")
                async with ann.sit_at(old) as here, ben.sit_at(old) as there:
                    await ben.call("POST", f"/api/tables/{old}/resign", {"seat": 1})

                    async def over(table: str = old) -> bool:
                        shown = await ann.call("GET", f"/api/tables/{table}")
                        return bool(shown["table"]["status"] == "over")

                    await eventually(over)
                    found = await asyncio.gather(*(again(person, old) for person in (ann, ben) for _ in range(3)))
                    assert len({table["id"] for table in found}) == 1
                    new = found[0]["id"]
                    assert [await told_of(here), await told_of(there)] == [new, new]
            await play_out([ann, ben], new)
            assert await execute(postgres_url, "SELECT count(*) FROM tables") == [(6,)]

    with serving(postgres_url) as one, serving(postgres_url) as other:
        asyncio.run(scenario(one, other))


@pytest.mark.slow
def test_a_bot_of_another_process_begins(postgres_url: str) -> None:
    """A table that one process opens may be for another to look after; it hears of it without anybody's move."""

    async def scenario(one: Server) -> None:
        async with guest(one.url, "Ann") as ann:
            for _ in range(6):
                table = await gather([ann], "rota", bots=["novice"], options={"start": 1})
                async with ann.sit_at(table) as socket:
                    assert (await socket.next("moves"))["seat"] == 0

    with serving(postgres_url) as one, serving(postgres_url):
        asyncio.run(scenario(one))
