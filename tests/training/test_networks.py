"""The learned weights: they are what the code expects, and play better than what they were learned from."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from training.fit import untrained
from training.networks import save_network

from triax.bots.axo import learned_weights as axo_weights
from triax.bots.learned import load_network
from triax.bots.rota import learned_weights
from triax.games.axo import AXO
from triax.games.errors import BadData
from triax.games.rota import ROTA
from triax.kernels import axo
from triax.kernels import rota as kernel
from triax.kernels.arrays import Floats
from triax.kernels.axio.judgement import ROWS as AXIO_ROWS
from triax.kernels.axo.alone import ROWS as SOLO_ROWS
from triax.kernels.axo.judgement import ROWS as AXO_ROWS
from triax.kernels.network import HIDDEN, numbers_in
from triax.kernels.rota.judgement import ROWS


@pytest.mark.parametrize(
    ("game", "rows", "players"),
    [(game, rows, players) for game, rows in (("rota", ROWS), ("axio", AXIO_ROWS)) for players in (1, 2, 3, 4)]
    + [("axo", SOLO_ROWS, 1), *(("axo", AXO_ROWS, players) for players in (2, 3, 4))],
)
def test_every_table_has_a_network(game: str, rows: int, players: int) -> None:
    network = load_network(game, players, rows)
    assert network.size == numbers_in(rows)
    assert (network == np.rint(network)).all()
    assert network.any()


def test_weights_for_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    save_network("rota", 3, untrained(ROWS, HIDDEN, seed=1, scatter=0.0), path)
    assert load_network("rota", 3, ROWS, path).size == numbers_in(ROWS)
    with pytest.raises(BadData, match=r"with 3 players, .*expected version 2 for rota with 2 players"):
        load_network("rota", 2, ROWS, path)
    with pytest.raises(BadData, match=r"expected version 2 for rota with 3 players, \d+ numbers"):
        load_network("rota", 3, ROWS + 1, path)
    with np.load(path) as file:
        np.savez(tmp_path / "other-version.npz", **{**file, "version": 1})
    with pytest.raises(BadData, match=r"other-version.npz is version 1 for rota .*expected version 2"):
        load_network("rota", 3, ROWS, tmp_path / "other-version.npz")


@pytest.mark.parametrize("content", [b"", b"no weights", b"PK\x03\x04 cut off"])
def test_broken_weights_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(BadData, match=r"broken.npz cannot be read .*expected version 2 for rota with 2 players"):
        load_network("rota", 2, ROWS, path)


def best(vec: np.ndarray[tuple[int], np.dtype[np.int32]], seat: int, weights: Floats) -> int:
    codes, values = np.empty(1, np.int32), np.empty(1)
    assert kernel.candidates(vec, kernel.tables(), seat, weights, codes, values) == 1
    return int(codes[0])


def test_what_was_learned_wins_against_what_it_was_learned_from() -> None:
    rng, won = Random(2026), 0.0
    for number in range(60):
        start = ROTA.new(2, rng)
        for learned in range(2):
            vec, luck, shares = kernel.load(start), kernel.seeded(number), np.empty(4)
            while not kernel.over(vec):
                seat = int(kernel.to_act(vec)).bit_length() - 1
                code = best(vec, seat, learned_weights(2) if seat == learned else kernel.DEFAULT_TABLE)
                kernel.play(vec, kernel.tables(), seat, code, luck)
            kernel.result(vec, shares)
            won += shares[learned]
    assert won > 66


def test_what_was_learned_wins_more_often_alone() -> None:
    """Without any search: the greedy choice wins 9 % of its games against Simona."""
    won, codes, values = [0, 0], np.empty(1, np.int32), np.empty(1)
    for number in range(150):
        start = AXO.new(1, Random(number))
        for learned, weights in enumerate((axo.SOLO_WEIGHTS, axo_weights(1))):
            vec, luck = axo.load(start), axo.seeded(number)
            while not axo.over(vec):
                axo.candidates(vec, axo.tables(), 0, weights, codes, values)
                axo.play(vec, axo.tables(), 0, int(codes[0]), luck)
            shares = np.empty(4)
            axo.result(vec, shares)
            won[learned] += int(shares[0])
    assert won[1] > 1.5 * won[0]
