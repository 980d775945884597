"""The deal of the day: today's, one's own attempt, and the boards."""

from __future__ import annotations

import time

from fastapi import APIRouter

from triax.games import GAMES
from triax.server import daily
from triax.server.api.access import HouseHere, Me, MeAlone
from triax.server.api.answers import DailyBoard, DailyInfo, DailyShown, Day
from triax.server.api.boards import day_board, day_place
from triax.server.api.models import GameName
from triax.server.api.tables import check_room
from triax.server.house import House
from triax.server.outgoing import info_of
from triax.server.people import Player
from triax.server.protocol import TableInfo

router = APIRouter(prefix="/api/daily", tags=["deal of the day"])


@router.get("")
async def daily_deals(me: Me, house: HouseHere) -> DailyShown:
    """Today's deals, and how far one is with them."""
    day = daily.today()
    return DailyShown(
        day=day,
        seconds_left=max(0.0, daily.end_of(day) - time.time()),
        deals=[await _deal(house, me, game, day) for game in GAMES],
    )


async def _deal(house: House, me: Player, game: str, day: str) -> DailyInfo:
    table = await daily.attempt_of(house.database, me.id, game, day)
    place, finished = await day_place(house, me.id, game, day)
    info = DailyInfo(game=game, day=day, state="new", table=table, scores=None, place=place, finished=finished)
    if table is None:
        return info
    own = (await house.desk.open(table)).table
    if own.status == "playing" or own.state is None:
        return info.model_copy(update={"state": "playing"})
    return info.model_copy(update={"state": "over", "scores": list(own.state.scores[0])})


@router.post("/{game}")
async def open_daily(game: GameName, me: MeAlone, house: HouseHere) -> TableInfo:
    """One's own table with today's deal: one attempt a day, given back if it was opened before."""
    day = daily.today()
    if await daily.attempt_of(house.database, me.id, game, day) is None:
        await check_room(house, me)
    return info_of(await daily.take_up(house.desk, me.id, game, day))


@router.get("/{game}/{day}")
async def daily_board(game: GameName, day: Day, me: Me, house: HouseHere) -> DailyBoard:
    """The results of a day, best first: those played to the end, without help, on that day."""
    known = daily.known_day(day)
    return DailyBoard(game=game, day=known, results=await day_board(house, me, game, known))
