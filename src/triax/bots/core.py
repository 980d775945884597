"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from triax.games.core import Move, Plain
from triax.games.errors import BadData


class Bot(Protocol):
    """Chooses one of its seat's legal moves, knowing that seat's view."""

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move: ...


class RandomBot:
    """Every legal move is as likely as any other."""

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move:
        return moves[rng.randrange(len(moves))]


BOTS: dict[str, Bot] = {"random": RandomBot()}


def find_bot(name: str) -> Bot:
    if name not in BOTS:
        raise BadData(f"'{name}' is not a bot: expected {', '.join(BOTS)}")
    return BOTS[name]
