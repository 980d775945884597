"""Many seeds, `python -m tests.server.simulation --seeds 10000`, or one with all that happened, `--seed 17`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from multiprocessing import get_context

from tests.server.simulation.many import tell
from tests.server.simulation.world import simulate


def show(seed: int) -> int:
    world = simulate(seed)
    print(*world.trace, sep="\n")
    print(dict(world.checks.count), dict(world.chaos.happened))
    print(*(world.failures or ["nothing failed"]), sep="\n")
    return bool(world.failures)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seeds", type=int, default=200)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--seed", type=int)
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--until-failure", action="store_true")
    given = words.parse_args()
    if given.seed is not None:
        return show(given.seed)
    failed, happened, counted, spent = 0, Counter[str](), Counter[str](), 0.0
    seeds = range(given.first, given.first + given.seeds)
    # A process that has seen many worlds is slow: what is left of them is a lot to look through.
    with get_context("spawn").Pool(given.workers, maxtasksperchild=20) as pool:
        tried = pool.imap_unordered(tell, seeds, 10)
        for done, (seed, failures, count, faults, seconds) in enumerate(tried, 1):
            if sys.stderr.isatty():
                print(f"{done} of {given.seeds} seeds, {failed} failed", end="\r", file=sys.stderr)
            happened += faults
            counted += count
            spent += seconds
            if failures:
                failed += 1
                print(f"seed {seed}: {failures[0]}", flush=True)
                if given.until_failure:
                    return 1
    print(f"{given.seeds} seeds, {failed} failed, {spent:.0f} s of processor")
    print(dict(counted), dict(happened), sep="\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
