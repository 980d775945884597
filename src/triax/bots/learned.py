"""What bots have learned: the weights of networks, whole numbers in files that say what they are for. `training/` makes
them."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from triax.games.errors import BadData
from triax.kernels.arrays import Floats
from triax.kernels.network import numbers_in, packed

VERSION = 1
"""Of what the rows of a network mean."""
PARTS = ("rows", "begin", "worth")


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


def with_network(table: Floats, game: str, players: int, rows: int, path: Path | None = None) -> Floats:
    """A game's worth of tracks and then its network, as a kernel takes them."""
    # Nothing is locked: for the compiler that would be another type, and all be compiled twice.
    return np.concatenate([table, packed(load_network(game, players, rows, path))])


def _words(version: int, game: str, players: int, size: int) -> str:
    return f"version {version} for {game} with {players} players, {size} numbers"
