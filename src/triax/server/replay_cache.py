"""Finished games, position by position, with all hands open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from triax.games.core import AnyState
from triax.games.events import Event
from triax.games.record import Record
from triax.server.errors import Refused
from triax.server.table import Table

KEPT = 8
"""So many games stay unrolled, so that going through one position by position is quick."""


@dataclass(frozen=True)
class ReplayPosition:
    """A state, and the move and the events that led there; none lead to the first."""

    state: AnyState
    seat: int | None = None
    move: str | None = None
    events: tuple[Event, ...] = ()


class ReplayCache:
    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._unrolled: OrderedDict[tuple[str, float], asyncio.Task[list[ReplayPosition]]] = OrderedDict()

    async def of(self, table: Table) -> list[ReplayPosition]:
        """All positions of a game that is over."""
        record = record_of(table)
        # A backup that is restored may bring another end.
        key = (table.meta.id, table.ended or 0.0)
        unrolling = self._unrolled.get(key)
        if unrolling is None or (unrolling.done() and (unrolling.cancelled() or unrolling.exception())):
            unrolling = self._unrolled[key] = asyncio.create_task(_unroll(record))
        self._unrolled.move_to_end(key)
        while len(self._unrolled) > self._kept:
            self._unrolled.popitem(last=False)
        return await asyncio.shield(unrolling)

    async def close(self) -> None:
        tasks = list(self._unrolled.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def record_of(table: Table) -> Record:
    """The record of a game, which shows every hand: only when it is over."""
    if table.status != "over" or table.state is None:
        raise Refused("not_over", f"this is shown when the game is over; the table is {table.status}")
    return table.record()


async def _unroll(record: Record) -> list[ReplayPosition]:
    positions = [ReplayPosition(record.start())]
    for step in record.replay():
        positions.append(ReplayPosition(step.after, step.seat, str(step.move), step.events))
        # Others have moves to make.
        await asyncio.sleep(0)
    return positions
