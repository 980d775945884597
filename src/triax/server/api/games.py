"""The games and what can be chosen, as data: a client knows no rules."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from triax.bots.core import LEVELS
from triax.games import GAMES
from triax.games.axo.facts import SIMONA_SIDE
from triax.server.api.access import ServicesDep
from triax.server.api.boards import RATED_GAMES
from triax.server.api.requests import NewTable
from triax.server.api.responses import GameInfo, GamesShown, LimitsInfo, OptionInfo

router = APIRouter(prefix="/api/games", tags=["games"])

ALL = [1, 2, 3, 4]
START = OptionInfo(name="start", kind="seat", default=None, choices=None, players=[2, 3, 4])
PIECES = OptionInfo(name="pieces", kind="pieces", default=None, choices=None, players=ALL)
EFFECTS = OptionInfo(name="effects", kind="flag", default=True, choices=None, players=ALL)
SIMONA = OptionInfo(name="simona", kind="choice", default="left", choices=list(SIMONA_SIDE), players=[1])
OPTIONS = {"rota": [START, PIECES], "axio": [START, PIECES], "axo": [START, EFFECTS, SIMONA, PIECES]}


@router.get("")
async def list_games(services: ServicesDep) -> GamesShown:
    """The three games with their options, the levels of bots, and limits."""
    limits = services.settings.limits
    return GamesShown(
        games=[
            GameInfo(
                name=game.name,
                title=game.title,
                players=ALL,
                scores="points" if game.name == "axo" else "tracks",
                options=OPTIONS[game.name],
            )
            for game in GAMES.values()
        ],
        levels=list(LEVELS),
        substitute=services.settings.substitute,
        limits=LimitsInfo(
            name_length=limits.name_length,
            chat_length=limits.chat_length,
            chat_kept=limits.chat_kept,
            clock_seconds=_clock_bounds(),
            tables_per_player=limits.tables_per_player,
            sockets_per_player=limits.sockets_per_player,
            messages_per_second=limits.messages_per_second,
            message_bytes=limits.message_bytes,
            rated_games=RATED_GAMES,
        ),
    )


def _clock_bounds() -> tuple[int, int]:
    """As the table's own form has them."""
    clock: dict[str, Any] = NewTable.model_json_schema()["properties"]["clock"]["anyOf"][0]
    return clock["minimum"], clock["maximum"]
