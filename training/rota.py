"""Learns to judge placements in Axio Rota: `python -m training.rota --players 2`.

Samples are kept in a folder, chunk by chunk: what is there already is not made again, so a run that was ended goes on.
The same settings give the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, NamedTuple

import numpy as np
import typer
from rich.progress import track

from training.fit import Samples, gain, run_epoch, start_squares, untrained
from training.networks import save_network
from triax.bots.rota import STEP_WORTH, learned_weights
from triax.bots.search import SCORES, VALUE
from triax.bots.track_worth import add_outcomes
from triax.kernels import rota as kernel
from triax.kernels.arrays import Floats, Ints, Words
from triax.kernels.network import HIDDEN
from triax.kernels.rota import judgement
from triax.kernels.rota.deal import PIECES, deal

CHUNK = 1000
"""Positions."""
TOP, OTHERS = 12, 4
"""Placements that are tried: so many of the best at a glance, and so many of the rest."""
WORLDS = 24
EPOCHS = 10
HELD_BACK = 10
"""One position in so many is for looking, not for learning."""
WIDE = 400


class Teacher(NamedTuple):
    """Who plays the positions and plays them out."""

    weights: Floats = kernel.DEFAULT_TABLE
    policy: int = kernel.GREEDY

    def move(self, vec: Ints, seat: int, luck: Words) -> int:
        if self.policy == kernel.GREEDY:
            return kernel.greedy_move(vec, kernel.tables(), seat, luck, self.weights)
        codes, values = np.empty(1, np.int32), np.empty(1)
        kernel.candidates(vec, kernel.tables(), seat, self.weights, codes, values)
        return int(codes[0])


def find_teacher(players: int, path: Path | None) -> Teacher:
    return Teacher() if path is None else Teacher(learned_weights(players, path), kernel.LEARNED)


def positions(players: int, rng: Random, teacher: Teacher) -> Iterator[Ints]:
    """One in four of games in which every seventh placement is any."""
    tables, room = kernel.tables(), np.empty(kernel.MAX_MOVES, np.int32)
    while True:
        luck = kernel.seeded(rng.getrandbits(63))
        vec = np.zeros(kernel.SIZE, np.int32)
        order = np.array(rng.sample(range(PIECES), PIECES), np.int64)
        deal(vec, tables, np.array([players, -1, 0, 0], np.int32), order, luck)
        while not kernel.over(vec):
            seat = int(kernel.to_act(vec)).bit_length() - 1
            if not rng.randrange(4):
                yield vec
            if rng.randrange(7):
                code = teacher.move(vec, seat, luck)
            else:
                code = kernel.random_move(vec, tables, seat, luck, room)
            kernel.play(vec, tables, seat, code, luck)


def tried(vec: Ints, rng: Random) -> Ints:
    """Placements worth comparing, the best at a glance first."""
    codes, values = np.empty(WIDE, np.int32), np.empty(WIDE)
    count = kernel.candidates(vec, kernel.tables(), _seat(vec), kernel.DEFAULT_TABLE, codes, values)
    others = rng.sample(range(TOP, count), min(OTHERS, count - TOP)) if count > TOP else []
    return codes[[*range(min(TOP, count)), *others]]


def _seat(vec: Ints) -> int:
    return int(kernel.to_act(vec)).bit_length() - 1


def make_chunk(players: int, seed: int, teacher: Teacher, number: int) -> Samples:
    rng = Random(f"{players} {seed} {number}")
    rows = np.full((CHUNK, TOP + OTHERS, judgement.MOST_ROWS), -1, np.int16)
    values = np.full((CHUNK, TOP + OTHERS), np.nan, np.float32)
    seen, found = np.zeros(judgement.SEEN, np.int64), np.zeros(judgement.MOST_ROWS, np.int64)
    levels, order, tracks = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int32)
    for at, vec in zip(range(CHUNK), positions(players, rng, teacher), strict=False):
        codes, seat = tried(vec, rng), _seat(vec)
        shared = judgement.look(vec, seat, seen, levels, order, found)
        for move, code in enumerate(codes):
            count = judgement.rows_of(vec, seat, int(code), seen, tracks, levels, order, found, shared)
            rows[at, move, :count] = found[:count]
        shares, scores = np.empty((WORLDS, len(codes), 4)), np.empty((WORLDS, len(codes), 4, 5), np.int32)
        luck = np.uint64(rng.getrandbits(63))
        tables, weights = kernel.tables(), teacher.weights
        kernel.trial(vec, tables, seat, codes, 0, WORLDS, luck, teacher.policy, weights, shares, scores)
        sums = np.zeros((len(codes), SCORES + 5))
        add_outcomes(STEP_WORTH, players, seat, shares, scores, sums)
        values[at, : len(codes)] = sums[:, VALUE] / WORLDS
    return Samples(rows, values)


def keep_chunk(folder: Path, players: int, seed: int, teacher: Teacher, number: int) -> Path:
    """Made, unless it is there."""
    path = folder / f"rota-{players}-{seed}-{number}.npz"
    if not path.exists():
        part = path.with_suffix(".part.npz")
        np.savez_compressed(part, **make_chunk(players, seed, teacher, number)._asdict())
        part.rename(path)
    return path


def load_chunks(paths: list[Path]) -> Samples:
    files = [np.load(path) for path in paths]
    return Samples(*(np.concatenate([file[name] for file in files]) for name in Samples._fields))


def learn(
    *,
    players: int,
    chunks: int,
    seed: int,
    workers: int,
    folder: Path,
    teacher: Path | None,
    out: Path | None,
    say: Callable[[str], object],
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers) if workers > 1 else ThreadPoolExecutor(1) as pool:
        taught = find_teacher(players, teacher)
        made = pool.map(partial(keep_chunk, folder, players, seed, taught), range(chunks))
        paths = list(track(made, f"Samples, {players} players", total=chunks))
    samples = load_chunks(paths)
    held = np.arange(len(samples.values)) % HELD_BACK == 0
    tests, lessons = Samples(*(part[held] for part in samples)), Samples(*(part[~held] for part in samples))
    network = untrained(judgement.ROWS, HIDDEN, seed)
    squares, rng = start_squares(network), np.random.default_rng(seed)
    for epoch in range(EPOCHS):
        loss = run_epoch(rng.permutation(len(lessons.values)), lessons, network, squares)
        say(f"{epoch + 1:2}  wrong by {loss:.5f}  gains {gain(tests, network):.4f} on positions not learned from")
    return save_network("rota", players, network, out)


def main(
    *,
    players: Annotated[int, typer.Option(min=2, max=4)] = 2,
    chunks: Annotated[int, typer.Option(min=1, help=f"of {CHUNK} positions each")] = 80,
    seed: int = 1,
    workers: Annotated[int, typer.Option(min=1)] = 2,
    folder: Annotated[Path, typer.Option(help="where samples are kept")] = Path("build/training"),
    teacher: Annotated[Path | None, typer.Option(help="weights of an earlier run that plays the samples out")] = None,
    out: Annotated[Path | None, typer.Option(help="by default, among those that are kept here")] = None,
) -> None:
    """Make samples, fit a network to them and write its weights."""
    settings = {"players": players, "chunks": chunks, "seed": seed, "workers": workers}
    typer.echo(learn(**settings, folder=folder, teacher=teacher, out=out, say=typer.echo))


if __name__ == "__main__":
    typer.run(main)
