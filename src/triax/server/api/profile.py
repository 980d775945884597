"""A player's page beyond the plain figures: ratings over time, achievements, streaks; and who may look at it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter

from triax.server import daily_deals, db_schema
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, PlayerInPerson, ServicesDep
from triax.server.api.boards import is_open
from triax.server.api.people_responses import (
    AchievementShown,
    BestAlone,
    ProfileShown,
    PuzzleRating,
    RatingCurve,
    RatingPoint,
)
from triax.server.api.players import check_seen
from triax.server.api.requests import ChangeProfile
from triax.server.api.responses import PathId
from triax.server.services import Services
from triax.server.social import achievements

router = APIRouter(prefix="/api", tags=["players"])

POINTS = 200
"""So many points has a curve at most."""


@router.put("/profile", status_code=204)
async def change_profile(asked: ChangeProfile, me: PlayerInPerson, services: ServicesDep) -> None:
    """Say who may look at one's page: everybody, friends, or nobody. Names at tables are seen by all who see the
    table."""
    changed = sa.update(db_schema.players).where(db_schema.players.c.id == me.id).values(shown=asked.shown)

    def job(connection: sa.Connection) -> None:
        connection.execute(changed)

    await services.journal.run(job)


@router.get("/players/{player}/profile")
async def show_profile(player: PathId, me: CurrentPlayer, services: ServicesDep) -> ProfileShown:
    """Ratings over time, best results alone, streaks, puzzles and achievements, for those who may look at the page."""
    await check_seen(services, player, me)
    columns = db_schema.results.c
    days = sa.select(columns.day).where(columns.player == player, columns.day.is_not(None), columns.standard)
    played = {row.day for row in await services.database.rows(days.distinct())}
    best, done = achievements.longest_streak(played)
    return ProfileShown(
        curves=await _curves(services, player),
        alone=await _alone(services, me, player),
        streak=daily_deals.streak(played, daily_deals.today()),
        best_streak=best,
        puzzles=await _puzzles(services, player),
        achievements=await _achievements(services, player, done),
    )


async def _curves(services: Services, player: str) -> list[RatingCurve]:
    columns = db_schema.results.c
    rated = (columns.player == player, columns.rated, columns.mu.is_not(None))
    query = sa.select(columns.game, columns.ended, columns.mu, columns.sigma).where(*rated).order_by(columns.ended)
    found: dict[str, list[RatingPoint]] = defaultdict(list)
    for row in await services.database.rows(query):
        found[row.game].append(RatingPoint(at=row.ended, ordinal=row.mu - 3 * row.sigma))
    return [RatingCurve(game=game, games=len(points), points=_fewer(points)) for game, points in sorted(found.items())]


def _fewer(points: Sequence[RatingPoint]) -> list[RatingPoint]:
    """Evenly, the first and the last among them."""
    if len(points) <= POINTS:
        return list(points)
    step = (len(points) - 1) / (POINTS - 1)
    return [points[round(number * step)] for number in range(POINTS)]


async def _alone(services: Services, me: User, player: str) -> list[BestAlone]:
    results, tables = db_schema.results.c, db_schema.tables.c
    nth = sa.func.row_number().over(partition_by=results.game, order_by=[results.worth.desc(), results.ended])
    mine = (results.player == player, results.players == 1, results.standard, results.day.is_(None))
    chosen = sa.select(db_schema.results, nth.label("nth")).where(*mine).subquery()
    query = sa.select(chosen, tables.public).join_from(chosen, db_schema.tables, chosen.c.table_id == tables.id)
    rows: Sequence[Any] = await services.database.rows(query.where(chosen.c.nth == 1).order_by(chosen.c.game))
    return [
        BestAlone(
            game=row.game,
            scores=msgspec.json.decode(row.scores),
            ended=row.ended,
            table=row.table_id if player == me.id or is_open(row) else None,
        )
        for row in rows
    ]


async def _puzzles(services: Services, player: str) -> list[PuzzleRating]:
    columns = db_schema.puzzle_players.c
    query = sa.select(db_schema.puzzle_players).where(columns.player == player, columns.tried > 0)
    rows = await services.database.rows(query.order_by(columns.game))
    return [PuzzleRating(game=row.game, rating=round(row.mu), tried=row.tried) for row in rows]


async def _achievements(services: Services, player: str, streak: float | None) -> list[AchievementShown]:
    (row,) = await services.database.rows(achievements.question(player))
    found = {**row._mapping, achievements.STREAK: streak}
    done = [AchievementShown(code=code, at=at) for code, at in found.items() if at is not None]
    return sorted(done, key=lambda one: one.at)
