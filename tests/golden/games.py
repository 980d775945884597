"""Golden games: one a game and number of players, in data that a person can check against the rules.

A line a decision: its number, seat and move; below it what happened, and the scores that it has changed. How people are
told of it is no part of this.

`python -m tests.golden.games` writes the games again; read the difference before you keep it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.support import Played, random_game
from triax.games import GAMES
from triax.games.core import AnyGame
from triax.games.events import Event

FOLDER = Path(__file__).parent
NAMES = [f"{name}-{players}" for name, game in GAMES.own.items() for players in game.facts.players]


def tell(name: str) -> str:
    game, players = name.split("-")
    return "\n".join(_lines(GAMES[game], int(players), f"golden {name}")) + "\n"


def _lines(game: AnyGame, players: int, seed: str) -> Iterator[str]:
    # As the game itself begins: the first that a generator with this seed gives.
    for what, value in game.deal(players, {}, Random(seed)).items():
        yield f"{what}: {_plain(value)}"
    steps = list(random_game(game, players, seed))
    for number, step in enumerate(steps, 1):
        yield f"{number} seat {step.seat}: {step.move}"
        for event in step.events:
            yield f"    {_event(event)}"
        yield from _scores(step)
    outcome = steps[-1].after.outcome
    assert outcome is not None
    yield f"standings: {_plain(outcome.standings)}"
    yield f"scores: {_plain(outcome.scores)}"


def _event(event: Event) -> str:
    fields = [f"{name}={_plain(value)}" for name, value in event.plain().items() if name != "kind"]
    return " ".join([event.kind, *fields])


def _scores(step: Played) -> Iterator[str]:
    for seat, (before, after) in enumerate(zip(step.before.scores, step.after.scores, strict=True)):
        if after != before:
            yield f"    seat {seat} has {_plain(after)}"


def _plain(value: object) -> str:
    """JSON, short and without quotes."""
    return json.dumps(value, separators=(",", ":")).replace('"', "")


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    for name in NAMES:
        path(name).write_text(tell(name), "utf-8")
