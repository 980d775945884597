"""Writes the weights of a network that `triax.bots.learned` reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import triax.bots
from training.fit import Network
from triax.bots.learned import VERSION, file_name
from triax.kernels.network import ONE, UNIT

FOLDER = Path(triax.bots.__file__).parent / "weights"
"""Where those lie that are shipped."""


def save_network(game: str, players: int, network: Network, out: Path | None) -> Path:
    path = out or FOLDER / file_name(game, players)
    path.parent.mkdir(parents=True, exist_ok=True)
    scaled = {"rows": network.rows * ONE, "begin": network.begin * ONE, "worth": network.worth * (UNIT / ONE)}
    whole = {name: np.clip(np.rint(part), -(2**15), 2**15 - 1).astype(np.int16) for name, part in scaled.items()}
    np.savez_compressed(path, version=VERSION, game=game, players=players, **whole)
    return path
