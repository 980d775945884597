"""Where games are played: on the threads of a processor, or on a GPU (see `triax.batch.gpu`)."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from math import prod
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from triax.batch.given import whole_numbers
from triax.games.check import check_count
from triax.games.errors import BadData
from triax.kernels.arrays import Longs
from triax.kernels.rows import Side

ALIGNED = 64
"""Bytes. JAX takes an array without a copy if it begins at a multiple of so many; NumPy's begin at one of 16."""
LEAST_ROWS = 128
"""A thread takes at least so many: fewer are done sooner than a thread wakes up."""

Loop = Literal["deal", "step", "show", "sample", "observe", "resample", "play", "pay", "digest"]
"""One of `triax.kernels.rows.Loops`."""


class Target(Protocol):
    """Holds arrays and runs a game's loops over their rows. States may lie as the device likes them best; all other
    arrays have a row a game."""

    name: str

    def put(self, array: npt.NDArray[Any]) -> Any: ...  # noqa: ANN401
    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any: ...  # noqa: ANN401
    def full(self, games: int, value: bool) -> Any: ...  # noqa: ANN401
    def states(self, games: int, size: int, dtype: Any) -> Any: ...  # noqa: ANN401
    def host(self, array: Any) -> npt.NDArray[Any]: ...  # noqa: ANN401
    def vecs(self, states: Any) -> npt.NDArray[Any]: ...  # noqa: ANN401
    def write(self, states: Any, words: npt.NDArray[np.uint64], chosen: Any) -> None: ...  # noqa: ANN401
    def put_states(self, states: Any, vecs: npt.NDArray[Any], index: Longs) -> None: ...  # noqa: ANN401
    def take(self, array: Any, index: Longs) -> Any: ...  # noqa: ANN401
    def take_states(self, states: Any, index: Longs) -> Any: ...  # noqa: ANN401
    def actions(self, actions: Any, games: int) -> Any: ...  # noqa: ANN401
    def flags(self, flags: Any, games: int) -> Any: ...  # noqa: ANN401
    def seats(self, seats: Any, games: int) -> Any: ...  # noqa: ANN401
    def run(self, side: Side, loop: Loop, games: int, *arrays: Any) -> None: ...  # noqa: ANN401


def find_target(name: str, threads: int | None) -> Target:
    if name == "cpu":
        return Processor((os.cpu_count() or 1) if threads is None else check_count(threads, "threads"))
    if name == "cuda":
        if threads is not None:
            raise BadData("threads: a GPU has its own")
        from triax.batch.gpu import Cuda  # noqa: PLC0415, brings the compiler for GPUs along

        return Cuda()
    raise BadData(f"device: {name!r}; expected cpu or cuda")


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "triax-batch")


class Processor:
    """NumPy's arrays; compiled loops hold no lock of Python's, so that threads run side by side."""

    name = "cpu"

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def put(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:  # noqa: ANN401
        size = prod(shape) * np.dtype(dtype).itemsize
        room = np.zeros(size + ALIGNED, np.uint8)
        first = -room.__array_interface__["data"][0] % ALIGNED
        found: npt.NDArray[Any] = room[first : first + size].view(dtype).reshape(shape)
        return found

    def full(self, games: int, value: bool) -> npt.NDArray[Any]:
        return np.full(games, value, np.bool_)

    def states(self, games: int, size: int, dtype: Any) -> npt.NDArray[Any]:  # noqa: ANN401
        return np.zeros((games, size), dtype)

    def host(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def vecs(self, states: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """A row a game, to be read on this side."""
        return states

    def write(self, states: npt.NDArray[Any], words: npt.NDArray[np.uint64], chosen: npt.NDArray[Any]) -> None:
        states[chosen, 0] = words[chosen]

    def put_states(self, states: npt.NDArray[Any], vecs: npt.NDArray[Any], index: Longs) -> None:
        states[index] = vecs

    def take(self, array: npt.NDArray[Any], index: Longs) -> npt.NDArray[Any]:
        return np.take(array, index, 0, self.zeros((len(index), *array.shape[1:]), array.dtype))

    def take_states(self, states: npt.NDArray[Any], index: Longs) -> npt.NDArray[Any]:
        return states[index]

    def actions(self, actions: Any, games: int) -> npt.NDArray[Any]:  # noqa: ANN401
        given = whole_numbers(actions, (games,), f"actions: expected {games} whole numbers")
        return np.ascontiguousarray(given, np.int64)

    def flags(self, flags: Any, games: int) -> npt.NDArray[Any]:  # noqa: ANN401
        given = np.asarray(flags)
        if given.shape != (games,):
            raise BadData(f"rows: {given.shape[0] if given.ndim else 0} truth values; expected {games}")
        return np.ascontiguousarray(given, np.bool_)

    def seats(self, seats: Any, games: int) -> npt.NDArray[Any]:  # noqa: ANN401
        given = whole_numbers(seats, (games,), f"seats: expected {games} whole numbers")
        narrow = np.ascontiguousarray(given, np.int32)
        return np.where(narrow == given, narrow, np.int32(-1))

    def run(self, side: Side, loop: Loop, games: int, *arrays: Any) -> None:  # noqa: ANN401
        compiled = getattr(side.LOOPS, loop)
        pieces = min(self.threads, games // LEAST_ROWS)
        if pieces < 2:
            compiled(0, games, *arrays)
            return
        edges = [games * piece // pieces for piece in range(pieces + 1)]
        jobs = [_pool(self.threads).submit(compiled, first, last, *arrays) for first, last in pairwise(edges[1:])]
        compiled(edges[0], edges[1], *arrays)
        for job in jobs:
            job.result()
