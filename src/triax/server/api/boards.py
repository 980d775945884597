"""Boards: players by rating, best solo results, results of a deal of the day."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter

from triax.server import daily_deals, db_schema
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, ServicesDep
from triax.server.api.requests import GameName
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


@router.get("/ratings/{game}")
async def rating_board(game: GameName, me: CurrentPlayer, services: ServicesDep) -> list[RankedRating]:
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
async def solo_board(game: GameName, me: CurrentPlayer, services: ServicesDep) -> list[RankedResult]:
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


async def day_summary(services: Services, player: str | None, game: str, day: str) -> DaySummary:
    """A player's place on the board of a day among accounts or guests, if they are on it, how many are on it, and the
    best scores."""
    results, players = db_schema.results.c, db_schema.players.c
    group = players.account.is_(None)
    place = sa.func.rank().over(partition_by=group, order_by=results.worth.desc())
    everyone = sa.select(results.player, results.scores, results.worth, place.label("place"))
    everyone = everyone.join_from(db_schema.results, db_schema.players, results.player == players.id)
    board = everyone.where(results.game == game, results.day == day, results.standard).subquery()
    own = sa.select(board.c.place).where(board.c.player == player).scalar_subquery()
    best = sa.select(board.c.scores).order_by(board.c.worth.desc()).limit(1).scalar_subquery()
    query = sa.select(own.label("place"), best.label("best"), sa.func.count().label("finished")).select_from(board)
    [row] = await services.database.rows(query)
    found = msgspec.json.decode(row.best) if row.best else None
    return DaySummary(place=row.place, finished=row.finished, best=found)


async def past_best(services: Services, game: str, day: str) -> PastBest | None:
    """The best of a day that is over."""
    results, players = db_schema.results.c, db_schema.players.c
    query = (
        sa.select(players.name, results.scores, results.table_id)
        .join_from(db_schema.results, db_schema.players, results.player == players.id)
        .where(results.game == game, results.day == day, results.standard)
        .order_by(results.worth.desc(), results.ended)
        .limit(1)
    )
    rows = await services.database.rows(query) if daily_deals.is_revealed(day) else ()
    return next(
        (PastBest(name=row.name, scores=msgspec.json.decode(row.scores), table=row.table_id) for row in rows), None
    )
