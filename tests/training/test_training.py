"""What is learned hangs on the seed alone, and a run that was ended goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import training.rota
from training.fit import Samples, gain, run_epoch, start_squares, untrained
from typer.testing import CliRunner


@pytest.mark.slow
def test_the_same_seed_gives_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training.rota, "CHUNK", 20)
    folder = tmp_path / "samples"
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"

    def learn(out: Path, where: Path) -> None:
        training.rota.learn(
            players=2, chunks=2, seed=1, workers=1, folder=where, teacher=None, out=out, say=lambda line: None
        )

    learn(first, folder)
    made = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert len(made) == 2
    learn(second, folder)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == made
    assert first.read_bytes() == second.read_bytes()
    learn(second, tmp_path / "anew")
    assert first.read_bytes() == second.read_bytes()


def test_a_network_learns_what_decides() -> None:
    """Of two moves with one row each, the odd row is the better one."""
    rng = np.random.default_rng(1)
    rows = np.stack([rng.permutation(2) for _ in range(500)]).astype(np.int16)[:, :, None]
    samples = Samples(rows, rows[:, :, 0] * np.float32(0.2))
    network = untrained(2, 4, seed=1)
    squares = start_squares(network)
    losses = [run_epoch(np.arange(500), samples, network, squares) for _ in range(10)]
    assert losses[-1] < losses[0] / 10
    assert gain(samples, network) == pytest.approx(0.1, abs=0.02)


def test_bad_settings_are_refused_with_words() -> None:
    import typer  # noqa: PLC0415

    app = typer.Typer()
    app.command()(training.rota.main)
    answer = CliRunner().invoke(app, ["--players", "5"])
    assert answer.exit_code == 2
