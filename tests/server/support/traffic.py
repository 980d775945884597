"""A table with an ear on every socket and every answer: who was told what, and when, through a whole game."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from tests.server.support.serving import Guest, TableSocket, guest
from tests.server.support.steps import StepReader

PATIENCE = 300.0
NAMES = ("Ada", "Ben", "Cleo", "Dora")
SPECTATORS = ("Eva", "Finn")
SEATINGS: dict[int, list[str]] = {
    1: ["me"],
    2: ["me", "open"],
    3: ["me", "me", "open"],
    4: ["me", "open", "novice", "open"],
}
"""Alone; two people; two seats at one screen and a third person; three people and a bot."""


@dataclass(frozen=True)
class Sent:
    """Something that the server has said to somebody."""

    by: str
    """socket, or the request that it answers."""
    text: str
    first: int
    last: int
    """How many moves were committed, at least and at most, when it was said."""
    asked: dict[str, Any] = field(default_factory=dict)
    """What it answers."""

    @property
    def message(self) -> Any:  # noqa: ANN401
        return json.loads(self.text)


class Person:
    def __init__(self, name: str, browser: Guest, table: str, moves_made: Callable[[], int]) -> None:
        self.name = name
        self.browser = browser
        self.table = table
        self.moves_made = moves_made
        self.seats: tuple[int, ...] = ()
        self.received: list[Sent] = []
        self.offered: dict[int, dict[str, Any]] = {}
        self.over = False
        self.news = asyncio.Event()
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._asked: dict[str, tuple[int, dict[str, Any]]] = {}
        self._ids = count(1)

    async def listen(self, socket: TableSocket) -> None:
        self.socket = socket
        steps = StepReader()
        try:
            async for raw in socket.raw:
                for message in steps.read(json.loads(raw)):
                    self._hear(message)
                self.news.set()
        except ConnectionClosed:
            pass

    def _hear(self, message: dict[str, Any]) -> None:
        first, asked = self._asked.get(message.get("id") or "", (0, {}))
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self.received.append(Sent("socket", text, max(0, first - 1), self.moves_made(), asked))
        match message:
            case {"type": "moves", "seat": int(seat)}:
                self.offered[seat] = message
            case {"type": "welcome" | "table", "table": table, "seats": seats}:
                self.seats = tuple(seats)
                self.over = table["status"] == "over"
            case {"type": "accepted" | "refused" | "preview" | "hint" | "pong", "id": str(name)}:
                self._answers[name].set_result(message)

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        name = f"{self.name}{next(self._ids)}"
        self._answers[name] = asyncio.get_running_loop().create_future()
        self._asked[name] = self.moves_made(), {"type": kind, **fields}
        await self.socket.send(kind, id=name, **fields)
        async with asyncio.timeout(PATIENCE):
            return await self._answers[name]

    async def request(self, method: str, path: str, body: object | None = None) -> httpx.Response:
        first = max(0, self.moves_made() - 1)
        response = await self.browser.ask(method, path, body)
        assert response.status_code < 500, (method, path, response.text)
        asked = {"path": path, "body": body}
        self.received.append(Sent(f"{method} {path}", response.text, first, self.moves_made(), asked))
        return response


@dataclass
class RecordedTable:
    """A table under watch."""

    game: str
    table: str
    people: list[Person]
    entries: list[dict[str, Any]] = field(default_factory=list)
    """Once the game is over: its log, as the database has it."""
    reached: dict[int, int] = field(default_factory=dict)
    """By seat: the number that its last move has led to."""
    pried: bool = False


class TrafficRecorder:
    """All that is played on a server while this lasts, past the server read in its database."""

    def __init__(self, url: str, database: sqlite3.Connection, rng: Random) -> None:
        self.url = url
        self.database = database
        self.rng = rng
        self._paths: list[str] = []

    def moves_made(self, table: str) -> int:
        query = "SELECT count(*) FROM entries WHERE table_id = ? AND kind = 'move'"
        return int(self.database.execute(query, (table,)).fetchone()[0])

    def entries(self, table: str) -> list[dict[str, Any]]:
        query = "SELECT kind, seat, data FROM entries WHERE table_id = ? ORDER BY number"
        rows = self.database.execute(query, (table,)).fetchall()
        return [{"kind": kind, "seat": seat, **json.loads(data)} for kind, seat, data in rows]

    @asynccontextmanager
    async def gathered(self, game: str, seating: Sequence[str], **options: object) -> AsyncIterator[RecordedTable]:
        """People at a new table, all listening before the game starts; two of them only watch."""
        async with AsyncExitStack() as stack:
            names = [*NAMES[: 1 + seating.count("open")], *SPECTATORS]
            browsers = [await stack.enter_async_context(guest(self.url, name)) for name in names]
            wish = {"game": game, "seats": ["open" if seat == "me" else seat for seat in seating], **options}
            table = (await browsers[0].call("POST", "/api/tables", {**wish, "hints": True, "public": True}))["id"]
            people = [
                Person(name, browser, table, lambda: self.moves_made(table))
                for name, browser in zip(names, browsers, strict=True)
            ]
            tasks = await stack.enter_async_context(asyncio.TaskGroup())
            for number, person in enumerate(people):
                # Every other one is told steps, the one with two seats among them.
                sitting_down = person.browser.sit_at(table, steps=number % 2 == 0)
                tasks.create_task(person.listen(await stack.enter_async_context(sitting_down)))
            sitting = iter(people[1:])
            for seat, wanted in enumerate(seating):
                if wanted in {"me", "open"}:
                    person = people[0] if wanted == "me" else next(sitting)
                    await person.request("POST", f"/api/tables/{table}/join", {"seat": seat})
            yield RecordedTable(game, table, people)
            for person in people:
                await person.socket.raw.close()

    async def play(self, watched: RecordedTable, curious: float) -> None:
        """A whole game; before a share of the moves everybody tries to find out more than they may."""
        while (turn := await self.turn(watched)) is not None:
            if self.rng.random() < curious or (not watched.pried and self.moves_made(watched.table) > 4):
                await self._pry(watched, *turn)
                watched.pried = True
            await self.move(watched, *turn, self._choose(turn[1]))
        watched.entries = self.entries(watched.table)

    async def turn(self, watched: RecordedTable) -> tuple[Person, dict[str, Any]] | None:
        """Somebody who owes a decision, and their legal moves; None when the game is over."""
        while not all(person.over for person in watched.people):
            for person in watched.people:
                person.news.clear()
            ready = [
                (person, offer)
                for person in watched.people
                for seat, offer in person.offered.items()
                if offer["number"] >= watched.reached.get(seat, 0)
            ]
            if ready and not any(person.over for person in watched.people):
                return self.rng.choice(ready)
            await self._news(watched)
        return None

    async def move(self, watched: RecordedTable, person: Person, offer: dict[str, Any], move: str) -> None:
        """Play, over the socket or by a request."""
        seat, number = offer["seat"], offer["number"]
        if self.rng.random() < 0.1:
            body = {"seat": seat, "number": number, "move": move, "id": f"web{number}"}
            answer = (await person.request("POST", f"/api/tables/{person.table}/moves", body)).json()
        else:
            answer = await person.ask("move", seat=seat, number=number, move=move)
        assert "number" in answer, answer
        watched.reached[seat] = answer["number"]

    async def _news(self, watched: RecordedTable) -> None:
        waiting = [asyncio.ensure_future(person.news.wait()) for person in watched.people]
        done, _ = await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        assert done, "nobody is told anything, and the game is not over"

    def _choose(self, offer: dict[str, Any]) -> str:
        """Something that gains, if there is anything, so that the game comes to its end."""
        gaining = [
            start + end for start, ends, gains in offer["groups"] for end, gain in zip(ends, gains, strict=True) if gain
        ]
        chosen: str = self.rng.choice(gaining or moves_in(offer["groups"]))
        return chosen

    # What people try.

    async def _pry(self, watched: RecordedTable, mover: Person, offer: dict[str, Any]) -> None:
        seat, number = offer["seat"], offer["number"]
        moves = moves_in(offer["groups"])
        here = f"/api/tables/{watched.table}"
        assert (await mover.ask("preview", seat=seat, move=self.rng.choice(moves)))["type"] == "preview"
        for person in watched.people:
            other = self.rng.choice([*range(4), *person.seats])
            for move in (self.rng.choice(moves), guess(watched.game, self.rng), "?"):
                foreign = other not in person.seats
                known = person.offered.get(other, {"groups": []})
                if foreign or move not in moves_in(known["groups"]):
                    refused = await person.ask("move", seat=other, number=number, move=move)
                    assert refused["type"] == "refused", refused
                    body = {"seat": other, "move": move, "id": "web", "number": number}
                    assert (await person.request("POST", f"{here}/moves", body)).status_code >= 400
                await person.ask("preview", seat=other, move=move)
                if foreign:
                    assert (await person.ask("hint", seat=other))["type"] == "refused"
            await person.socket.send("sync")
            await person.socket.send("chat", id="said", text=f"{person.name} says hello")
            await person.request("POST", f"{here}/chat", {"text": f"{person.name} writes hello"})
        await mover.ask("hint", seat=seat)
        await mover.request("POST", f"{here}/hint", {"seat": seat})
        for person in watched.people:
            paths = await self.addresses(person, watched.game)
            elsewhere = [path for path in paths if not path.startswith(here)]
            some = self.rng.sample(elsewhere, 3) if watched.pried else elsewhere
            for path in [*(path for path in paths if path.startswith(here)), *some]:
                await person.request("GET", path)

    async def addresses(self, person: Person, game: str) -> list[str]:
        """Everything that can be asked for, as the OpenAPI document has it, with this table in it."""
        if not self._paths:
            document = await person.browser.call("GET", "/api/openapi.json")
            self._paths = [path for path, methods in document["paths"].items() if "get" in methods]
        known = {"table": person.table, "player": person.browser.id, "game": game, "at": "3", "day": "2026-11-15"}
        known |= {"puzzle": "none", "number": "3", "club": "none", "tournament": "none", "secret": "none"}
        return [re.sub(r"\{(\w+)\}", lambda name: known[name[1]], path) for path in self._paths]


def moves_in(groups: Sequence[Sequence[Any]]) -> list[str]:
    return [start + end for start, ends, *_ in groups for end in ends]


def guess(game: str, rng: Random) -> str:
    """A move that is well written and may name what somebody else holds."""
    x, y, turn = rng.randint(-4, 4), rng.randint(-4, 4), rng.randrange(4)
    cards = sorted(rng.sample(range(1, 55), 3))
    first, second, third = (f"{card:02}" for card in cards)
    match game:
        case "rota":
            return f"{x},{y}/{turn}" + rng.choice(["", "=B"])
        case "axio":
            return f"{rng.choice(['RG', 'BO', 'GP', 'RP', 'OP'])}@{x},{y}>{rng.choice('NESW')}"
        case _:
            one = f"{first}@{rng.randrange(3)},{rng.randrange(3)}"
            free = [f"{what} {one}" for what in ("mark", "free", "extra", "stamp", "wipe 1:")]
            named = [f"area {first} {second} {third}", f"refill {first}", f"refresh {first} {second}"]
            return rng.choice([*free, *named, f"play {first} R", f"swap {first}>{second}"]).replace(": ", ":")
