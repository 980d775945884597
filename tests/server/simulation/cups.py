"""A tournament of a simulation: people who go from table to table, and what must hold of it at every moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import sqlalchemy as sa

from tests.server.simulation.loop import EPOCH
from tests.server.simulation.people import Person
from tests.server.simulation.scene import Scene
from triax.server import db_schema
from triax.server.api import tournaments as api

CUP = "cup"
LATE = 350
"""So often somebody looks whether there is a table for them when all is well: of two clocks that are five minutes wrong
one may be ten minutes behind the other."""


class Cup:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._epoch = 0
        self._ended: dict[tuple[Any, ...], Any] = {}

    def make(self, connection: sa.Connection) -> None:
        rng = self.scene.chaos.rng
        form = rng.choice(("swiss", "swiss", "round_robin", "arena"))
        row: dict[str, Any] = {
            "id": CUP,
            "name": "Cup",
            "host": "person-0",
            "game": self.scene.game,
            "form": form,
            "size": 2,
            "rounds": 2 if form == "swiss" else 0,
            "clock": rng.choice((20, 60)),
            "begins": EPOCH + rng.choice((2, 4)),
            "most": 4,
            "when_full": rng.random() < 0.5,
            "lasts": 20,
            "fill": rng.choice((None, "novice")),
            "rated": True,
            "public": True,
            "guests": True,
            "status": "open",
            "round": 0,
            "created": EPOCH,
        }
        connection.execute(sa.insert(db_schema.tournaments).values(**row))
        self.scene.note(f"{form} with {row['fill']}, {row['clock']} s a decision")

    async def compete(self, person: Person) -> None:
        """From one table to the next, until it is over."""
        rng = self.scene.chaos.rng
        await person.ask_until("enter", lambda services: api.join_tournament(CUP, person.me, services))
        left = LATE
        while left:
            code, found = await person.ask_until("next", lambda services: api.next_table(CUP, person.me, services))
            if code or found.status in {"over", "cancelled"}:
                return
            if found.table and not self.scene.is_past(found.table):
                person.moves = rng.choice((0, 1, 2))
                await person.attend(found.table, plays=True)
                continue
            if not found.here and rng.random() < 0.3:
                await person.ask_until("enter", lambda services: api.join_tournament(CUP, person.me, services))
            elif self.scene.chaos.happens("left a tournament", 0.01):
                await person.ask_until("quit", lambda services: api.leave_tournament(CUP, person.me, services))
            left -= self.scene.chaos.is_over
            await asyncio.sleep(2)
        self.scene.fail(f"{person.id} waits in vain for a round, or for the end")

    async def watch(self) -> None:
        while not self.scene.is_over:
            self.check()
            await asyncio.sleep(1)

    def check(self) -> None:
        rows = self.scene.disk.rows(
            "SELECT p.round, p.board, p.seat, p.player, p.table_id, p.place, p.ended, t.status, t.players "
            "FROM pairings p LEFT JOIN tables t ON t.id = p.table_id"
        )
        # Of an arena every table is a round of its own.
        twice = Counter((number, player) for number, _, _, player, *_ in rows if player)
        busy = Counter(player for _, _, _, player, table, _, ended, *_ in rows if player and table and ended is None)
        for who, times in (twice + busy).items():
            if times > 1:
                self.scene.fail(f"paired twice: {who}")
        boards = {(number, board): (table, players) for number, board, _, _, table, _, _, _, players in rows if table}
        tables = [table for table, _ in boards.values()]
        if len(set(tables)) < len(tables) or any(players is None for _, players in boards.values()):
            self.scene.fail(f"not one table for each pair: {boards}")
        sitting = set(self.scene.disk.rows("SELECT table_id, seat, player FROM seats"))
        for _, _, seat, player, table, *_ in rows:
            if table and player and (table, seat, player) not in sitting:
                self.scene.fail(f"{player} is paired at {table}, and does not sit there")
        if self._epoch != self.scene.epoch:
            self._epoch, self._ended = self.scene.epoch, {}
        ended = {(number, board, seat): place for number, board, seat, _, _, place, end, *_ in rows if end is not None}
        if self._ended.items() - ended.items():
            self.scene.fail(f"results were lost: {self._ended.items() - ended.items()}")
        self._ended = ended

    def finished(self) -> None:
        self.check()
        status = self.scene.disk.rows("SELECT status FROM tournaments")
        if status not in ([("over",)], [("cancelled",)]):
            self.scene.fail(f"the tournament is not over: {status}")
        unlike = self.scene.disk.rows(
            "SELECT p.table_id, p.player, p.place, r.place FROM pairings p JOIN tables t ON t.id = p.table_id "
            "LEFT JOIN results r ON r.table_id = p.table_id AND r.player = p.player "
            "WHERE t.status = 'over' AND p.player IS NOT NULL AND p.place IS NOT r.place"
        )
        if unlike:
            self.scene.fail(f"a tournament has other results than its tables: {unlike}")
