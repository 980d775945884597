"""Whole games over real sockets; every message is held against the record that the database keeps."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.server.support.checking_players import Message, Player, play_game, record_of
from tests.server.support.serving import Server, TableSocket, serving, sqlite_url
from tests.server.support.whole_games import execute, gather, guests, spelt
from tests.support import VARIANTS

LIMIT = 8192


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(Path(tmp_path_factory.mktemp("play")))) as running:
        yield running


def unlike(views: Iterable[Any]) -> list[Any]:
    """Each view that differs from the one before it, as JSON says it."""
    return [json.loads(text) for text, _ in groupby(json.dumps(view) for view in views)]


@pytest.mark.parametrize(("game", "seats", "options"), VARIANTS)
def test_a_whole_game(server: Server, game: str, seats: int, options: dict[str, Any]) -> None:
    async def run() -> None:
        async with guests(server.url, *"ABCD"[:seats], "Spectator") as people:
            table = await gather(people[:-1], game, options=options)
            await check_game(server, await play_game(people, table, f"{game} {seats} {options}"))

    asyncio.run(run())


@pytest.mark.parametrize("game", ["axio", "axo"])
def test_a_whole_game_at_one_screen(server: Server, game: str) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Spectator") as people:
            table = await people[0].call("POST", "/api/tables", {"game": game, "seats": ["me", "me"]})
            await check_game(server, await play_game(people, table["id"], game))

    asyncio.run(run())


async def check_game(server: Server, players: Sequence[Player]) -> None:
    """What each was shown is what the record says, and no more than that."""
    table = players[0].table
    shown = {viewer: states for player in players for viewer, states in player.shown.items()}
    assert shown.keys() == {None, *range(table["players"])}
    record = await record_of(server, table, shown[None][-1]["view"])
    steps = list(record.replay())
    assert len(steps) == sum(len(player.moves) for player in players)
    positions = [record.start(), *(step.after for step in steps)]
    for viewer, states in shown.items():
        assert unlike(state["view"] for state in states) == unlike(state.view(viewer) for state in positions)
    for player in players:
        check_previews(player)
    if table["game"] == "axo":
        check_secrecy(shown)


def check_previews(player: Player) -> None:
    """What a move was said to do is what was told when it was played."""
    for name, foreseen in player.foreseen.items():
        answer = player.reached[name]
        received = next(state for state in player.shown[answer["seat"]] if state["number"] == answer["number"])
        assert received["events"][: len(foreseen)] == foreseen


def check_secrecy(shown: dict[int | None, list[Message]]) -> None:
    """While the marks of a turn are made, nobody is told of those of others."""
    secret = 0
    for viewer, states in shown.items():
        for before, state in pairwise(states):
            view = state["view"]
            private = [event for event in state["events"] if event["kind"] in {"area", "marked"}]
            assert all(event["seat"] == viewer for event in private)
            if before["view"]["phase"] == view["phase"] == "mark" and before["view"]["active"] == view["active"]:
                others = [seat for seat in range(len(view["seats"])) if seat != viewer]
                assert [view["seats"][seat] for seat in others] == [before["view"]["seats"][seat] for seat in others]
                secret += 1
    assert secret


# Numbers and ids.


async def offered(socket: TableSocket) -> tuple[Message, list[str]]:
    offer = await socket.next("moves")
    return offer, spelt(offer)


def test_a_move_sent_again_is_answered_the_same_and_played_once(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "axio", options={"start": 0})
            async with ada.sit_at(table) as first:
                offer, moves = await offered(first)
                move = {"id": "once", "seat": 0, "number": offer["number"], "move": moves[0]}
                await first.send("move", **move)
                await first.send("move", **move)
                answers = [await first.next("accepted"), await first.next("accepted")]
                assert answers == [{"type": "accepted", "id": "once", "seat": 0, "number": 2}] * 2
                await first.send("move", **{**move, "move": moves[1]})
                assert (await first.next("refused"))["code"] == "id_reused"
                await first.ask("ping", "pong")
                assert [message["number"] for message in first.heard if message["type"] == "state"] == [1, 2]
            async with ben.sit_at(table) as second:
                # The same id is another one at another seat.
                offer, moves = await offered(second)
                await second.send("move", id="once", seat=1, number=offer["number"], move=moves[0])
                assert (await second.next("accepted"))["number"] == 3
            server.kill()
            server.start()
            async with ada.sit_at(table) as again:
                assert (await again.next("state"))["number"] == 3
                await again.send("move", **move)
                assert await again.next("accepted") == answers[0]
            posted = await ada.call("POST", f"/api/tables/{table}/moves", move)
            assert posted == {"id": "once", "seat": 0, "number": 2}
            await ada.call("POST", f"/api/tables/{table}/resign", {"seat": 0})
            assert await ada.call("POST", f"/api/tables/{table}/moves", move) == posted
            kept = await execute(
                server.database,
                f"SELECT seat FROM entries WHERE table_id = '{table}' AND kind = 'move' ORDER BY number",
            )
            assert kept == [(0,), (1,)]

    asyncio.run(run())


def test_a_stale_move_is_refused_with_the_state_that_is(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, "Ada", "Ben") as (ada, ben):
            table = await gather([ada, ben], "rota", options={"start": 0})
            async with ada.sit_at(table) as first, ben.sit_at(table) as second:
                for number, socket in ((1, first), (2, second)):
                    offer, moves = await offered(socket)
                    assert offer["number"] == number
                    answer = await socket.ask("move", "accepted", seat=number - 1, number=number, move=moves[0])
                    assert answer["type"] == "accepted"
                current, moves = await offered(first)
                assert current["number"] == 3
                state = [message for message in first.heard if message["type"] == "state"][-1]
                for number in (0, 1, 2, 4, 2**31):
                    refusal = await first.ask("move", "accepted", seat=0, number=number, move=moves[0])
                    assert refusal["code"] == "stale"
                    assert await first.next() == {**state, "events": []}
                    assert await first.next() == current
                # Without a decision to make there are no moves to show.
                refusal = await second.ask("move", "accepted", seat=1, number=2, move=moves[0])
                assert refusal["code"] == "stale"
                assert (await second.next("state"))["number"] == 3
                assert (await second.ask("ping", "pong", "moves"))["type"] == "pong"
                for move, code in (("sideways", "bad_notation"), ("0,0", "bad_notation"), (moves[0], "wrong_seat")):
                    assert (await second.ask("move", "accepted", seat=1, number=3, move=move))["code"] == code
                answer = await first.ask("move", "accepted", seat=0, number=3, move=moves[0])
                assert answer["number"] == 4

    asyncio.run(run())


def test_marks_are_made_at_the_same_time(server: Server) -> None:
    """Whoever chose for the state before another was done has chosen for this one."""

    async def run() -> None:
        async with guests(server.url, "Ada", "Ben", "Cleo") as people, AsyncExitStack() as stack:
            table = await gather(people, "axo", options={"start": 0})
            sockets = [await stack.enter_async_context(person.sit_at(table)) for person in people]
            areas = [await offered(socket) for socket in sockets]
            assert [offer["number"] for offer, _ in areas] == [1, 1, 1]
            for seat in (2, 0, 1):
                move = areas[seat][1][-1]
                answer = await sockets[seat].ask("move", "accepted", seat=seat, number=1, move=move)
                assert answer["type"] == "accepted", answer
            first, moves = await newest_offer(sockets[0])
            assert first["number"] == 4
            await sockets[0].ask("move", "accepted", seat=0, number=4, move=moves[0])
            marking = [await newest_offer(socket) for socket in sockets]
            assert [offer["number"] for offer, _ in marking] == [5, 5, 5]
            # One application is all that Ben and Cleo have: they are done with it.
            for seat in (1, 2):
                answer = await sockets[seat].ask("move", "accepted", seat=seat, number=5, move=marking[seat][1][0])
                assert answer["type"] == "accepted", answer
                views = [await now_shown(socket) for socket in sockets]
                assert [view["phase"] for view in views] == ["mark"] * 3
                for own, view in enumerate(views):
                    marked = ["x" in sheet["marks"] for player in view["seats"] for sheet in player["area"]]
                    assert sum(marked) == (own in {1, seat} - {0})
            answer = await sockets[0].ask("move", "accepted", seat=0, number=5, move=marking[0][1][0])
            assert answer["type"] == "accepted", answer

    async def newest_offer(socket: TableSocket) -> tuple[Message, list[str]]:
        await socket.ask("ping", "pong")
        offer = [message for message in socket.heard if message["type"] == "moves"][-1]
        return offer, spelt(offer)

    async def now_shown(socket: TableSocket) -> Message:
        await socket.ask("ping", "pong")
        view: Message = [message for message in socket.heard if message["type"] == "state"][-1]["view"]
        return view

    asyncio.run(run())


# Size.


class Weighed(ClientConnection):
    """Keeps what came over the line, as it came."""

    raw = b""

    def data_received(self, data: bytes) -> None:
        self.raw += data
        super().data_received(data)

    def frames(self) -> Iterator[tuple[int, bool]]:
        """The length of each frame of text, and whether it was compressed."""
        at = self.raw.index(b"\r\n\r\n") + 4
        while at < len(self.raw):
            head, length = self.raw[at], self.raw[at + 1]
            at += 2
            if length > 125:
                size = 2 if length == 126 else 8
                length, at = int.from_bytes(self.raw[at : at + size]), at + size
            at += length
            if head & 15 < 8:
                yield length, bool(head & 64)


def test_no_message_of_a_four_player_game_is_large(server: Server) -> None:
    async def run() -> None:
        async with guests(server.url, *"ABCD") as people, AsyncExitStack() as stack:
            table = await gather(people, "axio")
            lines: list[ClientConnection] = []
            for person in people:
                address = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
                headers = {"Cookie": person.cookies, "Origin": person.url}
                joining = connect(address, additional_headers=headers, create_connection=Weighed)
                lines.append(await stack.enter_async_context(joining))
            players = [Player(TableSocket(line), Random(number)) for number, line in enumerate(lines)]
            async with asyncio.timeout(120):
                await asyncio.gather(*(player.play() for player in players))
            heard = [message for player in players for message in player.socket.heard]
            packed = [len(zlib.compress(json.dumps(message, separators=(",", ":")).encode())) for message in heard]
            assert max(packed) <= LIMIT
            frames = [frame for line in lines if isinstance(line, Weighed) for frame in line.frames()]
            assert len(frames) >= len(heard)
            assert max(length for length, _ in frames) <= LIMIT
            assert all(compressed for length, compressed in frames if length > 1000)

    asyncio.run(run())
