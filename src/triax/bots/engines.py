"""The compiled engines by game. Whoever imports this brings the compiler along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from triax.bots import axio, axo, rota
from triax.bots.core import ALL_TABLES, Bot
from triax.bots.levels import AnyEngine
from triax.bots.rules import PlainRules
from triax.bots.search import Effort, search
from triax.bots.strengths import Strength
from triax.bots.styles import STYLES, StyleBot
from triax.games import find_game
from triax.kernels.cache import mark_compiled
from triax.kernels.jit import on_compiling

ENGINES: dict[str, AnyEngine] = {engine.game: engine for engine in (rota.ENGINE, axio.ENGINE, axo.ENGINE)}


def build(rules: PlainRules[Any, Any, Any], name: str, strength: Strength, budget: float) -> Bot:
    """A level or a style of a game."""
    engine = ENGINES[rules.game.name]
    if name in STYLES:
        return StyleBot(rules, engine, STYLES[name], strength.playouts)
    return engine.build(rules, name, strength, budget)


def load(name: str, on_compile: Callable[[], object], *, tables: Sequence[int]) -> None:
    """Have all that the bots need of a game's engine loaded, or compiled first, which is said by `on_compile`: what is
    for several players (2), for one alone (1), or for both."""
    engine = ENGINES[name]
    with on_compiling(on_compile):
        # A search goes through all of it.
        for players in tables:
            view = find_game(name).new(players, Random(0), {"start": 0} if players > 1 else {}).view(0)
            search(engine.others.get("master", engine.opening)(view, Random(0), 32), Effort(0.0, 1))
    if set(tables) >= set(ALL_TABLES):
        mark_compiled(name)
