"""Plug-ins in folders of their own, and programs that find them there: the environment of the tests stays as it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SCREE = ROOT / "examples" / "scree"


def install(folder: Path) -> Path:
    """Scree, as `pip install` leaves it."""
    words = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", folder]
    done = subprocess.run(
        [sys.executable, *map(str, words), str(SCREE)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def write_plugin(folder: Path, package: str, code: str, group: str, point: str) -> None:
    """A package of one module with one entry point, as an installer leaves it behind."""
    (folder / f"{package}.py").write_text(code, "utf-8")
    told = folder / f"{package}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (told / "entry_points.txt").write_text(f"[{group}]\n{point}\n", "utf-8")


def environment(*folders: Path) -> dict[str, str]:
    """In which packages of these folders are installed."""
    path = os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "100", "NO_COLOR": "1"}


def python(*words: str | Path, folders: tuple[Path, ...], typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env=environment(*folders),
        input=typed,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
