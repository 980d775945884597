"""The deal of the day: today's, one's own attempt, and the boards."""

from __future__ import annotations

import time

from fastapi import APIRouter, Response

from triax.games import GAMES, find_game
from triax.server import daily_deals
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, LockedPlayer, ServicesDep, Visitor
from triax.server.api.boards import DaySummary, day_board, day_summaries, no_summary, past_days
from triax.server.api.pictures import Language, PictureTheme
from triax.server.api.requests import GamePath
from triax.server.api.responses import DailyArchive, DailyBoard, DailyInfo, DailyShown, Day
from triax.server.api.tables import check_table_limit
from triax.server.errors import Refused
from triax.server.messages import table_info
from triax.server.painting import Order
from triax.server.protocol import TableInfo
from triax.server.services import Services

A_FILE = {"type": "string", "format": "binary"}
ARCHIVED = 60
"""So many days are listed; older ones can be played by their date."""

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


@router.post("/{game}/{day}")
async def open_past_deal(game: GamePath, day: Day, me: LockedPlayer, services: ServicesDep) -> TableInfo:
    """One's own table with the deal of a day that is over: for practice, on no board and in no streak. Whoever has
    played it gets that table back."""
    known = daily_deals.known_day(day)
    if not daily_deals.is_revealed(known):
        raise Refused("not_allowed", "that is today's deal: play it as such")
    if 1 not in find_game(game).facts.players:
        raise Refused("not_found", "this game is not played alone: it has no deal of the day")
    if game not in await daily_deals.attempts_of(services.database, me.id, known):
        await check_table_limit(services, me)
    return table_info(await daily_deals.open_attempt(services.tables, me.id, game, known))


@router.get("/archive")
async def list_past_deals(me: CurrentPlayer, services: ServicesDep) -> DailyArchive:
    """The days that are over, the latest first: how many have played each deal, the best, and one's own result."""
    days = [daily_deals.days_before(daily_deals.today(), count) for count in range(1, ARCHIVED + 1)]
    return DailyArchive(days=await past_days(services, me.id, days))


@router.get(
    "/{game}/{day}/card.png",
    response_class=Response,
    responses={200: {"description": "1080 × 1080 pixels.", "content": {"image/png": {"schema": A_FILE}}}},
)
async def result_card(
    game: GamePath,
    day: Day,
    me: CurrentPlayer,
    services: ServicesDep,
    *,
    theme: PictureTheme = "dark",
    lang: Language = "en",
) -> Response:
    """One's own result of a day as a picture to pass on: nothing of the deal is in it."""
    known = daily_deals.known_day(day)
    own = (await day_summaries(services, me.id, known)).get(game)
    table = (await daily_deals.attempts_of(services.database, me.id, known)).get(game)
    live = await services.tables.open(table) if table else None
    if live is None or live.table.state is None or live.table.state.outcome is None:
        raise Refused("not_found", "you have not finished this deal")
    services.picture_rate.check(me.id)
    order = Order(
        "card",
        game,
        names=[me.name],
        scores=list(live.table.state.scores[0]),
        ended=daily_deals.end_of(known) - 1,
        theme=theme,
        lang=lang,
        better=own["better_than"] if own else None,
        streak=await daily_deals.streak_of(services.database, me.id),
    )
    return Response(await services.painter.of(order), media_type="image/png")


@router.get("/{game}/{day}")
async def daily_board(game: GamePath, day: Day, me: CurrentPlayer, services: ServicesDep) -> DailyBoard:
    """The results of a day, best first: those played to the end, without help, on that day."""
    known = daily_deals.known_day(day)
    return DailyBoard(game=game, day=known, results=await day_board(services, me, game, known))
