"""Who looks at a table at which they sit, at whichever process: they need no other word that it is their turn."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from triax.server.cluster import Cluster
from triax.server.db_schema import looking
from triax.server.table_service import TableService


class Looking:
    def __init__(self, tables: TableService, cluster: Cluster) -> None:
        self.tables = tables
        self.cluster = cluster
        self._written: frozenset[tuple[str, str]] = frozenset()
        self._alive: tuple[str, ...] = ()

    async def share(self) -> None:
        """Other processes are told through the database, if there are any."""
        alive, own = self.cluster.alive, self.tables.journal.server
        if len(alive) < 2:
            return
        here = frozenset(
            (live.id, connection.player)
            for live in self.tables.live
            for connection in live.connections
            if connection.visible and connection.seats
        )
        come, gone = here - self._written, self._written - here
        if not come and not gone and alive == self._alive:
            return
        columns = looking.c
        left = sa.delete(looking).where(columns.server.not_in(alive))
        rows = [{"server": own, "table_id": table, "player": player} for table, player in sorted(come)]

        def job(connection: sa.Connection) -> None:
            connection.execute(left)
            for table, player in sorted(gone | come):
                one = (columns.server == own, columns.table_id == table, columns.player == player)
                connection.execute(sa.delete(looking).where(*one))
            if rows:
                connection.execute(sa.insert(looking), rows)

        await self.tables.journal.run(job)
        self._written, self._alive = here, alive

    async def find(self, pairs: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
        """Of these tables and players, those where the player looks at the table."""
        found = {
            (live.id, connection.player)
            for table in {table for table, _ in pairs}
            if (live := self.tables.find_live(table))
            for connection in live.connections
            if connection.visible
        }
        others = [server for server in self.cluster.alive if server != self.tables.journal.server]
        if others and pairs:
            columns = looking.c
            chosen = columns.table_id.in_({table for table, _ in pairs})
            query = sa.select(columns.table_id, columns.player).where(chosen, columns.server.in_(others))
            found |= {(row.table_id, row.player) for row in await self.tables.database.rows(query)}
        return found & set(pairs)
