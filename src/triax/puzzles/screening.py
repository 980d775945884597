"""Who plays the games in which puzzles are looked for, and who tries them: the evaluation and the search of a game's
engine, by what was learned. The levels that people meet are none of them, so that tuning a level changes no pack."""

from __future__ import annotations

from random import Random
from typing import Any

from triax.bots.core import DEFAULT_BUDGET, Candidate
from triax.bots.engines import ENGINES
from triax.bots.search import Effort, KernelRoot, search
from triax.games.core import Move


def by_evaluation(view: Any, rng: Random) -> Move:  # noqa: ANN401, of whichever game
    engine = ENGINES[view["game"]]
    attention = engine.screen_attention[0]
    root = _overlook(engine.opening(view, rng, 1 if attention == 1 else engine.width), attention, rng)
    found: Move = root.decode(int(root.codes[0]))
    return found


def by_search(view: Any, rng: Random) -> Move:  # noqa: ANN401, of whichever game
    engine = ENGINES[view["game"]]
    return _search(view, engine.screen_playouts, engine.screen_attention[1], rng)[0].move


def by_full_search(view: Any, playouts: int, rng: Random) -> list[Candidate[Move]]:  # noqa: ANN401, of whichever game
    """Of everything there is to see, best first."""
    return _search(view, playouts, 1.0, rng)


def _search(view: Any, playouts: int, attention: float, rng: Random) -> list[Candidate[Move]]:  # noqa: ANN401
    engine = ENGINES[view["game"]]
    width = min(engine.width, max(4, playouts // 8))
    root = _overlook(engine.opening(view, rng, width), attention, rng)
    return search(root, Effort(DEFAULT_BUDGET, playouts, width))


def _overlook(root: KernelRoot[Any, Move], attention: float, rng: Random) -> KernelRoot[Any, Move]:
    """Leave only those candidates that are seen; all of them if none would be."""
    if attention < 1:
        seen = [at for at in range(len(root.codes)) if rng.random() < attention]
        if seen:
            root.codes, root.priors = root.codes[seen], root.priors[seen]
    return root
