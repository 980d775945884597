"""A learned network in the search of `master`, against the search without it: `python -m training.compare`.

Both have the same time a move, or the same number of playouts. Every deal is played from every seat.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.progress import track

from triax.arena.tally import wilson
from triax.bots.rota import ENGINE, LEARNED_WIDTH, learned_weights, open_judged
from triax.bots.search import Effort, KernelRoot, search
from triax.games.core import Dice
from triax.games.rota import ROTA, RotaPlace, RotaState, RotaView
from triax.kernels import rota as kernel

Opening = Callable[[RotaView, Random, int], KernelRoot[RotaState, RotaPlace]]
Searcher = tuple[Opening, Effort]


def play(searchers: list[Searcher], seed: str) -> list[float]:
    """The shares in the win, by seat."""
    rng = Random(seed)
    state = ROTA.new(len(searchers), rng)
    while state.to_act:
        (seat,) = state.to_act
        opening, effort = searchers[seat]
        best = search(opening(state.view(seat), rng, effort.width), effort)[0]
        state, _ = state.play(seat, best.move, Dice(rng))
    assert state.outcome is not None
    first = state.outcome.standings[0]
    return [(seat in first) / len(first) for seat in range(len(searchers))]


def share_of(one: Searcher, other: Searcher, players: int, seed: str) -> float:
    """Of one among others: a deal from every seat."""
    tables = [[one if at == seat else other for at in range(players)] for seat in range(players)]
    return sum(play(table, seed)[seat] for seat, table in enumerate(tables)) / players


def main(
    *,
    players: Annotated[int, typer.Option(min=2, max=4, help="one of them has learned")] = 2,
    deals: Annotated[int, typer.Option(min=1, help="each is played from every seat")] = 150,
    seconds: Annotated[float, typer.Option(help="a move")] = 0.1,
    playouts: Annotated[int | None, typer.Option(min=1, help="a move, in place of seconds")] = None,
    width: Annotated[int, typer.Option(min=2, help="placements that the network has tried")] = LEARNED_WIDTH,
    word: Annotated[float, typer.Option(min=0, help="playouts that what the network says counts for")] = 30.0,
    weights: Annotated[Path | None, typer.Option(help="by default, those that are kept here")] = None,
    plays_out: Annotated[bool, typer.Option(help="does the network play out as well?")] = True,
    seed: int = 2026,
    workers: Annotated[int, typer.Option(min=1)] = 2,
) -> None:
    """Play a learned network against the evaluation of today."""
    policy = kernel.LEARNED if plays_out else kernel.GREEDY
    opening = partial(open_judged, weights=learned_weights(players, weights), policy=policy, word=word)
    learned: Searcher = (opening, Effort(seconds, playouts, width))
    plain: Searcher = (ENGINE.opening, Effort(seconds, playouts, ENGINE.width))
    with ProcessPoolExecutor(workers) as pool:
        shares = pool.map(partial(share_of, learned, plain, players), [f"{seed} {number}" for number in range(deals)])
        share, games = sum(track(shares, "Deals", total=deals)) / deals, players * deals
    low, high = wilson(share, games)
    effort = f"{playouts} playouts" if playouts else f"{seconds} seconds"
    typer.echo(f"learned: {share:.1%} ({low:.1%} – {high:.1%}) of {games} games, {effort} a move")


if __name__ == "__main__":
    typer.run(main)
