"""The same luck in every run: what is dealt and shuffled depends on the kind of table alone, what bots choose on what
they see."""

from __future__ import annotations

import socket
from random import Random

from triax.games.core import Chance, Dice
from triax.server import bot_worker, table_service
from triax.server.api import tables
from triax.server.table import Table


def fix(luck: str) -> None:
    """In the process of a server, before it serves."""

    def deal_rng(service: table_service.TableService, table: Table) -> Random:
        return Random(f"{luck}/{table.meta.game}/{table.meta.players}/{table.meta.options}")

    def chance(service: table_service.TableService, table: Table) -> Chance:
        return Dice(Random(f"{luck}/{table.count}"))

    table_service.TableService._deal_rng = deal_rng  # type: ignore[method-assign]
    table_service.TableService._chance = chance  # type: ignore[method-assign]
    tables.SystemRandom = lambda: Random(luck)  # type: ignore[assignment,misc]
    bot_worker._work = work_with_luck  # type: ignore[assignment]


def work_with_luck(pipe: socket.socket, niceness: int) -> None:
    """A worker's whole life, in its own process."""
    bot_worker.Random = lambda: Random(1)  # type: ignore[assignment,misc]
    bot_worker._work(pipe, niceness)
