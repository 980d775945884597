"""Only arguments are lent: a local array would be freed while it is out. Where Numba has not the names that it takes,
nothing is lent, and the same is played."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import triax.bots
import triax.kernels
from tests.support import TESTS
from triax.games.rota import ROTA
from triax.kernels import rota

FOLDERS = [Path(next(iter(package.__path__))) for package in (triax.kernels, triax.bots)]


def test_only_arguments_are_lent() -> None:
    lent = 0
    for file in (file for folder in FOLDERS for file in folder.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            arguments = {argument.arg for argument in function.args.args}
            # What lies in a tuple that was handed over is held by the caller as well.
            for taken in ast.walk(function):
                if isinstance(taken, ast.Assign) and isinstance(taken.value, ast.Name) and taken.value.id in arguments:
                    arguments |= {name.id for name in ast.walk(taken.targets[0]) if isinstance(name, ast.Name)}
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "borrowed":
                    assert ast.unparse(call.args[0]) in arguments, (file.name, function.name)
                    lent += 1
    assert lent > 50


def played() -> str:
    """Some random playouts, as text."""
    vec, rng, said = rota.load(ROTA.new(3, Random(5))), rota.seeded(9), []
    for _ in range(20):
        after = vec.copy()
        said.append(f"{rota.random_playout(after, rota.tables(), rng)} {after.tolist()}")
    return "\n".join(said)


WITHOUT = """
import sys, {module} as numbas
kept = sys.modules["{module}"]
sys.modules["{module}"] = {instead}
from triax.kernels import borrow
sys.modules["{module}"] = kept
assert borrow.borrowed is borrow._handed_on
from tests.kernels.test_borrow import played
print(played())
"""


@pytest.mark.parametrize(
    ("module", "instead"),
    [
        ("numba.np.arrayobj", "None"),  # not to be found
        pytest.param("numba.core.cgutils", "sys", marks=pytest.mark.slow),  # without the name
    ],
)
def test_where_numba_has_other_names_the_same_is_played(module: str, instead: str, tmp_path: Path) -> None:
    """Compiled anew, and kept apart."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(module=module, instead=instead)],
        cwd=TESTS.parent,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == played()
    assert list(tmp_path.rglob("*.random_playout-*.nbi"))
