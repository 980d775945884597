"""Two servers and PostgreSQL as hosts of their own; cables are cut, hosts are killed: `make hosts FAULTS=1000`."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path
from random import SystemRandom

from tests.server.hosts.network import INSIDE, enter_own_world, why_not
from tests.server.hosts.world import World


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.server.hosts", description=__doc__)
    words.add_argument("--faults", type=int, default=1000, help="so many kills and cuts")
    words.add_argument("--seed", type=int, default=SystemRandom().randrange(1_000_000))
    words.add_argument("--pace", type=float, default=1.0, help="mean seconds between two")
    words.add_argument("--folder", type=Path, default=Path("build/hosts"), help="for the history and the servers' logs")
    given = words.parse_args()
    if lack := why_not():
        print(lack, file=sys.stderr)
        return 2
    if INSIDE not in os.environ:
        told = ["--faults", str(given.faults), "--seed", str(given.seed), "--pace", str(given.pace)]
        enter_own_world(sys.executable, "-m", "tests.server.hosts", *told, "--folder", str(given.folder))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    given.folder.mkdir(parents=True, exist_ok=True)
    world = World(given.folder, given.seed, given.faults, given.pace)
    print(f"seed {given.seed}", flush=True)
    try:
        asyncio.run(world.run())
    except KeyboardInterrupt:
        print("given up", *([world.summary()] if world.is_open else []), sep="\n")
        return 130
    print(world.summary())
    return bool(world.wrong)


if __name__ == "__main__":
    sys.exit(main())
