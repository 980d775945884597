"""Boards: players by rating, best solo results, results of a deal of the day."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter

from triax.server import daily_deals, db_schema
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, ServicesDep
from triax.server.api.requests import GamePath
from triax.server.api.responses import PastBest, RankedRating, RankedResult
from triax.server.services import Services

router = APIRouter(prefix="/api", tags=["boards"])

SHOWN = 100
RATED_GAMES = 5
"""Fewer say too little for the board."""


class DaySummary(TypedDict):
    place: int | None
    finished: int
    best: list[int] | None
    yesterday: PastBest | None


@router.get("/ratings/{game}")
async def rating_board(game: GamePath, me: CurrentPlayer, services: ServicesDep) -> list[RankedRating]:
    """Players by what they are worth at least, from five rated games on."""
    rating, players = db_schema.ratings.c, db_schema.players.c
    ordinal = rating.mu - 3 * rating.sigma
    query = (
        sa.select(
            sa.func.rank().over(order_by=ordinal.desc()).label("place"),
            players.id.label("player"),
            players.name,
            players.account.is_(None).label("guest"),
            rating.mu,
            rating.sigma,
            ordinal.label("ordinal"),
            rating.games,
        )
        .join_from(db_schema.ratings, db_schema.players, rating.player == players.id)
        .where(rating.game == game, rating.games >= RATED_GAMES)
        .order_by(ordinal.desc(), players.id)
        .limit(SHOWN)
    )
    return [RankedRating(**row._mapping) for row in await services.database.rows(query)]


@router.get("/solo/{game}")
async def solo_board(game: GamePath, me: CurrentPlayer, services: ServicesDep) -> list[RankedResult]:
    """The best solo results, one a player. Deals of the day have boards of their own."""
    results = db_schema.results.c
    best = sa.func.row_number().over(partition_by=results.player, order_by=[results.worth.desc(), results.ended])
    condition = (results.game == game, results.players == 1, results.standard, results.day.is_(None))
    return await _shown(services, me, sa.select(db_schema.results, best.label("nth")).where(*condition))


async def day_board(services: Services, me: User, game: str, day: str) -> list[RankedResult]:
    """What a day has brought: one attempt a player. Guests, of whom one person can be many, have places of their own,
    behind the accounts."""
    results = db_schema.results.c
    condition = (results.game == game, results.day == day, results.standard)
    chosen = sa.select(db_schema.results, sa.literal(1).label("nth")).where(*condition)
    return await _shown(services, me, chosen, apart=True)


async def _shown(services: Services, me: User, chosen: sa.Select[Any], *, apart: bool = False) -> list[RankedResult]:
    """The first of each player's results, best first; apart: accounts, then guests."""
    found = chosen.subquery()
    players, tables = db_schema.players.c, db_schema.tables.c
    guest = players.account.is_(None)
    group = [guest] if apart else []
    query = (
        sa.select(
            sa.func.rank().over(partition_by=group, order_by=found.c.worth.desc()).label("place"),
            found,
            players.name,
            guest.label("guest"),
            tables.public,
        )
        .join_from(found, db_schema.players, found.c.player == players.id)
        .join(db_schema.tables, found.c.table_id == tables.id)
        .where(found.c.nth == 1)
        .order_by(*group, found.c.worth.desc(), found.c.ended)
        .limit(SHOWN)
    )
    rows = await services.database.rows(query)
    return [
        RankedResult(
            place=row.place,
            player=row.player,
            name=row.name,
            guest=row.guest,
            scores=msgspec.json.decode(row.scores),
            won=row.won,
            ended=row.ended,
            table=row.table_id if row.player == me.id or is_open(row) else None,
        )
        for row in rows
    ]


def is_open(row: Any) -> bool:  # noqa: ANN401
    """May someone who did not sit there look back at the game of a result? The address of a table is its key."""
    return daily_deals.is_revealed(row.day) if row.day else bool(row.public)


async def day_summaries(services: Services, player: str | None, day: str) -> dict[str, DaySummary]:
    """By game, where anybody has finished a deal: a player's place on the board of a day among accounts or guests, if
    they are on it, how many are on it, the best scores; and the best of the day before."""
    results, players = db_schema.results.c, db_schema.players.c
    before = daily_deals.day_before(day)
    board = [results.game, results.day]
    places = [*board, players.account.is_(None)]
    everyone = (
        sa.select(
            *board,
            results.player,
            results.scores,
            results.table_id,
            players.name,
            sa.func.rank().over(partition_by=places, order_by=results.worth.desc()).label("place"),
            sa.func.row_number().over(partition_by=board, order_by=[results.worth.desc(), results.ended]).label("nth"),
            sa.func.count().over(partition_by=board).label("finished"),
        )
        .join_from(db_schema.results, db_schema.players, results.player == players.id)
        .where(results.day.in_([day, before]), results.standard)
        .subquery()
    )
    found: dict[str, DaySummary] = {}
    wanted = sa.or_(everyone.c.nth == 1, sa.and_(everyone.c.day == day, everyone.c.player == player))
    for row in await services.database.rows(sa.select(everyone).where(wanted)):
        summary = found.setdefault(row.game, no_summary())
        scores = msgspec.json.decode(row.scores)
        if row.day == before:
            summary["yesterday"] = PastBest(name=row.name, scores=scores, table=row.table_id)
            continue
        if row.nth == 1:
            summary["best"], summary["finished"] = scores, row.finished
        if row.player == player:
            summary["place"] = row.place
    return found


def no_summary() -> DaySummary:
    return DaySummary(place=None, finished=0, best=None, yesterday=None)
