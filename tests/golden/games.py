"""Golden games: one a game and number of players, told so that a person can check them against the rules.

`python -m tests.golden.games` writes them again; read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

from triax.arena.simulate import game_rng, simulate
from triax.bots import find_bot
from triax.cli.account import account
from triax.games import GAMES

FOLDER = Path(__file__).parent
NAMES = [f"{game}-{players}" for game in GAMES for players in range(1, 5)]


def tell(name: str) -> str:
    game, players = name.split("-")
    record = simulate(GAMES[game], [find_bot("random")] * int(players), {}, game_rng(2026, int(players)))
    return "\n".join(account(record, list(record.replay()))) + "\n"


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    for name in NAMES:
        path(name).write_text(tell(name), "utf-8")
