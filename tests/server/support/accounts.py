"""People with accounts, and their lines to the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect

from tests.server.support.serving import Guest, guest

SECRET = "correct horse battery"


@asynccontextmanager
async def accounts(url: str, *names: str) -> AsyncIterator[list[Guest]]:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(guest(url, name)) for name in names]
        for person, name in zip(people, names, strict=True):
            await person.call("POST", "/api/account", {"name": name, "password": SECRET})
        yield people


@asynccontextmanager
async def listening(person: Guest) -> AsyncIterator[ClientConnection]:
    address = f"{person.url.replace('http', 'ws', 1)}/api/people/socket"
    async with connect(address, additional_headers={"Cookie": person.cookies, "Origin": person.url}) as socket:
        await heard(socket)
        yield socket


async def heard(socket: ClientConnection) -> None:
    async with asyncio.timeout(30):
        assert json.loads(await socket.recv()) == {"type": "news"}


async def befriend(one: Guest, other: Guest) -> None:
    await one.call("POST", "/api/people/requests", {"player": other.id})
    await other.call("PUT", f"/api/people/friends/{one.id}")
