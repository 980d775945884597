"""Positions of Axio, made for a test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from triax.games.axio import AXIO, AxioPlace, AxioState
from triax.games.axio.board import EMPTY, PYRAMID, area, empty_board
from triax.games.axio.notation import DIRECTIONS
from triax.games.axio.pieces import standard_pieces
from triax.games.facts import Options

LINE = ("GG@-3,2>E", "GB@-1,2>E")
ZERO = (0, 0, 0, 0, 0)


def position(
    spaces: dict[tuple[int, int], str],
    rack: tuple[str, ...],
    *,
    players: int = 2,
    tracks: tuple[int, ...] = ZERO,
    bag: tuple[str, ...] = ("RG", "RB", "RO", "RP", "GB", "GO"),
    opened: bool = True,
    pyramids: tuple[int, ...] = (),
    background: str = EMPTY,
) -> AxioState:
    """Seat 0 to place a tile; `spaces` are contents of the board beside the printed ones."""
    geometry = area(players)
    printed = empty_board(players, standard_pieces().printed)
    board = [content or background for content in printed]
    for (x, y), content in spaces.items():
        board[index(x, y, players)] = content
    for space in pyramids:
        board[space] = PYRAMID
    assert len(board) == geometry.side**2
    return AxioState(
        players=players,
        options=Options(start=0),
        pieces=standard_pieces(),
        board=tuple(board),
        tiles=(),
        pyramids=pyramids,
        racks=(rack, *[("RR",) * 5] * (players - 1)),
        bag=bag,
        tracks=(tracks, *[ZERO] * (players - 1)),
        turn=0,
        opened=(opened,) * players,
    )


def index(x: int, y: int, players: int = 2) -> int:
    number = area(players).index(x, y)
    assert number is not None
    return number


def laid(tiles: tuple[str, ...], rack: tuple[str, ...], **more: Any) -> AxioState:  # noqa: ANN401
    moves = [move for text in tiles if isinstance(move := AXIO.parse(text), AxioPlace)]
    spaces: dict[tuple[int, int], str] = {}
    for move in moves:
        dx, dy = DIRECTIONS[move.to]
        spaces |= {(move.x, move.y): move.tile[0], (move.x + dx, move.y + dy): move.tile[1]}
    return replace(position(spaces, rack, **more), tiles=tuple(moves))
