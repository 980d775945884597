"""What a seat sees of AXO as small numbers, in the order of `parts`: the observations of `triax.envs`, and last what
this seat has picked of a decision not yet made."""

from __future__ import annotations

from triax.games.axo.pieces import CARDS
from triax.kernels.arrays import Bytes, Ints
from triax.kernels.axo import layout as lay
from triax.kernels.axo.actions import PICK_BITS, PICK_MASK
from triax.kernels.axo.rules import block, current
from triax.kernels.jit import njit


@njit
def _show_sections(out: Bytes, at: int, sections: int) -> None:
    for section in range(9):
        out[at + section] = sections >> section & 1


@njit
def _show_hand(vec: Ints, seat: int, out: Bytes, at: int) -> None:
    """The hand, and those of it that were chosen for the area."""
    own = block(seat)
    for held in range(vec[own + lay.HAND_COUNT]):
        card = vec[own + lay.HAND + held]
        out[at + card - 1] = 1
        out[at + CARDS + card - 1] = vec[own + lay.LAID] >> held & 1


@njit
def _show_marking(vec: Ints, seat: int, out: Bytes, at: int) -> None:
    own = block(seat)
    step = vec[own + lay.STEP]
    out[at + (3 if step == lay.DONE else step - 1)] = 1
    for place in range(vec[own + lay.AREA_COUNT]):
        card = vec[own + lay.AREA + place] - 1
        made = vec[own + lay.MARKS + place] & ~vec[own + lay.BEFORE + place]
        _show_sections(out, at + 4 + 9 * card, int(made))
        out[at + 4 + 9 * CARDS + card] = vec[own + lay.APPLIED] >> place & 1


@njit
def observe(vec: Ints, tables: Ints, seat: int, out: Bytes) -> None:
    players, marking = int(vec[lay.PLAYERS]), vec[lay.PHASE] == lay.MARKING
    for number in range(out.size):
        out[number] = 0
    phase = vec[lay.PHASE]
    out[5 if phase == lay.OVER else phase - 1] = 1
    at = 6
    active = int(vec[lay.ACTIVE])
    out[at + (players if active < 0 else (active - seat + players) % players)] = 1
    at += players + 1
    if vec[lay.MIDDLE]:
        out[at + vec[lay.MIDDLE] - 1] = 1
        out[at + CARDS + vec[lay.COLOUR]] = 1
    at += CARDS + 3
    _show_hand(vec, seat, out, at)
    areas = at + 2 * CARDS
    marks = areas + players * CARDS
    step = marks + players * CARDS * 9
    effects = step + 4 + 10 * CARDS
    counts = effects + players * CARDS
    for number in range(players):
        other = (seat + number) % players
        own = block(other)
        hidden = marking and other != seat
        for place in range(vec[own + lay.AREA_COUNT]):
            card = int(vec[own + lay.AREA + place]) - 1
            out[areas + CARDS * number + card] = 1
            seen = vec[own + (lay.BEFORE if hidden else lay.MARKS) + place]
            _show_sections(out, marks + 9 * (CARDS * number + card), int(seen))
        out[counts + number] = vec[own + lay.POINTS]
        out[counts + players + number] = vec[own + (lay.SPARE_BEFORE if hidden else lay.SPARE)]
        out[counts + 2 * players + number] = vec[own + lay.EARNED]
        out[counts + 3 * players + number] = vec[own + (lay.PIVOTS_BEFORE if hidden else lay.PIVOTS)]
        out[counts + 4 * players + number] = vec[own + lay.HAND_COUNT]
    if marking:
        _show_marking(vec, seat, out, step)
    for number in range(vec[lay.WAITING_COUNT]):
        waiting = int(vec[lay.WAITING + number])
        other = ((waiting >> 6) - seat + players) % players
        out[effects + CARDS * other + (waiting & 63) - 1] = number + 1
    at = counts + 5 * players
    for card in range(CARDS):
        out[at + card] = vec[lay.DISCARD + (card > 26)] >> (card - 27 if card > 26 else card) & 1
    at += CARDS
    out[at] = vec[lay.PILE_END] - vec[lay.PILE_NEXT]
    out[at + 1] = vec[lay.SIMONA_END] - vec[lay.SIMONA_NEXT]
    if current(vec) == seat:
        for number in range(vec[lay.PICK_COUNT]):
            out[at + 2 + (int(vec[lay.PICKED]) >> (PICK_BITS * number) & PICK_MASK)] = 1


renew = observe
