"""Learned weights on disk: whole numbers, in a file that says what it is for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from training.fit import Network
from triax.games.errors import BadData
from triax.kernels import rota
from triax.kernels.arrays import Floats
from triax.kernels.network import ONE, UNIT, numbers_in
from triax.kernels.rota.judgement import ROWS

VERSION = 1
"""Of what the rows of a network mean."""
FOLDER = Path(__file__).parent / "weights"


def _name(game: str, players: int) -> str:
    return f"{game}-{players}.npz"


def save_network(game: str, players: int, network: Network, out: Path | None) -> Path:
    path = out or FOLDER / _name(game, players)
    path.parent.mkdir(parents=True, exist_ok=True)
    scaled = {"rows": network.rows * ONE, "begin": network.begin * ONE, "worth": network.worth * (UNIT / ONE)}
    whole = {name: np.clip(np.rint(part), -(2**15), 2**15 - 1).astype(np.int16) for name, part in scaled.items()}
    np.savez_compressed(path, version=VERSION, game=game, players=players, **whole)
    return path


@cache
def load_network(game: str, players: int, rows: int, path: Path | None = None) -> Floats:
    """The numbers of a network one after the other; refused if they are not what the code expects."""
    with np.load(path or FOLDER / _name(game, players)) as file:
        about = (int(file["version"]), str(file["game"]), int(file["players"]))
        parts = [file[name].ravel() for name in ("rows", "begin", "worth")]
    network = np.concatenate(parts).astype(np.float64)
    if about != (VERSION, game, players) or network.size != numbers_in(rows):
        raise BadData(
            f"weights: {_words(*about, network.size)}; expected {_words(VERSION, game, players, numbers_in(rows))}"
        )
    network.flags.writeable = False
    return network


def learned_weights(players: int, path: Path | None = None) -> Floats:
    """For Axio Rota, as its `candidates` takes them: the worth of tracks, and then the network."""
    return np.concatenate([rota.DEFAULT_TABLE, load_network("rota", players, ROWS, path)])


def _words(version: int, game: str, players: int, size: int) -> str:
    return f"version {version} for {game} with {players} players, {size} numbers"
