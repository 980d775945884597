"""What a seat sees of Axio Rota as small numbers, in the order of `parts`: the observations of `triax.envs`."""

from __future__ import annotations

from triax.kernels.arrays import Bytes, Ints
from triax.kernels.jit import njit
from triax.kernels.rota import layout as lay
from triax.kernels.rota.actions import FARTHEST


@njit
def _show_tile(laid: int, reach: int, out: Bytes) -> None:
    place = laid >> 12
    across = 2 * reach + 2
    x, y = (place & 127) - 64 + reach, (place >> 7) - 64 + reach
    if x < 0 or y < 0 or x >= across or y >= across:  # laid by other means than actions
        return
    at = y * across + x
    out[at] = 1
    for corner in range(4):
        colour = (laid >> (3 * corner)) & 7
        if colour != lay.EMPTY:
            out[at + across * across * (1 + 5 * corner + colour)] = 1


@njit
def _show_rest(vec: Ints, seat: int, at: int, out: Bytes) -> None:
    players = vec[lay.PLAYERS]
    tile = vec[lay.HANDS + seat]
    for number in range(24):
        out[at + number] = 0
    if tile:
        for corner in range(4):
            out[at + 6 * corner + ((tile >> (3 * corner)) & 7)] = 1
    at += 24
    for place in range(players):
        other = seat + place
        if other >= players:
            other -= players
        for colour in range(5):
            out[at + 5 * place + colour] = vec[lay.TRACKS + 5 * other + colour]
        out[at + 5 * players + place] = vec[lay.HANDS + other] != 0
        out[at + 6 * players + place] = vec[lay.STACK_LEFT + other]
        out[at + 7 * players + 1 + place] = other == vec[lay.TURN]
    out[at + 7 * players] = vec[lay.SUPPLY_LEFT]
    at += 8 * players + 1
    out[at], out[at + 1], out[at + 2] = vec[lay.EXTRA], vec[lay.OWED], vec[lay.OVER]


@njit
def _display_size(reach: int) -> int:
    return 21 * (2 * reach + 2) * (2 * reach + 2)


@njit
def observe(vec: Ints, tables: Ints, seat: int, out: Bytes) -> None:
    """The whole of it."""
    reach = int(vec[lay.REACH]) if vec[lay.REACH] else FARTHEST
    size = _display_size(reach)
    for number in range(size):
        out[number] = 0
    for number in range(vec[lay.LAID_COUNT]):
        _show_tile(vec[lay.DISPLAY + number], reach, out)
    _show_rest(vec, seat, size, out)


@njit
def renew(vec: Ints, tables: Ints, seat: int, out: Bytes) -> None:
    """The same, where the position before the last action is shown, to whatever seat: the display is the same for all,
    and one tile came to it."""
    reach = int(vec[lay.REACH]) if vec[lay.REACH] else FARTHEST
    _show_tile(vec[lay.DISPLAY + vec[lay.LAID_COUNT] - 1], reach, out)
    _show_rest(vec, seat, _display_size(reach), out)
