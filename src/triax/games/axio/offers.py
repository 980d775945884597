"""All placements of a rack with what each would score, from tables made once a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from triax.games.axio.board import EMPTY, Area, Board, Spot, gaps, run_length, symbols_beside
from triax.games.axio.notation import tile_text
from triax.games.core import Offers
from triax.games.tracks import COLOURS, points_text


def offer(geometry: Area, board: Board, choices: Sequence[tuple[str, list[Spot]]]) -> list[Offers]:
    """Kinds of tile, each with the steps that it may take."""
    runs = _runs(geometry, board)
    last = _last_gaps(geometry, board)
    offers = []
    for kind, steps in choices:
        first, second = runs[kind[0]], runs[kind[1]]
        gains = [_text(kind, first[step.start], second[step.end], "") for step in steps]
        for number, step in enumerate(steps):
            if step.start in last or step.end in last:
                symbols = _closed_in(last, kind, step)
                gains[number] = _text(kind, first[step.start], second[step.end], symbols)
        offers.append(Offers(tile_text(kind), [step.text for step in steps], gains))
    return offers


def _runs(geometry: Area, board: Board) -> dict[str, list[int]]:
    """For each colour and empty space, the runs of a half laid there: towards the other half there is none."""
    totals = {colour: [0] * len(board) for colour in COLOURS}
    for space, content in enumerate(board):
        if content == EMPTY:
            for ray in geometry.rays[space].values():
                if ray and (colour := board[ray[0]]) in totals:
                    totals[colour][space] += run_length(board, ray, colour)
    return totals


Enclosed = Mapping[int, list[tuple[int, str]]]
"""For a space that is the only gap around others: those, and the symbols that lie beside them already."""


def _last_gaps(geometry: Area, board: Board) -> Enclosed:
    last: dict[int, list[tuple[int, str]]] = {}
    for space, content in enumerate(board):
        if content == EMPTY and len(left := gaps(geometry, board, space)) == 1:
            last.setdefault(left[0], []).append((space, symbols_beside(geometry, board, space)))
    return last


def _closed_in(last: Enclosed, kind: str, step: Spot) -> str:
    """The symbols beside the spaces that a tile closes in. A half does so alone: two adjacent spaces share no
    neighbour, so no tile fills two gaps around one space."""
    halves = (step.start, step.end)
    return "".join(
        symbols + colour
        for half, colour in zip(halves, kind, strict=True)
        for space, symbols in last.get(half, ())
        if space not in halves
    )


@lru_cache(16384)
def _text(kind: str, first: int, second: int, symbols: str) -> str:
    points = Counter(symbols)
    points[kind[0]] += first
    points[kind[1]] += second
    return points_text(points)
