"""Another version beside this one, in one run: rules, compiled engines and environments.

    python bench/beside.py REVISION [--rounds 40] [--only rules]

Each version runs in a process of its own and both take turns, a fraction of a second each, on the same games with
the same seeds; the middle one of the ratios counts. A machine whose speed changes from minute to minute hurts both
alike, and so differences of a few per cent show that two whole runs of `make bench` would hide.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

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
    meter = import_module("kernels").ours(name, players, policy)
    meter.warm_up()

    def playouts(number: int) -> float:
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


def work(tree: Path, part: str) -> None:
    """Answer numbers with seconds until there are no more."""
    sys.path[:0] = [str(tree / "src"), str(tree / "bench")]
    for name, run in slices(part):
        run(0)
        print(name, flush=True)
        for line in sys.stdin:
            if not line.strip():
                break
            print(run(int(line)), flush=True)
    print(flush=True)


class Worker:
    def __init__(self, tree: Path, part: str) -> None:
        command = [sys.executable, __file__, "--work", str(tree), "--only", part]
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


def compare(tree: Path, part: str, rounds: int) -> None:
    before, after = Worker(tree, part), Worker(ROOT, part)
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
        ratios = sorted(new / old for old, new in pairs)
        low, high = (100 * (ratios[int(share * (rounds - 1))] - 1) for share in (0.25, 0.75))
        old, new = (1e6 * median(times) for times in zip(*pairs, strict=True))
        change = 100 * (median(ratios) - 1)
        print(f"{name:<30} {old:>12,.2f} {new:>12,.2f} {change:>+8.1f} %   {low:+.1f} to {high:+.1f} %", flush=True)
    for worker in (before, after):
        worker.process.wait(timeout=10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", nargs="?", default="HEAD~1", help="what to compare with (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=40, help="turns of each (default: %(default)s)")
    parser.add_argument("--only", choices=PARTS, help="one part (default: all)")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error("expected at least one round")
    if given.work:
        work(given.work, given.only)
        return
    with checked_out(given.revision) as tree:
        print(f"{'microseconds of one':<30} {given.revision[:12]:>12} {'here':>12} {'change':>10}   half of the turns")
        for part in (given.only,) if given.only else PARTS:
            compare(tree, part, given.rounds)


if __name__ == "__main__":
    main()
