"""Bots at tables of a real server: they play to the end, survive the death of their workers, and hold nobody up."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.support.serving import Server, TableSocket, serving, sqlite_url
from tests.server.support.whole_games import at_random, gather, guests, play_on, spelt

pytestmark = pytest.mark.usefixtures("engines")
BUDGET = 2.0
PATIENCE = 120.0


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(Path(tmp_path_factory.mktemp("quick"))), "--bot-budget", "0.02") as running:
        yield running


@pytest.fixture(scope="module")
def thoughtful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(Path(tmp_path_factory.mktemp("slow"))), "--bot-budget", str(BUDGET)) as running:
        yield running


def workers(server: Server) -> set[int]:
    """The processes in which bots think."""
    assert server.process is not None
    parent = server.process.pid
    found = set()
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            with suppress(OSError):  # it is gone already
                if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                    found.add(int(child))
    return found


async def hint_for(socket: TableSocket, seat: int) -> dict[str, Any]:
    await socket.send("hint", id="hint", seat=seat)
    return await socket.next("hint", "refused", timeout=PATIENCE)


async def offer(socket: TableSocket) -> tuple[dict[str, Any], list[str]]:
    message = await socket.next("moves", timeout=PATIENCE)
    return message, spelt(message)


def test_bots_of_every_level_play_every_game_to_its_end(quick: Server) -> None:
    tables = [
        {"game": "rota", "seats": ["novice", "apprentice", "adept", "expert"]},
        {"game": "axio", "seats": ["master", "apprentice", "expert"]},
        {"game": "axo", "seats": ["adept", "master"]},
        {"game": "axo", "seats": ["novice"]},
    ]

    async def run() -> None:
        async with guests(quick.url, "Ada") as (ada,), AsyncExitStack() as stack:
            opened = [await ada.call("POST", "/api/tables", table) for table in tables]
            assert [table["status"] for table in opened] == ["playing"] * len(tables)
            for table in opened:
                socket = await stack.enter_async_context(ada.sit_at(table["id"]))
                while (shown := await socket.next("welcome", "table", timeout=PATIENCE))["table"]["status"] != "over":
                    assert shown["table"]["to_act"]
                ranked = [seat for place in shown["table"]["standings"] for seat in place]
                assert sorted(ranked) == list(range(table["players"])) or table["players"] == 1

    asyncio.run(run())


def test_bots_play_on_for_those_who_left_and_resigned(quick: Server) -> None:
    async def run() -> None:
        async with guests(quick.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
            table = await gather([ada, ben, cleo], "rota")
            await ada.call("POST", f"/api/tables/{table}/resign", {"seat": 0})
            await ben.call("POST", f"/api/tables/{table}/leave")
            over = await play_on(cleo, table, at_random())
            assert [seat["away"] for seat in over["seats"]] == [False, True, False]
            assert over["standings"][-1] == [0]
            assert sorted(seat for place in over["standings"] for seat in place) == [0, 1, 2]

    asyncio.run(run())


@pytest.mark.parametrize("game", ["rota", "axio", "axo"])
def test_hints_are_legal_moves_of_ones_own(quick: Server, game: str) -> None:
    async def run() -> None:
        async with guests(quick.url, "Ada", "Ben") as people:
            table = await gather(people, game, hints=True, options={"start": 0})
            plain = await gather(people, game, options={"start": 0})
            async with people[0].sit_at(table) as first, people[1].sit_at(table) as second:
                shown, moves = await offer(first)
                hint = await hint_for(first, 0)
                assert (hint["type"], hint["seat"], hint["number"]) == ("hint", 0, shown["number"]), hint
                advised = [idea["move"] for idea in hint["ideas"]]
                assert advised
                assert set(advised) <= set(moves)
                assert (await hint_for(second, 0))["code"] == "not_yours"
                if game != "axo":
                    assert (await hint_for(second, 1))["code"] == "wrong_seat"
                answer = await first.ask("move", "accepted", seat=0, number=shown["number"], move=advised[0])
                assert answer["type"] == "accepted"
            by_request = await people[1].ask("POST", f"/api/tables/{table}/hint", {"seat": 0})
            assert by_request.json()["code"] == "not_yours"
            async with people[0].sit_at(plain) as socket:
                assert (await hint_for(socket, 0))["code"] == "not_allowed"

    asyncio.run(run())


def test_a_worker_that_dies_is_replaced_and_its_move_thought_again(thoughtful: Server) -> None:
    async def run() -> None:
        async with guests(thoughtful.url, "Ada") as (ada,):
            asked = {"game": "rota", "seats": ["me", "master"], "options": {"start": 1}}
            table = (await ada.call("POST", "/api/tables", asked))["id"]
            async with ada.sit_at(table) as socket:
                # With the bot's first move its engine is loaded.
                shown, moves = await offer(socket)
                await socket.ask("move", "accepted", seat=0, number=shown["number"], move=moves[0])

                await socket.ask("ping", "pong")
                (victim,) = workers(thoughtful)
                os.kill(victim, signal.SIGKILL)
                again, moves = await offer(socket)
                assert again["number"] == shown["number"] + 2
                assert victim not in workers(thoughtful)
                assert len(workers(thoughtful)) == 1
                answer = await socket.ask("move", "accepted", seat=0, number=again["number"], move=moves[0])
                assert answer["type"] == "accepted"
            # In thought, or just behind it.
            assert re.search("a worker failed|worker has died", thoughtful.log.read_text())

    asyncio.run(run())


def test_the_server_answers_while_a_bot_thinks(thoughtful: Server) -> None:
    async def run() -> None:
        async with guests(thoughtful.url, "Ada") as (ada,):
            asked = {"game": "rota", "seats": ["me", "master"], "options": {"start": 0}}
            table = (await ada.call("POST", "/api/tables", asked))["id"]
            async with ada.sit_at(table) as socket:
                shown, moves = await offer(socket)
                await socket.ask("move", "accepted", seat=0, number=shown["number"], move=moves[0])
                for _ in range(5):
                    await socket.ask("ping", "pong")
                    await ada.call("GET", f"/api/tables/{table}")
                # All that was answered before the bot had thought.
                assert [message["number"] for message in socket.heard if message["type"] == "state"] == [1, 2]
                assert (await offer(socket))[0]["number"] == 3

    asyncio.run(run())


def test_one_hint_at_a_time(thoughtful: Server) -> None:
    async def run() -> None:
        async with guests(thoughtful.url, "Ada", "Ben") as (ada, ben):
            tables = [await gather([ada, ben], "rota", hints=True, options={"start": 0}) for _ in range(2)]
            async with ada.sit_at(tables[0]) as first, ada.sit_at(tables[1]) as second:
                await offer(first)
                await first.send("hint", id="one", seat=0)
                await first.send("hint", id="two", seat=0)
                refusal = await first.next("refused", "hint", timeout=PATIENCE)
                assert (refusal["id"], refusal["code"]) == ("two", "too_fast")
                assert (await hint_for(second, 0))["code"] == "too_fast"
                hint = await first.next("hint", timeout=PATIENCE)
                assert (hint["id"], hint["number"]) == ("one", 1)
                await second.send("hint", id="three", seat=0)
                assert (await second.next("hint", "refused", timeout=PATIENCE))["id"] == "three"

    asyncio.run(run())
