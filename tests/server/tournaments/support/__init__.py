"""A server's parts in this process, people who have joined a tournament there, and games that end at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from triax.server import actions
from triax.server.accounts import User, new_id
from triax.server.services import Services
from triax.server.tournaments import entering
from triax.server.tournaments.store import Tournament, read_tournament

USUAL: dict[str, Any] = {
    "name": "The cup",
    "game": "rota",
    "form": "swiss",
    "size": 2,
    "rounds": 3,
    "clock": 3600,
    "begins": None,
    "most": 64,
    "when_full": False,
    "lasts": None,
    "fill": None,
    "rated": True,
    "public": True,
    "guests": True,
    "club": None,
}


async def people(host: Services, count: int) -> list[User]:
    return [await host.accounts.new_guest(f"Player {number}") for number in range(count)]


async def tournament(host: Services, players: Sequence[User], **changed: object) -> str:
    """One that all have joined and that has begun."""
    name = await waiting(host, players, **changed)
    await host.tournaments.begin(name)
    return name


async def waiting(host: Services, players: Sequence[User], **changed: object) -> str:
    name = new_id()
    await entering.make(host.journal, players[0], name, USUAL | changed)
    for player in players:
        await entering.join(host.journal, name, player)
    return name


async def seen(host: Services, name: str) -> Tournament:
    return await read_tournament(host.database, name)


async def give_up(host: Services, table: str, seat: int) -> None:
    """One of the seats resigns; the result is in the books when this is done."""
    live = await host.tables.open(table)
    player = live.table.seats[seat].player
    assert player is not None
    await host.tables.act(live, partial(actions.resign, player=player, seat=seat))
    await host.finish(live)


async def play_round(host: Services, name: str) -> None:
    """Every board that is on ends: the last seat of a person gives up."""
    for board in (await seen(host, name)).boards:
        if board.ended is None and board.table is not None:
            for seat in reversed([at for at, row in enumerate(board.seats) if row.sat.player is not None][1:] or [0]):
                await give_up(host, board.table, seat)
