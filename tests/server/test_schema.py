"""The schema of the socket holds for whole games of every kind, with nothing left open and nothing made up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

import pytest

from tests.server.support.serving import Guest, Server, TableSocket, guest, serving, sqlite_url
from tests.server.support.socket_schema import check_message, validator
from triax.games import GAMES
from triax.games.core import AnyState, Dice, Move
from triax.games.events import plain_for
from triax.server.json_schema import event_name, socket_schema, view_name

DEFINED = socket_schema(list(GAMES.values()))["$defs"]


def defined(union: str, field: str) -> set[str]:
    """What a field may say in the members of a union."""
    names = [member["$ref"].rpartition("/")[2] for member in DEFINED[union]["anyOf"]]
    return {DEFINED[name]["properties"][field]["const"] for name in names}


def choose(state: AnyState, seat: int, rng: Random, *, greedy: bool) -> Move:
    """Half of the time, or always, what gains most, so that games come to all that can happen in them."""
    if not greedy and rng.random() < 0.5:
        move: Move = rng.choice(state.moves(seat))
        return move
    offered = [
        (sum(int(digit) for digit in gain if digit.isdigit()), rng.random(), start + end)
        for start, ends, gains in state.offers(seat)
        for end, gain in zip(ends, gains, strict=True)
    ]
    return GAMES[state.game].parse(max(offered)[2])


@pytest.mark.parametrize("game", GAMES)
def test_views_and_events_of_many_games(game: str) -> None:
    view, event = validator(view_name(GAMES[game])), validator(event_name(GAMES[game]))
    received: set[str] = set()
    # Nothing is drawn from an empty supply in most games of Rota.
    for number in range(28 if game == "rota" else 12):
        players = 1 + number % 4
        rng = Random(number)
        state = GAMES[game].new(players, rng)
        while state.to_act:
            seat = rng.choice(sorted(state.to_act))
            state, events = state.play(seat, choose(state, seat, rng, greedy=players == 4), Dice(rng))
            for viewer in (None, *range(players)):
                view.validate(plain(state.view(viewer)))
                for one in plain_for(events, viewer):
                    event.validate(plain(one))
                    received.add(one["kind"])
    # None is made up, either.
    assert received == defined(event_name(GAMES[game]), "kind")


def plain(value: Any) -> Any:  # noqa: ANN401
    """As JSON has it."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


# Over sockets.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("schema"))) as server:
        yield server


async def play(socket: TableSocket, rng: Random) -> None:
    """Whole games, with all that one may ask for now and then."""
    offers: dict[int, dict[str, Any]] = {}
    reached: dict[int, int] = {}
    waiting: set[int] = set()
    while True:
        received = await socket.next(timeout=120)
        match received["type"]:
            case "table" if received["table"]["status"] == "over":
                return
            case "moves":
                offers[received["seat"]] = received
            case "accepted":
                reached[received["seat"]] = received["number"]
                waiting.discard(received["seat"])
        for seat, offer in list(offers.items()):
            if seat in waiting or offer["number"] < reached.get(seat, 0):
                continue
            del offers[seat]
            waiting.add(seat)
            start, ends, _ = rng.choice(offer["groups"])
            move = {"seat": seat, "move": start + rng.choice(ends)}
            if rng.random() < 0.1:
                await socket.send("preview", id="p", **move)
                await socket.send("hint", id="h", seat=seat)
                await socket.send("missed", id="w", seat=seat, number=1)
                await socket.send("move", id="s", number=0, **move)
                await socket.send("chat", id="c", text="a word")
                await socket.send("ping", id="i")
            await socket.send("move", id=f"{seat}-{offer['number']}", number=offer["number"], **move)


async def whole_game(server: Server, game: str, players: int, rng: Random) -> list[dict[str, Any]]:
    """All that players and a spectator are told in a game; the host holds two seats if there are three or more."""
    held = 2 if players > 2 else 1
    async with contextlib.AsyncExitStack() as stack:
        people: list[Guest] = [
            await stack.enter_async_context(guest(server.url, f"P{n}")) for n in range(players - held + 1)
        ]
        watcher = await stack.enter_async_context(guest(server.url, "W"))
        asked = {"game": game, "seats": ["me"] * held + ["open"] * (players - held), "clock": 3600, "hints": True}
        table = (await people[0].call("POST", "/api/tables", asked))["id"]
        sockets = [await stack.enter_async_context(person.sit_at(table)) for person in people]
        watching = await stack.enter_async_context(watcher.sit_at(table, steps=True))
        for person in people[1:]:
            await person.call("POST", f"/api/tables/{table}/join", {})
        if players == 1:
            await sockets[0].ask("hint", "hint", seat=0)
            await sockets[0].send("sync")
        await asyncio.gather(play(watching, rng), *(play(socket, rng) for socket in sockets))
        await sockets[0].ask("missed", "missed", seat=0, number=1)
    return [message for socket in (*sockets, watching) for message in socket.heard]


def test_every_message_of_whole_games(server: Server) -> None:
    heard: list[dict[str, Any]] = []
    for number, (game, players) in enumerate(zip(GAMES, cycle((3, 1, 2)))):
        heard += asyncio.run(whole_game(server, game, players, Random(number)))
    for message in heard:
        check_message(message)
    assert {message["type"] for message in heard} == defined("ServerMessage", "type")
