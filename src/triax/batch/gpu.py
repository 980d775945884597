"""Games on a GPU. Public arrays are torch's where torch is installed, else CuPy's, else Numba's; all of them share
memory with one another by DLPack or the CUDA array interface."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from triax.batch.given import whole_numbers
from triax.batch.target import Loop
from triax.games.errors import BadData
from triax.kernels import target as gpu
from triax.kernels.arrays import Longs
from triax.kernels.rows import Side
from triax.kernels.target import Gpu

LUCK_OF_STEP = 3
"""Where it stands among the arrays of a step."""


@cache
def _kernels(side: str, given: bool = False) -> Gpu:
    return Gpu(import_module(side).PARTS, given)


@cache
def _library() -> Any:  # noqa: ANN401, torch or CuPy
    for name in ("torch", "cupy"):
        try:
            library = import_module(name)
        except ImportError:
            continue
        if library.cuda.is_available():
            return library
    return None


class Cuda:
    """Kernels are begun and not waited for; whoever reads an array waits for them."""

    name = "cuda"

    def __init__(self) -> None:
        if not gpu.is_there():
            raise BadData("device: 'cuda'; no GPU is found here")

    # Arrays.

    def put(self, array: npt.NDArray[Any]) -> Any:  # noqa: ANN401
        return gpu.to_device(np.ascontiguousarray(array))

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:  # noqa: ANN401
        library, kind = _library(), np.dtype(dtype).name
        if library is None:
            return gpu.to_device(np.zeros(shape, dtype))
        if library.__name__ == "torch":
            return library.zeros(shape, dtype=getattr(library, kind), device="cuda")
        return library.zeros(shape, dtype)

    def full(self, games: int, value: bool) -> Any:  # noqa: ANN401
        return gpu.to_device(np.full(games, value, np.bool_))

    def states(self, games: int, size: int, dtype: Any) -> Any:  # noqa: ANN401
        return gpu.empty((size, games), dtype)

    def host(self, array: Any) -> npt.NDArray[Any]:  # noqa: ANN401
        found: npt.NDArray[Any] = gpu.seen(array).copy_to_host()
        return found

    def vecs(self, states: Any) -> npt.NDArray[Any]:  # noqa: ANN401
        return np.ascontiguousarray(self.host(states).T)

    def take(self, array: Any, index: Longs) -> Any:  # noqa: ANN401
        if hasattr(array, "copy_to_host"):
            return gpu.to_device(array.copy_to_host()[index])
        return array[_library().as_tensor(index, device="cuda") if hasattr(array, "is_cuda") else index]

    def take_states(self, states: Any, index: Longs) -> Any:  # noqa: ANN401
        out = gpu.empty((states.shape[0], len(index)), states.dtype)
        self._any().launch("take", len(index), states, gpu.to_device(index), out)
        return out

    def put_states(self, states: Any, vecs: npt.NDArray[Any], index: Longs) -> None:  # noqa: ANN401
        columns = gpu.to_device(np.ascontiguousarray(vecs.T))
        self._any().launch("put", len(index), states, gpu.to_device(index), columns)

    def write(self, states: Any, words: npt.NDArray[np.uint64], chosen: Any) -> None:  # noqa: ANN401
        self._any().launch("write", len(words), states, gpu.to_device(words), gpu.seen(chosen))

    def _any(self) -> Gpu:
        """Kernels that no game has a part in."""
        return _kernels("triax.kernels.rota.side")

    # What callers give.

    def actions(self, actions: Any, games: int) -> Any:  # noqa: ANN401
        return self._given(actions, games, "actions")

    def seats(self, seats: Any, games: int) -> Any:  # noqa: ANN401
        return self._given(seats, games, "seats")

    def flags(self, flags: Any, games: int) -> Any:  # noqa: ANN401
        given = gpu.seen(flags) if gpu.is_on_device(flags) else gpu.to_device(np.asarray(flags, np.bool_))
        if given.shape != (games,):
            raise BadData(f"rows: expected {games} truth values")
        return given

    def _given(self, numbers: Any, games: int, what: str) -> Any:  # noqa: ANN401
        words = f"{what}: expected {games} whole numbers"
        if not gpu.is_on_device(numbers):
            return gpu.to_device(np.ascontiguousarray(whole_numbers(numbers, (games,), words)))
        given = gpu.seen(numbers)
        if given.shape != (games,) or given.dtype.kind not in "iu":
            raise BadData(words)
        return given

    # Rows.

    def run(self, side: Side, loop: Loop, games: int, *arrays: Any) -> None:  # noqa: ANN401
        given = loop == "step" and arrays[LUCK_OF_STEP].shape[0] > 1
        _kernels(side.__name__, given).launch(loop, games, *map(gpu.seen, arrays))
