"""Arrays reach other libraries by DLPack without a copy: what they see lies where ours lies."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from triax import batch

SHOWN = ("current_player", "observation", "legal_action_mask", "rewards", "terminated", "refused")


def address(library: str, array: Any) -> int:  # noqa: ANN401
    """Where the other library's array lies."""
    other: Any = import_module("jax.dlpack" if library == "jax" else library)
    taken = other.from_dlpack(array)
    assert taken.shape == array.shape
    if library == "numpy":
        return int(taken.ctypes.data)
    return int(taken.data_ptr() if library == "torch" else taken.unsafe_buffer_pointer())


@pytest.mark.parametrize(
    "library",
    [
        "numpy",
        *(
            pytest.param(name, marks=pytest.mark.skipif(find_spec(name) is None, reason="make learners installs it"))
            for name in ("torch", "jax")
        ),
    ],
)
def test_arrays_reach_other_libraries_without_a_copy(library: str) -> None:
    for games in (1, 7, 64):
        whole = batch.make("rota", 2, games)
        for tables in (whole, whole.copy(), whole[[0, -1]]):
            for name in SHOWN:
                array = getattr(tables, name)
                assert address(library, array) == array.ctypes.data, (name, games)
            where = [getattr(tables, name).ctypes.data for name in SHOWN]
            tables.step(tables.sample_actions())
            assert [getattr(tables, name).ctypes.data for name in SHOWN] == where
        assert address(library, seen := whole.observe(1)) == seen.ctypes.data
    assert np.shares_memory(np.from_dlpack(whole.observation), whole.observation)
