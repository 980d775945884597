"""Play now: those who want the same game, number of players and pace are seated together, near in rating.

Who waits stands in the database; whoever asks whether somebody was found looks for partners, and claims all of them in
the transaction that opens the table: nobody is seated twice, whichever process is asked."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.server.accounts import User, new_id
from triax.server.actions import ProposedEntry
from triax.server.database import Database
from triax.server.db_people import blocks, seekers
from triax.server.db_schema import ratings, tables
from triax.server.errors import Refused
from triax.server.journal import Journal
from triax.server.results import MODEL
from triax.server.social.friends import apart
from triax.server.social.news import News
from triax.server.table import TableMeta
from triax.server.table_service import TableService

Pace = Literal["quick", "live", "day", "days"]
PACES: dict[Pace, int] = {"quick": 30, "live": 120, "day": 24 * 3600, "days": 3 * 24 * 3600}
"""Seconds that a decision may take."""
GONE = 10.0
"""Seconds after which whoever has not asked again waits no more."""
KEPT = 60.0
"""Seconds for which somebody can be told where they were seated."""
LOOKED_AT = 50
NEAR = 4.0
"""So far apart in rating two may be at once; half of what divides a beginner from the average."""
WIDER = 0.2
"""So much farther with every second that the one who waits longer has waited."""
ANYBODY = 60.0
"""Seconds after which the rating does not count."""


@dataclass(frozen=True)
class Wish:
    game: str
    players: int
    pace: Pace


@dataclass(frozen=True)
class Waiting:
    """One who waits, and for how many seconds."""

    player: str
    mu: float
    waited: float


@dataclass(frozen=True)
class Sought:
    table: str | None
    """Where one plays; none: nobody is found yet."""
    waiting: int
    """So many others want the same."""
    since: float


class Matchmaker:
    def __init__(self, service: TableService, news: News) -> None:
        self.tables = service
        self.database: Database = service.database
        self.journal: Journal = service.journal
        self.news = news

    async def seek(self, me: User, wish: Wish) -> Sought:
        """Wait, or go on waiting; asked again every few seconds."""
        mu = await self._rating(me.id, wish.game)
        found, others, since = await self.journal.run(lambda connection: self._wait(connection, me.id, mu, wish))
        if found is None and len(others) >= wish.players - 1:
            found = await self._seat(me.id, mu, others, wish, since)
        return Sought(found, len(others), since)

    async def stop(self, me: User) -> str | None:
        """Wait no more; gives the table, if somebody was found at that moment."""

        def job(connection: sa.Connection) -> str | None:
            recent = seekers.c.seen > self._now(connection) - KEPT
            known = sa.select(seekers.c.table_id).where(seekers.c.player == me.id, recent).with_for_update()
            table = connection.scalar(known)
            connection.execute(sa.delete(seekers).where(seekers.c.player == me.id))
            return table

        return await self.journal.run(job)

    async def sought(self) -> list[tuple[Wish, int]]:
        """What is wished for now, and by how many."""

        wish = (seekers.c.game, seekers.c.players, seekers.c.pace)
        recent = time.time() - GONE
        query = sa.select(*wish, sa.func.count().label("many")).where(seekers.c.seen > recent, ~_is_found())
        rows = await self.database.rows(query.group_by(*wish).order_by(*wish))
        return [(Wish(row.game, row.players, row.pace), row.many) for row in rows]

    async def _rating(self, player: str, game: str) -> float:
        query = sa.select(ratings.c.mu).where(ratings.c.player == player, ratings.c.game == game)
        rows = await self.database.rows(query)
        return rows[0].mu if rows else float(MODEL.rating().mu)

    def _now(self, connection: sa.Connection) -> float:
        # The clocks of two machines may differ.
        return float(connection.scalar(sa.select(self.database.now)) or 0) if self.database.is_postgres else time.time()

    def _wait(
        self, connection: sa.Connection, me: str, mu: float, wish: Wish
    ) -> tuple[str | None, list[Waiting], float]:
        """Where one was seated meanwhile, or the others who wait for the same, the longest first; and since when one
        waits oneself."""
        now, columns = self._now(connection), seekers.c
        connection.execute(sa.delete(seekers).where(columns.seen < now - KEPT))
        # Held until the end: somebody may be about to claim it.
        mine = connection.execute(sa.select(seekers).where(columns.player == me).with_for_update()).first()
        if mine is not None and mine.table_id is not None:
            going = sa.select(tables.c.id).where(tables.c.id == mine.table_id, tables.c.status.in_(["open", "playing"]))
            if connection.scalar(going):
                return mine.table_id, [], mine.since
        same = mine is not None and (mine.game, mine.players, mine.pace) == (wish.game, wish.players, wish.pace)
        goes_on = mine is not None and same and mine.table_id is None and mine.seen > now - GONE
        since = mine.since if mine is not None and goes_on else now
        row = {"game": wish.game, "players": wish.players, "pace": wish.pace, "mu": mu, "since": since, "seen": now}
        dialect: Any = postgresql if self.database.is_postgres else sqlite
        kept = dialect.insert(seekers).values(player=me, **row, table_id=None)
        connection.execute(kept.on_conflict_do_update(index_elements=[columns.player], set_={**row, "table_id": None}))
        alike = (columns.game == wish.game, columns.players == wish.players, columns.pace == wish.pace)
        query = (
            sa.select(columns.player, columns.mu, columns.since)
            .where(*alike, columns.player != me, ~_is_found(), columns.seen > now - GONE)
            .order_by(columns.since, columns.player)
            .limit(LOOKED_AT)
        )
        others = [Waiting(other.player, other.mu, now - other.since) for other in connection.execute(query)]
        return None, others, since

    async def _seat(self, me: str, mu: float, others: Sequence[Waiting], wish: Wish, since: float) -> str | None:
        """Open a table for oneself and the first who fit; none: there are none, or another was quicker."""
        unwanted = await self._unwanted([me, *(other.player for other in others)])
        group = choose(Waiting(me, mu, time.time() - since), others, wish.players, unwanted)
        if group is None:
            return None
        SystemRandom().shuffle(group)
        meta = TableMeta(
            id=new_id(),
            game=wish.game,
            players=wish.players,
            options={},
            public=True,
            clock=PACES[wish.pace],
            hints=False,
            host=me,
            created=time.time(),
        )
        seated = [ProposedEntry("sit", seat, {"player": player}) for seat, player in enumerate(group)]
        claim = partial(self._claim, group=group, wish=wish, table=meta.id)
        try:
            await self.tables.create(meta, seated, claim=claim)
        except Refused as refused:
            if refused.code != "stale":
                raise
            return None
        self.news.tell(*group)
        return meta.id

    async def _unwanted(self, people: Sequence[str]) -> set[frozenset[str]]:
        """Pairs of which one has blocked the other."""
        query = sa.select(blocks.c.player, blocks.c.blocked)
        rows = await self.database.rows(query.where(blocks.c.player.in_(people), blocks.c.blocked.in_(people)))
        return {frozenset((row.player, row.blocked)) for row in rows}

    def _claim(self, connection: sa.Connection, group: Sequence[str], wish: Wish, table: str) -> None:
        """All of them, if all still wait for this, or nobody."""
        columns = seekers.c
        alike = (columns.game == wish.game, columns.players == wish.players, columns.pace == wish.pace)
        still = (columns.player.in_(group), *alike, ~_is_found(), columns.seen > self._now(connection) - GONE)
        # In the same order at every process: no two wait for each other.
        query = sa.select(columns.player).where(*still).order_by(columns.player).with_for_update()
        waiting = connection.scalars(query).all()
        if len(waiting) < len(group) or connection.scalar(sa.select(apart(group))):
            raise Refused("stale", "somebody else was quicker")
        connection.execute(sa.update(seekers).where(columns.player.in_(group)).values(table_id=table))
        for notification in self.news.notifications(*group):
            connection.execute(notification)


def _is_found() -> sa.ColumnElement[bool]:
    return seekers.c.table_id.is_not(None)


def choose(
    me: Waiting, others: Sequence[Waiting], players: int, unwanted: Collection[frozenset[str]]
) -> list[str] | None:
    """Oneself and the first of the others who all fit each other."""
    group = [me]
    for other in others:
        if len(group) == players:
            break
        if all(fit(one, other) and frozenset((one.player, other.player)) not in unwanted for one in group):
            group.append(other)
    return [one.player for one in group] if len(group) == players else None


def fit(one: Waiting, other: Waiting) -> bool:
    """The longer either has waited, the farther they may be apart."""
    waited = max(one.waited, other.waited)
    width = math.inf if waited >= ANYBODY else NEAR + WIDER * waited
    return abs(one.mu - other.mu) <= width
