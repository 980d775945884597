"""Tables from opening to closing, as people find them over HTTP and sockets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.support.serving import Guest, Server, TableSocket, serving, sqlite_url
from tests.server.support.whole_games import gather, guests, spelt

Message = dict[str, Any]
PATIENCE = 120.0
"""A bot's first thought may have to compile its engine."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(Path(tmp_path_factory.mktemp("tables")))) as running:
        yield running


async def refused(person: Guest, path: str, body: object | None = None) -> str:
    return code_of(await person.ask("POST", f"/api/tables{path}", body))


def code_of(response: httpx.Response) -> str:
    """A refusal has a code and words, and nothing else."""
    assert 400 <= response.status_code < 500, response.text
    answer = response.json()
    assert answer.keys() == {"code", "message"}
    assert answer["message"]
    return str(answer["code"])


async def until(socket: TableSocket, kind: str, test: Callable[[Message], bool]) -> Message:
    while not test(message := await socket.next(kind, timeout=PATIENCE)):
        pass
    return message


async def take_turn(person: Guest, socket: TableSocket, table: str) -> bool:
    """Play a move, if it is this person's turn."""
    shown = await person.call("GET", f"/api/tables/{table}")
    for state in shown["states"]:
        if moves := spelt({"groups": state["moves"]}):
            answer = await socket.ask("move", "accepted", seat=state["seat"], number=state["number"], move=moves[0])
            assert answer["type"] == "accepted", answer
            return True
    return False


def received(socket: TableSocket, *kinds: str) -> list[Message]:
    return [message for message in socket.heard if message["type"] in kinds]


# Opening a table.


@pytest.mark.parametrize(
    ("changed", "code", "words"),
    [
        ({"game": "chess"}, "bad_request", "game"),
        ({"seats": []}, "bad_request", "seats"),
        ({"seats": ["me"] * 5}, "bad_request", "seats"),
        ({"seats": ["me", "deep blue"]}, "bad_request", "seats"),
        ({"seats": "me"}, "bad_request", "seats"),
        ({"options": {"start": 2}}, "bad_options", "options.start: 2; expected a whole number from 0 to 1"),
        ({"options": {"start": True}}, "bad_options", "options.start"),
        ({"options": {"effects": False}}, "bad_options", 'unknown field "effects"'),
        ({"game": "axo", "options": {"effects": "no"}}, "bad_options", "options.effects"),
        ({"game": "axo", "seats": ["me"], "options": {"simona": "above"}}, "bad_options", '"left" or "right"'),
        ({"game": "axo", "options": {"simona": "left"}}, "bad_options", "simona"),
        ({"game": "axio", "options": {"pieces": {}}}, "bad_options", "pieces"),
        ({"options": []}, "bad_request", "options"),
        ({"clock": 4}, "bad_request", "clock"),
        ({"clock": 15 * 24 * 3600}, "bad_request", "clock"),
        ({"clock": "5"}, "bad_request", "clock"),
        ({"increment": 0}, "bad_options", "increment: 0; expected with a clock of at most 21600 seconds"),
        ({"increment": 5, "clock": 86_400}, "bad_options", "increment: 5"),
        ({"public": 1}, "bad_request", "public"),
        ({"price": 1}, "bad_request", "price"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_words(
    server: Server, changed: dict[str, Any], code: str, words: str
) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada") as (ada,):
            response = await ada.ask("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"], **changed})
            assert code_of(response) == code
            assert words in response.json()["message"]
            assert await ada.call("GET", "/api/tables/mine") == []

    asyncio.run(run())


def test_nobody_pushes_the_others_out_of_the_lobby(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
            asked = {"game": "rota", "seats": ["me", "open"], "public": True}
            quiet = (await cleo.call("POST", "/api/tables", asked))["id"]
            loud = [(await one.call("POST", "/api/tables", asked))["id"] for _ in range(30) for one in (ada, ben)]
            shown = [table["id"] for table in (await ben.call("GET", "/api/tables"))["open"]]
            assert quiet in shown
            assert [table for table in shown if table in loud] == loud[:-11:-1]
            for one, own in ((ada, loud[::2]), (ben, loud[1::2]), (cleo, [quiet])):
                for table in own:
                    await one.call("POST", f"/api/tables/{table}/close")

    asyncio.run(run())


def test_a_public_table_is_in_the_lobby_until_it_is_over(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):

            async def lobby() -> dict[str, str]:
                found = await ben.call("GET", "/api/tables")
                return {table["id"]: where for where, tables in found.items() for table in tables}

            seats = ["open", "me", "novice", "me"]
            asked = {"game": "axo", "seats": seats, "public": True, "clock": 60, "options": {"effects": False}}
            table = await ada.call("POST", "/api/tables", asked)
            held = [(seat["player"], seat["name"], seat["bot"]) for seat in table["seats"]]
            mine = (ada.id, "Ada", None)
            assert held == [(None, None, None), mine, (None, None, "novice"), mine]
            assert (table["status"], table["clock"], table["options"]) == ("open", 60, {"effects": False})
            hidden = await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]})
            assert (await lobby()).get(table["id"]) == "open"
            assert hidden["id"] not in await lobby()
            assert [mine["id"] for mine in await ada.call("GET", "/api/tables/mine")] == [hidden["id"], table["id"]]

            playing = await ben.call("POST", f"/api/tables/{table['id']}/join", {})
            assert playing["status"] == "playing"
            assert (await lobby()).get(table["id"]) == "playing"
            for person, seat in ((ada, 1), (ada, 3), (ben, 0)):
                over = await person.call("POST", f"/api/tables/{table['id']}/resign", {"seat": seat})
            assert over["standings"] == [[2], [0], [3], [1]]

            async with asyncio.timeout(30):
                while table["id"] in await lobby():
                    await asyncio.sleep(0.05)
            assert [mine["id"] for mine in await ada.call("GET", "/api/tables/mine")] == [hidden["id"]]

    asyncio.run(run())


