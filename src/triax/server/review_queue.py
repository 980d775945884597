"""Reviews of games that are over: asked for, made once by one of the processes, decision by decision, and kept.

How far a review is stands in the database: whoever asks reads it there, and whichever process finds it left behind goes
on with what is known.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from triax.bots.registry import has_engine
from triax.games.record import Record
from triax.server import db_schema
from triax.server.accounts import User
from triax.server.bot_pool import BotPoolClosed
from triax.server.cluster import Cluster
from triax.server.errors import Refused
from triax.server.live_table import LiveTable
from triax.server.replay_cache import record_of
from triax.server.review_worker import VERSION, NotJudged, Reviewer
from triax.server.rows import one_at_a_time
from triax.server.table_service import TableService
from triax.server.tasks import end
from triax.server.visibility import open_record

LOOKING = 5.0
"""Seconds until a process that has nothing to do looks for what others have left behind."""
STORING = 2.0
"""Seconds between two looks of those who wait."""
RESTING = 60.0
"""Seconds without work after which the process that reviews is let go."""
log = logging.getLogger("triax.server.reviews")

_reviews = db_schema.reviews
_columns = _reviews.c
_WAITING = _columns.made.is_(None) & ~_columns.failed
_COUNT = sa.select(sa.func.count()).select_from(_reviews)
_ORDER = (_columns.turn, _columns.asked, _columns.table_id)
"""Whoever asks for many waits for those who ask for few."""


ReviewState = Literal["none", "waiting", "working", "done", "failed"]


@dataclass(frozen=True)
class StoredReview:
    """A review as far as it is."""

    state: ReviewState
    ahead: int = 0
    """So many are made before it."""
    decisions: int = 0
    parts: Sequence[Any] = ()
    whole: dict[str, Any] | None = None


class Reviews:
    def __init__(self, tables: TableService, cluster: Cluster, reviewer: Reviewer) -> None:
        self.tables = tables
        self.cluster = cluster
        self.reviewer = reviewer
        self._asked = asyncio.Event()
        self._working: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._working = asyncio.create_task(self._work())

    async def close(self) -> None:
        await end(self._working)
        self.reviewer.rest()

    async def ask(self, live: LiveTable, me: User, lane: str) -> None:
        """Have a game reviewed, unless it is already, or is going to be. Those of one lane wait for each other."""
        record = record_of(live.table)
        count = sum("move" in entry for entry in record.log)
        if not has_engine(record.game.name):
            raise Refused("not_allowed", "there is no review of this game: nobody here can judge its decisions")
        if record.result is None:
            raise Refused("not_allowed", "there is no review of a game that was not played to its end")
        asked = {"player": me.id, "asked": time.time(), "lane": lane}
        row: dict[str, Any] = {"version": VERSION, "seed": seed_of(record), "decisions": count, **asked}
        limits = self.tables.settings.limits

        def job(connection: sa.Connection) -> None:
            one_at_a_time(connection, me.id)
            old = (_columns.version != VERSION) | _columns.failed
            here = _columns.table_id == live.id
            if connection.execute(sa.select(_columns.table_id).where(here, ~old)).first():
                return
            if connection.scalar(_COUNT.where(_WAITING, _columns.player == me.id)):
                raise Refused("too_many", "one review at a time: wait until the one you asked for is done")
            if (connection.scalar(_COUNT.where(_WAITING, _columns.lane == lane)) or 0) >= limits.reviews_per_address:
                raise Refused("too_many", "as many games as may wait from one address wait for their review already")
            hour = _COUNT.where(_columns.player == me.id, _columns.asked > time.time() - 3600)
            if (connection.scalar(hour) or 0) >= limits.reviews_per_hour:
                raise Refused("too_fast", f"at most {limits.reviews_per_hour} reviews an hour; try again later")
            if (connection.scalar(_COUNT.where(_WAITING)) or 0) >= limits.reviews_waiting:
                raise Refused("too_fast", "too many games wait for their review; try again in a few minutes")
            connection.execute(sa.delete(_reviews).where(here, old))
            # The round that is being made, or the one after the last that was asked for from the same address.
            now = connection.scalar(sa.select(sa.func.min(_columns.turn)).where(_WAITING)) or 0
            own = connection.scalar(sa.select(sa.func.max(_columns.turn)).where(_WAITING, _columns.lane == lane))
            row["turn"] = now if own is None else own + 1
            dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
            fresh = dialect.insert(_reviews).values(table_id=live.id, known="[]", failed=False, **row)
            connection.execute(fresh.on_conflict_do_nothing())  # somebody else may have been quicker

        await self.tables.journal.run(job)
        self._asked.set()

    async def find(self, table: str) -> StoredReview:
        """A review as far as it is."""
        here = sa.select(_reviews).where(_columns.table_id == table, _columns.version == VERSION)
        rows = await self.tables.database.rows(here)
        if not rows:
            return StoredReview("none")
        row, ahead = rows[0], 0
        parts, whole = msgspec.json.decode(row.known), None
        state: ReviewState = "failed" if row.failed else "working" if row.server else "waiting"
        if state == "waiting":
            queue = await self.tables.database.rows(sa.select(_columns.table_id).where(_WAITING).order_by(*_ORDER))
            ahead = next((at for at, (waiting,) in enumerate(queue) if waiting == table), 0)
        if row.result is not None:
            state, whole = "done", msgspec.json.decode(row.result)
        return StoredReview(state, ahead, row.decisions, parts, whole)

    # One after the other.

    async def _work(self) -> None:
        worked = time.monotonic()
        while True:
            self._asked.clear()
            try:
                while row := await self._claim():
                    await self._make(row)
                    worked = time.monotonic()
            except BotPoolClosed:
                return
            except Refused as refused:
                log.info("not done", extra={"code": refused.code})
            except Exception:  # the next one may do better
                log.exception("a game could not be reviewed")
            if time.monotonic() - worked > RESTING:
                self.reviewer.rest()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOKING)

    async def _claim(self) -> sa.Row[Any] | None:
        """The next that nobody makes: a process that has gone makes none any more, and there is no other of this
        name."""
        own = self.tables.journal.server
        free = _WAITING & (_columns.server.is_(None) | _columns.server.not_in(self.cluster.others))
        # Two may see the same as the next: the second is left with none.
        first = sa.select(_columns.table_id).where(free).order_by(*_ORDER).limit(1).scalar_subquery()
        claim = sa.update(_reviews).where(_columns.table_id == first, free).values(server=own).returning(_reviews)
        if not await self.tables.database.rows(sa.select(_columns.table_id).where(free).limit(1)):
            return None
        return await self.tables.journal.run(lambda connection: connection.execute(claim).first())

    async def _make(self, row: sa.Row[Any]) -> None:
        table = row.table_id
        begun, written = time.monotonic(), 0.0
        known: list[Any] = msgspec.json.decode(row.known)
        try:
            record = record_of((await self.tables.open(table)).table)
            async with contextlib.aclosing(self.reviewer.review(record, row.seed, known)) as parts:
                async for answer in parts:
                    if answer.whole is not None:
                        break
                    known.append(answer.part)
                    if time.monotonic() - written > STORING:
                        if not await self._write(table, known=msgspec.json.encode(known).decode()):
                            return  # another goes on with it, or it is gone
                        written = time.monotonic()
        except (Refused, NotJudged) as error:
            if isinstance(error, Refused) and error.code == "unavailable":
                raise
            log.error("a review was given up: %s", error, extra={"table": table})
            await self._write(table, failed=True, lane=None)
            return
        result = msgspec.json.encode(answer.whole).decode()
        await self._write(table, known="[]", result=result, made=time.time(), lane=None)
        seconds = round(time.monotonic() - begun, 1)
        log.info("a game is reviewed", extra={"table": table, "decisions": row.decisions, "seconds": seconds})

    async def _write(self, table: str, **values: object) -> bool:
        own = (_columns.table_id == table, _columns.server == self.tables.journal.server, _columns.made.is_(None))
        statement = sa.update(_reviews).where(*own).values(**values)
        written: int = await self.tables.journal.run(lambda connection: connection.execute(statement).rowcount)
        return bool(written)


def seed_of(record: Record) -> int:
    """The same game is judged with the same luck, wherever it is."""
    return int.from_bytes(hashlib.blake2b(open_record(record).encode(), digest_size=4).digest()) >> 1
