"""Whatever comes over a socket is answered in the words of the protocol, and the tables come to no harm.

`make test` makes three thousand tries, `make fuzz` a hundred thousand.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sqlite3
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.support.attackers import Attacker, Pace, raw_attacks
from tests.server.support.bad_messages import Known
from tests.server.support.serving import LOOSE, Guest, Server, guest, serving, sqlite_url
from tests.server.support.socket_schema import check_message
from triax.games import GAMES
from triax.games.core import AnyState
from triax.games.record import read_record
from triax.server.journal import entry_of
from triax.server.table import Table, TableMeta

TRIES = int(os.environ.get("TRIAX_FUZZ", "3000"))


async def play(person: Guest, table: str, pace: Pace, rng: Random) -> dict[str, Any]:
    """A regular player, who is never refused anything. Gives the last view."""
    view: dict[str, Any] = {}
    offer: dict[str, Any] | None = None
    reached, waiting = 0, False
    async with person.sit_at(table) as socket:
        while True:
            received = await socket.next(timeout=300)
            check_message(received)
            match received["type"]:
                case "refused":
                    raise AssertionError(received)
                case "table" if received["table"]["status"] == "over":
                    return view
                case "state":
                    view = received["view"]
                case "moves":
                    offer = received
                case "accepted":
                    reached, waiting = received["number"], False
            # An offer may come again while the decision is open; the one behind an accepted move is a new one.
            if offer is not None and not waiting and offer["number"] >= reached:
                await pace.turn()
                start, ends, _ = rng.choice(offer["groups"])
                name, move = f"{offer['number']}", start + rng.choice(ends)
                await socket.send("move", id=name, seat=offer["seat"], number=offer["number"], move=move)
                offer, waiting = None, True


def folded(database: Path, table: str) -> Table:
    """The table as its entries make it, read past the server."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        meta = dict(connection.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone())
        rows = connection.execute("SELECT * FROM entries WHERE table_id = ? ORDER BY number", (table,)).fetchall()
    known = {name: meta[name] for name in TableMeta.__dataclass_fields__}
    made = Table(TableMeta(**{**known, "options": json.loads(known["options"])}))
    for row in rows:
        made.apply(entry_of(Row(row)))  # type: ignore[arg-type]
    return made


class Row:
    def __init__(self, columns: sqlite3.Row) -> None:
        self.__dict__.update(dict(columns))


def resident(server: Server) -> float:
    """The server's memory in megabytes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


class Siege:
    """A game that is played while all kinds of trouble come from players, spectators and strangers."""

    def __init__(self, server: Server, database: Path, game: str, players: int) -> None:
        self.server = server
        self.database = database
        self.game = game
        self.players = players

    async def run(self, tries: int, seed: int) -> Pace:
        pace = Pace(tries, moves=20)
        async with contextlib.AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(guest(self.server.url, f"P{seat}")) for seat in range(self.players)
            ]
            stranger = await stack.enter_async_context(guest(self.server.url, "Mallory"))
            table = await self.open_table(people)
            async with asyncio.TaskGroup() as playing:
                games = [
                    playing.create_task(play(person, table, pace, Random(seed + seat)))
                    for seat, person in enumerate(people)
                ]
                async with asyncio.TaskGroup() as attacking:
                    beside = self.attacker(people[0], seed + 200, pace, 0)
                    watching = self.attacker(stranger, seed + 300, pace)
                    attacking.create_task(self.own_tables(stranger, tries * 40 // 100, seed + 100, pace))
                    attacking.create_task(beside.attack(table, tries * 35 // 100))
                    attacking.create_task(watching.attack(table, tries * 20 // 100))
                    attacking.create_task(raw_attacks(self.server, stranger, table, tries * 5 // 100, pace=pace))
                pace.end()
        self.check(table, [game.result() for game in games])
        return pace

    async def open_table(self, people: list[Guest]) -> str:
        seats = ["me", *["open"] * (self.players - 1)]
        table: str = (await people[0].call("POST", "/api/tables", {"game": self.game, "seats": seats}))["id"]
        for person in people[1:]:
            await person.call("POST", f"/api/tables/{table}/join", {})
        return table

    def attacker(self, person: Guest, seed: int, pace: Pace, *seats: int) -> Attacker:
        return Attacker(self.server.url, person, Known(GAMES[self.game], seats), seed, pace)

    async def own_tables(self, person: Guest, tries: int, seed: int, pace: Pace) -> None:
        """Someone plays alone, well and badly; whatever is accepted there is a legal move."""
        parts = max(4, tries // 500)
        for part in range(parts):
            asked = {"game": self.game, "seats": ["me"] * self.players, "hints": True}
            own = (await person.call("POST", "/api/tables", asked))["id"]
            attacker = self.attacker(person, seed + part, pace, *range(self.players))
            attacker.known.harmless = False
            await attacker.attack(own, tries // parts)
            replayed(folded(self.database, own))

    def check(self, table: str, views: list[dict[str, Any]]) -> None:
        """The game has ended as its players have seen it, and replays."""
        made = folded(self.database, table)
        assert made.status == "over"
        final = replayed(made)
        assert views == [json.loads(json.dumps(final.view(seat))) for seat in range(self.players)]


def replayed(table: Table) -> AnyState:
    """The last position, from the record."""
    record = read_record(table.record().to_json())
    steps = list(record.replay())
    return steps[-1].after if steps else record.start()


@pytest.mark.parametrize(("game", "players", "seed"), [("rota", 2, 1), ("axio", 3, 2), ("axo", 2, 3)])
def test_a_game_goes_on_under_attack(tmp_path: Path, game: str, players: int, seed: int) -> None:
    tries = TRIES // 3
    with serving(sqlite_url(tmp_path), limits=(*LOOSE, "tables_per_player=1000")) as server:
        # The first tries bring in whatever is made but once.
        siege = Siege(server, tmp_path / "triax.sqlite", game, players)
        asyncio.run(siege.run(min(tries // 4, 2_000), seed + 1_000))
        before, begun = resident(server), time.monotonic()
        pace = asyncio.run(siege.run(tries, seed))
        after, took = resident(server), time.monotonic() - begun
        trouble = [line for line in server.log.read_text().splitlines() if is_trouble(line)]
        assert not trouble, trouble[0]
    received = ", ".join(f"{count} {what}" for what, count in pace.made.items())
    print(f"{game}: {received} in {took:.0f} s; the server had {before:.0f} MB before and {after:.0f} MB after")
    print("answers:", ", ".join(f"{count} {what}" for what, count in pace.heard.most_common()))
    assert pace.made.total() >= tries
    # All that can be said was said.
    assert {"accepted", "preview", "missed", "chat", "pong"} <= set(pace.heard)
    assert {"bad_message", "too_large", "bad_notation"} <= set(pace.heard)
    assert {"not_yours", "not_found", "stale", "wrong_seat"} <= set(pace.heard)
    # Few are, for it takes a move accepted before, or one's turn; a short run may have none.
    assert {"id_reused", "illegal_move"} <= set(pace.heard) or tries < 10_000
    assert after - before < 60


def is_trouble(line: str) -> bool:
    try:
        return json.loads(line)["level"] in {"error", "critical"}
    except ValueError:
        return True
