"""A database as an earlier version has written it: `python -m tests.server.earlier.make COMMIT`.

The server of that commit is started, people play at it, and it is killed in the middle of their games; the rows it
leaves behind go to a file named after its schema, with all that somebody needs to go on: test_earlier.py does.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from tests.server.support.serving import Guest, TableSocket, free_port, guest

FOLDER = Path(__file__).parent
MOVES = 7
"""At a table before all is left as it is; then somebody owes a decision."""
PASSWORD = "correct horse battery"


def fetch(commit: str, folder: Path) -> None:
    packed = subprocess.run(["git", "archive", commit, "src", "pyproject.toml"], check=True, capture_output=True)
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")


async def reached(url: str) -> None:
    for _ in range(600):
        try:
            async with guest(url, "Somebody"):
                return
        except Exception:  # not there yet
            await asyncio.sleep(0.1)
    raise TimeoutError(url)


def moves_in(message: dict[str, Any]) -> Iterator[str]:
    for start, ends, *_ in message["groups"]:
        yield from (start + end for end in ends)


class Tables:
    """People at tables, who play at random and stop."""

    def __init__(self) -> None:
        self.rng = Random(1)
        self.accepted: dict[str, list[tuple[int, str, str]]] = {}
        self.said: dict[str, list[str]] = {}

    async def play(self, people: list[Guest], table: str, most: int) -> None:
        """So many moves, one after the other, with a word between."""
        accepted = self.accepted.setdefault(table, [])
        said = self.said.setdefault(table, [])
        while len(accepted) < most:
            for number, person in enumerate(people):
                async with person.sit_at(table) as socket:
                    welcome = await socket.next("welcome")
                    if welcome["table"]["status"] == "over":
                        return
                    mine = set(welcome["table"]["to_act"]) & set(welcome["seats"])
                    if mine and len(accepted) < most:
                        accepted.append(await self._move(socket, f"{number}-{len(accepted)}"))
                    if len(said) < len(accepted) // 3:
                        said.append(f"Good move, number {len(accepted)}!")
                        await socket.send("chat", id=f"c{len(said)}", text=said[-1])
                        await socket.next("chat")

    async def _move(self, socket: TableSocket, name: str) -> tuple[int, str, str]:
        offer = await socket.next("moves")
        seat, move = offer["seat"], self.rng.choice(list(moves_in(offer)))
        await socket.send("move", id=name, seat=seat, number=offer["number"], move=move)
        answer = await socket.next("accepted", "refused")
        assert answer["type"] == "accepted", answer
        return seat, name, move


async def write(url: str) -> dict[str, Any]:
    await reached(url)
    tables = Tables()
    async with guest(url, "Ada") as ada, guest(url, "Ben") as ben:
        await ada.call("POST", "/api/account", {"name": "Ada", "password": PASSWORD})
        over = (await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me"]}))["id"]
        await tables.play([ada], over, 1000)
        going = []
        for game in ("rota", "axio", "axo"):
            table = (await ada.call("POST", "/api/tables", {"game": game, "seats": ["me", "open"]}))["id"]
            await ben.call("POST", f"/api/tables/{table}/join", {})
            await tables.play([ada, ben], table, MOVES)
            going.append(table)
        waiting = (await ada.call("POST", "/api/tables", {"game": "axio", "seats": ["me", "open"]}))["id"]
        cookies = {"ada": ada.cookies, "ben": ben.cookies}
        players = {"ada": ada.id, "ben": ben.id}
    known = {"over": over, "going": going, "waiting": waiting, "players": players, "cookies": cookies}
    return {**known, "accepted": tables.accepted, "said": tables.said}


def read(path: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(path)) as line:
        line.row_factory = sqlite3.Row
        names = [row[0] for row in line.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: [dict(row) for row in line.execute(f"SELECT * FROM {name}")] for name in names}


def main(commit: str) -> None:
    with tempfile.TemporaryDirectory(prefix="triax-earlier-") as name:
        folder = Path(name)
        fetch(commit, folder)
        path, port = folder / "triax.sqlite", free_port()
        words = ["serve", "--port", str(port), "--database", f"sqlite:///{path}", "--limit", "sign_ins_per_minute=1000"]
        command = [sys.executable, "-m", "triax", *words]
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        with subprocess.Popen(command, cwd=folder, env=environment) as server:
            try:
                known = asyncio.run(write(f"http://127.0.0.1:{port}"))
            finally:
                server.kill()
        rows = read(path)
    ((version,),) = (row.values() for row in rows.pop("alembic_version"))
    rows.pop("servers")
    file = FOLDER / f"schema_{version}.json"
    file.write_text(json.dumps({**known, "rows": {table: found for table, found in rows.items() if found}}) + "\n")
    print(file, file.stat().st_size)


if __name__ == "__main__":
    main(sys.argv[1])
