"""Games on a GPU: the same functions that `jit` compiles for a processor, compiled by numba-cuda. This file, `jit`
and, for processors alone, `borrow` are all that know a compiler.

Rules, deals, actions and observations are plain Python over arrays and whole numbers. What a row goes through allocates
nothing and calls nothing that one of the compilers does not know. `Gpu` makes each function of a game anew with
`cuda.jit`, those that it calls first; nothing hangs on how Numba keeps what it has compiled.

**The way out.** numba-cuda is in maintenance. Should it end, what is to be written anew is this file and its kernels,
about 200 lines: the same functions can be given to any compiler of typed Python (Numba's own `numba.cuda` where a
version has it, Warp, Taichi), or printed as C for NVRTC, as they use whole numbers, loops, conditions and arrays of one
dimension alone. The tests of equality hold whatever takes its place to the same bits; on a processor nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from triax.games.errors import BadData
from triax.kernels import rows
from triax.kernels.borrow import borrowed
from triax.kernels.chance import is_given
from triax.kernels.rows import (
    deal_row,
    digest_row,
    mix_order,
    observe,
    pieces,
    play_randomly,
    resample,
    reward_row,
    room_size,
    sample_row,
    show_row,
    step_row,
)
from triax.kernels.trials import HIDDEN

if not hasattr(np, "row_stack"):
    vars(np)["row_stack"] = np.vstack  # numba-cuda 0.30 wants it at import; NumPy 2.5 has it no more

try:
    from numba import cuda
    from numba import int32 as small
    from numba import int64 as large
except ImportError as error:
    raise BadData("device cuda: numba-cuda is needed (pip install 'triax[cuda]')") from error

THREADS = 128
"""In a block."""


def is_there() -> bool:
    """Is there a GPU, or the simulator of one?"""
    return bool(cuda.is_available())


class Gpu:
    """The kernels of one game. States lie a column a game, so that threads side by side read words side by side."""

    def __init__(self, parts: Mapping[str, Any], given: bool = False) -> None:
        """`given`: these kernels look for chance that is given (see `chance.is_given`)."""
        self._given = given
        self._made: dict[int, Any] = {}
        self._kept: list[Any] = []
        own = {name: self._value(value) for name, value in parts.items()}
        own["mix_order"] = self._value(rows.mix_order)
        for function in rows.ROW_FUNCTIONS:
            own[function.__name__] = self._device(function, own)
        self._kernels = {name: self._kernel(kernel, own) for name, kernel in KERNELS.items()}

    def launch(self, name: str, count: int, *arrays: Any) -> None:  # noqa: ANN401
        self._kernels[name][(count + THREADS - 1) // THREADS, THREADS](*arrays)

    def _kernel(self, function: Callable[..., None], own: Mapping[str, Any]) -> Any:  # noqa: ANN401
        return cuda.jit(_with(function, own))

    def _device(self, function: Any, own: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """A function for the GPU, with all that it calls; `own` stands before what its module says."""
        plain = getattr(function, "py_func", function)
        known = plain.__globals__
        used = {name: self._value(known[name]) for name in plain.__code__.co_names if name in known and name not in own}
        return cuda.jit(device=True)(_with(plain, {**used, **own}))

    def _value(self, value: Any) -> Any:  # noqa: ANN401
        """What a name stands for on the GPU."""
        if value is borrowed:
            value = _as_it_is
        elif value is is_given and not self._given:
            value = _never
        elif isinstance(value, ModuleType):
            return self._module(value) if value.__name__.startswith("triax.kernels.") else value
        elif not hasattr(value, "py_func"):
            return value
        if id(value) not in self._made:
            self._kept.append(value)
            self._made[id(value)] = self._device(value, {})
        return self._made[id(value)]

    def _module(self, module: ModuleType) -> ModuleType:
        if id(module) not in self._made:
            other = self._made[id(module)] = ModuleType(module.__name__)
            for name, value in vars(module).items():
                if not name.startswith("__") and not isinstance(value, ModuleType):
                    setattr(other, name, self._value(value))
        found: ModuleType = self._made[id(module)]
        return found


def _with(function: Callable[..., Any], own: Mapping[str, Any]) -> Any:  # noqa: ANN401
    known: dict[str, Any] = {**function.__globals__, **own}
    return FunctionType(function.__code__, known, function.__name__, function.__defaults__)


def _as_it_is(array: Any) -> Any:  # noqa: ANN401
    """On a GPU nobody counts references."""
    return array


def _never(rng: Any) -> bool:  # noqa: ANN401
    """In kernels that are given none, nobody looks."""
    return False


# The kernels: a thread a row.


def deal(chosen: Any, states: Any, tables: Any, setup: Any, orders: Any, luck: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < chosen.size and chosen[row]:
        if orders.shape[1] > 1:
            deal_row(states[:, row], tables, setup, orders[row], luck[:, row])
        else:
            order = cuda.local.array(HIDDEN, large)
            mix_order(pieces, order, luck[:, row])
            deal_row(states[:, row], tables, setup, order, luck[:, row])


def step(
    states: Any,  # noqa: ANN401
    tables: Any,  # noqa: ANN401
    actions: Any,  # noqa: ANN401
    luck: Any,  # noqa: ANN401
    seats: Any,  # noqa: ANN401
    rewards: Any,  # noqa: ANN401
    terminated: Any,  # noqa: ANN401
    refused: Any,  # noqa: ANN401
    observation: Any,  # noqa: ANN401
    mask: Any,  # noqa: ANN401
) -> None:
    row = cuda.grid(1)
    if row < seats.size:
        room = cuda.local.array(room_size, small)
        after = step_row(
            states[:, row], tables, actions[row], luck[:, row], rewards[row], observation[row], mask[row], room
        )
        refused[row] = after == rows.REFUSED
        if after != rows.REFUSED:
            terminated[row] = after == rows.OVER
            seats[row] = max(after, 0)


def show(
    chosen: Any,  # noqa: ANN401
    states: Any,  # noqa: ANN401
    tables: Any,  # noqa: ANN401
    seats: Any,  # noqa: ANN401
    rewards: Any,  # noqa: ANN401
    terminated: Any,  # noqa: ANN401
    refused: Any,  # noqa: ANN401
    observation: Any,  # noqa: ANN401
    mask: Any,  # noqa: ANN401
) -> None:
    row = cuda.grid(1)
    if row < seats.size and chosen[row]:
        room = cuda.local.array(room_size, small)
        seat = show_row(states[:, row], tables, observation[row], mask[row], room)
        seats[row] = max(seat, 0)
        terminated[row] = seat < 0
        refused[row] = False
        for place in range(rewards.shape[1]):
            rewards[row, place] = 0.0


def sample(states: Any, tables: Any, luck: Any, actions: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < actions.size:
        room = cuda.local.array(room_size, small)
        actions[row] = sample_row(states[:, row], tables, luck[:, row], room)


def see(states: Any, tables: Any, seats: Any, observation: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < seats.size:
        observe(states[:, row], tables, seats[row], observation[row])


def deal_hidden(chosen: Any, states: Any, tables: Any, seats: Any, luck: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < seats.size and chosen[row]:
        room = cuda.local.array(room_size, small)
        places = cuda.local.array(HIDDEN, large)
        resample(states[:, row], tables, seats[row], luck[:, row], room, places)


def play(states: Any, tables: Any, luck: Any, decisions: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < decisions.size:
        room = cuda.local.array(room_size, small)
        decisions[row] = play_randomly(states[:, row], tables, luck[:, row], room)


def pay(states: Any, rewards: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < rewards.shape[0]:
        reward_row(states[:, row], rewards[row])


def digest(states: Any, luck: Any, words: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < words.size:
        words[row] = digest_row(states[:, row], luck[:, row])


def write(states: Any, words: Any, chosen: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < chosen.size and chosen[row]:
        states[0, row] = words[row]


def take(states: Any, index: Any, out: Any) -> None:  # noqa: ANN401
    """Columns."""
    row = cuda.grid(1)
    if row < index.size:
        for number in range(states.shape[0]):
            out[number, row] = states[number, index[row]]


def put(states: Any, index: Any, columns: Any) -> None:  # noqa: ANN401
    row = cuda.grid(1)
    if row < index.size:
        for number in range(states.shape[0]):
            states[number, index[row]] = columns[number, row]


KERNELS: dict[str, Callable[..., None]] = {
    kernel.__name__: kernel for kernel in (deal, step, show, sample, play, pay, digest, write, take, put)
} | {"observe": see, "resample": deal_hidden}
"""By the names of the loops that do the same on a processor; these two stand for parts of a game here."""


# Memory.


def to_device(array: Any) -> Any:  # noqa: ANN401
    return cuda.to_device(array)


def empty(shape: tuple[int, ...], dtype: Any) -> Any:  # noqa: ANN401
    return cuda.device_array(shape, dtype)


def seen(array: Any) -> Any:  # noqa: ANN401
    """Another library's array, as the kernels take it: the same memory."""
    return array if hasattr(array, "copy_to_host") else cuda.as_cuda_array(array)


def is_on_device(array: object) -> bool:
    return hasattr(array, "__cuda_array_interface__") or hasattr(array, "copy_to_host")


def synchronize() -> None:
    cuda.synchronize()
