"""The ways between the states and moves of `triax.games.axio` and the arrays and codes of `layout`."""

from __future__ import annotations

from functools import cache

import numpy as np

from triax.games.axio.board import BARE as GAMES_BARE
from triax.games.axio.board import EMPTY as GAMES_EMPTY
from triax.games.axio.board import PYRAMID as GAMES_PYRAMID
from triax.games.axio.notation import DIRECTIONS, AxioPlace, Decide
from triax.games.axio.notation import EXCHANGE as GAMES_EXCHANGE
from triax.games.axio.notation import KEEP as GAMES_KEEP
from triax.games.axio.pieces import KINDS, SIDE, Pieces, pieces_of
from triax.games.axio.state import AxioState
from triax.games.core import Move, Plain
from triax.games.tracks import COLOURS
from triax.kernels.arrays import Ints
from triax.kernels.axio import layout as lay
from triax.kernels.axio.actions import action_tables
from triax.kernels.axio.layout import derive

_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
_CONTENT = {colour: number for number, colour in enumerate(COLOURS)}
_CONTENT |= {GAMES_EMPTY: lay.EMPTY, GAMES_PYRAMID: lay.PYRAMID, GAMES_BARE: lay.BARE}


def cell_at(x: int, y: int) -> int:
    return lay.MIDDLE + lay.STRIDE * y + x


def tables(options: Plain | None = None) -> Ints:
    """The tables of a set of pieces (see `layout`)."""
    return _standard_tables() if not options or "pieces" not in options else _build(pieces_of(options))


@cache
def _standard_tables() -> Ints:
    return _build(pieces_of({}))


def _build(pieces: Pieces) -> Ints:
    printed = {colour: cell_at(x, y) for (x, y), colour in pieces.printed.items()}
    codes, firsts = action_tables()
    tiles, spaces = [_NUMBER[tile] for tile in pieces.tiles], [printed[colour] for colour in COLOURS]
    data = np.concatenate([np.array([*tiles, *spaces], np.int32), firsts, codes])
    data.flags.writeable = False
    return data


def load(state: AxioState) -> Ints:
    """The array of a state, a real one or a sample."""
    vec = np.zeros(lay.SIZE, np.int32)
    side, players = SIDE[state.players], state.players
    edge = (lay.STRIDE - side) // 2
    vec[lay.BOARD : lay.BOARD + lay.CELLS] = lay.BORDER
    play_area = vec[lay.BOARD : lay.BOARD + lay.CELLS].reshape(lay.STRIDE, lay.STRIDE)[
        edge : edge + side, edge : edge + side
    ]
    play_area[:] = np.array([_CONTENT[content] for content in state.board], np.int32).reshape(side, side)
    vec[lay.BAG : lay.BAG + len(state.bag)] = [_NUMBER[tile] for tile in state.bag]
    vec[lay.BAG_END] = len(state.bag)
    for seat in range(players):
        rack = [_NUMBER[tile] for tile in state.racks[seat]]
        vec[lay.RACKS + 5 * seat : lay.RACKS + 5 * seat + len(rack)] = rack
        vec[lay.RACK_SIZES + seat] = len(rack)
        vec[lay.TRACKS + 5 * seat : lay.TRACKS + 5 * seat + 5] = state.tracks[seat]
        vec[lay.OPENED] |= state.opened[seat] << seat
    spaces = state.area.spaces
    vec[lay.PYRAMIDS : lay.PYRAMIDS + len(state.pyramids)] = [cell_at(*spaces[number]) for number in state.pyramids]
    vec[lay.PYRAMID_COUNT] = len(state.pyramids)
    vec[lay.PRINTED : lay.PRINTED + 5] = [cell_at(x, y) for x, y in state.pieces.printed]
    vec[lay.PLAYERS], vec[lay.TURN], vec[lay.OWED] = players, state.turn, state.owed
    vec[lay.DECIDING], vec[lay.ENDED] = state.deciding, state.ended
    derive(vec)
    return vec


def encode(move: Move) -> int:
    """The code of a move."""
    if isinstance(move, Decide):
        return lay.EXCHANGE if move.exchange else lay.KEEP
    if not isinstance(move, AxioPlace):
        raise TypeError(f"{move!r} is not a move of Axio")
    return _NUMBER[move.tile] * lay.CODES_A_KIND + 4 * cell_at(move.x, move.y) + list(DIRECTIONS).index(move.to)


def decode(code: int) -> AxioPlace | Decide:
    """The move of a code."""
    if code >= lay.EXCHANGE:
        return GAMES_EXCHANGE if code == lay.EXCHANGE else GAMES_KEEP
    kind, rest = divmod(int(code), lay.CODES_A_KIND)
    row, column = divmod(rest // 4, lay.STRIDE)
    return AxioPlace(KINDS[kind], column - lay.STRIDE // 2, row - lay.STRIDE // 2, list(DIRECTIONS)[rest % 4])
