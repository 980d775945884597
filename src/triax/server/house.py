"""All of the server's parts, put together and taken apart in order."""

from __future__ import annotations

import logging
import secrets
import time

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from triax.server import schema
from triax.server.bus import Bus
from triax.server.caretaker import Caretaker
from triax.server.config import Settings
from triax.server.database import Database
from triax.server.desk import Desk, Live
from triax.server.journal import Journal
from triax.server.people import People
from triax.server.security import Doorman
from triax.server.socket import Sockets
from triax.server.thinkers import Thinkers

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
        self.sockets = Sockets(self.desk, self.thinkers, settings)
        self.caretaker = Caretaker(self.desk, self.bus, self.thinkers, self.finish)
        self.doorman = Doorman(settings.limits.sign_ins_per_minute)
        self.begun = time.time()

    async def open(self) -> None:
        await self.database.open()
        await self.journal.open()
        await self.people.open()
        await self.bus.open()
        self.caretaker.open()
        address = f"http://{self.settings.host}:{self.settings.port}"
        log.info("the server is open", extra={"server": self.id, "address": address})

    async def close(self) -> None:
        await self.caretaker.close()
        await self.sockets.close()
        await self.thinkers.close()
        await self.bus.close()
        await self.journal.close()
        await self.database.close()
        log.info("the server is closed", extra={"server": self.id})

    async def finish(self, live: Live) -> None:
        tables = schema.tables
        ended = sa.update(tables).where(tables.c.id == live.id, tables.c.status == "playing")

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(ended.values(status="over", ended=live.table.ended))

        await self.journal.run(job)
