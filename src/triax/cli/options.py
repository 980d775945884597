"""What the commands have in common: games, options and pieces from the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from triax.games.core import AnyGame
from triax.games.errors import BadData


def read_options(
    game: AnyGame, *, start: int | None, pieces: Path | None, effects: bool, simona: str | None, players: int
) -> dict[str, Any]:
    """The options of a game as its record has them, checked; only what was asked for."""
    options: dict[str, Any] = {}
    if start is not None:
        options["start"] = start
    if not effects:
        _only_axo(game, "--no-effects")
        options["effects"] = False
    if simona is not None:
        _only_axo(game, "--simona")
        if players != 1:
            raise BadData("--simona: she plays in solo games only")
        options["simona"] = simona
    if pieces is not None:
        options["pieces"] = read_pieces(game, pieces)
    return game.check_options(players, options)


def _only_axo(game: AnyGame, option: str) -> None:
    if game.name != "axo":
        raise BadData(f"{option} is an option of AXO, not of {game.title}")


def read_pieces(game: AnyGame, path: Path) -> Any:  # noqa: ANN401
    try:
        data = json.loads(path.read_text("utf-8"))
        game.check_pieces(data)
    except (ValueError, RecursionError) as error:
        raise BadData(f"{path}: {error}") from error
    return data


def say_aside(text: str) -> None:
    """Something to know while waiting; it does not mix with the output."""
    print(f"triax: {text}", file=sys.stderr, flush=True)
