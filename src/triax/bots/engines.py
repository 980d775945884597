"""The compiled engines by game. Whoever imports this brings the compiler along."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from triax.bots import axio, axo, rota
from triax.bots.levels import AnyEngine, PlayoutBot
from triax.bots.search import Effort
from triax.games import find_game
from triax.kernels.cache import mark_compiled
from triax.kernels.jit import on_compiling

ENGINES: dict[str, AnyEngine] = {engine.game: engine for engine in (rota.ENGINE, axio.ENGINE, axo.ENGINE)}


def load(name: str, on_compile: Callable[[], object]) -> None:
    """Have all that the bots need of a game's engine loaded, or compiled first, which is said by `on_compile`."""
    state = find_game(name).new(2, Random(0), {"start": 0})
    with on_compiling(on_compile):
        # One search goes through all of it.
        PlayoutBot(ENGINES[name].opening, Effort(0.0, 1)).think(state.view(0), Random(0))
    mark_compiled(name)
