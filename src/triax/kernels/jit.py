"""One way to compile: without Python objects or the GIL, when first called, kept on disk.

Numba's cache looks only at a function's own file, yet what is compiled holds all that the function calls and every
constant it reads. So the cache lies in a folder named after the sources of the function's layer and of those below it:
<cache of the user>/triax/<layer>-<hash>. NUMBA_CACHE_DIR or XDG_CACHE_HOME say where else the user's cache is. Where
nothing can be written, functions are compiled for the process alone.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).parents[1]
LAYERS = ("games", "kernels", "bots")
"""From the lowest up; each one calls only itself and those below."""
KEPT_DAYS = 30


def njit(function: F) -> F:
    """Compile a function when it is first called; mypy sees it as it is written."""
    folder = _cache_folder(_layer(function.__module__))
    if folder is None:
        return cast(F, numba.njit(nogil=True)(function))
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        settings.CACHE_DIR = before


def _layer(module: str) -> str:
    """The layer of a module; all that is not of `triax` or higher up counts as the highest."""
    name = module.split(".")[1] if module.startswith("triax.") else ""
    return name if name in LAYERS else LAYERS[-1]


def stamp(folders: Iterable[Path]) -> str:
    """A hash of all sources and data files below these folders, names and contents."""
    found = sha256()
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".json"}):
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
def _cache_folder(layer: str) -> Path | None:
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
