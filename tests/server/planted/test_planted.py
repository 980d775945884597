"""Every bug that is planted is found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.planted.bugs import BUGS, SIMULATION, Bug

ROOT = Path(__file__).parents[3]
SEEDS = 200


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("planted")
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("client", "__pycache__", "browser"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.fixture
def plant(copy: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    bug: Bug = request.param
    path = copy / "src/triax/server" / bug.file
    right = path.read_text()
    path.write_text(right.replace(bug.right, bug.wrong))
    yield copy
    path.write_text(right)


def found(folder: Path, by: str) -> bool:
    if by == SIMULATION:
        words = ["-m", "tests.server.simulation", "--seeds", str(SEEDS), "--until-failure"]
    else:
        words = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", by]
    paths = f"{folder / 'src'}{os.pathsep}{folder}"
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    tried = subprocess.run([sys.executable, *words], check=False, cwd=folder, env=environment, capture_output=True)
    assert tried.returncode in {0, 1}, tried.stderr.decode()
    return tried.returncode == 1


def test_every_bug_can_be_planted() -> None:
    assert len(BUGS) >= 20
    for bug in BUGS:
        assert (ROOT / "src/triax/server" / bug.file).read_text().count(bug.right) == 1, bug.name


@pytest.mark.slow
@pytest.mark.parametrize("by", sorted({bug.found_by for bug in BUGS}))
def test_where_no_bug_is_none_is_found(copy: Path, by: str) -> None:
    """What fails by itself would find anything."""
    assert not found(copy, by)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "bug"), [(bug, bug) for bug in BUGS], ids=[bug.name for bug in BUGS], indirect=["plant"]
)
def test_a_planted_bug_is_found(plant: Path, bug: Bug) -> None:
    assert found(plant, bug.found_by), bug.name
