"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from threading import Timer
from typing import Protocol

from triax.games.core import AnyGame, Move, Plain
from triax.games.errors import BadData


class Bot(Protocol):
    """Chooses one of its seat's legal moves, knowing that seat's view."""

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move: ...


class RandomBot:
    """Every legal move is as likely as any other."""

    def choose(self, view: Plain, moves: Sequence[Move], rng: Random) -> Move:
        return moves[rng.randrange(len(moves))]


LEVELS = ("novice", "apprentice", "adept", "expert", "master")
BOTS = ("random", *LEVELS)
DEFAULT_BUDGET = 1.0


@dataclass(frozen=True)
class BotSpec:
    """A bot by name, with the seconds it may think about a move; or with a fixed number of playouts, which makes it
    deterministic for a seed."""

    name: str
    budget: float = DEFAULT_BUDGET
    playouts: int | None = None

    def build(self, game: str) -> Bot:
        return _build(self, game)


@cache
def _build(spec: BotSpec, game: str) -> Bot:
    if spec.name == "random":
        return RandomBot()
    # Imported here: the levels bring the compiled engines along, which nobody else should wait for.
    from triax.bots.levels import build_level  # noqa: PLC0415

    return build_level(spec, game)


def find_bot(name: str, budget: float = DEFAULT_BUDGET, playouts: int | None = None) -> BotSpec:
    if name not in BOTS:
        raise BadData(f"'{name}' is not a bot: expected {', '.join(BOTS)}")
    if not 0 < budget <= 3600:
        raise BadData(f"a budget of {budget} seconds; expected more than 0 and at most 3600")
    return BotSpec(name, budget, playouts)


def warm(specs: Iterable[BotSpec], game: AnyGame, tell: Callable[[str], object]) -> None:
    """Have the bots' engines compiled, or loaded, before a game; `tell` is told so if that takes more than a moment."""
    slow = {spec.name for spec in specs if spec.name in LEVELS}
    if not slow:
        return
    notice = Timer(1.0, tell, [f"compiling the engine for {game.title} (once; it takes up to a minute)"])
    notice.start()
    try:
        state = game.new(2, Random(0), {"start": 0})
        for name in sorted(slow):
            BotSpec(name, playouts=1).build(game.name).choose(state.view(0), state.moves(0), Random(0))
    finally:
        notice.cancel()
