"""The same luck in every run: what is dealt and shuffled depends on the kind of table alone, what bots choose on what
they see."""

from __future__ import annotations

import socket
from random import Random

from triax.games.core import Chance, Dice
from triax.server import bot_worker, table_service
from triax.server.api import tables
from triax.server.table import Table


def put(owner: object, name: str, value: object) -> None:
    """In the place of something that must be there."""
    getattr(owner, name)
    setattr(owner, name, value)


def fix(luck: str) -> None:
    """In the process of a server, before it serves."""

    def deal_rng(service: table_service.TableService, table: Table) -> Random:
        return Random(f"{luck}/{table.meta.game}/{table.meta.players}/{table.meta.options}")

    def chance(service: table_service.TableService, table: Table) -> Chance:
        return Dice(Random(f"{luck}/{table.count}"))

    put(table_service.TableService, "_deal_rng", deal_rng)
    put(table_service.TableService, "_chance", chance)
    put(tables, "SystemRandom", lambda: Random(luck))
    put(bot_worker, "_work", work_with_luck)


def work_with_luck(pipe: socket.socket, niceness: int, answer: bot_worker.AnswerLine) -> None:
    """A worker's whole life, in its own process."""
    put(bot_worker, "Random", lambda: Random(1))
    bot_worker._work(pipe, niceness, answer)
