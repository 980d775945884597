"""The games and what can be chosen, as data: a client knows no rules."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from triax.bots import LEVELS, bots_of, characters_of
from triax.bots.registry import has_engine
from triax.games import GAMES
from triax.games.core import AnyGame
from triax.server.api.access import ServicesDep
from triax.server.api.boards import RATED_GAMES
from triax.server.api.requests import NewTable
from triax.server.api.responses import GameInfo, GamesShown, LimitsInfo, OptionInfo

router = APIRouter(prefix="/api/games", tags=["games"])


@router.get("")
async def list_games(services: ServicesDep) -> GamesShown:
    """The games with their facts and options, the levels of bots, and limits."""
    limits = services.settings.limits
    return GamesShown(
        games=[game_info(game) for game in GAMES.values()],
        levels=list(LEVELS),
        substitute=services.settings.substitute,
        limits=LimitsInfo(**asdict(limits), clock_seconds=_clock_bounds(), rated_games=RATED_GAMES),
    )


def game_info(game: AnyGame) -> GameInfo:
    facts = game.facts
    return GameInfo(
        name=facts.name,
        title=facts.title,
        players=list(facts.players),
        scores=dict(facts.scores),
        options=[
            OptionInfo(
                name=option.name,
                kind=option.kind,
                default=option.default,
                choices=list(option.choices) or None,
                players=[players for players in facts.players if players in option.players],
            )
            for option in facts.options
        ],
        won_alone=facts.won_alone,
        levels=list(bots_of(game.name)),
        characters=list(characters_of(game.name)),
        reviewed=has_engine(game.name),
        clock=facts.clock,
    )


def _clock_bounds() -> tuple[int, int]:
    """As the table's own form has them."""
    clock: dict[str, Any] = NewTable.model_json_schema()["properties"]["clock"]["anyOf"][0]
    return clock["minimum"], clock["maximum"]
