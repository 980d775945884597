"""Legal moves made only when asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Generic, overload

from triax.games.core import M


class LazyMoves(Sequence[M], Generic[M]):
    """Moves in a fixed order: blocks of raw choices, each with its maker of moves."""

    def __init__(
        self, blocks: Sequence[tuple[Callable[[Any], M], Sequence[Any]]], allows: Callable[[object], bool]
    ) -> None:
        self._blocks = blocks
        self._allows = allows
        self._ends = list(accumulate(len(choices) for _, choices in blocks))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __contains__(self, move: object) -> bool:
        return self._allows(move)

    def __iter__(self) -> Iterator[M]:
        for make, choices in self._blocks:
            yield from map(make, choices)

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self[:3]))
        return f"<{len(self)} moves: {shown}{', …' if len(self) > 3 else ''}>"

    @overload
    def __getitem__(self, index: int) -> M: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[M]: ...
    def __getitem__(self, index: int | slice) -> M | Sequence[M]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(index)
        block = bisect_right(self._ends, at)
        make, choices = self._blocks[block]
        return make(choices[at - self._ends[block]])
