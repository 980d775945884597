"""Games side by side: steps with observation and mask, and random playouts, against the number of games.

    python bench/batch.py [--device cuda] [--games 1,64,1024] [--seconds 1] [--threads 1] [--pgx]

A step is `step` and the deal of rows that have ended; what draws the actions is taken off in the first column. On a
processor seconds are those of the process, on all its threads; on a GPU those of the clock. `--pgx` measures
pgx' games beside ours.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import numpy as np

from triax import batch
from triax.games import GAMES


def waiting(device: str) -> Callable[[], None]:
    """Until all is done that was begun."""
    if device == "cpu":
        return lambda: None
    from triax.kernels.target import synchronize  # noqa: PLC0415, brings the compiler for GPUs along

    return synchronize


def measure(once: Callable[[], int], seconds: float, device: str) -> float:
    """How many a second, the best of three tries."""
    clock, wait = (process_time, waiting(device)) if device == "cpu" else (perf_counter, waiting(device))
    once()
    wait()
    best = 0.0
    for _ in range(3):
        begun, done = clock(), 0
        while (spent := clock() - begun) < seconds / 3:
            done += once()
            wait()
        best = max(best, done / spent)
    return best


def steps(tables: Any) -> Callable[[], int]:  # noqa: ANN401
    """With actions drawn and games that have ended dealt anew."""

    def once() -> int:
        for _ in range(16):
            tables.step(tables.sample_actions())
            tables.reset(rows=tables.terminated)
        return 16 * len(tables)

    return once


def drawing(tables: Any) -> Callable[[], int]:  # noqa: ANN401
    def once() -> int:
        for _ in range(16):
            tables.sample_actions()
        return 16 * len(tables)

    return once


def playouts(tables: Any, seconds: float, device: str) -> float:  # noqa: ANN401
    """Decisions a second of random playouts, without the deal."""
    clock, wait = process_time if device == "cpu" else perf_counter, waiting(device)
    target, spent, best, tries = tables.device, 0.0, 0.0, 0
    while spent < seconds or tries < 2:
        tables.reset()
        decisions = target.zeros((len(tables),), np.int64)
        wait()
        begun = clock()
        target.run(tables.side, "play", len(tables), tables._states, tables._tables, tables._luck, decisions)
        wait()
        took = clock() - begun
        if tries:  # the first one may have to wait for the compiler
            spent += took + seconds / 50
            best = max(best, int(decisions.sum()) / max(took, 1e-9))
        tries += 1
    return best


def ours(name: str, games: int, device: str, seconds: float, threads: int) -> None:
    tables = batch.make(name, 2, games, device, seed=1, threads=threads if device == "cpu" else None)
    with_drawing = measure(steps(tables), seconds, device)
    drawn = measure(drawing(tables), seconds / 3, device)
    alone = 1 / (1 / with_drawing - 1 / drawn)
    played = playouts(tables, seconds, device)
    bytes_seen, actions = tables.layout.size, tables.actions
    print(
        f"{name:<6}{games:>9,}{alone:>16,.0f}{with_drawing:>16,.0f}{played:>18,.0f}{bytes_seen:>9,}{actions:>9,}",
        flush=True,
    )


def theirs(name: str, games: int, seconds: float) -> None:
    """pgx' random steps, observation included."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    auto_reset = import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))

    def some(state: Any, key: Any) -> Any:  # noqa: ANN401
        def one(carry: Any, _: Any) -> tuple[Any, None]:  # noqa: ANN401
            state, key = carry
            key, draw, deal = jax.random.split(key, 3)
            logits = jax.numpy.log(state.legal_action_mask.astype("float32"))
            actions = jax.random.categorical(draw, logits, axis=-1)
            return (jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(deal, games)), key), None

        return jax.lax.scan(one, (state, key), None, length=16)[0]

    compiled = jax.jit(some)
    state, key = compiled(state, jax.random.PRNGKey(1))
    jax.block_until_ready(state)
    begun, done = perf_counter(), 0
    while perf_counter() - begun < seconds:
        state, key = compiled(state, key)
        jax.block_until_ready(state)
        done += 16 * games
    size = int(np.prod(state.observation.shape[1:]) * state.observation.dtype.itemsize)
    print(f"pgx {name:<14}{games:>9,}{done / (perf_counter() - begun):>16,.0f} steps/s  {size:,} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--games", default="1,16,256,4096", help="how many side by side, several with commas")
    parser.add_argument("--only", choices=GAMES)
    parser.add_argument("--seconds", type=float, default=0.6)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pgx", action="store_true")
    chosen = parser.parse_args()
    print(f"{'':<6}{'games':>9}{'steps/s':>16}{'and drawing':>16}{'playout moves/s':>18}{'bytes':>9}{'actions':>9}")
    for name in [chosen.only] if chosen.only else GAMES:
        for games in map(int, chosen.games.split(",")):
            ours(name, games, chosen.device, chosen.seconds, chosen.threads)
    if chosen.pgx:
        for name in ("hex", "go_9x9", "connect_four"):
            try:
                theirs(name, max(map(int, chosen.games.split(","))), chosen.seconds)
            except ImportError as error:
                print(f"pgx is not installed: {error}")
                break


if __name__ == "__main__":
    main()
