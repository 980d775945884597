"""How long reviews take, what accuracy they give to players of each level, and whether the chances they tell are true.

    python bench/review.py times [--games rota,axo] [--players 2,4]
    python bench/review.py levels [--count 4] [--part 0.25]
    python bench/review.py chances [--count 100] [--bots adept]

Each prints the rows of a table in docs/review.md. Seconds are those of the processor, so that a machine that does other
things as well hurts little.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time

import numpy as np

from triax.arena.simulate import simulate
from triax.bots import BotSpec, warm
from triax.bots.engines import ENGINES
from triax.games import GAMES
from triax.games.record import Record
from triax.review import Plan, Review, conclude, decisions, plan, review
from triax.review.bands import unit_of
from triax.review.weighing import FRESH, open_chances

LEVELS = ("random", "novice", "apprentice", "adept", "expert", "master")
THOUGHT = 300
"""Playouts of a master for a move: so that the games are the same on every machine."""
WORLDS = 400
"""For a chance."""
PLACES = 12
"""Decisions of a game at which chances are asked for."""
EDGES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)


def played(game: str, bots: list[str], seed: int) -> Record:
    specs = [BotSpec(bot, playouts=THOUGHT if bot == "master" else None) for bot in bots]
    return simulate(GAMES[game], specs, {}, Random(f"{game}/{bots}/{seed}"))


def reviewed(record: Record, part: float) -> tuple[Review, Plan, float]:
    usual = plan(record)
    spent = replace(usual, playouts=int(usual.playouts * part), curve=int(usual.curve * part))
    # What is loaded or compiled on the first call is not counted.
    next(review(record, Plan(60, 60)))
    begun = process_time()
    parts = list(review(record, spent))
    return conclude(record, parts), spent, process_time() - begun


def times(games: list[str], count: int, tables: list[int]) -> None:
    for game in games:
        for players in tables:
            rows = [reviewed(played(game, ["apprentice"] * players, seed), 1.0) for seed in range(count)]
            took = [seconds for _, _, seconds in rows]
            number = mean(len(whole.decisions) for whole, _, _ in rows)
            off = mean(seat.accuracy_error for whole, _, _ in rows for seat in whole.seats)
            luck = mean(seat.luck_error for whole, _, _ in rows for seat in whole.seats)
            wide = f"{100 * luck:.1f} points" if rows[0][0].unit == "chance" else f"{luck:.2f} steps"
            title, many = GAMES[game].title, mean(spent.playouts for _, spent, _ in rows)
            row = f"{title} | {players} | {number:.0f} | {many:,.0f} | {max(took):.0f} | {off:.1f} | {wide}"
            print(f"| {row} |", flush=True)


def levels(games: list[str], count: int, part: float) -> None:
    for game in games:
        told = []
        for level in LEVELS:
            wholes = [reviewed(played(game, [level] * 2, seed), part)[0] for seed in range(count)]
            exact = [seat.accuracy for whole in wholes for seat in whole.seats if seat.accuracy is not None]
            told.append(f"{mean(exact):.0f} ± {stdev(exact) / sqrt(len(exact)):.0f}")
            print(f"{game} {level}: {' '.join(f'{one:.0f}' for one in exact)}", file=sys.stderr, flush=True)
        print(f"| {GAMES[game].title} | {' | '.join(told)} |", flush=True)


def chances(games: list[str], count: int, bot: str) -> None:
    for game in games:
        views: list[tuple[float, float, int]] = []
        opened: list[tuple[float, float, int]] = []
        for seed in range(count):
            for seen, everything in told_and_won(played(game, [bot] * 2, seed)):
                views.append((*seen, seed))
                opened.append((*everything, seed))
        for name, pairs in (("view", views), ("open", opened)):
            told = " | ".join(bucket(pairs, low, high) for low, high in pairwise(EDGES))
            print(f"| {GAMES[game].title} | {name} | {told} |", flush=True)


def told_and_won(record: Record) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """At some decisions of a game: what chance the seat was told by its view, with every hand open, and what it got."""
    assert record.result is not None
    assert unit_of(record.game, record.players) == "chance"
    first = record.result["standings"][0]
    taken = decisions(record)
    for at in range(0, len(taken), max(1, len(taken) // PLACES)):
        one, rng = taken[at], Random(at)
        won = 1 / len(first) if one.seat in first else 0.0
        root = ENGINES[record.game.name].opening(one.view, rng, 1)
        shares, _ = root.outcomes(np.array([root.consider(one.move)], np.int32), FRESH, WORLDS)
        yield (float(shares[:, 0, one.seat].mean()), won), (open_chances(one.state, WORLDS, rng)[0][one.seat], won)


def bucket(pairs: list[tuple[float, float, int]], low: float, high: float) -> str:
    """Told and won on the average, with the standard error by games: positions of one game have one end."""
    inside = [one for one in pairs if low <= one[0] < high or one[0] == high == 1]
    if not inside:
        return "–"
    told, won = mean(one[0] for one in inside), mean(one[1] for one in inside)
    by_game: dict[int, float] = {}
    for _, got, seed in inside:
        by_game[seed] = by_game.get(seed, 0.0) + got - won
    error = sqrt(sum(off**2 for off in by_game.values())) / len(inside)
    return f"{100 * told:.0f} → {100 * won:.0f} ± {100 * error:.0f}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=("times", "levels", "chances"))
    options.add_argument("--games", default="rota,axio,axo")
    options.add_argument("--players", default="1,2,3,4", help="at a table, for times")
    options.add_argument("--count", type=int, help="games of each kind")
    options.add_argument("--bots", default="adept", help="who plays, for chances")
    options.add_argument("--part", type=float, default=0.25, help="of the usual playouts, for levels")
    chosen = options.parse_args()
    games = chosen.games.split(",")
    for game in games:
        warm([BotSpec("master")], GAMES[game], lambda line: print(line, file=sys.stderr))
    if chosen.what == "times":
        times(games, chosen.count or 1, [int(players) for players in chosen.players.split(",")])
    elif chosen.what == "levels":
        levels(games, chosen.count or 4, chosen.part)
    else:
        chances(games, chosen.count or 100, chosen.bots)


if __name__ == "__main__":
    main()
