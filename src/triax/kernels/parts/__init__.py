"""A fixed-size observation: named parts one behind the other in one flat array of small whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from triax.games.errors import BadData

Numbers = npt.NDArray[np.int8]
Parts = Mapping[str, npt.NDArray[Any]]
"""The parts of an observation by name, in their shapes."""


@dataclass(frozen=True)
class Part:
    """Of an observation. `planes` names its first axis, where that is not a seat or a single number."""

    name: str
    shape: tuple[int, ...]
    high: int = 1
    planes: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return prod(self.shape)


def picked_part(actions: int) -> Part:
    """Behind all others, where moves are made by picks: what the one who looks has picked of a move not yet whole."""
    return Part("picked", (actions,))


class Layout:
    """Where each part lies."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.size = 0
        self.slices: dict[str, slice] = {}
        for part in parts:
            self.slices[part.name] = slice(self.size, self.size + part.size)
            self.size += part.size
        self.high: Numbers = np.concatenate([np.full(part.size, part.high, np.int8) for part in parts])

    def __repr__(self) -> str:
        parts = ", ".join(f"{part.name} {' × '.join(map(str, part.shape))}" for part in self.parts)
        return f"<Layout of {self.size} numbers: {parts}>"

    def empty(self) -> Numbers:
        return np.zeros(self.size, np.int8)

    def split(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The parts of an observation by name, in their shapes: views into it, not copies."""
        if tuple(observation.shape[-1:]) != (self.size,):
            raise BadData(f"an observation of shape {tuple(observation.shape)}; expected {self.size} numbers in a row")
        return {
            part.name: observation[..., self.slices[part.name]].reshape(*observation.shape[:-1], *part.shape)
            for part in self.parts
        }
