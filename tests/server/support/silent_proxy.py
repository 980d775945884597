"""A line to PostgreSQL that can go dead: it stays open, and nothing gets through in either direction."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import make_url


class SilentProxy:
    def __init__(self, url: str) -> None:
        self._there = make_url(url)
        self._flows = asyncio.Event()
        self._flows.set()
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.url = ""

    def go_dead(self) -> None:
        """For ever, for the lines that are there; those that come later as well, until it is `mended`."""
        self._flows.clear()

    def mend(self) -> None:
        """New lines get through; the dead stay dead."""
        self._flows = asyncio.Event()
        self._flows.set()

    async def open(self) -> asyncio.Server:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.url = self._there.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
        return server

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = self._there.host, self._there.port
        there_reader, there_writer = await asyncio.open_connection(host, port)
        self._writers += [writer, there_writer]
        ways = ((reader, there_writer), (there_reader, writer))
        self._tasks += [asyncio.create_task(_carry(*way, self._flows)) for way in ways]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flows: asyncio.Event) -> None:
    """A line that has gone dead does not even tell that one end was closed."""
    with contextlib.suppress(OSError):
        while True:
            data = await reader.read(65_536)
            await flows.wait()
            if not data:
                break
            writer.write(data)
        writer.close()


@asynccontextmanager
async def silent_proxy(url: str) -> AsyncIterator[SilentProxy]:
    proxy = SilentProxy(url)
    server = await proxy.open()
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()
