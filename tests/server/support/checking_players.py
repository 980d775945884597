"""Clients that play whole games over sockets, check what they are told, and look the record up in the database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from tests.server.support.serving import Guest, Server, TableSocket
from tests.server.support.whole_games import execute
from triax.games.record import FORMAT, Record, read_record

Message = dict[str, Any]


class Player:
    """A client that knows no rules: it plays what it is offered, and checks that the numbers add up."""

    def __init__(self, socket: TableSocket, rng: Random) -> None:
        self.socket = socket
        self.rng = rng
        self.shown: dict[int | None, list[Message]] = {}
        self.offers: dict[int, Message] = {}
        self.waits: dict[int, str] = {}
        self.foreseen: dict[str, list[Message]] = {}
        self.reached: dict[str, Message] = {}
        """By the ids of moves: what was said of them before, and how they were answered."""
        self.moves: list[str] = []
        self.table: Message = {}

    async def play(self) -> Message:
        """Until the game is over; gives the table as it is then."""
        while self.table.get("status") != "over" or self.waits:
            self.hear(await self.socket.next())
            for seat, offer in list(self.offers.items()):
                if seat not in self.waits and offer["number"] == self.shown[seat][-1]["number"]:
                    await self.move(self.offers.pop(seat))
        return self.table

    def hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome" | "table":
                self.table = message["table"]
            case "state":
                shown = self.shown.setdefault(message["seat"], [])
                assert message["number"] == (shown[-1]["number"] + 1 if shown else 1)
                shown.append(message)
            case "moves":
                assert message["number"] == self.shown[message["seat"]][-1]["number"]
                self.offers[message["seat"]] = message
            case "accepted":
                assert self.waits.pop(message["seat"]) == message["id"]
                assert message["number"] <= self.shown[message["seat"]][-1]["number"]
                self.reached[message["id"]] = message
            case _:
                raise AssertionError(message)

    async def move(self, offer: Message) -> None:
        """Mostly a move that gains most, so that games end soon; now and then with a look at what it would do."""
        found = [
            (start + end, gain) for start, ends, gains in offer["groups"] for end, gain in zip(ends, gains, strict=True)
        ]
        self.rng.shuffle(found)
        move, gain = max(found, key=lambda pair: len(pair[1])) if self.rng.random() < 0.9 else found[0]
        seat, number = offer["seat"], offer["number"]
        name = self.waits[seat] = f"{seat}-{len(self.moves)}"
        if self.rng.random() < 0.2:
            self.foreseen[name] = await self.preview(seat, move)
            assert gain_of(self.foreseen[name]) == gain
        self.moves.append(name)
        await self.socket.send("move", id=name, seat=seat, number=number, move=move)

    async def preview(self, seat: int, move: str) -> list[Message]:
        await self.socket.send("preview", id="look", seat=seat, move=move)
        while (message := await self.socket.next())["type"] != "preview":
            self.hear(message)
        events: list[Message] = message["events"]
        return events


def gain_of(events: Sequence[Message]) -> str:
    """As offers have it, worked out from the events of a preview: points by colour, or sections marked."""
    scored = [event["points"] for event in events if event["kind"] == "scored"]
    marked = [section for event in events if event["kind"] == "marked" for section in event["sections"]]
    points = "".join(f"{colour}{points[colour]}" for points in scored for colour in "RGBOP" if points.get(colour))
    return points + "".join(str(3 * y + x) for x, y in marked)


async def play_game(people: Sequence[Guest], table: str, seed: str) -> list[Player]:
    """All play their seats; whoever has none looks on."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(person.sit_at(table)) for person in people]
        players = [Player(socket, Random(f"{seed} {number}")) for number, socket in enumerate(sockets)]
        async with asyncio.timeout(120):
            ends = await asyncio.gather(*(player.play() for player in players))
    assert all(end == ends[0] for end in ends)
    return players


async def record_of(server: Server, table: Message, last: Message) -> Record:
    """The log that the database keeps, with the result that was shown."""
    query = f"SELECT kind, seat, data FROM entries WHERE table_id = '{table['id']}' ORDER BY number"
    rows = [(kind, seat, json.loads(data)) for kind, seat, data in await execute(server.database, query)]
    log: list[dict[str, Any]] = []
    for kind, seat, data in rows:
        if kind == "move":
            log += [{"seat": seat, "move": data["move"]}, *({"shuffle": order} for order in data.get("shuffles", []))]
    scores = last["tracks"] if "tracks" in last else [[player["points"]] for player in last["seats"]]
    whole = {
        "format": FORMAT,
        "game": table["game"],
        "players": table["players"],
        **next(data for kind, _, data in rows if kind == "start"),
        "log": log,
        "result": {"standings": table["standings"], "scores": scores},
    }
    return read_record(json.dumps(whole))
