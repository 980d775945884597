"""A Swiss tournament with a thousand players on one process: how soon its 500 tables are there, and whether every move
that was accepted is in the database.

    python bench/tournament.py [TABLES] [MOVES]
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.support.load import LIMITS
from tests.server.support.serving import Guest, Server, TableSocket, sqlite_url
from tests.server.support.stored_tables import read_tables
from tests.server.support.whole_games import execute, spelt

from server import processor_seconds

AT_ONCE = 16
CUP = {"name": "Load", "game": "rota", "form": "swiss", "size": 2, "rounds": 3, "clock": 3600, "most": 1000}


class Busy:
    """Seconds of the processor since it was last asked: the server's, and the clients' here."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.before = self.now

    @property
    def now(self) -> tuple[float, float]:
        return processor_seconds(self.server), time.process_time()

    def __str__(self) -> str:
        before, self.before = self.before, self.now
        server, clients = (one - other for one, other in zip(self.before, before, strict=True))
        return f"{server:.2f} s of the processor for the server, {clients:.2f} s for the clients"


class Player:
    def __init__(self, url: str, http: httpx.AsyncClient) -> None:
        self.url, self.http, self.cookie = url, http, ""
        self.table = ""
        self.seen = 0.0
        self.accepted = 0

    async def call(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401
        answer = await self.http.request(
            method, f"{self.url}{path}", json=body, headers={"cookie": self.cookie, "connection": "close"}
        )
        assert answer.status_code < 300, (path, answer.status_code, answer.text)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer.json() if answer.content else None

    async def sit_down(self, cup: str, gate: asyncio.Semaphore, stack: AsyncExitStack) -> TableSocket:
        """Find one's table, and look at it."""
        async with gate:
            self.table = (await self.call("GET", f"/api/tournaments/{cup}/next"))["table"]
            guest = Guest(self.url)
            stack.push_async_callback(guest.http.aclose)
            guest.http.cookies.set(*self.cookie.split("=", 1))
            socket = await stack.enter_async_context(guest.sit_at(self.table))
            await socket.next("state")
            self.seen = time.monotonic()
            return socket

    async def move(self, socket: TableSocket, moves: int) -> None:
        """So many of one's own."""
        while self.accepted < moves:
            offered = await socket.next("moves", timeout=120)
            move = random.choice(spelt(offered))
            answer = await socket.ask("move", "accepted", seat=offered["seat"], number=offered["number"], move=move)
            if answer["type"] == "accepted":
                self.accepted += 1


async def run(server: Server, tables: int, moves: int) -> None:
    async with httpx.AsyncClient(timeout=120, limits=httpx.Limits(max_connections=AT_ONCE, keepalive_expiry=2)) as http:
        # Each has a cookie of their own.
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        players = [Player(server.url, http) for _ in range(2 * tables)]
        gate = asyncio.Semaphore(AT_ONCE)

        async def enter(player: Player, number: int) -> None:
            async with gate:
                await player.call("POST", "/api/session", {"name": f"Player {number}"})
                await player.call("POST", f"/api/tournaments/{cup}/join")

        host = Player(server.url, http)
        await host.call("POST", "/api/session", {"name": "Olga"})
        await host.call("POST", "/api/account", {"name": "Olga", "password": "correct horse battery"})
        cup = (await host.call("POST", "/api/tournaments", CUP))["id"]
        print(f"load of this machine: {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores")
        begun, busy = time.monotonic(), Busy(server)
        await asyncio.gather(*(enter(player, number) for number, player in enumerate(players)))
        print(f"{len(players)} players have joined in {time.monotonic() - begun:.1f} s: {busy}")
        begun = time.monotonic()
        await host.call("POST", f"/api/tournaments/{cup}/begin")
        print(f"paired, dealt and committed {time.monotonic() - begun:.2f} s after it was begun: {busy}")
        async with AsyncExitStack() as stack:
            sockets = await asyncio.gather(*(player.sit_down(cup, gate, stack) for player in players))
            seen = [player.seen - begun for player in players]
            print(f"all sat at their tables after {max(seen):.1f} s (the first after {min(seen):.1f} s): {busy}")
            begun = time.monotonic()
            await asyncio.gather(*(one.move(socket, moves) for one, socket in zip(players, sockets, strict=True)))
            accepted = sum(player.accepted for player in players)
            print(f"{accepted} moves accepted in {time.monotonic() - begun:.1f} s: {busy}")
    stored = await read_tables(server.database)
    kept = sum(len([entry for entry in one.record.log if "move" in entry]) for one in stored.values())
    ((first, last),) = await execute(server.database, "SELECT min(at), max(at) FROM entries WHERE kind = 'start'")
    print(f"{len(stored)} tables; the last started {1000 * (last - first):.0f} ms after the first")
    assert kept == sum(player.accepted for player in players), (kept, "moves in the database")
    assert len(stored) == tables
    print(f"every one of {kept} accepted moves is in the database")


def main() -> None:
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    tables, moves = (int(word) for word in [*sys.argv[1:], "500", "4"][:2])
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sqlite_url(Path(folder)), limits=LIMITS, environment=dict(os.environ)).start()
        try:
            asyncio.run(run(server, tables, moves))
        finally:
            server.end()


if __name__ == "__main__":
    main()
