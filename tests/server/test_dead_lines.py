"""A line to PostgreSQL that goes dead without a word: nobody waits long, and nothing stays locked."""

from __future__ import annotations

import asyncio
import socket
import sys

import pytest
import sqlalchemy as sa

from tests.server.support.silent_proxy import SilentProxy, silent_proxy
from triax.server import database as module
from triax.server.database import Database, is_away
from triax.server.db_schema import settings
from triax.server.errors import Refused


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ATTEMPT", 1.0)
    monkeypatch.setattr(module, "PATIENCE", 1.5)
    monkeypatch.setattr(module, "HELD", 1.0)


async def opened(proxy: SilentProxy) -> Database:
    database = Database(proxy.url)
    await database.open()
    return database


def test_whoever_reads_or_writes_is_told_soon_and_the_next_line_works(postgres_url: str) -> None:
    async def main() -> None:
        async with silent_proxy(postgres_url) as proxy:
            database = await opened(proxy)
            proxy.go_dead()
            async with asyncio.timeout(30):
                with pytest.raises(Refused, match="the database is away"):
                    await database.setting("generation")
                with pytest.raises(TimeoutError) as refused:
                    await database.transact(lambda connection: connection.scalar(sa.select(1)))
                assert is_away(refused.value)
                with pytest.raises(TimeoutError):
                    await database.commit("SELECT 1")
            proxy.mend()
            async with asyncio.timeout(30):
                assert await database.setting("generation") == "0"
                assert await database.commit("SELECT 1") == 1
            await database.close()

    asyncio.run(main())


def test_what_a_server_that_is_cut_off_has_locked_is_free_again(postgres_url: str) -> None:
    change = sa.update(settings).where(settings.c.key == "generation")

    async def main() -> None:
        async with silent_proxy(postgres_url) as proxy:
            cut_off, other = await opened(proxy), Database(postgres_url)

            async def go_dead() -> None:
                async with asyncio.timeout(1), cut_off.write() as connection:
                    await connection.execute(change.values(value="never"))
                    proxy.go_dead()
                    await connection.execute(sa.select(1))

            with pytest.raises((TimeoutError, sa.exc.DBAPIError)):
                await go_dead()
            async with asyncio.timeout(30), other.write() as connection:
                await connection.execute(change.values(value="then"))
            assert await other.setting("generation") == "then"
            await other.close()
            await cut_off.close()

    asyncio.run(main())


@pytest.mark.skipif(sys.platform != "linux", reason="others have no such option")
def test_the_kernel_is_told_not_to_deliver_what_was_given_up(postgres_url: str) -> None:
    async def main() -> None:
        database = Database(postgres_url)
        async with database.listening_connection() as line:
            found = line._transport.get_extra_info("socket")
            assert found.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000 * module.ATTEMPT
        await database.close()

    asyncio.run(main())
