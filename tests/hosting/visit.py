"""People who play on the machine as anybody would: by its name, with TLS, through its proxy."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import httpx

from tests.server.support.load import Person
from tests.server.support.serving import Guest, guest


async def look_around(url: str) -> None:
    """The page is there, the cookie is for TLS only, and what is for the host stays inside."""
    async with guest(url, "Ada") as ada:
        page = await ada.ask("GET", "/")
        assert page.status_code == 200
        assert "<title>Triax" in page.text
        assert all(cookie.secure for cookie in ada.http.cookies.jar)
        assert list(ada.http.cookies.jar)
        for path in ("/metrics", "/healthz", "/healthz/live"):
            assert (await ada.ask("GET", path)).status_code == 404, path
        refusal = await ada.ask("GET", "/api/tables/nothing-of-the-kind")
        assert refusal.json()["code"] == "not_found"
        plain = httpx.get(url.replace("https", "http"), timeout=30)
        assert plain.status_code in {301, 308}
        assert plain.headers["Location"] == f"{url}/"


async def play_whole(url: str, *levels: str) -> None:
    """A game against bots, over sockets, from its first move to its last."""
    async with guest(url, "Ben") as ben:
        person = Person(ben, [url], seed=1)
        table = await person.open("rota", ["me", *levels])
        await person.play("rota", table)
        # Asked anew, the other process may answer, which hears of it a moment later.
        async with asyncio.timeout(10):
            while (await person.look(table))["table"]["status"] != "over":
                await asyncio.sleep(0.1)


class LongGame:
    """One that is played a little now and then, whatever happens to the machine in between."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._cookies = httpx.Cookies()
        self._table = ""
        self._rng = Random(1)

    async def open(self) -> None:
        async with guest(self._url, "Cleo") as cleo:
            wishes = {"game": "axio", "seats": ["me", "me"]}
            self._table = (await cleo.call("POST", "/api/tables", wishes))["id"]
            self._cookies = cleo.http.cookies

    async def play(self, moves: int) -> int:
        """So many moves more; the number at which the game then is."""
        cleo = Guest(self._url)
        cleo.http.cookies = self._cookies
        try:
            async with cleo.sit_at(self._table) as socket:
                sent = -1
                while True:
                    message: dict[str, Any] = await socket.next("moves", "refused", timeout=60)
                    assert message["type"] == "moves", message
                    if (number := int(message["number"])) <= sent:
                        continue
                    if not moves:
                        return number
                    start, ends, _ = self._rng.choice(message["groups"])
                    move = {"id": f"{number}-{self._rng.random()}", "seat": message["seat"], "number": number}
                    await socket.send("move", **move, move=start + self._rng.choice(ends))
                    moves, sent = moves - 1, number
        finally:
            await cleo.http.aclose()
