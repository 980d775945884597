"""Tasks in the background: work done again and again, and its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

from triax.server.database import is_away
from triax.server.errors import Refused


async def repeat(seconds: float, work: Callable[[], Awaitable[None]], log: logging.Logger, trouble: str) -> NoReturn:
    """Whatever goes wrong is logged, unless the database is away; the next time tries again."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception as error:
            if not is_away(error) and not isinstance(error, Refused):
                log.exception(trouble)


async def end(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks, where they have begun, and wait until they are gone."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)
