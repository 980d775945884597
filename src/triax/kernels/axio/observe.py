"""What a seat sees of Axio as small numbers, in the order of `parts`: the observations of `triax.envs`."""

from __future__ import annotations

from triax.games.axio.pieces import PYRAMIDS, TILES
from triax.kernels.arrays import Bytes, Ints
from triax.kernels.axio import layout as lay
from triax.kernels.axio.deal import SIDES
from triax.kernels.jit import njit


@njit
def _show_board(vec: Ints, out: Bytes) -> int:
    """Gives where the next part begins."""
    side = int(SIDES[vec[lay.PLAYERS] - 1])
    edge = (lay.STRIDE - side) // 2
    at = 0
    for row in range(edge, edge + side):
        for column in range(edge, edge + side):
            content = vec[lay.BOARD + lay.STRIDE * row + column]
            for plane in range(5):
                out[at + plane * side * side] = content == plane
            out[at + 5 * side * side] = content == lay.PYRAMID
            out[at + 6 * side * side] = content == lay.BARE
            out[at + 7 * side * side] = 0
            at += 1
    count = vec[lay.PYRAMID_COUNT]
    for number in range(count):
        cell = vec[lay.PYRAMIDS + (vec[lay.PYRAMID_HEAD] + number) % PYRAMIDS]
        row, column = cell // lay.STRIDE - edge, cell % lay.STRIDE - edge
        out[7 * side * side + side * row + column] = count - number
    return 8 * side * side


@njit
def observe(vec: Ints, tables: Ints, seat: int, out: Bytes) -> None:
    players = int(vec[lay.PLAYERS])
    at = _show_board(vec, out)
    laid = at + 15
    for number in range(30):
        out[at + number] = 0
    # What lies on the board is what is neither on a rack nor in the bag.
    for tile in range(TILES):
        out[laid + tables[lay.TILES_AT + tile]] += 1
    for place in range(vec[lay.BAG_HEAD], vec[lay.BAG_END]):
        out[laid + vec[lay.BAG + place]] -= 1
    for other in range(players):
        for slot in range(vec[lay.RACK_SIZES + other]):
            kind = vec[lay.RACKS + 5 * other + slot]
            out[laid + kind] -= 1
            if other == seat:
                out[at + kind] += 1
    at += 30
    for place in range(players):
        other = seat + place
        if other >= players:
            other -= players
        for colour in range(5):
            out[at + 5 * place + colour] = vec[lay.TRACKS + 5 * other + colour]
        out[at + 5 * players + place] = vec[lay.RACK_SIZES + other]
        out[at + 6 * players + 1 + place] = (vec[lay.OPENED] >> other) & 1
        out[at + 7 * players + 1 + place] = other == vec[lay.TURN]
    out[at + 6 * players] = vec[lay.BAG_END] - vec[lay.BAG_HEAD]
    at += 8 * players + 1
    out[at] = vec[lay.DECIDING] != 0 and vec[lay.ENDED] == 0
    out[at + 1], out[at + 2] = vec[lay.OWED], vec[lay.ENDED]


renew = observe
