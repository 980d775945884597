"""What is compiled is kept where it cannot outlive its sources; and nothing compiles that nobody asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from triax.kernels import cache, jit


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("module", ["triax", "triax.games", "triax.bots", "triax.arena", "triax.cli.main"])
def test_an_import_brings_no_compiler(module: str) -> None:
    assert (
        run(f"import sys, {module}; print(sorted({{'numba', 'llvmlite', 'triax.kernels'}} & set(sys.modules)))") == "[]"
    )


def test_importing_the_kernels_compiles_nothing() -> None:
    code = (
        "import sys; from triax.kernels import axio, axo, rota\n"
        "for module in [m for name, m in sys.modules.items() if name.startswith('triax.kernels')]:\n"
        "    assert not any(getattr(thing, 'signatures', ()) for thing in vars(module).values()), module"
    )
    run(code)


def test_a_stamp_tells_every_change_of_the_sources(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    (folder / "axo").mkdir(parents=True)
    source, data = folder / "rules.py", folder / "axo" / "pieces.json"
    source.write_text("TRACK = 12\n")
    data.write_text("{}")
    (folder / "rules.pyc").write_bytes(b"1")

    def states() -> Iterator[str]:
        yield cache.stamp([folder])
        source.write_text("TRACK = 18\n")
        yield cache.stamp([folder])
        data.write_text("[]")
        yield cache.stamp([folder])
        data.rename(folder / "pieces.json")
        yield cache.stamp([folder])

    assert len(set(states())) == 4
    before = cache.stamp([folder])
    (folder / "rules.pyc").write_bytes(b"2")
    shutil.copytree(folder, tmp_path / "copy")
    assert cache.stamp([folder]) == cache.stamp([tmp_path / "copy"]) == before


def test_a_change_elsewhere_is_compiled_again(tmp_path: Path) -> None:
    """A function of an unchanged file that calls one of a changed file; all of it beside the package, not within."""
    package, kept = tmp_path / "triax", tmp_path / "cache"
    (package / "kernels").mkdir(parents=True)
    for name in ("__init__.py", "kernels/__init__.py"):
        (package / name).touch()
    for module in (jit, cache):
        shutil.copy(str(module.__file__), package / "kernels")
    head = "from triax.kernels.jit import njit\n"
    caller, called = package / "kernels" / "caller.py", package / "kernels" / "called.py"
    caller.write_text(f"{head}from triax.kernels.called import number\n@njit\ndef answer():\n    return number()\n")
    code = "from triax.kernels.caller import answer; print(answer(), sum(answer.stats.cache_hits.values()))"
    found = []
    for number in (1, 1, 2):
        called.write_text(f"{head}@njit\ndef number():\n    return {number}\n")
        found.append(run(code, PYTHONPATH=str(tmp_path), NUMBA_CACHE_DIR=str(kept), PYTHONDONTWRITEBYTECODE="1"))
    assert found == ["1 0", "1 1", "2 0"]
    assert len(list((kept / "triax").iterdir())) == 2
    assert not list(package.rglob("*.nb?"))


def test_one_function_with_the_parts_of_two_modules(tmp_path: Path) -> None:
    """Each is compiled for itself, and found again in the cache."""
    (tmp_path / "loops.py").write_text("def part():\n    raise NotImplementedError\ndef answer():\n    return part()\n")
    for name, number in (("one", 1), ("two", 2)):
        (tmp_path / f"{name}.py").write_text(
            "from loops import answer\nfrom triax.kernels.jit import njit, njit_with\n"
            f"@njit\ndef part():\n    return {number}\n"
            "answer = njit_with(answer, __name__, {'part': part})\n"
        )
    code = (
        "import one, two; answers = one.answer, two.answer; print(*(answer() for answer in answers), "
        "*(sum(answer.stats.cache_hits.values()) for answer in answers))"
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    found = [run(code, PYTHONPATH=path, NUMBA_CACHE_DIR=str(tmp_path / "cache")) for _ in range(2)]
    assert found == ["1 2 0 0", "1 2 1 1"]


def test_where_nothing_can_be_written_it_compiles_all_the_same() -> None:
    code = "import numpy as np; from triax.kernels.chance import mixed; print(mixed(np.uint64(0)))"
    assert run(code, NUMBA_CACHE_DIR="/dev/null/nowhere") == "0"


def test_the_users_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert cache.user_cache().parent in (Path.home(), Path.home() / "Library")
    monkeypatch.setenv("XDG_CACHE_HOME", "/one")
    assert cache.user_cache() == Path("/one")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/two")
    assert cache.user_cache() == Path("/two")


def test_folders_long_unused_are_removed(tmp_path: Path) -> None:
    ages = {"kernels-1": 0, "kernels-2": 40, "bots-3": 40, "bots-4": 20, "notes": 40}
    for name, days in ages.items():
        (tmp_path / name / "inner").mkdir(parents=True)
        then = time() - days * 24 * 3600
        os.utime(tmp_path / name, (then, then))
    cache.remove_unused(tmp_path / "kernels-1")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bots-4", "kernels-1", "notes"]


def test_a_mark_tells_what_is_compiled_here(tmp_path: Path) -> None:
    """Not what another version or an earlier edit has compiled."""
    code = "from triax.kernels.cache import is_compiled, mark_compiled; print(is_compiled('one'))"
    marking = f"{code}; mark_compiled('one'); print(is_compiled('one'), is_compiled('other'))"
    assert run(marking, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["False", "True", "False"]
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == "True"
    changed = f"import triax.kernels.cache as cache; cache.version = lambda _: '0'; {code}"
    assert run(changed, NUMBA_CACHE_DIR=str(tmp_path)) == "False"
    assert run(marking, NUMBA_CACHE_DIR="/dev/null/nowhere").split() == ["False", "False", "False"]


def test_an_edit_takes_the_mark_away(tmp_path: Path) -> None:
    """Even one that is taken back: Numba looks at the time of the last change."""
    source = tmp_path / "triax" / "kernels" / "cache.py"
    for layer in cache.LAYERS:
        (tmp_path / "triax" / layer).mkdir(parents=True)
    for package in (tmp_path / "triax", source.parent):
        (package / "__init__.py").touch()
    shutil.copy(str(cache.__file__), source)
    code = "from triax.kernels.cache import is_compiled, mark_compiled; print(is_compiled('one')); mark_compiled('one')"
    where = {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert [run(code, **where) for _ in range(2)] == ["False", "True"]
    os.utime(source, (4e9, 4e9))
    assert run(code, **where) == "False"


def test_only_what_is_compiled_is_told(tmp_path: Path) -> None:
    """The second time it comes from the cache."""
    code = (
        "import numpy as np; from triax.kernels.chance import draw; from triax.kernels.jit import on_compiling\n"
        "with on_compiling(lambda: print('compiling')):\n"
        "    draw(np.zeros(1, np.uint64))"
    )
    assert [run(code, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)] == ["compiling", ""]
