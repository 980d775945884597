"""Boards: players by rating, best solo results, results of a deal of the day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter

from triax.games import GAMES
from triax.server import daily_deals, db_schema
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, ServicesDep
from triax.server.api.requests import GamePath
from triax.server.api.responses import PastBest, PastDay, PastDeal, RankedRating, RankedResult
from triax.server.services import Services
from triax.server.social.profile import may_see

router = APIRouter(prefix="/api", tags=["boards"])

SHOWN = 100
RATED_GAMES = 5
"""Fewer say too little for the board."""


class DaySummary(TypedDict):
    place: int | None
    finished: int
    better_than: int | None
    best: list[int] | None
    yesterday: PastBest | None


@router.get("/ratings/{game}")
async def rating_board(game: GamePath, me: CurrentPlayer, services: ServicesDep) -> list[RankedRating]:
    """Players by what they are worth at least, from five rated games on; those whose page one may look at."""
    return await rated_players(services, me, game)


async def rated_players(
    services: Services,
    me: User,
    game: str,
    among: sa.ColumnElement[bool] | None = None,
    *,
    least: int = RATED_GAMES,
) -> list[RankedRating]:
    """Of all players, or among some; places count those who are not shown, too."""
    rating, players = db_schema.ratings.c, db_schema.players.c
    ordinal = rating.mu - 3 * rating.sigma
    ranked = (
        sa.select(
            sa.func.rank().over(order_by=ordinal.desc()).label("place"),
            may_see(me.id).label("seen"),
            players.id.label("player"),
            players.name,
            players.account.is_(None).label("guest"),
            rating.mu,
            rating.sigma,
            ordinal.label("ordinal"),
            rating.games,
        )
        .join_from(db_schema.ratings, db_schema.players, rating.player == players.id)
        .where(rating.game == game, rating.games >= least, sa.true() if among is None else among)
        .subquery()
    )
    shown = [column for column in ranked.c if column.name != "seen"]
    query = sa.select(*shown).where(ranked.c.seen).order_by(ranked.c.place, ranked.c.player).limit(SHOWN)
    return [RankedRating(**row._mapping) for row in await services.database.rows(query)]


@router.get("/solo/{game}")
async def solo_board(game: GamePath, me: CurrentPlayer, services: ServicesDep) -> list[RankedResult]:
    """The best solo results, one a player. Deals of the day have boards of their own."""
    return await solo_results(services, me, game)


async def solo_results(
    services: Services, me: User, game: str, among: sa.ColumnElement[bool] | None = None
) -> list[RankedResult]:
    results = db_schema.results.c
    best = sa.func.row_number().over(partition_by=results.player, order_by=[results.worth.desc(), results.ended])
    condition = (results.game == game, results.players == 1, results.standard, results.day.is_(None))
    chosen = sa.select(db_schema.results, best.label("nth")).where(*condition)
    return await _shown(services, me, chosen, among=among)


async def day_board(services: Services, me: User, game: str, day: str) -> list[RankedResult]:
    """What a day has brought: one attempt a player. Guests, of whom one person can be many, have places of their own,
    behind the accounts."""
    results = db_schema.results.c
    condition = (results.game == game, results.day == day, results.standard)
    chosen = sa.select(db_schema.results, sa.literal(1).label("nth")).where(*condition)
    return await _shown(services, me, chosen, apart=True)


async def _shown(
    services: Services,
    me: User,
    chosen: sa.Select[Any],
    *,
    apart: bool = False,
    among: sa.ColumnElement[bool] | None = None,
) -> list[RankedResult]:
    """The first of each player's results, best first; apart: accounts, then guests. Places count those whose page one
    may not look at, too."""
    found = chosen.subquery()
    players, tables = db_schema.players.c, db_schema.tables.c
    guest = players.account.is_(None)
    group = [guest] if apart else []
    ranked = (
        sa.select(
            sa.func.rank().over(partition_by=group, order_by=found.c.worth.desc()).label("place"),
            found,
            players.name,
            guest.label("guest"),
            tables.public,
            may_see(me.id).label("seen"),
        )
        .join_from(found, db_schema.players, found.c.player == players.id)
        .join(db_schema.tables, found.c.table_id == tables.id)
        .where(found.c.nth == 1, sa.true() if among is None else among)
        .subquery()
    )
    first = [ranked.c.guest] if apart else []
    order = [*first, ranked.c.worth.desc(), ranked.c.ended]
    query = sa.select(ranked).where(ranked.c.seen).order_by(*order).limit(SHOWN)
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
            sa.func.rank().over(partition_by=board, order_by=results.worth).label("from_below"),
            may_see(player).label("seen"),
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
        if row.day == before and not row.seen:
            continue
        if row.day == before:
            summary["yesterday"] = PastBest(name=row.name, scores=scores, table=row.table_id)
            continue
        if row.nth == 1:
            summary["best"], summary["finished"] = scores, row.finished
        if row.player == player:
            summary["place"] = row.place
            summary["better_than"] = percent_below(row.from_below, row.finished)
    return found


async def past_days(services: Services, player: str, days: Sequence[str]) -> list[PastDay]:
    """What was played on days that are over, and one's own attempts at their deals, whenever they were made."""
    results, attempts = db_schema.results.c, db_schema.attempts.c
    nth = sa.func.row_number().over(partition_by=[results.day, results.game], order_by=results.worth.desc())
    count = sa.func.count().over(partition_by=[results.day, results.game])
    played = sa.select(results.day, results.game, results.scores, nth.label("nth"), count.label("finished"))
    ranked = played.where(results.day.in_(days), results.standard).subquery()
    best = {
        (row.day, row.game): row for row in await services.database.rows(sa.select(ranked).where(ranked.c.nth == 1))
    }
    own = (
        sa.select(attempts.day, attempts.game, attempts.table_id, results.scores)
        .join_from(db_schema.attempts, db_schema.results, results.table_id == attempts.table_id, isouter=True)
        .where(attempts.player == player, attempts.day.in_(days))
    )
    mine = {(row.day, row.game): row for row in await services.database.rows(own)}
    games = [game.name for game in GAMES.values() if 1 in game.facts.players]
    return [
        PastDay(day=day, deals=[_past_deal(game, best.get((day, game)), mine.get((day, game))) for game in games])
        for day in days
    ]


def _past_deal(game: str, best: Any, mine: Any) -> PastDeal:  # noqa: ANN401
    return PastDeal(
        game=game,
        finished=best.finished if best else 0,
        best=msgspec.json.decode(best.scores) if best else None,
        table=mine.table_id if mine else None,
        scores=msgspec.json.decode(mine.scores) if mine and mine.scores else None,
    )


def percent_below(from_below: int, finished: int) -> int | None:
    """Of a hundred others, so many did less well."""
    return None if finished < 2 else 100 * (from_below - 1) // (finished - 1)


def no_summary() -> DaySummary:
    return DaySummary(place=None, finished=0, better_than=None, best=None, yesterday=None)
