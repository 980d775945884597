"""A player: ratings, statistics, and the games that are over."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Query

from triax.server import db_schema
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, ServicesDep
from triax.server.api.boards import is_open
from triax.server.api.responses import History, PastGame, PastSeat, PathId, PlayerShown, RatingInfo, StatisticsInfo
from triax.server.errors import Refused
from triax.server.results import lead
from triax.server.services import Services
from triax.server.social.profile import may_see

router = APIRouter(prefix="/api/players", tags=["players"])

PAGE = 100


@router.get("/{player}")
async def show_player(player: PathId, me: CurrentPlayer, services: ServicesDep) -> PlayerShown:
    """A player with ratings and statistics by game and number of players, as far as the player shows them."""
    found = await _find(services, player, me)
    return PlayerShown(
        id=found.id,
        name=found.name,
        guest=found.account is None,
        since=found.created,
        hidden=not found.seen,
        shown=found.shown if player == me.id else None,
        standing=await services.friends.standing(me.id, player),
        ratings=await _ratings(services, player) if found.seen else [],
        statistics=await _statistics(services, player) if found.seen else [],
    )


async def check_seen(services: Services, player: str, me: User) -> None:
    """The page of a player whom there is, for those who may look at it."""
    if not (await _find(services, player, me)).seen:
        raise Refused("not_allowed", "this player does not show you their page")


async def _find(services: Services, player: str, me: User) -> Any:  # noqa: ANN401
    players = db_schema.players
    query = sa.select(players, may_see(me.id).label("seen")).where(players.c.id == player)
    rows = await services.database.rows(query)
    if not rows:
        raise Refused("not_found", "there is no such player")
    return rows[0]


async def _ratings(services: Services, player: str) -> list[RatingInfo]:
    columns = db_schema.ratings.c
    rows = await services.database.rows(
        sa.select(db_schema.ratings).where(columns.player == player).order_by(columns.game)
    )
    return [
        RatingInfo(game=row.game, mu=row.mu, sigma=row.sigma, ordinal=row.mu - 3 * row.sigma, games=row.games)
        for row in rows
    ]


async def _statistics(services: Services, player: str) -> list[StatisticsInfo]:
    results, other = db_schema.results.c, db_schema.results.alias()
    elsewhere = (other.c.table_id == results.table_id, other.c.player == player, other.c.seat != results.seat)
    counted = sa.case((results.standard, lead()))
    query = (
        sa.select(
            results.game,
            results.players,
            sa.func.count().label("played"),
            sa.func.sum(sa.case((results.won, 1), else_=0)).label("won"),
            sa.func.avg(counted).label("mean"),
            sa.func.max(counted).label("best"),
        )
        .where(results.player == player, ~results.practice, ~sa.exists().where(*elsewhere))
        .group_by(results.game, results.players)
        .order_by(results.game, results.players)
    )
    return [StatisticsInfo(**row._mapping) for row in await services.database.rows(query)]


@router.get("/{player}/games")
async def player_history(
    player: PathId,
    me: CurrentPlayer,
    services: ServicesDep,
    before: Annotated[float | None, Query(allow_inf_nan=False, description="From the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE, description="How many games.")] = 20,
) -> History:
    """Games that are over, the newest first, for those who may look at the player's page. Tables by link show only to
    those who sat there."""
    await check_seen(services, player, me)
    rows = await _over(services, me, player, before, limit + 1)
    games = await _past_games(services, me, player, rows[:limit])
    return History(games=games, before=rows[limit - 1].ended if len(rows) > limit else None)


async def _over(services: Services, me: User, player: str, before: float | None, limit: int) -> list[Any]:
    results, tables = db_schema.results.c, db_schema.tables.c
    sat = sa.select(results.table_id).where(results.player == player)
    query = sa.select(db_schema.tables).where(tables.id.in_(sat))
    if me.id != player:
        own = sa.select(results.table_id).where(results.player == me.id)
        query = query.where(sa.or_(tables.public, tables.day.is_not(None), tables.id.in_(own)))
    if before is not None:
        query = query.where(tables.ended < before)
    return await services.database.rows(query.order_by(tables.ended.desc(), tables.id).limit(limit))


async def _past_games(services: Services, me: User, player: str, rows: list[Any]) -> list[PastGame]:
    ids = [row.id for row in rows]
    written: dict[str, dict[int, Any]] = defaultdict(dict)
    for result in await services.database.rows(
        sa.select(db_schema.results).where(db_schema.results.c.table_id.in_(ids))
    ):
        written[result.table_id][result.seat] = result
    sitting = await _sitting(services, ids)
    people = {data["player"] for seats in sitting.values() for data in seats.values() if data.get("player")}
    names = await services.accounts.names(people)
    games = []
    for row in rows:
        results = written[row.id]
        mine = any(result.player == me.id for result in results.values())
        games.append(
            PastGame(
                table=row.id if mine or is_open(row) else None,
                game=row.game,
                players=row.players,
                day=row.day,
                rated=any(result.rated for result in results.values()),
                practice=any(result.practice for result in results.values()),
                ended=row.ended,
                seats=[_seat(sitting[row.id].get(seat, {}), results.get(seat), names) for seat in range(row.players)],
                held=[seat for seat, result in sorted(results.items()) if result.player == player],
            )
        )
    return games


async def _sitting(services: Services, tables: list[str]) -> dict[str, dict[int, dict[str, Any]]]:
    """By table and seat: who sat down there last, or which bot."""
    columns = db_schema.entries.c
    query = sa.select(columns.table_id, columns.seat, columns.data).where(
        columns.table_id.in_(tables), columns.kind == "sit"
    )
    sitting: dict[str, dict[int, dict[str, Any]]] = defaultdict(dict)
    for row in await services.database.rows(query.order_by(columns.table_id, columns.number)):
        sitting[row.table_id][row.seat] = msgspec.json.decode(row.data)
    return sitting


def _seat(data: dict[str, Any], result: Any, names: dict[str, str]) -> PastSeat:  # noqa: ANN401
    player = data.get("player")
    return PastSeat(
        player=player if result is None else result.player,
        name=names.get(player or ""),
        bot=data.get("bot"),
        place=None if result is None else result.place,
        scores=None if result is None else msgspec.json.decode(result.scores),
    )
