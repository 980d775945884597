"""Our master against information-set Monte Carlo tree search on the same compiled rules, at equal time.

    python bench/ismcts.py rota axio axo --seconds 0.1 --games 100

One tree over what the seat to move can know (single observer): each iteration deals anew what this seat cannot see,
goes down the tree by UCB over the moves that are legal there, counting how often each was, adds a move, and plays on to
the end, by lot or as greedily as the engines can. Both think by the processor's time. Each deal is played from every
seat.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from math import log, sqrt
from random import Random
from time import thread_time
from typing import Annotated, Any

import numpy as np
import typer
from rich.progress import track

from triax.arena.tally import wilson
from triax.bots import BotSpec, warm
from triax.bots.levels import PlayoutBot
from triax.bots.search import KernelRoot
from triax.games import GAMES, find_game
from triax.games.core import AnyState, Dice
from triax.games.errors import TriaxError
from triax.kernels.arrays import Floats, Ints, Longs, Words, copy_into
from triax.kernels.chance import below, stream
from triax.kernels.jit import njit, njit_with
from triax.kernels.trials import HIDDEN

EXPLORE = 0.7
"""Of UCB, for results from 0 to 1."""
NODES = 1 << 20
SLOTS = 2 * NODES
DEPTH = 1024
"""More decisions than any game of ours has from a root that is searched here; beyond it nothing is remembered."""


def _missing(*arguments: object) -> Any:  # noqa: ANN401
    raise NotImplementedError("a kernel brings it: see `searches`")


MAX_MOVES = 0
legal: Callable[[Ints, Ints, int, Ints], int] = _missing
play: Callable[[Ints, Ints, int, int, Words], None] = _missing
to_act: Callable[[Ints], int] = _missing
reshuffle: Callable[[Ints, int, Words, Longs], None] = _missing
random_playout: Callable[[Ints, Ints, Words], int] = _missing
greedy_playout: Callable[[Ints, Ints, Words, Floats], int] = _missing
result: Callable[[Ints, Floats], None] = _missing

Tree = tuple[Longs, Longs, Longs, Longs, Floats, Longs]
"""Slots of a hash table; parents, moves, visits, sums and how often a move was legal, by node. Node 0 is the root; the
last number of `parents` counts the nodes."""


@njit
def child_of(tree: Tree, node: int, move: int, is_new: bool) -> int:
    """The node behind a move, -1 if there is none; if there is to be a new one, that."""
    slots, parents, moves, _, _, _ = tree
    at = (node * 0x9E3779B1 + move * 0x85EBCA77) & (SLOTS - 1)
    while slots[at]:
        there = slots[at]
        if parents[there] == node and moves[there] == move:
            return int(there)
        at = (at + 1) & (SLOTS - 1)
    if not is_new or parents[NODES] == NODES:
        return -1
    made = parents[NODES]
    parents[NODES] += 1
    slots[at], parents[made], moves[made] = made, node, move
    return int(made)


@njit
def choose(tree: Tree, node: int, codes: Ints, count: int, children: Longs, rng: Words) -> int:
    """The number of the move that UCB goes for; one that was never tried comes first, by lot."""
    _, _, _, visits, sums, times = tree
    fresh, chosen = 0, -1
    for index in range(count):
        child = child_of(tree, node, int(codes[index]), False)
        children[index] = child
        if child < 0:
            fresh += 1
            if below(rng, fresh) == 0:
                chosen = index
        else:
            times[child] += 1
    if fresh:
        return chosen
    most = -1.0
    for index in range(count):
        child = children[index]
        worth = sums[child] / visits[child] + EXPLORE * sqrt(log(times[child]) / visits[child])
        if worth > most:
            most, chosen = worth, index
    return chosen


def iterate(
    root: Ints,
    tables: Ints,
    seat: int,
    tree: Tree,
    first: int,
    count: int,
    seed: np.uint64,
    greedily: bool,
    weights: Floats,
) -> None:
    """So many iterations from a position of which a seat knows its part."""
    _, _, _, visits, sums, times = tree
    vec, rng, places = root.copy(), np.empty(1, np.uint64), np.empty(HIDDEN, np.int64)
    codes, children, shares = np.empty(MAX_MOVES, np.int32), np.empty(MAX_MOVES, np.int64), np.empty(4)
    path, actors = np.empty(DEPTH, np.int64), np.empty(DEPTH, np.int64)
    for number in range(count):
        rng[0] = stream(seed, first + number)
        copy_into(vec, root)
        reshuffle(vec, seat, rng, places)
        node, depth, acting = 0, 0, 1 << seat
        while acting and depth < DEPTH:
            actor = 0
            while not acting >> actor & 1:
                actor += 1
            if depth == 0:
                actor = seat
            found = legal(vec, tables, actor, codes)
            move = int(codes[choose(tree, node, codes, found, children, rng)])
            child = child_of(tree, node, move, True)
            play(vec, tables, actor, move, rng)
            if child < 0:
                break
            node = child
            path[depth], actors[depth] = child, actor
            depth += 1
            if not visits[child]:
                times[child] = 1
                break
            acting = to_act(vec)
        if to_act(vec):
            if greedily:
                greedy_playout(vec, tables, rng, weights)
            else:
                random_playout(vec, tables, rng)
        result(vec, shares)
        for at in range(depth):
            visits[path[at]] += 1
            sums[path[at]] += shares[actors[at]]


@cache
def searches(game: str) -> Callable[..., None]:
    """`iterate` with the rules of a game."""
    kernel = import_module(f"triax.kernels.{game}")
    names = ("MAX_MOVES", "legal", "play", "to_act", "reshuffle", "random_playout", "greedy_playout", "result")
    parts = {name: getattr(kernel, name) for name in names}
    return njit_with(iterate, f"{__name__}_{game}", parts)


class TreeSearch:
    """A bot by what is above."""

    def __init__(self, game: str, seconds: float, greedily: bool) -> None:
        self.game, self.seconds, self.greedily = game, seconds, greedily
        self.opening: Callable[..., KernelRoot[Any, Any]] = import_module(f"triax.bots.{game}").open_root
        self.iterations = self.moves = 0
        both = np.zeros(NODES, np.int64), np.zeros(NODES, np.int64)
        self.tree: Tree = (
            np.zeros(SLOTS, np.int64),
            np.zeros(NODES + 1, np.int64),
            *both,
            np.zeros(NODES),
            both[0].copy(),
        )

    def choose(self, view: Any, moves: Any, rng: Random) -> Any:  # noqa: ANN401, of whichever game
        if len(moves) == 1:
            return moves[0]
        begun = thread_time()
        root = self.opening(view, rng, 1)
        slots, parents, codes, visits, sums, times = self.tree
        used = max(1, int(parents[NODES]))
        slots[:] = 0
        visits[:used], sums[:used], times[:used], parents[NODES] = 0, 0.0, 0, 1
        done, chunk, search = 0, 16, searches(self.game)
        while not done or thread_time() < begun + self.seconds:
            search(root.vec, root.tables, root.seat, self.tree, done, chunk, root.seed, self.greedily, root.weights)
            done += chunk
        self.iterations, self.moves = self.iterations + done, self.moves + 1
        behind = np.flatnonzero(parents[1 : parents[NODES]] == 0) + 1
        return root.decode(int(codes[behind[np.argmax(visits[behind])]]))


def share_of(game: str, players: int, seconds: float, greedily: bool, seed: str) -> tuple[list[float], int, int]:
    """What master has of the win from every seat of a deal; iterations and moves of the others."""
    bot = BotSpec("master", seconds).build(game)
    assert isinstance(bot, PlayoutBot)
    ours, theirs, found = replace(bot, clock=thread_time), TreeSearch(game, seconds, greedily), []
    for own in range(players):
        rng = Random(seed)
        state: AnyState = GAMES[game].new(players, rng)
        while state.to_act:
            seat = min(state.to_act)
            player: Any = ours if seat == own else theirs
            state, _ = state.play(seat, player.choose(state.view(seat), state.moves(seat), rng), Dice(rng))
        assert state.outcome is not None
        standings = state.outcome.standings[0]
        found.append((own in standings) / len(standings))
    return found, theirs.iterations, theirs.moves


def main(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help=f"{', '.join(GAMES)}; all if none is given.")
    ] = None,
    players: Annotated[int, typer.Option(min=2, max=4)] = 2,
    seconds: Annotated[float, typer.Option(help="of the processor, a move, for both")] = 0.1,
    games: Annotated[int, typer.Option(min=2)] = 100,
    greedily: Annotated[bool, typer.Option(help="does the tree search play out greedily?")] = False,
    seed: int = 2026,
    workers: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Play master against compiled tree search."""
    try:
        chosen = [find_game(name).name for name in names or GAMES]
    except TriaxError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    for name in chosen:
        warm([BotSpec("master", seconds)], GAMES[name], typer.echo)
        searches(name)
        seeds = [f"{seed} {number}" for number in range(-(-games // players))]
        task = partial(share_of, name, players, seconds, greedily)
        with ProcessPoolExecutor(workers) as pool:
            played = list(track(pool.map(task, seeds), name, total=len(seeds)))
        shares = [share for found, _, _ in played for share in found]
        share = sum(shares) / len(shares)
        low, high = wilson(share, len(shares))
        each = sum(done for _, done, _ in played) / max(1, sum(moves for _, _, moves in played))
        how = "greedy" if greedily else "random"
        typer.echo(
            f"{name}, {players} players: master has {share:.1%} ({low:.1%} – {high:.1%}) of {len(shares)} games beside "
            f"ISMCTS with {how} playouts, {each:,.0f} iterations a move, {seconds} seconds"
        )


if __name__ == "__main__":
    typer.run(main)
