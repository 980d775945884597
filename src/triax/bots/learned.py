"""What bots have learned: the weights of networks, whole numbers in files that say what they are for, and the decisions
that are searched by them. `training/` makes the weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Generic, Protocol, TypeVar
from zipfile import BadZipFile

import numpy as np

from triax.bots.search import Kernel, KernelRoot, S_contra
from triax.bots.track_worth import add_outcomes
from triax.games.core import AnyState, M, M_co, Plain, View
from triax.games.errors import BadData
from triax.kernels.arrays import Floats, Ints
from triax.kernels.network import Judging, Meanings, numbers_in, packed

S = TypeVar("S", bound=AnyState)
VERSION = 2
"""Of what the rows of a network mean."""
PARTS = ("rows", "begin", "worth")
HEARD = 400.0
"""So many playouts count as much by how they end as with what the network says on the way."""
WIDTH = 16
"""So many placements, of those that a network likes best, are played out."""


class LearnedKernel(Kernel[S_contra, M_co], Protocol):
    LEARNED: int
    """The policy by which a network chooses."""

    MEANINGS: Meanings
    """What the rows of its network speak of."""

    def tables(self, options: Plain, /) -> Ints: ...
    def counted(self, vec: Ints, seat: int, codes: Ints, /) -> Judging: ...


@dataclass(frozen=True)
class Judge(Generic[S, M]):
    """What judges the moves of a game by what was learned."""

    kernel: LearnedKernel[S, M]
    network: Callable[[int], Floats]
    """By the number of players."""


def learned_root(
    kernel: LearnedKernel[S, M],
    sample: S,
    view: View,
    rng: Random,
    width: int,
    *,
    weights: Floats,
    steps: Floats,
    alone: float,
) -> KernelRoot[S, M]:
    """A decision for which a network says which placements are tried, and plays them out. `steps` is what those on
    tracks are worth beside winning; in solo play the network says `alone` times as much."""
    unit = 1 / alone if view["players"] == 1 else 1.0
    return KernelRoot(
        kernel,
        sample,
        view,
        rng,
        width,
        policy=kernel.LEARNED,
        tables=kernel.tables(sample.options),
        weights=weights,
        worth=partial(add_outcomes, steps, unit),
        scores=5,
        prior_scale=unit,
        prior_weight=30.0,
        said_weight=HEARD,
    )


def file_name(game: str, players: int) -> str:
    return f"{game}-{players}.npz"


@cache
def load_network(game: str, players: int, rows: int, path: Path | None = None) -> Floats:
    """The numbers of a network one after the other, by default of the one that is shipped; refused if they are not what
    the code expects."""
    if path is not None:
        return _read(path, game, players, rows)
    with as_file(files("triax.bots") / "weights" / file_name(game, players)) as shipped:
        return _read(shipped, game, players, rows)


def _read(path: Path, game: str, players: int, rows: int) -> Floats:
    expected = _words(VERSION, game, players, numbers_in(rows))
    try:
        # Opened here: of a file that is cut off NumPy lets the handle lie about.
        with path.open("rb") as opened, np.load(opened) as file:
            about = (int(file["version"]), str(file["game"]), int(file["players"]))
            network = np.concatenate([file[name].ravel() for name in PARTS]).astype(np.float64)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BadData(f"weights: {path.name} cannot be read ({error}); expected {expected}") from error
    if about != (VERSION, game, players) or network.size != numbers_in(rows):
        raise BadData(f"weights: {path.name} is {_words(*about, network.size)}; expected {expected}")
    network.flags.writeable = False
    return network


def with_network(table: Floats, game: str, players: int, rows: int) -> Floats:
    """A game's worth of tracks and then its network, as a kernel takes them."""
    # Nothing is locked: for the compiler that would be another type, and all be compiled twice.
    return np.concatenate([table, packed(load_network(game, players, rows))])


def _words(version: int, game: str, players: int, size: int) -> str:
    return f"version {version} for {game} with {players} players, {size} numbers"
