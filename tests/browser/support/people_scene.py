"""A place with people in it: friends, a club, tournaments in every state, games over days. Made once, looked at in
many windows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from tests.server.support.accounts import accounts, befriend
from tests.server.support.serving import Guest
from tests.server.support.whole_games import at_random, eventually, gather, play_on

DAY = 86_400
LONG = "Maximiliane Wolkenstein"
NAMES = ("Ada Scene", "Bea Scene", "Cleo Scene", LONG, "Emil Scene", "Frida Scene", "Gus Scene", "Hal Scene")
CUP: dict[str, Any] = {"name": "Autumn cup", "game": "rota", "form": "swiss", "size": 2, "rounds": 3, "clock": 3600}


@dataclass(frozen=True)
class Scene:
    cookies: list[dict[str, str]]
    """Of the one who looks."""
    pages: dict[str, str]
    """Paths by what they show."""


def people_scene(url: str) -> Scene:
    """In a thread of its own: the browser's has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(_scene(url))).result()


async def _scene(url: str) -> Scene:
    async with AsyncExitStack() as stack:
        people = await stack.enter_async_context(accounts(url, *NAMES))
        ada = people[0]
        await _friends(*people[:7])
        club = await _club(people)
        await _games(ada, people[1])
        cups = {
            "cup-open": await _cup(people, name="The long winter of the lanterns, every Thursday", club=club),
            "cup-running": await _cup(people, begun=True),
            "cup-over": await _cup(people[:4], begun=True, form="round_robin", most=8, name="Spring round"),
            "cup-ladder": await _cup(people[:5], begun=True, form="ladder", lasts=7 * DAY, name="Stairs"),
            "cup-arena": await _cup(people[:3], begun=True, form="arena", size=3, lasts=DAY, name="Arena"),
        }
        await _give_up(people[-2:], cups["cup-running"], 1)
        await _give_up(people, cups["cup-over"], 3)
        waiting = await ada.call("POST", "/api/tables", {"game": "axio", "seats": ["me", "open", "open"]})
        await people[1].call("PUT", "/api/notices/vacation", {"days": 3})
        address = {"address": "ada@example.com", "password": "correct horse battery", "language": "en"}
        await ada.ask("PUT", "/api/account/address", address)  # where mail is sent
        cookies = [{"name": name, "value": value, "url": url} for name, value in ada.http.cookies.items()]
    pages = {what: f"/cups/{cup}" for what, cup in cups.items()}
    pages |= {"home": "/", "people": "/people", "club": f"/clubs/{club}", "cups": "/cups", "me": "/me"}
    return Scene(cookies, pages | {"settings": "/settings", "waiting": f"/t/{waiting['id']}"})


async def _friends(ada: Guest, *others: Guest) -> None:
    for friend in others[:3]:
        await befriend(ada, friend)
    emil, frida, gus = others[3:6]
    await emil.call("POST", "/api/people/requests", {"player": ada.id})
    await ada.call("POST", "/api/people/requests", {"player": frida.id})
    await ada.call("PUT", f"/api/people/blocks/{gus.id}")
    table = await others[0].call("POST", "/api/tables", {"game": "axo", "seats": ["me", "open"], "public": True})
    await others[0].call("PUT", f"/api/people/invitations/{table['id']}/{ada.id}")


async def _club(people: Sequence[Guest]) -> str:
    about = "We meet by lamplight on Thursdays. Beginners are welcome; somebody always has time for the rules."
    club = await people[0].call("POST", "/api/clubs", {"name": "The Scene Lanterns", "about": about, "open": True})
    for person in people[1:]:
        await person.call("POST", f"/api/clubs/{club['id']}/join", {})
    await people[0].call("PUT", f"/api/clubs/{club['id']}/members/{people[1].id}", {"role": "admin"})
    await people[2].call("POST", "/api/tables", {"game": "rota", "seats": ["me", "open"], "club": club["id"]})
    return str(club["id"])


async def _games(ada: Guest, bea: Guest) -> None:
    """One alone, two won, and three that go on over days."""
    alone = await ada.call("POST", "/api/tables", {"game": "rota", "seats": ["me"]})
    await play_on(ada, alone["id"], at_random(1))
    for _ in range(2):
        table = await gather([ada, bea], "axo")
        await asyncio.gather(play_on(ada, table, at_random(2)), play_on(bea, table, at_random(3)))
    for game, clock in (("rota", 2), ("axio", 3), ("axo", 7)):
        await gather([ada, bea], game, clock=clock * DAY)


async def _cup(people: Sequence[Guest], *, begun: bool = False, **changed: object) -> str:
    made = str((await people[0].call("POST", "/api/tournaments", CUP | changed))["id"])
    for person in people:
        await person.call("POST", f"/api/tournaments/{made}/join")
    if begun:
        await people[0].call("POST", f"/api/tournaments/{made}/begin")
    return made


async def _give_up(people: Sequence[Guest], cup: str, rounds: int) -> None:
    """These lose every game of so many rounds."""
    for number in range(1, rounds + 1):

        async def begun(number: int = number) -> bool:
            shown = await people[0].call("GET", f"/api/tournaments/{cup}")
            return bool(shown["tournament"]["round"] >= number)

        await eventually(begun)
        for person in people:
            table = (await person.call("GET", f"/api/tournaments/{cup}"))["table"]
            if table is not None:
                seats = (await person.call("GET", f"/api/tables/{table}"))["yours"]
                await person.ask("POST", f"/api/tables/{table}/resign", {"seat": seats[0]})
