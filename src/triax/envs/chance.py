"""Randomness one small draw at a time: a shuffle becomes a chain of draws, each piece as likely as any other.

A deal or a move is begun again with what has fallen so far; where it asks for more, that is the next chance node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Fall = tuple[str, ...] | int
"""How something fell: pieces in their order, or a number."""


@dataclass(frozen=True)
class Shuffle:
    """Pieces being drawn one by one."""

    left: tuple[str, ...]
    order: tuple[str, ...] = ()

    def outcomes(self) -> list[tuple[str, float]]:
        return [(piece, count / len(self.left)) for piece, count in sorted(Counter(self.left).items())]

    def take(self, piece: str) -> Shuffle:
        at = self.left.index(piece)
        return Shuffle(self.left[:at] + self.left[at + 1 :], (*self.order, piece))

    @property
    def fallen(self) -> tuple[str, ...] | None:
        """The whole order, once there is nothing left to decide."""
        return self.order + self.left if len(set(self.left)) <= 1 else None


@dataclass(frozen=True)
class Lot:
    """A number from 0 on, below `count`."""

    count: int

    @property
    def fallen(self) -> int | None:
        return 0 if self.count == 1 else None


Request = Shuffle | Lot


class Needed(Exception):
    """Chance is asked for more than has fallen."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self.request = request


class Script:
    """What has fallen, in the order in which it is asked for."""

    def __init__(self, falls: Sequence[Fall]) -> None:
        self._falls: Iterator[Fall] = iter(falls)
        self.shuffled: list[tuple[str, ...]] = []
        """What was mixed, sorted."""

    def next(self, request: Request) -> Any:  # noqa: ANN401
        if request.fallen is not None:
            return request.fallen
        for fall in self._falls:
            return fall
        raise Needed(request)

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        self.shuffled.append(tuple(sorted(pieces)))
        order: tuple[str, ...] = self.next(Shuffle(self.shuffled[-1]))
        return order


class ScriptedRandom(Random):
    """A random number generator for a deal, which shuffles in place and draws lots."""

    def __init__(self, falls: Sequence[Fall]) -> None:
        super().__init__(0)
        self._script = Script(falls)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self._script.shuffle(x)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert stop is None
        assert step == 1
        number: int = self._script.next(Lot(start))
        return number
