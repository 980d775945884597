"""What lies face down, for those who choose what is drawn: an analysis, never a game in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self, runtime_checkable


class Pile(NamedTuple):
    """Pieces face down; the first is drawn first."""

    path: tuple[str | int, ...]
    """Where a set-up has it: those drawn first come first there, too."""
    pieces: tuple[str, ...]
    mixed: bool = False
    """Does a shuffle in play make it anew?"""


@runtime_checkable
class Piled(Protocol):
    """A state whose piles can be put in another order."""

    @property
    def piles(self) -> tuple[Pile, ...]: ...

    def with_piles(self, orders: Sequence[tuple[str, ...]]) -> Self:
        """The same state with other pieces in its piles, in the order of `piles`."""
