"""Where compiled code is kept, and whether an engine is there. Brings no compiler along.

Numba's cache looks only at a function's own file, yet what is compiled holds all that the function calls and every
constant it reads. So the cache lies in a folder named after the sources of the function's layer and of those below it:
<cache of the user>/triax/<layer>-<hash>. NUMBA_CACHE_DIR or XDG_CACHE_HOME say where else the user's cache is.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
LAYERS = ("games", "kernels", "bots")
"""From the lowest up; each one calls only itself and those below."""
KEPT_DAYS = 30


def _sources(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".json"})


def stamp(folders: Iterable[Path]) -> str:
    """A hash of all sources and data files below these folders, names and contents."""
    found = sha256()
    for folder in folders:
        for file in _sources(folder):
            content = file.read_bytes()
            found.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()[:16]


def user_cache() -> Path:
    """Where this user's caches are, on any system."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        if value := os.environ.get(name):
            return Path(value)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


@cache
def cache_folder(layer: str) -> Path | None:
    """The folder of the cache, made and marked as used; None if it cannot be written."""
    sources = LAYERS[: LAYERS.index(layer) + 1]
    try:
        folder = user_cache() / "triax" / f"{layer}-{stamp(PACKAGE / name for name in sources)}"
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)
    except (OSError, RuntimeError):  # a read-only disk; nobody's home
        return None
    remove_unused(folder)
    return folder


def remove_unused(folder: Path) -> None:
    """Remove the folders beside this one that nobody has used for KEPT_DAYS days."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for other in [path for layer in LAYERS for path in folder.parent.glob(f"{layer}-*")]:
        with suppress(OSError):  # another process may be at the same work
            if other != folder and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)


def is_compiled(engine: str) -> bool:
    """Has all that the bots need of an engine been compiled and kept?"""
    mark = _mark(engine)
    return mark is not None and mark.exists()


def mark_compiled(engine: str) -> None:
    mark = _mark(engine)
    if mark is not None:
        mark.touch()


def _mark(engine: str) -> Path | None:
    """Numba keeps apart what other versions, installations and edits have compiled; so does the mark."""
    folder = cache_folder(LAYERS[-1])
    return folder and folder / f"{engine}-{_installation()}.compiled"


@cache
def _installation() -> str:
    edited = max(file.stat().st_mtime_ns for layer in LAYERS for file in _sources(PACKAGE / layer))
    return sha256(f"{sys.version} {version('numba')} {PACKAGE} {edited}".encode()).hexdigest()[:16]
