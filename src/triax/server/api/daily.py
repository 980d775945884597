"""The deal of the day: today's, one's own attempt, and the boards."""

from __future__ import annotations

import time

from fastapi import APIRouter

from triax.games import GAMES, find_game
from triax.server import daily_deals
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, LockedPlayer, ServicesDep, Visitor
from triax.server.api.boards import DaySummary, day_board, day_summaries, no_summary
from triax.server.api.requests import GamePath
from triax.server.api.responses import DailyBoard, DailyInfo, DailyShown, Day
from triax.server.api.tables import check_table_limit
from triax.server.errors import Refused
from triax.server.messages import table_info
from triax.server.protocol import TableInfo
from triax.server.services import Services

router = APIRouter(prefix="/api/daily", tags=["deal of the day"])


@router.get("")
async def list_daily_deals(me: Visitor, services: ServicesDep) -> DailyShown:
    """Today's deals, how far one is with them, and for how many days in a row."""
    return await todays_deals(services, me)


async def todays_deals(services: Services, me: User | None) -> DailyShown:
    day = daily_deals.today()
    tables = await daily_deals.attempts_of(services.database, me.id, day) if me else {}
    boards = await day_summaries(services, me.id if me else None, day)
    games = [game.name for game in GAMES.values() if 1 in game.facts.players]
    return DailyShown(
        day=day,
        seconds_left=max(0.0, daily_deals.end_of(day) - time.time()),
        streak=await daily_deals.streak_of(services.database, me.id) if me else 0,
        deals=[await _deal(services, game, day, tables.get(game), boards.get(game) or no_summary()) for game in games],
    )


async def _deal(services: Services, game: str, day: str, table: str | None, board: DaySummary) -> DailyInfo:
    info = DailyInfo(game=game, day=day, state="new", table=table, scores=None, **board)
    if table is None:
        return info
    own = (await services.tables.open(table)).table
    if own.status == "playing" or own.state is None:
        return info.model_copy(update={"state": "playing"})
    return info.model_copy(update={"state": "over", "scores": list(own.state.scores[0])})


@router.post("/{game}")
async def open_daily(game: GamePath, me: LockedPlayer, services: ServicesDep) -> TableInfo:
    """One's own table with today's deal: one attempt a day, given back if it was opened before."""
    day = daily_deals.today()
    if 1 not in find_game(game).facts.players:
        raise Refused("not_found", "this game is not played alone: it has no deal of the day")
    if game not in await daily_deals.attempts_of(services.database, me.id, day):
        await check_table_limit(services, me)
    return table_info(await daily_deals.open_attempt(services.tables, me.id, game, day))


@router.get("/{game}/{day}")
async def daily_board(game: GamePath, day: Day, me: CurrentPlayer, services: ServicesDep) -> DailyBoard:
    """The results of a day, best first: those played to the end, without help, on that day."""
    known = daily_deals.known_day(day)
    return DailyBoard(game=game, day=known, results=await day_board(services, me, game, known))
