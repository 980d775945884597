"""The ways between the states and moves of `triax.games.rota` and the arrays and codes of `layout`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from triax.games.core import Move, Plain
from triax.games.rota import RotaPlace, RotaState
from triax.games.rota.pieces import EMPTY as EMPTY_LETTER
from triax.games.rota.pieces import standard_tiles, tiles_of
from triax.games.tracks import COLOURS
from triax.kernels.arrays import Ints
from triax.kernels.rota import layout as at
from triax.kernels.rota.layout import SIZE
from triax.kernels.rota.rules import lay_all

_LETTERS = COLOURS + EMPTY_LETTER


def _corners(letters: str) -> int:
    return sum(_LETTERS.index(letter) << (3 * corner) for corner, letter in enumerate(letters))


def _tile(letters: str | None) -> int:
    return 0 if letters is None else _corners(letters) | (letters.find(EMPTY_LETTER) + 1) << 12


def _place(x: int, y: int) -> int:
    return x + 64 + 128 * (y + 64)


def tables(options: Plain | None = None) -> Ints:
    """The tiles of a set."""
    return _standard_tables() if not options or "pieces" not in options else _tiles(tiles_of(options))


@cache
def _standard_tables() -> Ints:
    return _tiles(standard_tiles())


def _tiles(tiles: Sequence[str]) -> Ints:
    data = np.array([_tile(tile) for tile in tiles], np.int32)
    data.flags.writeable = False
    return data


def load(state: RotaState) -> Ints:
    """The same position as a vector."""
    vec = np.zeros(SIZE, np.int32)
    vec[at.PLAYERS] = state.players
    vec[at.TURN] = state.turn
    vec[at.OWED] = state.owed
    vec[at.EXTRA] = state.extra
    vec[at.OVER] = not state.to_act
    vec[at.SUPPLY_LEFT] = len(state.supply)
    vec[at.SUPPLY : at.SUPPLY + len(state.supply)] = [_tile(tile) for tile in reversed(state.supply)]
    for seat, stack in enumerate(state.stacks):
        vec[at.TRACKS + 5 * seat : at.TRACKS + 5 * seat + 5] = state.tracks[seat]
        vec[at.HANDS + seat] = _tile(state.hands[seat])
        vec[at.STACK_LEFT + seat] = len(stack)
        first = at.STACKS + 12 * seat
        vec[first : first + len(stack)] = [_tile(tile) for tile in reversed(stack)]
    places = np.array([_place(x, y) for x, y in state.display], np.int64)
    lay_all(vec, places, np.array([_corners(laid.corners) for laid in state.display.values()], np.int64))
    return vec


def encode(move: Move) -> int:
    """The code of a move."""
    if not isinstance(move, RotaPlace):
        raise TypeError(f"{move!r} is not a move of Axio Rota")
    name = COLOURS.index(move.name) + 1 if move.name else 0
    return _place(move.x, move.y) << 5 | move.turn << 3 | name


def decode(code: int) -> RotaPlace:
    """The move of a code."""
    code = int(code)
    x, y = (code >> 5 & 127) - 64, (code >> 12) - 64
    return RotaPlace(x, y, code >> 3 & 3, COLOURS[(code & 7) - 1] if code & 7 else None)