def test_joining_by_link_starts_the_game_when_the_last_seat_is_taken(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
            table = (await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open", "open"]}))["id"]
            async with ben.sit_at(table) as watching:
                welcome = await watching.next()
                assert (welcome["type"], welcome["seats"]) == ("welcome", [])
                assert welcome["table"]["status"] == "open"
                assert await refused(ben, f"/{table}/join", {"seat": 0}) == "seat_taken"
                assert await refused(ben, f"/{table}/join", {"seat": 3}) == "not_found"
                await ben.call("POST", f"/api/tables/{table}/join", {"seat": 2})
                seated = await watching.next("table")
                assert (seated["seats"], seated["table"]["status"]) == ([2], "open")
                assert await refused(ben, f"/{table}/join", {}) == "not_allowed"
                started = await cleo.call("POST", f"/api/tables/{table}/join", {})
                assert started["status"] == "playing"
                assert len(started["to_act"]) == 1
                shown = await watching.next("state")
                assert (shown["seat"], shown["number"], shown["view"]["seat"]) == (2, 1, 2)
            async with guests(server.url, "Dora") as (dora,):
                assert await refused(dora, f"/{table}/join", {}) == "not_open"
                assert await refused(dora, f"/{'x' * 20}/join", {}) == "not_found"

    asyncio.run(run())


def test_the_host_starts_and_bots_fill_the_table(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            asked = {"game": "rota", "seats": ["me", "open", "open", "open"], "options": {"start": 0}}
            table = (await ada.call("POST", "/api/tables", asked))["id"]
            await ben.call("POST", f"/api/tables/{table}/join", {"seat": 2})
            assert await refused(ben, f"/{table}/start", {"fill": "novice"}) == "not_allowed"
            assert await refused(ada, f"/{table}/start", {}) == "not_allowed"
            assert await refused(ada, f"/{table}/start", {"fill": "king"}) == "bad_request"
            async with ben.sit_at(table) as watching:
                started = await ada.call("POST", f"/api/tables/{table}/start", {"fill": "novice"})
                assert [seat["bot"] for seat in started["seats"]] == [None, "novice", None, "novice"]
                assert (await watching.next("state"))["number"] == 1
            assert await refused(ada, f"/{table}/start", {"fill": "novice"}) == "not_open"

    asyncio.run(run())


def test_an_open_table_is_closed_by_its_host(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            asked = {"game": "rota", "seats": ["me", "open", "open"], "public": True}
            table = (await ada.call("POST", "/api/tables", asked))["id"]
            await ben.call("POST", f"/api/tables/{table}/join", {})
            async with ben.sit_at(table) as watching:
                assert await refused(ben, f"/{table}/close") == "not_allowed"
                assert (await ada.call("POST", f"/api/tables/{table}/close"))["status"] == "closed"
                closed = await until(watching, "table", lambda message: message["table"]["status"] == "closed")
                assert closed["table"]["ended"]
            for what in ("join", "start", "close"):
                assert await refused(ada, f"/{table}/{what}", {}) == "not_open"
            for what in ("leave", "back", "resign"):
                assert await refused(ada, f"/{table}/{what}", {"seat": 0}) == "not_playing"
            assert await ada.call("GET", "/api/tables/mine") == []

    asyncio.run(run())


# Coming and going.


def test_leaving_an_open_table_frees_the_seat(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
            table = (await ada.call("POST", "/api/tables", {"game": "axio", "seats": ["me", "open", "open"]}))["id"]
            await ben.call("POST", f"/api/tables/{table}/join", {})
            assert await refused(cleo, f"/{table}/leave") == "not_yours"
            async with ben.sit_at(table) as socket:
                assert (await socket.next("welcome"))["seats"] == [1]
                left = await ben.call("POST", f"/api/tables/{table}/leave")
                assert left["seats"][1]["player"] is None
                assert (await socket.next("table"))["seats"] == []
            assert await ben.call("GET", "/api/tables/mine") == []
            await cleo.call("POST", f"/api/tables/{table}/join", {"seat": 1})
            assert (await ada.call("POST", f"/api/tables/{table}/leave"))["status"] == "open"
            back = await ada.call("POST", f"/api/tables/{table}/join", {"seat": 2})
            assert [seat["name"] for seat in back["seats"]] == [None, "Cleo", "Ada"]
            await cleo.call("POST", f"/api/tables/{table}/leave")
            assert (await ada.call("POST", f"/api/tables/{table}/leave"))["status"] == "closed"

    asyncio.run(run())


def test_a_bot_plays_for_who_leaves_until_they_are_back(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota", options={"start": 0})
            async with ada.sit_at(table) as first, ben.sit_at(table) as second:
                offer = await first.next("moves")
                left = await ada.call("POST", f"/api/tables/{table}/leave")
                assert [seat["away"] for seat in left["seats"]] == [True, False]
                for _ in range(2):
                    await until(second, "state", lambda message: message["view"]["to_act"] == [1])
                    assert await take_turn(ben, second, table)
                moved = await first.ask("move", "accepted", seat=0, number=1, move=spelt(offer)[0])
                assert moved["code"] == "not_allowed"
                back = await ada.call("POST", f"/api/tables/{table}/back")
                assert not back["seats"][0]["away"]
                await until(first, "table", lambda message: not message["table"]["seats"][0]["away"])
                assert (await first.next())["type"] == "state"
                while not await take_turn(ada, first, table):
                    await take_turn(ben, second, table)
                assert [message["seat"] for message in received(first, "accepted")] == [0]

    asyncio.run(run())


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_resigning(server: Server, players: int) -> None:
    async def run() -> None:
        async with guests(server.url, *"ABCD"[:players]) as people:
            table = await gather(people, "axio")
            async with people[-1].sit_at(table) as watching:
                for seat in range(max(1, players - 1)):
                    path = f"/api/tables/{table}/resign"
                    assert code_of(await people[seat].ask("POST", path, {"seat": 3 - seat})) != "internal"
                    shown = await people[seat].call("POST", path, {"seat": seat})
                    assert shown["seats"][seat]["resigned"]
                    if shown["status"] == "playing":
                        assert code_of(await people[seat].ask("POST", path, {"seat": seat})) == "not_allowed"
                        assert await refused(people[seat], f"/{table}/back") == "not_allowed"
                over = await until(watching, "table", lambda message: message["table"]["status"] == "over")
            expected = [] if players == 1 else [[seat] for seat in reversed(range(players))]
            assert over["table"]["standings"] == expected
            assert over["table"]["to_act"] == []
            assert await refused(people[0], f"/{table}/resign", {"seat": 0}) == "not_playing"
            assert await refused(people[0], f"/{table}/leave") == "not_playing"

    asyncio.run(run())


def test_a_clock_that_runs_out_brings_a_bot(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota", clock=5, options={"start": 0})
            async with ada.sit_at(table) as first, ben.sit_at(table) as second:
                welcome = await first.next("welcome")
                deadline = welcome["table"]["deadlines"][0]
                assert 3 < deadline - welcome["time"] <= 5
                late = await until(second, "table", lambda message: message["table"]["seats"][0]["away"])
                assert time.time() >= deadline
                assert late["table"]["deadlines"] == [None, None]
                # The bot has moved, and Ben's clock runs.
                moved = await until(second, "state", lambda message: message["view"]["to_act"] == [1])
                assert moved["deadlines"][0] is None
                assert moved["deadlines"][1] > deadline
                await ada.call("POST", f"/api/tables/{table}/back")
                assert await take_turn(ben, second, table)
                mine = await until(first, "state", lambda message: message["number"] > moved["number"])
                assert mine["deadlines"][0] > deadline
                assert await take_turn(ada, first, table)

    asyncio.run(run())


# Who sees what.


def test_one_guest_plays_all_seats_at_one_screen(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = (await ada.call("POST", "/api/tables", {"game": "axo", "seats": ["me", "me", "me"]}))["id"]
            async with ada.sit_at(table) as socket:
                welcome = await socket.next("welcome")
                assert (welcome["seats"], welcome["table"]["status"]) == ([0, 1, 2], "playing")
                for seat in (2, 0, 1):
                    shown = await ada.call("GET", f"/api/tables/{table}")
                    moves = spelt({"groups": shown["states"][seat]["moves"]})
                    number = shown["states"][seat]["number"]
                    moved = await socket.ask("move", "accepted", seat=seat, number=number, move=moves[0])
                    assert moved["type"] == "accepted", moved
                assert {message["seat"] for message in received(socket, "moves")} == {0, 1, 2}
                chosen = [shown for shown in received(socket, "state") if shown["view"]["phase"] == "choose"]
                assert [(shown["seat"], len(shown["view"]["hand"])) for shown in chosen] == [(0, 4), (1, 4), (2, 4)]
            shown = await ben.call("GET", f"/api/tables/{table}")
            assert (shown["yours"], [state["seat"] for state in shown["states"]]) == ([], [None])

    asyncio.run(run())


def test_two_tabs_of_one_player_are_told_the_same(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "axio", options={"start": 0})
            async with ada.sit_at(table) as one, ada.sit_at(table) as two, ben.sit_at(table) as other:
                for turn in range(12):
                    if not await take_turn(ada, one if turn % 4 else two, table):
                        assert await take_turn(ben, other, table)
                for tab in (one, two):
                    await tab.ask("ping", "pong")
                kinds = ("welcome", "state", "moves", "table")
                seen = [{**message, "time": 0} for message in received(one, *kinds)]
                assert seen == [{**message, "time": 0} for message in received(two, *kinds)]
                assert len(received(one, "state")) == 13
                assert sum(len(received(tab, "accepted")) for tab in (one, two, other)) == 12
                assert all(received(tab, "accepted") for tab in (one, two, other))

    asyncio.run(run())


def test_a_spectator_sees_what_is_public(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
            table = await gather([ada, ben], "axio", options={"start": 0})
            async with cleo.sit_at(table) as watching, ada.sit_at(table) as first, ben.sit_at(table) as second:
                assert (await watching.next("welcome"))["seats"] == []
                shown = await watching.next("state")
                assert (shown["seat"], shown["number"], shown["events"]) == (None, 1, [])
                for number in range(2, 8):
                    assert await take_turn(ada, first, table) or await take_turn(ben, second, table)
                    shown = await watching.next("state")
                    assert (shown["number"], shown["view"]["rack"], shown["view"]["racks"]) == (number, None, [5, 5])
                    drawn = [event for event in shown["events"] if event["kind"] == "drew"]
                    assert drawn
                    assert not any("tiles" in event for event in drawn)
                refusal = await watching.ask("move", "accepted", seat=0, number=number, move="keep")
                assert refusal["code"] == "not_yours"
                assert "moves" not in {message["type"] for message in watching.heard}
            asked = await cleo.call("GET", f"/api/tables/{table}")
            assert asked["states"] == [{"seat": None, "number": 7, "view": shown["view"], "moves": []}]

    asyncio.run(run())


def test_seats_and_spectators_talk_apart(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
            table = (await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"]}))["id"]
            async with ada.sit_at(table) as first, ben.sit_at(table) as second, cleo.sit_at(table) as third:
                await say(second, "may I?")
                await say(first, "sit down")
                await heard(third, "may I?", "sit down")
                await ben.call("POST", f"/api/tables/{table}/join", {})
                await say(second, "here I am")
                await say(third, "they cannot read this")
                await ada.call("POST", f"/api/tables/{table}/chat", {"text": "by <b>HTTP</b>"})
                await heard(first, "sit down", "here I am", "by <b>HTTP</b>")
                # What Ben read before he sat down he has read.
                await heard(second, "may I?", "sit down", "here I am", "by <b>HTTP</b>")
                await heard(third, "may I?", "sit down", "here I am", "they cannot read this", "by <b>HTTP</b>")
                refusal = await first.ask("chat", "chat", text=" \u200b ")
                assert refusal["code"] == "bad_request"
            assert await kept(ben, table) == ["sit down", "here I am", "by <b>HTTP</b>"]
            assert await kept(cleo, table) == [
                "may I?",
                "sit down",
                "here I am",
                "they cannot read this",
                "by <b>HTTP</b>",
            ]
            await ben.call("POST", f"/api/tables/{table}/resign", {"seat": 1})
            assert await kept(ben, table) == await kept(cleo, table)

    async def say(socket: TableSocket, text: str) -> None:
        await socket.send("chat", id="c", text=text)
        said = await until(socket, "chat", lambda message: message["line"]["text"] == text)
        assert said["line"]["name"]

    async def heard(socket: TableSocket, *texts: str) -> None:
        await socket.ask("ping", "pong")
        assert [message["line"]["text"] for message in socket.heard if message["type"] == "chat"] == list(texts)

    async def kept(person: Guest, table: str) -> list[str]:
        async with person.sit_at(table) as socket:
            return [line["text"] for line in (await socket.next("welcome"))["chat"]]

    asyncio.run(run())


def test_a_new_name_shows_everywhere(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota")
            async with ben.sit_at(table) as watching:
                renamed = await ada.call("PATCH", "/api/session", {"name": "  Countess\u202e Ada "})
                assert renamed == {"id": ada.id, "name": "Countess Ada", "guest": True}
                shown = await until(watching, "table", lambda message: message["table"]["seats"][0]["name"] != "Ada")
                assert shown["table"]["seats"][0]["name"] == "Countess Ada"
            assert (await ada.call("GET", "/api/session"))["name"] == "Countess Ada"
            response = await ada.ask("PATCH", "/api/session", {"name": "\u200b"})
            assert code_of(response) == "bad_name"

    asyncio.run(run())


def test_the_host_may_give_free_seats_to_bots(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            asked = {"game": "rota", "seats": ["me", "open", "open"]}
            table = (await ada.call("POST", "/api/tables", asked))["id"]
            bot = {"seat": 1, "level": "novice"}
            assert await refused(ben, f"/{table}/bots", bot) == "not_allowed"
            assert await refused(ada, f"/{table}/bots", {**bot, "level": "genius"}) == "bad_request"
            assert await refused(ada, f"/{table}/bots", {**bot, "seat": 3}) == "not_found"
            shown = await ada.call("POST", f"/api/tables/{table}/bots", bot)
            assert (shown["status"], shown["seats"][1]["bot"]) == ("open", "novice")
            assert await refused(ada, f"/{table}/bots", bot) == "seat_taken"
            # With the last seat the game starts.
            shown = await ben.call("POST", f"/api/tables/{table}/join", {})
            assert shown["status"] == "playing"
            assert await refused(ada, f"/{table}/bots", bot) == "not_open"

    asyncio.run(scenario())
