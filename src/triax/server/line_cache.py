"""The positions of analyses: worked out from a deal and its moves, and kept a while, so that one more move is quick."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import SystemRandom
from typing import TypeVar

import msgspec

from triax.games import find_game
from triax.games.analysis import LinePosition, Ply, begin, begin_at
from triax.games.core import Dice, Plain
from triax.games.errors import BadRecord, TriaxError
from triax.server.errors import Refused, refusal_of
from triax.server.puzzle_attempts import find_puzzle
from triax.server.rate_limits import KeyedLocks, RateLimiter

T = TypeVar("T")
KEPT = 600
"""So many positions stay in memory."""
MOVES_PER_SECOND, MOVES_AT_ONCE = 100.0, 6000
"""So many moves a player may have worked out: a move takes a millisecond or two."""
DICE = Dice(SystemRandom())
PUZZLE = "puzzle"


@dataclass(frozen=True)
class PlayedLine:
    """A deal, and the moves made from it."""

    game: str
    players: int
    options: Plain
    setup: Plain
    """As a record has it; or the name of a puzzle, whose position it begins with."""
    plies: Sequence[Ply]

    @property
    def puzzle(self) -> str | None:
        name = self.setup.get(PUZZLE)
        return name if isinstance(name, str) and len(self.setup) == 1 else None

    def begin(self) -> LinePosition:
        game = find_game(self.game)
        if self.puzzle is None:
            return begin(game, self.players, self.options, self.setup)
        puzzle = find_puzzle([self.game], self.puzzle)
        if puzzle.players != self.players:
            raise Refused("bad_record", f"players: {self.players}; the puzzle has {puzzle.players}")
        return begin_at(game, puzzle.state())


class LineCache:
    """One line is worked out at a time, in a thread: nobody's moves wait for it. A player has one line in the queue, so
    that all come in turn."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._known: OrderedDict[bytes, LinePosition] = OrderedDict()
        self._working = asyncio.Semaphore(1)
        self._players = KeyedLocks()
        self._rate = RateLimiter(MOVES_PER_SECOND, MOVES_AT_ONCE, "too many long lines; wait a moment")

    async def at(self, line: PlayedLine, player: str) -> LinePosition:
        """The position at the end of a line; chance decides what its last move leaves open."""
        try:
            keys = _keys(line)
        except (RecursionError, UnicodeEncodeError, OverflowError):
            raise Refused("bad_record", "nested too deeply, too large a number, or half a character") from None
        unknown = next((n for n, key in enumerate(reversed(keys)) if key in self._known), len(keys))
        return await self.work(player, unknown, lambda: self._follow(line, keys))

    async def work(self, player: str, moves: int, what: Callable[[], T]) -> T:
        """Something that plays so many moves through."""
        self._rate.check(player, moves)
        async with self._players.of(player), self._working:
            try:
                return await asyncio.to_thread(what)
            except TriaxError as error:
                raise refusal_of(error) from None

    def _follow(self, line: PlayedLine, keys: Sequence[bytes]) -> LinePosition:
        first = next((n for n in reversed(range(len(keys))) if keys[n] in self._known), None)
        if first is None:
            first, at = 0, line.begin()
            self._keep(keys[0], at)
        else:
            at = self._known[keys[first]]
            self._known.move_to_end(keys[first])
        for number in range(first, len(line.plies)):
            try:
                at = at.play(line.plies[number], DICE)
            except TriaxError as error:
                raise BadRecord(f"moves[{number}]: {error}") from error
            assert at.ply is not None
            # Under what it has become: what was left to chance is asked for with its outcome from now on.
            self._keep(_next(keys[number], at.ply), at)
        return at

    def _keep(self, key: bytes, position: LinePosition) -> None:
        self._known[key] = position
        self._known.move_to_end(key)
        while len(self._known) > self._kept:
            self._known.popitem(last=False)


def _keys(line: PlayedLine) -> list[bytes]:
    """For each position of a line: what names it and nothing else."""
    keys = [_digest([line.game, line.players, line.options, line.setup])]
    for ply in line.plies:
        keys.append(_next(keys[-1], ply))
    return keys


def _next(key: bytes, ply: Ply) -> bytes:
    return _digest([key, ply])


def _digest(value: object) -> bytes:
    return sha256(msgspec.json.encode(value, order="sorted")).digest()
