"""The bot of my_bot.py at a real table: it signs in, gets a token and plays, over a WebSocket or over HTTP alone.

triax serve                                             # in another terminal
python examples/at_table.py axio                        # against a novice, over the socket
python examples/at_table.py rota --against adept --http
python examples/at_table.py --table ID --token TOKEN    # a free seat at a table of yours
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import httpx
from my_bot import Mine
from websockets.asyncio.client import ClientConnection, connect

from triax import GAMES, Plain

Received = dict[str, Any]


class Player:
    """The bot, and which decisions it has taken: what is shown again is not decided again."""

    def __init__(self) -> None:
        self.bot = Mine()
        self.rng = Random()
        self.decided: set[tuple[int, int]] = set()

    def decide(self, view: Plain, number: int, groups: Iterable[Sequence[Any]]) -> Received | None:
        """Groups are what the server offers: the start of a notation, its ends, and what each would gain."""
        if (view["seat"], number) in self.decided:
            return None
        self.decided.add((view["seat"], number))
        game = GAMES[view["game"]]
        moves = [game.parse(start + end) for start, ends, _ in groups for end in ends]
        move = self.bot.choose(view, moves, self.rng)
        return {"seat": view["seat"], "number": number, "move": str(move), "id": f"s{view['seat']}-n{number}"}


async def play_socket(socket: ClientConnection, player: Player) -> Received:
    """Everything comes by itself; gives the table when the game is over."""
    views: dict[int, Plain] = {}
    async for text in socket:
        received = json.loads(text)
        match received["type"]:
            case "welcome" | "table" if received["table"]["status"] in ("over", "closed"):
                return dict(received["table"])
            case "state":
                views[received["seat"]] = received["view"]
            case "moves":
                if move := player.decide(views[received["seat"]], received["number"], received["groups"]):
                    await socket.send(json.dumps({"type": "move", **move}))
            # A stale move is no harm: others have moved meanwhile, and the moves come again with a new number.
            case "refused" if received["code"] != "stale":
                print(f"refused: {received['message']}")
    raise ConnectionError("the server has closed the line")


async def play_http(http: httpx.AsyncClient, table: str, player: Player) -> Received:
    """Ask, play what is owed, ask again."""
    while True:
        received = good(await http.get(f"/api/tables/{table}"))
        if received["table"]["status"] in ("over", "closed"):
            return dict(received["table"])
        owed = [state for state in received["states"] if state["moves"]]
        for state in owed:
            if move := player.decide(state["view"], state["number"], state["moves"]):
                answer = await http.post(f"/api/tables/{table}/moves", json=move)
                if answer.status_code != httpx.codes.CONFLICT:
                    good(answer)
        if not owed:
            await asyncio.sleep(0.2)


def good(answer: httpx.Response) -> Received:
    """What was answered; an error is told in the server's own words."""
    if answer.is_error:
        raise SystemExit(f"{answer.request.url}: {answer.json()['message']}")
    return dict(answer.json())


async def new_token(url: str, name: str) -> str:
    """A person signs in with a cookie, and hands a program a token."""
    async with httpx.AsyncClient(base_url=url) as http:
        good(await http.post("/api/session", json={"name": name}))
        return str(good(await http.post("/api/tokens", json={"label": "examples/at_table.py"}))["token"])


async def run(asked: argparse.Namespace) -> None:
    token = asked.token or await new_token(asked.url, asked.name)
    key = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=asked.url, headers=key, timeout=30) as http:
        if asked.table is None:
            order = {"game": asked.game, "seats": ["me", asked.against]}
            table = good(await http.post("/api/tables", json=order))["id"]
        else:
            table = good(await http.post(f"/api/tables/{asked.table}/join", json={}))["id"]
        print(f"playing at {asked.url}/t/{table}", flush=True)
        if asked.http:
            end = await play_http(http, table, Player())
        else:
            address = f"{asked.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
            async with connect(address, additional_headers=key, max_size=None) as socket:
                end = await play_socket(socket, Player())
    print(f"{end['status']}; seats, best first: {end['standings']}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Sit a bot of your own down at a table of a Triax server.")
    parser.add_argument("game", nargs="?", choices=sorted(GAMES), default="rota")
    parser.add_argument("--url", default="http://127.0.0.1:8765", help="the server")
    parser.add_argument("--against", default="novice", help="a level of our bots, or open for whoever comes")
    parser.add_argument("--http", action="store_true", help="ask over HTTP; otherwise listen on a WebSocket")
    parser.add_argument("--table", help="join this table and open none")
    parser.add_argument("--token", help="play under the name that this token belongs to")
    parser.add_argument("--name", default="Mine", help="play as a guest under this name")
    asked = parser.parse_args()
    try:
        asyncio.run(run(asked))
    except httpx.ConnectError:
        raise SystemExit(f"no server answers at {asked.url}: start one with triax serve") from None


if __name__ == "__main__":
    main()
