"""Randomness one small draw at a time: a shuffle becomes a chain of draws, each piece as likely as any other.

A deal or a move is begun again with what has been drawn so far; where it asks for more, that is the next chance node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from triax.games.core import AnyGame, Plain
from triax.games.errors import BadData

Drawn = tuple[str, ...] | int
"""What chance has decided: pieces in their order, or a number."""


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
    def result(self) -> tuple[str, ...] | None:
        """The whole order, once there is nothing left to decide."""
        return self.order + self.left if len(set(self.left)) <= 1 else None


@dataclass(frozen=True)
class Lot:
    """A number from 0 on, below `count`."""

    count: int

    @property
    def result(self) -> int | None:
        return 0 if self.count == 1 else None


Request = Shuffle | Lot


class Needed(Exception):
    """Chance is asked for more than has been drawn."""

    def __init__(self, request: Request) -> None:
        super().__init__(request)
        self.request = request


class Script:
    """What has been drawn, in the order in which it is asked for."""

    def __init__(self, drawn: Sequence[Drawn]) -> None:
        self._drawn: Iterator[Drawn] = iter(drawn)
        self.shuffled: list[tuple[str, ...]] = []
        """What was mixed, sorted."""

    def next(self, request: Request) -> Any:  # noqa: ANN401
        if request.result is not None:
            return request.result
        for one in self._drawn:
            return one
        raise Needed(request)

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        self.shuffled.append(tuple(sorted(pieces)))
        order: tuple[str, ...] = self.next(Shuffle(self.shuffled[-1]))
        return order


class ScriptedRandom(Random):
    """A random number generator for a deal: it shuffles texts by a script, and draws lots for all else that Python's
    own makes out of whole numbers (`randrange`, `choice`, `sample`)."""

    def __init__(self, script: Script) -> None:
        super().__init__(0)
        self._script = script

    def shuffle(self, x: MutableSequence[Any]) -> None:
        if all(isinstance(piece, str) for piece in x):
            x[:] = self._script.shuffle(x)
        else:
            super().shuffle(x)

    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:  # noqa: ANN401
        if counts is not None or k != len(population):
            return super().sample(population, k, counts=counts)
        pieces = list(population)
        self.shuffle(pieces)
        return pieces

    def _randbelow(self, n: int) -> int:
        number: int = self._script.next(Lot(n))
        return number

    def random(self) -> float:
        raise BadData("a deal may shuffle, choose and draw whole numbers: a fraction has no even chances to list")


class Survey(Script):
    """Decides by itself, and keeps count of what a few deals ask of chance."""

    def __init__(self, game: AnyGame, players: int, options: Plain, deals: int = 8) -> None:
        super().__init__(())
        self._rng = Random(0)
        self._widths: list[int] = []
        for _ in range(deals):
            game.deal(players, options, ScriptedRandom(self))
        self.pieces = sorted(set[str]().union(*self.shuffled))
        """What a draw can turn up; its number here is the chance node's action."""
        self.outcomes = max([len(self.pieces), *self._widths])
        self.draws = 2 * (len(self._widths) + sum(map(len, self.shuffled))) // deals
        """Enough for any deal: some lots hang on what was drawn before them."""

    def next(self, request: Request) -> Drawn:
        if isinstance(request, Shuffle):
            return tuple(self._rng.sample(request.left, len(request.left)))
        self._widths.append(request.count)
        return self._rng.randrange(request.count)
