"""Begins tournaments, opens their rounds, ends them: one process at a time for each, and the database judges.

A round is opened by whoever moves the tournament's count of rounds on by one, in the transaction that writes all its
tables: a process that dies halfway leaves nothing, and of two that try the second finds it done.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from triax.server import db_schema
from triax.server.cluster import Cluster
from triax.server.database import is_away
from triax.server.errors import Refused
from triax.server.notices.notice import Notice, channels_of, write_notice
from triax.server.rate_limits import RateLimiter
from triax.server.table_service import TableService
from triax.server.tasks import end, repeat
from triax.server.tournaments import ladder
from triax.server.tournaments.pairing import Pairing, contenders, pair, pair_waiting, robin, robin_rounds
from triax.server.tournaments.rounds import RoundRows, round_rows
from triax.server.tournaments.shape import is_done, seeded
from triax.server.tournaments.store import Tournament, is_over_elsewhere, read_tournament

TICK = 1.0
WAITS = 30 * 86400.0
"""Seconds after which a tournament is called off that nobody has begun."""
LONELY = 15.0
"""Seconds after which a bot plays with whoever waits alone in an arena, where bots may."""
log = logging.getLogger("triax.server.tournaments")

_tournaments, _entrants, _pairings = db_schema.tournaments, db_schema.entrants, db_schema.pairings
_playing = sa.select(_pairings.c.board).where(
    _pairings.c.tournament == sa.bindparam("which"),
    _pairings.c.round == sa.bindparam("number"),
    _pairings.c.ended.is_(None),
)


class _Moved(Exception):
    """Somebody came or went while the pairs were made."""


class Tournaments:
    def __init__(self, service: TableService, cluster: Cluster) -> None:
        self.tables = service
        self.database = service.database
        self.journal = service.journal
        self.cluster = cluster
        # Whoever comes and goes without end would keep a round from being drawn.
        self.coming = RateLimiter(1 / 30, 10, "you come and go; wait a moment")
        self.on_round: Callable[..., None] = lambda *players: None
        """Tables were opened for these players."""
        self._waiting: dict[str, float] = {}
        self._loop: asyncio.Task[None] | None = None
        self._opening: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        rounds = repeat(TICK, self.run_once, log, "the tournaments could not be looked after")
        self._loop = asyncio.create_task(rounds)

    async def close(self) -> None:
        await end(self._loop, *self._opening)

    async def run_once(self) -> None:
        """Look after every tournament that this process is in charge of."""
        going = sa.select(_tournaments).where(_tournaments.c.status.in_(["open", "running"]))
        for row in await self.database.rows(going):
            if not self.cluster.owns(row.id):
                continue
            try:
                await self.look_after(row)
            except Exception as error:  # one that cannot go on must not hold up the others
                if is_away(error) or (isinstance(error, Refused) and error.code == "unavailable"):
                    raise
                log.exception("a tournament could not be looked after", extra={"tournament": row.id})

    async def look_after(self, row: Any) -> None:  # noqa: ANN401
        if row.status == "open":
            if row.begins is not None and row.begins <= time.time():
                await self.begin(row.id)
            elif row.begins is None and row.created < time.time() - WAITS:
                await self._end(row, "cancelled")
            return
        await self._settle_closed(row.id)
        match row.form:
            case "arena":
                await self._go_on_arena(row.id)
            case "ladder":
                if time.time() > row.started + row.lasts and not (await read_tournament(self.database, row.id)).busy:
                    await self._finish(row)
            case _:
                if not await self.database.rows(_playing.params(which=row.id, number=row.round).limit(1)):
                    await self._go_on(row.id)

    # Beginning.

    async def begin(self, tournament: str) -> None:
        """The first round; or nothing comes of it, if there are not enough."""
        seen = await read_tournament(self.database, tournament)
        if seen.row.status != "open":
            return
        if sum(one.here for one in seen.entrants) < fewest(seen.row):
            await self._end(seen.row, "cancelled")
        elif seen.row.form in {"arena", "ladder"}:
            await self._write(seen, None, {"started": time.time()})
        else:
            rounds = seen.row.rounds
            if seen.row.form == "round_robin":
                rounds = robin_rounds(len(seen.entrants), seen.row.size)
            await self._open_round(seen, {"started": time.time(), "rounds": rounds})

    # Rounds.

    async def _go_on(self, tournament: str) -> None:
        seen = await read_tournament(self.database, tournament)
        if seen.row.status != "running" or not is_done(seen.rounds[-1] if seen.rounds else ()):
            return
        few = sum(one.here for one in seen.entrants) < (1 if seen.row.form == "solo" else fewest(seen.row))
        if seen.row.round >= seen.row.rounds or few:
            await self._finish(seen.row)
        else:
            await self._open_round(seen, {})

    async def _open_round(self, seen: Tournament, values: dict[str, Any]) -> None:
        # A thousand players take a second.
        pairing = await asyncio.to_thread(draw, seen)
        await self._write(seen, pairing, values)

    async def _write(self, seen: Tournament, pairing: Pairing | None, values: dict[str, Any]) -> bool:
        """Open a round with these pairs, unless another process has, or somebody came or went meanwhile."""
        row, number = seen.row, seen.row.round + 1
        made = RoundRows()
        if pairing is not None:
            made = await asyncio.to_thread(
                round_rows, row, number, pairing, lambda *at: self._table_name(row.id, *at), self.tables.deal
            )
        values = {"status": "running", **values, **({} if pairing is None else {"round": number})}
        claim = sa.update(_tournaments).where(
            _tournaments.c.id == row.id, _tournaments.c.round == row.round, _tournaments.c.status == row.status
        )
        here = sa.select(_entrants.c.player).where(_entrants.c.tournament == row.id, _entrants.c.here)
        present = {one.player for one in seen.entrants if one.here}

        def job(connection: sa.Connection) -> bool:
            if not connection.execute(claim.values(**values)).rowcount:
                return False  # it is done; by ourselves, if the line broke in the middle of the commit
            if set(connection.scalars(here)) != present:
                raise _Moved
            made.write(connection, self.journal.notifications)
            _tell(connection, row, number, made)
            return True

        try:
            written = await self.journal.run(job)
        except _Moved:
            return False
        if written and pairing is not None:
            log.info("a round has begun", extra={"tournament": row.id, "round": number, "tables": len(made.tables)})
            self._open_tables([table["id"] for table in made.tables])
            self.on_round(*(seat["player"] for seat in made.seats))
        return written

    def _table_name(self, tournament: str, number: int, board: int) -> str:
        """The same whoever opens it, and nobody can guess it."""
        return hashlib.blake2b(
            self.tables.accounts.seed("board", f"{tournament}/{number}/{board}").encode(), digest_size=10
        ).hexdigest()

    def _open_tables(self, tables: list[str]) -> None:
        """Their clocks run from now on. Other processes hear of theirs."""

        async def open_all() -> None:
            for table in tables:
                if not self.cluster.owns(table):
                    continue
                begun = time.monotonic()
                try:
                    await self.tables.open(table)
                except Exception as error:  # it is looked at again when somebody comes, or at the next start
                    if not is_away(error) and not isinstance(error, Refused):
                        log.exception("a table cannot be opened", extra={"table": table})
                await asyncio.sleep(min(0.1, time.monotonic() - begun))

        task = asyncio.create_task(open_all())
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    # The end.

    async def _finish(self, row: Any) -> None:  # noqa: ANN401
        await self._end(row, "over")

    async def _end(self, row: Any, status: str) -> None:  # noqa: ANN401
        ended = sa.update(_tournaments).where(
            _tournaments.c.id == row.id, _tournaments.c.round == row.round, _tournaments.c.status == row.status
        )
        await self._change(ended.values(status=status, ended=time.time()))
        log.info("a tournament has ended", extra={"tournament": row.id, "how": status})

    async def _change(self, statement: sa.Update) -> None:
        await self.journal.run(lambda connection: connection.execute(statement).rowcount)

    async def _settle_closed(self, tournament: str) -> None:
        """A table that was closed by the server's owner: nobody is ahead there."""
        closed = is_over_elsewhere().where(_pairings.c.tournament == tournament)
        for (table,) in await self.database.rows(closed):
            even = sa.update(_pairings).where(_pairings.c.table_id == table, _pairings.c.ended.is_(None))
            await self._change(even.values(place=1, ended=time.time()))

    # An arena: whoever waits is paired, until the time is over.

    async def _go_on_arena(self, tournament: str) -> None:
        seen = await read_tournament(self.database, tournament)
        row, busy, now = seen.row, seen.busy, time.time()
        if row.status != "running":
            return
        if now > row.started + row.lasts:
            if not busy:
                await self._finish(row)
            return
        free = [one for one in seen.entrants if one.here and one.player not in busy]
        those = [one for one in contenders(seeded(seen.entrants), seen.rounds, row.size) if one.player not in busy]
        pairing = pair_waiting(those, _last_met(seen), row.size)
        drawn = {player for board in pairing.boards for player in board}
        left = [one.player for one in free if one.player not in drawn]
        self._waiting = {key: at for key, at in self._waiting.items() if not key.startswith(f"{tournament}/")} | {
            key: self._waiting.get(key, now) for player in left if (key := f"{tournament}/{player}")
        }
        lonely = [player for player in left if self._waiting[f"{tournament}/{player}"] < now - LONELY]
        boards = list(pairing.boards)
        if row.fill is not None and lonely:
            some = lonely[: row.size - 1]
            boards.append((*some, *([None] * (row.size - len(some)))))
        if boards:
            await self._write(seen, Pairing(tuple(boards)), {})

    # A ladder.

    async def challenge(self, tournament: str, player: str, other: str) -> None:
        """A game for somebody's rung, which begins at once."""
        seen = await read_tournament(self.database, tournament)
        here = {one.player for one in seen.entrants if one.here}
        if seen.row.form != "ladder" or seen.row.status != "running":
            raise Refused("not_allowed", "one challenges others on a ladder that has begun")
        if time.time() > seen.row.started + seen.row.lasts:
            raise Refused("not_allowed", "the time of this ladder is over")
        if player not in here or other not in here:
            raise Refused("not_allowed", "both must take part")
        if other not in ladder.within_reach(seen.ladder, player):
            raise Refused("not_allowed", f"one may challenge those up to {ladder.REACH} rungs above")
        if {player, other} & seen.busy:
            raise Refused("not_allowed", "one game at a time: one of you plays already")
        if not await self._write(seen, Pairing(((player, other),)), {}):
            raise Refused("stale", "the ladder has changed; look again")


def _tell(connection: sa.Connection, row: Any, number: int, made: RoundRows) -> None:  # noqa: ANN401
    """Whoever wishes to hear of such things is told that their round has begun."""
    tables = {seat["player"]: seat["table_id"] for seat in made.seats}
    for player in sorted({way.player for way in channels_of(connection, list(tables))}):
        words = {"tournament": row.name, "round": str(number)}
        write_notice(connection, player, Notice("round", f"{row.id}/{number}", f"/t/{tables[player]}", words))


def fewest(row: Any) -> int:  # noqa: ANN401
    """So many must be there for a round."""
    return 2 if row.fill is not None else max(2, row.size)


def draw(seen: Tournament) -> Pairing:
    """The next round of a tournament with rounds."""
    row, fill = seen.row, seen.row.fill is not None
    if row.form == "round_robin":
        return robin(seen.entrants, seen.rounds, row.size, fill=fill)
    return pair(contenders(seeded(seen.entrants), seen.rounds, row.size), row.size, fill=fill)


def _last_met(seen: Tournament) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for board in seen.boards:
        people = set(board.paired.people)
        found |= {player: people - {player} for player in people}
    return found
