"""What finished games leave in a server's memory: small games one after another, each over a socket that packs its
messages as browsers ask for it, every twentieth played to its end.

`python bench/memory.py --games 5000` takes a quarter of an hour; once the caches of the rules have filled it is level.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.support.serving import LOOSE, Guest, Server, guest, sqlite_url

from triax.games import GAMES

SHORT = 4


async def play(person: Guest, game: str, rng: Random, moves: int | None) -> None:
    """So many moves, then the game is given up; None: to its end."""
    table = (await person.call("POST", "/api/tables", {"game": game, "seats": ["me", "me"]}))["id"]
    async with person.sit_at(table) as socket:
        made = 0
        while made != moves:
            message = await socket.next("moves", "table")
            if message["type"] == "table":
                if message["table"]["status"] == "over":
                    return
                continue
            start, ends, _ = rng.choice(message["groups"])
            made += 1
            wanted = {"seat": message["seat"], "number": message["number"], "move": start + rng.choice(ends)}
            await socket.send("move", id=f"m{made}", **wanted)
        await person.call("POST", f"/api/tables/{table}/resign", {"seat": 0})


def resident(pid: int) -> float:
    """Megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1e6


async def measure(games: int, every: int) -> None:
    names = sorted(GAMES.own)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sqlite_url(Path(folder)), limits=(*LOOSE, "tables_per_player=1000000")).start()
        assert server.process is not None
        try:
            async with guest(server.url, "Ada") as person:
                before = resident(server.process.pid)
                print(f"{0:>6} games {before:7.1f} MB", flush=True)
                for number in range(1, games + 1):
                    game = names[number % len(names)]
                    await play(person, game, Random(number), None if number % 20 == 0 else SHORT)
                    if number % every == 0:
                        now = resident(server.process.pid)
                        grown = 1000 * (now - before) / every
                        print(f"{number:>6} games {now:7.1f} MB, {grown:+6.1f} KB a game", flush=True)
                        before = now
        finally:
            server.end()
            server.log.unlink(missing_ok=True)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=5000)
    words.add_argument("--every", type=int, default=500)
    given = words.parse_args()
    asyncio.run(measure(given.games, given.every))


if __name__ == "__main__":
    main()
