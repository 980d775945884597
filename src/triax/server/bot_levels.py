"""Which bots may take a seat at a table."""

from __future__ import annotations

from triax.bots import bots_of, opponents_of
from triax.games.check import quote_text
from triax.server.errors import Refused


def check_level(game: str, level: str) -> None:
    if level not in opponents_of(game):
        raise Refused("bad_request", f"{quote_text(level)} is not a level: expected {', '.join(opponents_of(game))}")


def substitute_for(game: str, wanted: str) -> str:
    """Who plays for someone who is away: the level that the host wants, or the strongest where there is no such one."""
    return wanted if wanted in bots_of(game) else bots_of(game)[-1]
