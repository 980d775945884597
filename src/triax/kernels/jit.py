"""One way to compile: without Python objects or the GIL, when first called, kept on disk (see `cache`). Where nothing
can be written, functions are compiled for the process alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from triax.kernels.cache import LAYERS, cache_folder

F = TypeVar("F", bound=Callable[..., Any])


def njit(function: F) -> F:
    """Compile a function when it is first called; mypy sees it as it is written."""
    return _compiled(function, "never")


def inlined(function: F) -> F:
    """The same, but as a part of whatever calls it. All that lies below a function is optimized again with it: a level
    less is sooner compiled."""
    return _compiled(function, "always")


def _compiled(function: F, inline: str) -> F:
    settings: Any = numba.config
    # Nobody takes the address of a function.
    options = {"nogil": True, "no_cfunc_wrapper": True, "inline": inline}
    folder = cache_folder(_layer(function.__module__))
    if folder is None:
        return cast(F, numba.njit(**options)(function))
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        return cast(F, numba.njit(cache=True, **options)(function))
    finally:
        settings.CACHE_DIR = before


def njit_with(function: F, module: str, parts: Mapping[str, object], kind: str = "") -> F:
    """The same function compiled for a module, with parts of that module under the names that it uses for them; once
    more with others under another kind. A closure would do the same, but would be compiled anew in every process."""
    own = FunctionType(function.__code__, {**function.__globals__, **parts}, function.__name__)
    own.__module__ = module
    own.__qualname__ = f"{module}.{function.__name__}{kind}"  # by which it is found again in the cache
    return cast(F, njit(own))


def _layer(module: str) -> str:
    """The layer of a module; all that is not of `triax` or higher up counts as the highest."""
    name = module.split(".")[1] if module.startswith("triax.") else ""
    return name if name in LAYERS else LAYERS[-1]


class _FirstCompilation(event.Listener):  # type: ignore[misc, unused-ignore]
    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback, self.called = callback, False

    def on_start(self, _event: object) -> None:
        if not self.called:
            self.called = True
            self.callback()

    def on_end(self, _event: object) -> None:
        pass


@contextmanager
def on_compiling(callback: Callable[[], object]) -> Iterator[None]:
    """Call back once when something is really compiled, not loaded from the cache."""
    with event.install_listener("numba:compile", _FirstCompilation(callback)):
        yield
