"""A fixed-size observation: named pieces one behind the other in one flat array of small whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Piece:
    """A part of an observation. `planes` names its first axis, where that is not a seat or a single number."""

    name: str
    shape: tuple[int, ...]
    high: int = 1
    planes: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """Where each piece lies."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.size = 0
        self.slices: dict[str, slice] = {}
        for piece in pieces:
            self.slices[piece.name] = slice(self.size, self.size + piece.size)
            self.size += piece.size
        self.high: Numbers = np.concatenate([np.full(piece.size, piece.high, np.int8) for piece in pieces])

    def empty(self) -> Numbers:
        return np.zeros(self.size, np.int8)

    def split(self, observation: npt.NDArray[np.generic]) -> dict[str, npt.NDArray[np.generic]]:
        """The pieces of an observation by name, in their shapes: views into it, not copies."""
        return {
            piece.name: observation[..., self.slices[piece.name]].reshape(*observation.shape[:-1], *piece.shape)
            for piece in self.pieces
        }
