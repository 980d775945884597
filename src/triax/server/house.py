"""All of the server's parts, put together and taken apart in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from random import Random

from triax.games import GAMES
from triax.server import results
from triax.server.bus import Bus
from triax.server.caretaker import Caretaker
from triax.server.config import Settings
from triax.server.database import Database
from triax.server.desk import Desk, Live
from triax.server.journal import Journal
from triax.server.metrics import Figures
from triax.server.people import People
from triax.server.replays import Replays
from triax.server.security import Doorman, Turnstile
from triax.server.socket import Sockets
from triax.server.thinkers import Thinkers, ThinkersClosed
from triax.server.waiting import Waiting

log = logging.getLogger("triax.server")


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.id = secrets.token_hex(6)
        self.database = Database(settings.database)
        self.journal = Journal(self.database, self.id)
        self.people = People(self.database, self.journal, settings.limits)
        self.desk = Desk(self.database, self.journal, self.people, settings)
        self.bus = Bus(self.database, self.journal)
        self.thinkers = Thinkers(settings.bot_processes, notice=log.info)
        self.replays = Replays()
        limits = settings.limits
        self.pace = Doorman(limits.messages_per_second, limits.message_burst, "too much at once; slow down")
        self.sockets = Sockets(self.desk, self.thinkers, self.pace, settings)
        self.caretaker = Caretaker(self.desk, self.bus, self.thinkers, self.finish)
        self.waiting = Waiting(self.desk, self.bus)
        tries = limits.sign_ins_per_minute
        self.doorman = Doorman(tries / 60, tries, "too many tries; wait a minute")
        self.turnstile = Turnstile()
        self.begun = time.time()
        self.figures = Figures(self)
        self._warming: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.database.open()
        await self.journal.open()
        await self.people.open()
        await self.bus.open()
        self.caretaker.open()
        self.waiting.open()
        self.figures.open()
        if self.settings.warm:
            self._warming = asyncio.create_task(self._warm())
        address = f"http://{self.settings.host}:{self.settings.port}"
        log.info("the server is open", extra={"server": self.id, "address": address})

    async def close(self) -> None:
        if self._warming is not None:
            self._warming.cancel()
        await self.figures.close()
        await self.waiting.close()
        await self.caretaker.close()
        await self.sockets.close()
        await self.replays.close()
        await self.thinkers.close()
        await self.bus.close()
        await self.journal.close()
        await self.database.close()
        log.info("the server is closed", extra={"server": self.id})

    async def _warm(self) -> None:
        """A thought about each game, one after the other: the first compiles the engine, which is then kept."""
        for game in GAMES.values():
            view = game.new(2, Random(0), {"start": 0}).view(0)
            with contextlib.suppress(ThinkersClosed):
                await self.thinkers.consider(game.name, view, 0.05, playouts=1)

    async def finish(self, live: Live) -> None:
        await results.finish(self.journal, live)
