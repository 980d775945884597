"""What a flat action encoding is: every move that a game can ever have, as one whole number with a fixed meaning.

Codes are a promise: what a code means never changes, for whatever players and options. Moves that only larger tables or
further options bring come last, so that a smaller game uses the first so many codes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from triax.games.check import check_players
from triax.games.core import AnyGame, AnyState, Move, Plain
from triax.games.errors import BadData


@dataclass(frozen=True)
class Block:
    """Moves of one sort that follow one another. `move` makes one of its number; few moves are listed instead."""

    name: str
    size: int
    move: Callable[[int], Move]
    listed: Sequence[Move] = ()

    @classmethod
    def of(cls, name: str, moves: Sequence[Move]) -> Block:
        return cls(name, len(moves), moves.__getitem__, moves)


def check_code(code: SupportsIndex, size: int, where: str) -> int:
    """A whole number of whatever make, NumPy's too; never one that was rounded."""
    try:
        number = index(code)
    except TypeError:
        number = -1
    if not 0 <= number < size:
        raise BadData(f"{code} is not an action {where}: expected a whole number from 0 to {size - 1}")
    return number


class Encoding(ABC):
    """The flat actions of a game."""

    blocks: tuple[Block, ...]

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.starts: dict[str, int] = {}
        self.size = 0
        """How many codes there are, for the largest table with all options."""
        self._listed: dict[Move, int] = {}
        for block in self.blocks:
            self.starts[block.name] = self.size
            self._listed |= {move: self.size + number for number, move in enumerate(block.listed)}
            self.size += block.size

    def _rank(self, move: Move) -> int:
        """The code of a move that is in no list."""
        raise KeyError(move)

    @abstractmethod
    def _size_for(self, players: int, options: Plain) -> int: ...

    def size_for(self, players: int, options: Plain) -> int:
        """How many of the first codes are enough at such a table."""
        return self._size_for(check_players(players, self.game.facts.players), options)

    def encode(self, move: Move) -> int:
        """The code of a move; a value that the game could never have as a move has none."""
        try:
            code = self.code_of(move)
        except (KeyError, ValueError, IndexError):
            code = self.size
        if code >= self.size or self.decode(code) != move:
            raise BadData(f"'{move}' is not an action of {self.game.name}")
        return code

    def code_of(self, move: Move) -> int:
        """The code of what is known to be a move: the quick way."""
        code = self._listed.get(move)
        return self._rank(move) if code is None else code

    def codes(self, state: AnyState, seat: int) -> list[int]:
        """The codes of a seat's legal moves, in the order of the moves."""
        return [self.code_of(move) for move in state.moves(seat)]

    def decode(self, code: SupportsIndex) -> Move:
        left = check_code(code, self.size, f"of {self.game.name}")
        for block in self.blocks:
            if left < block.size:
                return block.move(left)
            left -= block.size
        raise AssertionError(code)
