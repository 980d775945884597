"""Another version beside this one, in one run: rules, compiled engines and environments.

    python bench/beside.py REVISION [--rounds 40] [--pairs 1] [--only rules] [--match "axo .p"]

Each version runs in a process of its own and both take turns, a fraction of a second each, on the same games with
the same seeds; the middle one of the ratios counts. A machine whose speed changes from minute to minute hurts both
alike, and so differences of a few per cent show that two whole runs of `make bench` would hide. Where things lie in a
process makes compiled code up to a twentieth quicker or slower: with several pairs each is two fresh processes, and
the middle one of their ratios counts.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

ROOT = Path(__file__).parents[1]
SECONDS = 0.1
PARTS = ("rules", "kernels", "envs")

Slice = Callable[[int], float]
"""Does a little of the work, told apart by a number; gives the seconds of one unit."""


def best(play: Callable[[], int]) -> float:
    """The same again and again, at least twice: the quickest counts, for nothing but the machine slows the others."""
    times: list[float] = []
    while len(times) < 2 or sum(times) < SECONDS:
        begun = process_time()
        units = play()
        times.append(process_time() - begun)
    return min(times) / units


def rules(name: str, players: int) -> tuple[Slice, Slice]:
    """A move validated, applied and shown; a random game with its record."""
    module = import_module("rules")
    game = module.GAMES[name]
    named = getattr(module, "BotSpec", None) or module.find_bot  # as it was before there were plug-ins
    bots = [named("random")] * players

    def moves(number: int) -> float:
        return best(lambda: len(module.move_times(game, players, 1 + number % 2)))

    def games(number: int) -> float:
        def play() -> int:
            module.simulate(game, bots, {}, module.game_rng(0, number)).to_json()
            return 1

        return best(play)

    return moves, games


def kernel(name: str, players: int, policy: str) -> Slice:
    @cache
    def warm() -> Any:  # noqa: ANN401, of the version at hand
        meter = import_module("kernels").ours(name, players, policy)
        meter.warm_up()
        return meter

    def playouts(number: int) -> float:
        meter = warm()
        return float(meter.measure(number) / (meter.times * meter.playouts))

    return playouts


def steps(play: Callable[[Random, float], tuple[int, float]]) -> Slice:
    play(Random(0), 0.05)

    def some(number: int) -> float:
        count, seconds = play(Random(number), SECONDS)
        return seconds / count

    return some


def slices(part: str) -> Iterator[tuple[str, Slice]]:
    """What is measured, by the benches of the version at hand."""
    names = ("rota", "axio", "axo")
    if part == "rules":
        for name in names:
            for players in range(1, 5):
                moves, games = rules(name, players)
                yield f"{name} {players}p, move and views", moves
                yield f"{name} {players}p, simulate", games
    elif part == "kernels":
        for name in names:
            for players in (2, 4):
                for policy in ("random", "greedy"):
                    yield f"{name} {players}p, {policy} playout", kernel(name, players, policy)
    else:
        envs = import_module("envs")
        for name in names:
            yield f"{name} 2p, PettingZoo step", steps(envs.agents(envs.pettingzoo.env(name, 2)))
            game = envs.pyspiel.load_game(envs.openspiel.game_name(name))
            yield f"{name} 2p, OpenSpiel step", steps(envs.players(game))


def work(tree: Path, part: str, match: str) -> None:
    """Answer numbers with seconds until there are no more."""
    sys.path[:0] = [str(tree / "src"), str(tree / "bench")]
    for name, run in slices(part):
        if not re.search(match, name):
            continue
        run(0)
        print(name, flush=True)
        for line in sys.stdin:
            if not line.strip():
                break
            print(run(int(line)), flush=True)
    print(flush=True)


class Worker:
    def __init__(self, tree: Path, part: str, match: str) -> None:
        command = [sys.executable, __file__, "--work", str(tree), "--only", part, "--match", match]
        self.process = subprocess.Popen(command, cwd=tree, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def name(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def say(self, line: object) -> None:
        assert self.process.stdin
        print(line, file=self.process.stdin, flush=True)

    def seconds(self, number: int) -> float:
        self.say(number)
        return float(self.name())


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), revision], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


Pairs = list[tuple[float, float]]
"""Seconds of one before and here."""


def compare(tree: Path, part: str, rounds: int, match: str = "") -> Iterator[tuple[str, Pairs]]:
    """One of each version, in turns."""
    before, after = Worker(tree, part, match), Worker(ROOT, part, match)
    while name := before.name():
        other = after.name()
        if name != other:
            raise SystemExit(f"the versions measure different things: {name!r} and {other!r}")
        pairs = []
        for number in range(rounds):
            turn = (before, after) if number % 2 else (after, before)
            taken = {worker: worker.seconds(number) for worker in turn}
            pairs.append((taken[before], taken[after]))
        for worker in (before, after):
            worker.say("")
        yield name, pairs
    for worker in (before, after):
        worker.process.wait(timeout=60)


def told(name: str, runs: list[Pairs]) -> str:
    """The middle ratio of rounds or, of several pairs of processes, that of their middle ones; and half of them."""
    everything = [pair for run in runs for pair in run]
    middles = [median(new / old for old, new in run) for run in runs]
    ratios = sorted(middles if len(runs) > 1 else (new / old for old, new in everything))
    low, high = (100 * (ratios[round(share * (len(ratios) - 1))] - 1) for share in (0.25, 0.75))
    old, new = (1e6 * median(times) for times in zip(*everything, strict=True))
    change = 100 * (median(ratios) - 1)
    return f"{name:<30} {old:>12,.2f} {new:>12,.2f} {change:>+8.1f} %   {low:+.1f} to {high:+.1f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", nargs="?", default="HEAD~1", help="what to compare with (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=40, help="turns of each (default: %(default)s)")
    parser.add_argument("--pairs", type=int, default=1, help="of fresh processes (default: %(default)s)")
    parser.add_argument("--match", default="", help="only names that this pattern fits, such as 'axo .p, random'")
    parser.add_argument("--only", choices=PARTS, help="one part (default: all)")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.rounds < 1 or given.pairs < 1:
        parser.error("expected at least one round and one pair")
    if given.work:
        work(given.work, given.only, given.match)
        return
    with checked_out(given.revision) as tree:
        print(f"{'microseconds of one':<30} {given.revision[:12]:>12} {'here':>12} {'change':>10}   half of them")
        for part in (given.only,) if given.only else PARTS:
            runs: dict[str, list[Pairs]] = {}
            for number in range(given.pairs):
                for name, pairs in compare(tree, part, given.rounds, given.match):
                    runs.setdefault(name, []).append(pairs)
                    if number == given.pairs - 1:
                        print(told(name, runs[name]), flush=True)


if __name__ == "__main__":
    main()
